"""The page of a report and the files beside it: words, tables, HTML, terms."""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from markupsafe import Markup

from reports.sentences import keep_units

if TYPE_CHECKING:
    from jinja2 import Environment

__all__ = ["policy", "templates"]


def policy(script: str) -> Markup:
    """What a page may do, as a content security policy: show itself and run this one script; fetch nothing."""
    digest = b64encode(sha256(script.encode()).digest()).decode()
    return Markup(
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
        f"script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )


@cache  # an environment remembers the templates that it has read
def templates(folder: Path) -> Environment:
    """The templates in a folder, each compiled once: all that is filled in is escaped, and nothing may be missing."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["unbroken"] = keep_units
    return environment
