"""What follows in ZhanGuo's component files when one datum of them is set."""

from collections.abc import Mapping
from typing import Any

__all__ = ["last_slots_follow"]


def last_slots_follow(file: str, before: Mapping[str, Any], content: Mapping[str, Any]) -> None:
    """The last slot of an unrest track forbids palaces, wherever it is (Build 1 palace): where a track has got another
    length, the level that forbids them moves along, and levels that are gone no longer do."""
    if file != "boards.toml":
        return
    for name, board in content.items():
        if not isinstance(board, Mapping):
            continue
        tracks = zip(before[name]["tracks"]["value"], board["tracks"]["value"], strict=False)
        for region, (old, new) in enumerate(tracks):
            levels = board["no_palace"]["value"]
            if old != new and isinstance(new, int) and region < len(levels):
                levels[region] = [*(level for level in levels[region] if level < new and level != old), new]
