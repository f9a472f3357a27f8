"""`python -m analyser`, and what the installed command `analyser` calls."""

import sys
from os import getcwd, path  # pathlib would be looked for where it must not be

# `python -m` looks for modules in the current folder first: whatever lies there would be taken for one of ours or of
# Python's. The folder stays where this program itself lies in it.
HERE = path.dirname(path.dirname(path.abspath(__file__)))  # noqa: PTH100, PTH120
try:
    if not sys.flags.safe_path and path.abspath(sys.path[0]) == getcwd() != HERE:  # noqa: PTH100, PTH109
        del sys.path[0]
except FileNotFoundError:  # the current folder is gone, and with it all that might lie there
    pass

__all__ = ["main"]


def main() -> None:
    """The command line."""
    from analyser.cli import main as run_command  # here: worker processes load this file, and no command line

    run_command()


if __name__ == "__main__":
    main()
