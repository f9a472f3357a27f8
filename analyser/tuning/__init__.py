"""Tuning of plans: their numbers as a vector, the search, what is kept of it, and the file it ends in."""
