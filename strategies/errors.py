"""Errors a user of strategies can cause; each message is one line: what, where, what to do."""

__all__ = ["StrategyFileError", "StrategyNotFound"]


class StrategyNotFound(ValueError):
    """No strategy has that name."""


class StrategyFileError(ValueError):
    """A strategy's file cannot be used; the message names the file and the key, line or class."""
