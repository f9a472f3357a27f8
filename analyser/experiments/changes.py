"""Changes as a user writes them, as scenarios: one before, and one for each way in which the game is changed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyser.errors import DataError, UsageError
from analyser.experiments.arena import default_players, load_scenario, takes
from analyser.experiments.forbidding import forbidden
from analyser.experiments.scenario import Scenario, Switches, whole_path
from analyser.experiments.values import read_value
from cext.games import GAMES, listed_games
from cext.games.switches import FORBIDDEN
from cext.spelling import did_you_mean
from cext.switch_words import switch_words
from reports.facts_parser import parse_facts

__all__ = ["AFTER", "BEFORE", "Asked", "changed"]

BEFORE, AFTER = "before", "after"


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is changed: component files in a folder, data and switches as name=value or name=value,value, words for
    what is forbidden."""

    folder: Path | None = None
    data: Sequence[str] = ()
    options: Sequence[str] = ()
    forbidden: Sequence[str] = ()

    @property
    def anything(self) -> bool:
        """Whether there is a change at all."""
        return bool(self.folder or self.data or self.options or self.forbidden)


def changed(asked: Asked, *, game: str, players: int | None, option: Switches) -> tuple[dict[str, Any], ...]:
    """The scenario tables of a change: one before it, and one after; several where values are listed, named after them.

    `option` holds on both sides. Raises UsageError or DataError.
    """
    if game not in GAMES:
        raise DataError(f"unknown game '{game}': {did_you_mean(game, listed_games())}")
    count = players or default_players(game)
    data = [_pair("--set", text, "boards.triangle.tracks.4=2") for text in asked.data]
    switches = [_pair("--option", text, "draft=on") for text in asked.options]
    values = {("data", path): _listed(value) for path, value in data}
    for name, value in switches:
        whole = "," in value and takes(game, count, {**option, name: value})
        values["option", name] = [value] if whole else _listed(value)
    common: dict[str, Any] = {"components": whole_path(str(asked.folder))} if asked.folder else {}
    after = _after(values)
    if asked.forbidden:
        loaded = load_scenario(game, Scenario(players=count, option=option, components=common.get("components")))
        found = forbidden(asked.forbidden, parse_facts(loaded.facts()), loaded.kinds)
        if found.moves:
            common["forbidden"] = found.moves
        if found.powers:
            after = [{**one, "option": {**one["option"], FORBIDDEN: ",".join(found.powers)}} for one in after]
    return {"name": BEFORE}, *({**common, **table} for table in after)


def _pair(option: str, text: str, example: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name.strip() and equals and value.strip()):
        raise UsageError(f"{option} {text}: write it as name=value, for instance {example}")
    return name.strip(), value.strip()


def _listed(text: str) -> list[str]:
    """Values with commas between them; commas in brackets are part of a value."""
    return [one.strip() for one in re.split(r",(?![^\[]*\])", text)]


def _after(values: Mapping[tuple[str, str], Sequence[str]]) -> list[dict[str, Any]]:
    """A table for each place of the lists, which are of one length; what has one value has it in all."""
    lists = {name: listed for (_, name), listed in values.items() if len(listed) > 1}
    (first, named), *others = lists.items() or [(AFTER, [""])]
    for name, listed in [(first, named), *others]:
        told = f"{name}={','.join(listed)}"
        if len(set(listed)) < len(listed) or (len(listed) > 1 and not all(listed)):
            raise UsageError(f"{told}: name each value once")
        if len(listed) != len(named):
            raise UsageError(f"{told}: {len(listed)} values beside {len(named)} of {first}: lists go side by side")
    tables = []
    for place, text in enumerate(named):
        at = {key: listed[place if len(listed) > 1 else 0] for key, listed in values.items()}
        tables.append(
            {
                "name": re.sub(r"[^\w.+-]", "-", f"{first}-{switch_words(read_value(text))}" if text else first),
                "data": tuple(f"{name}={value}" for (kind, name), value in at.items() if kind == "data"),
                "option": {name: read_value(value) for (kind, name), value in at.items() if kind == "option"},
            }
        )
    return tables
