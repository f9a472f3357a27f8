"""Game-agnostic kernel: moves, random draws, the Game interface, policies, recorder and the match loop."""
