"""ZhanGuo (2014)."""
