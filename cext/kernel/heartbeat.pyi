"""Signatures of the compiled module."""

from typing import Any

import numpy.typing as npt

__all__ = ["HEARTBEAT_FIELDS", "set_heartbeat_memory"]

HEARTBEAT_FIELDS: tuple[str, ...]

def set_heartbeat_memory(buffer: npt.NDArray[Any] | None) -> None: ...
