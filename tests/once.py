"""What costs much and depends on sources alone is made once and kept in pytest's cache."""

import fcntl
import hashlib
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

__all__ = ["digest_of", "made_once"]


def digest_of(words: str, files: Iterable[Path]) -> str:
    """Digest of the words and the contents of the files."""
    digest = hashlib.sha256(words.encode())
    for file in sorted(files):
        digest.update(file.read_bytes())
    return digest.hexdigest()


def made_once(config: pytest.Config, shelf: str, digest: str, make: Callable[[Path], None]) -> Path:
    """The folder that make(folder) filled for this digest of all that decides its content.

    Of several test processes one makes it and the others wait; folders of other digests on the shelf are removed then.
    """
    kept = config.cache.mkdir(shelf)
    folder = kept / digest[:16]
    with (kept / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "whole").exists():
            for old in kept.iterdir():
                if old.is_dir():
                    shutil.rmtree(old)
            folder.mkdir()
            make(folder)
            (folder / "whole").touch()
    return Path(folder)
