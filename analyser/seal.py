"""A digest in a JSON object of all that it says otherwise: what was damaged since it was written is noticed."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

__all__ = ["DigestError", "add_digest", "verify_digest"]

KEY = "blake2b"
DIGEST_BYTES = 16


class DigestError(ValueError):
    """An object that says something else than what was written."""


def add_digest(stored: Mapping[str, Any]) -> dict[str, Any]:
    """The object, as JSON gives it back, with its digest in the last place."""
    plain: dict[str, Any] = json.loads(json.dumps({key: value for key, value in stored.items() if key != KEY}))
    return {**plain, KEY: _digest(plain)}


def verify_digest(stored: Mapping[str, Any]) -> dict[str, Any]:
    """What add_digest() was given; DigestError where it is something else. Without a digest it is taken as it is."""
    plain = dict(stored)
    noted = plain.pop(KEY, None)
    if noted is not None and noted != _digest(plain):
        raise DigestError("its digest is not that of what was written")
    return plain


def _digest(stored: Mapping[str, Any]) -> str:
    text = json.dumps(stored, sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()
