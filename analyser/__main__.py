"""`python -m analyser`, and what the installed command `analyser` calls."""

from analyser.cli import main

__all__ = ["main"]

if __name__ == "__main__":
    main()
