"""The version of the program, apart from all that needs it."""

__all__ = ["__version__"]

__version__ = "0.1.0"
