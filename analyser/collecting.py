"""Python's collector of cycles, kept away where hardly anything is garbage."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["gc_paused", "no_more"]


@contextmanager
def gc_paused() -> Iterator[None]:
    """It does not go in the block or function, in which hundreds of thousands of small objects are made that live until
    its end: else it goes through all of them again and again."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def no_more() -> None:
    """It leaves alone what is there by now: when a program ends Python looks for cycles among all that it ever
    imported, a quarter of a second after a report."""
    gc.freeze()
