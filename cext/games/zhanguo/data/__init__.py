"""The component files of ZhanGuo with their provenance, and their loader."""
