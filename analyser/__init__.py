"""The application: experiments designed, played in worker processes, stored as parquet and answered as questions.

>>> from analyser import open_run, play_games
>>> run = play_games("middle_kingdom", games=400, design="balance", players=3)
>>> print(run.compare("win_share", by="seat", against="par"))  # doctest: +ELLIPSIS
win_share by seat against par
...
"""

from typing import TYPE_CHECKING, Any

__all__ = ["__version__", "open_run", "play_games", "together"]

__version__ = "0.2.0"

if TYPE_CHECKING:
    from analyser.runs.reader import open_run, play_games
    from reports.estimates import together


def __getattr__(name: str) -> Any:
    """The public functions, loaded when they are first used: a command's help needs none of them."""
    if name in ("open_run", "play_games"):
        from analyser.runs import reader

        return getattr(reader, name)
    if name == "together":
        from reports.estimates import together

        return together
    raise AttributeError(f"module 'analyser' has no attribute {name!r}")
