"""Training of leaves: games of plans, a network fitted to how they end, and the search that asks it."""
