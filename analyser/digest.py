"""Digests: of the content of files, of JSON values, and one in a JSON object, so that damage is noticed."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

__all__ = ["DigestError", "add_digest", "digest", "json_digest", "verify_digest"]

KEY = "blake2b"  # of the digest in an object
DIGEST_BYTES = 16


class DigestError(ValueError):
    """An object that says something else than what was written."""


def digest(content: bytes) -> str:
    """Digest of a file's content, as manifests and notes of runs have it."""
    return hashlib.blake2b(content, digest_size=DIGEST_BYTES).hexdigest()


def json_digest(content: object) -> str:
    """Digest (SHA-256) of a value as JSON has it, whatever the order of its keys."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def add_digest(stored: Mapping[str, Any]) -> dict[str, Any]:
    """The object, as JSON gives it back, with its digest in the last place."""
    plain: dict[str, Any] = json.loads(json.dumps({key: value for key, value in stored.items() if key != KEY}))
    return {**plain, KEY: _object_digest(plain)}


def verify_digest(stored: Mapping[str, Any]) -> dict[str, Any]:
    """What add_digest() was given; DigestError where it is something else. Without a digest it is taken as it is."""
    plain = dict(stored)
    noted = plain.pop(KEY, None)
    if noted is not None and noted != _object_digest(plain):
        raise DigestError("its digest is not that of what was written")
    return plain


def _object_digest(stored: Mapping[str, Any]) -> str:
    return digest(json.dumps(stored, sort_keys=True, separators=(",", ":")).encode())
