"""The application: experiments designed, played in worker processes, stored as parquet and answered as questions."""

__all__ = ["__version__"]

__version__ = "0.1.0"
