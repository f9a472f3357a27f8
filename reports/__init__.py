"""Reports: frames in, tables, charts and one self-contained page out; knows the documented columns and no game."""

from __future__ import annotations

from reports.answer import Answer, Verdict
from reports.tables import plain_rows
from reports.types import GameFacts
from reports.write import write_report

__all__ = ["Answer", "GameFacts", "Verdict", "plain_rows", "write_report"]
