"""The component files of Zhanguo: The First Empire with their provenance, and their loader."""
