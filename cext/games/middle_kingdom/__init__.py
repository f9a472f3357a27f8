"""Middle Kingdom (2008)."""
