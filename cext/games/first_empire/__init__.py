"""Zhanguo: The First Empire (2023)."""

hidden = True  # its words, strategies and tests are not all there yet
