"""Where in a user's own files an error arose, though it may have been raised deeper, in a library."""

import traceback
from pathlib import Path

__all__ = ["place_of"]


def place_of(error: BaseException, file: str | None) -> str:
    """File and line nearest to the error among the files of that folder; the file alone where the error passed none
    of them; where no file is known, the place where it was raised."""
    frames = list(traceback.extract_tb(error.__traceback__))
    if file is not None:
        folder = Path(file).resolve().parent
        frames = [frame for frame in frames if Path(frame.filename).resolve().parent == folder]
    return f"{frames[-1].filename}, line {frames[-1].lineno}" if frames else str(file)
