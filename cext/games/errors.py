"""Errors a user can cause when naming a game, its options or its component files: one clear line each."""

from pathlib import PurePath

__all__ = ["ComponentError", "NotBuilt", "OptionError", "UnknownGame"]


class UnknownGame(ValueError):
    """No game of that name is registered."""


class NotBuilt(ValueError):
    """The engine of a game has not been compiled, or for another interface of the kernel."""


class OptionError(ValueError):
    """A game has no such option, or not with that value."""


class ComponentError(ValueError):
    """A component file cannot be used; `row` is a row number, the name of a key, or None for the whole file."""

    def __init__(self, file: str | PurePath, row: int | str | None, reason: str) -> None:
        where = {int: f", row {row}", str: f", {row}"}.get(type(row), "")
        super().__init__(f"{file}{where}: {reason}")
        self.file = str(file)
        self.row = row
        self.reason = reason

    def __reduce__(self) -> tuple[type["ComponentError"], tuple[str, int | str | None, str]]:
        """Survives the way back from a worker process, where only the arguments are kept."""
        return type(self), (self.file, self.row, self.reason)
