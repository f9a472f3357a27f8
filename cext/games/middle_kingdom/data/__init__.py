"""The component files of Middle Kingdom with their provenance, and their loader."""
