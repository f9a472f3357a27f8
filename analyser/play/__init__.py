"""A game against strategies, played by a person in the terminal."""
