"""Zhanguo: The First Empire (2023)."""

hidden = True  # its features and strategies are still to come
