"""The component files of Qin with their provenance, and their loader."""
