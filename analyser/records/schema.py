"""The JSON Schema of a line of a record: the general one, with the game's own parts filled in."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cext.kernel.game import Game

__all__ = ["GAME_PARTS", "record_schema"]

GAME_PARTS = ("fields", "set_up", "components", "state")  # what a game's own schema describes


def record_schema(game: Game) -> dict[str, Any]:
    """JSON Schema (2020-12) of one line of the game's records, complete in itself."""
    schema: dict[str, Any] = json.loads((Path(__file__).parent / "record.schema.json").read_text(encoding="utf-8"))
    schema["$defs"] |= game.words.record_schema()
    return schema
