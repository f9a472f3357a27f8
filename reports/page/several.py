"""The page of several answers: every verdict first, scenario by scenario, then the evidence of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from reports.page.html import card, rendered
from reports.several import Several, in_sight, split

__all__ = ["several_html"]


def several_html(several: Several, parts: Sequence[Mapping[str, Any]], beside: Mapping[str, Any]) -> str:
    """The whole page as text; `parts` is what a page says of each answer, in their order, `beside` what it says of all
    side by side."""
    shown = [
        {**part, "label": one.label, "key": f"part-{one.scenario}"}
        for one, part in zip(several.told, parts, strict=True)
    ]
    first = several.told[0]
    return rendered(
        "several.html.j2",
        title=several.title,
        kicker=" · ".join([first.game.title, _who(several), first.answer.question]),
        by=several.by,
        warnings=_warnings(several),
        rows=_rows(several),
        folded=sum(len(in_sight(split(one.answer.verdicts)[0])[1]) for one in several.told),
        summary=several.summary,
        families=several.families,
        beside=beside,
        parts=shown,
        aids={name: _each_once(parts, name) for name in ("rulings", "sources", "terms")},
    )


def _who(several: Several) -> str:
    """The scenarios in few words: "2, 3 and 4 players"."""
    if several.by == "players":
        return f"{_listed([str(one.game.players) for one in several.told])} players"
    return _listed([one.label for one in several.told])


def _rows(several: Several) -> list[dict[str, Any]]:
    """Every verdict that its part has in sight, under its scenario's label."""
    found = []
    for one in several.told:
        for verdict in in_sight(split(one.answer.verdicts)[0])[0]:
            printed = card(verdict)
            found.append({"label": one.label, "card": printed, "numbers": dict(printed.numbers)})
    return found


def _warnings(several: Several) -> list[tuple[str, str]]:
    """Each warning once, with the labels it is about; "" where it is about all."""
    about: dict[str, list[str]] = {}
    for one in several.told:
        for warning in one.answer.warnings:
            about.setdefault(warning, []).append(one.label)
    every = len(several.told)
    return [(warning, "" if len(labels) == every else _listed(labels)) for warning, labels in about.items()]


def _each_once(parts: Sequence[Mapping[str, Any]], name: str) -> list[Any]:
    """What the parts have under a name, the first time it comes."""
    return list(dict.fromkeys(one for part in parts for one in part[name]))


def _listed(labels: Sequence[str]) -> str:
    """Labels with commas and an "and"."""
    return " and ".join([", ".join(labels[:-1]), labels[-1]]) if len(labels) > 1 else labels[0]
