"""Python's collector of cycles, kept away where hardly anything is garbage."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["never", "no_more"]


@contextmanager
def never() -> Iterator[None]:
    """It does not go in the block or function, in which hundreds of thousands of small objects are made that live until
    its end: else it goes through all of them again and again."""
    wanted = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if wanted:
            gc.enable()


def no_more() -> None:
    """It leaves alone what is there by now: when a program ends Python looks for cycles among all that it ever
    imported, a quarter of a second after a report."""
    gc.freeze()
