"""Changes as a user writes them, as scenarios: one before, and one for each way in which the game is changed."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyser.errors import DataError, UsageError
from analyser.experiments.arena import accepts_options, default_players, load_scenario
from analyser.experiments.parse import parse_value
from analyser.experiments.restrictions import parse_restrictions
from analyser.experiments.scenario import Scenario, Switches, absolute_path
from cext.games import GAMES, listed_games
from cext.games.switches import FORBIDDEN
from cext.spelling import did_you_mean
from cext.switch_words import switch_words
from reports.facts import GameFacts

__all__ = ["AFTER_CHANGE", "BEFORE_CHANGE", "ChangeRequest", "change_scenarios"]

BEFORE_CHANGE, AFTER_CHANGE = "before", "after"


@dataclass(frozen=True, kw_only=True)
class ChangeRequest:
    """What is changed: component files in a folder, data and switches as name=value or name=value,value, words for
    what is forbidden."""

    folder: Path | None = None
    data: Sequence[str] = ()
    options: Sequence[str] = ()
    forbidden: Sequence[str] = ()

    @property
    def has_changes(self) -> bool:
        """Whether there is a change at all."""
        return bool(self.folder or self.data or self.options or self.forbidden)


def change_scenarios(
    request: ChangeRequest, *, game: str, players: int | None, option: Switches
) -> tuple[dict[str, Any], ...]:
    """The scenario tables of a change: one before it, and one after; several where values are listed, named after them.

    `option` holds on both sides. Raises UsageError or DataError.
    """
    if game not in GAMES:
        raise DataError(f"unknown game '{game}': {did_you_mean(game, listed_games())}")
    count = players or default_players(game)
    data = [_parse_pair("--set", text, "boards.triangle.tracks.4=2") for text in request.data]
    switches = [_parse_pair("--option", text, "draft=on") for text in request.options]
    values = {("data", path): _split_values(value) for path, value in data}
    for name, value in switches:
        takes_list = "," in value and accepts_options(game, count, {**option, name: value})
        values["option", name] = [value] if takes_list else _split_values(value)
    common: dict[str, Any] = {"components": absolute_path(str(request.folder))} if request.folder else {}
    after = _after_tables(values)
    if request.forbidden:
        loaded = load_scenario(game, Scenario(players=count, option=option, components=common.get("components")))
        restrictions = parse_restrictions(request.forbidden, GameFacts.read(loaded.facts()), loaded.kinds)
        if restrictions.moves:
            common["forbidden"] = restrictions.moves
        if restrictions.powers:
            after = [
                {**table, "option": {**table["option"], FORBIDDEN: ",".join(restrictions.powers)}} for table in after
            ]
    return {"name": BEFORE_CHANGE}, *({**common, **table} for table in after)


def _parse_pair(option: str, text: str, example: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name.strip() and equals and value.strip()):
        raise UsageError(f"{option} {text}: write it as name=value, for instance {example}")
    return name.strip(), value.strip()


def _split_values(text: str) -> list[str]:
    """Values with commas between them; commas in brackets are part of a value."""
    return [value.strip() for value in re.split(r",(?![^\[]*\])", text)]


def _after_tables(values: Mapping[tuple[str, str], Sequence[str]]) -> list[dict[str, Any]]:
    """A table for each place of the lists, which are of one length; what has one value has it in all."""
    lists = {name: listed for (_, name), listed in values.items() if len(listed) > 1}
    (first, first_values), *others = lists.items() or [(AFTER_CHANGE, [""])]
    for name, listed in [(first, first_values), *others]:
        pair = f"{name}={','.join(listed)}"
        if len(set(listed)) < len(listed) or (len(listed) > 1 and not all(listed)):
            raise UsageError(f"{pair}: name each value once")
        if len(listed) != (n := len(first_values)):
            raise UsageError(f"{pair}: {len(listed)} values beside {n} of {first}: lists go side by side")
    tables = []
    for place, text in enumerate(first_values):
        at = {key: listed[place if len(listed) > 1 else 0] for key, listed in values.items()}
        tables.append(
            {
                "name": re.sub(r"[^\w.+-]", "-", f"{first}-{switch_words(parse_value(text))}" if text else first),
                "data": tuple(f"{name}={value}" for (kind, name), value in at.items() if kind == "data"),
                "option": {name: parse_value(value) for (kind, name), value in at.items() if kind == "option"},
            }
        )
    return tables
