"""Zhanguo: The First Empire (2023)."""
