"""The page of a report and the files beside it: words, tables, HTML, terms."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

from markupsafe import Markup

__all__ = ["policy"]


def policy(script: str) -> Markup:
    """What a page may do, as a content security policy: show itself and run this one script; fetch nothing."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return Markup(
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
        f"script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )
