"""One answer from several scenarios of a run: the first one's games, held against those of the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from analyser.errors import DataError
from analyser.experiments.changes import AFTER
from analyser.experiments.values import read_value
from analyser.runs.answers import run_facts, strength_facts
from analyser.runs.looks import Look, look, scenario_looks
from analyser.runs.manifest import ScenarioEntry
from analyser.runs.store import RunDirectory
from cext.games.switches import FORBIDDEN, forbidden_powers
from cext.switch_words import switch_words
from reports.ask import ask
from reports.change import Change, Difference, Gained, Retuned, between_edits
from reports.facts import Edit, GameFacts, Replays
from reports.frames import Frames, RunFrames
from reports.several import Told

__all__ = ["changed", "changed_answer"]


def changed_answer(run: RunDirectory, question: str, margin: float, *, replays: Replays | None = None) -> Told:
    """The answer from all scenarios that are told, held against the first; margin: percentage points; replays: those
    that the page will link to. Raises DataError."""
    manifest = run.manifest
    first, *others = _sides(run)
    try:
        game = GameFacts.read(first.game)
        found = _frames(run, [first, *others, *_tuned_sides(run, [first, *others])])
        changes = _compared(run, first, others, found, margin)
        retuned = _retuned(run, [first, *others], found[1 + len(others) :], changes, margin)
        looks = look(run.path, Look(question, first.name, manifest.games_done))
        strength = strength_facts(manifest, first, game)
        pages = replays and replace(replays, scenario=first.name)
        facts = replace(run_facts(manifest, first), scenarios=(), looks=looks, strength=strength, replays=pages)
        answer = ask(question, found[0], game=game, run=facts, margin=margin / 100, changes=changes, retuned=retuned)
    except ValueError as error:
        raise DataError(f"{run.path}: {error}") from error
    return Told(first.name, first.name, answer, game)


def changed(run: RunDirectory) -> RunFrames:
    """The first scenario's games with those they are held against, as a look at a run that goes on sees them."""
    manifest = run.manifest
    first, *others = _sides(run)
    margin = manifest.config["margin"]
    found = _frames(run, [first, *others])
    changes = _compared(run, first, others, found, margin)
    game = GameFacts.read(first.game)
    of = {"margin": margin / 100, "seed": manifest.seed, "learners": manifest.learners, "tuned": manifest.tuned}
    return RunFrames.of(found[0], game=game, changes=changes, looks=scenario_looks(manifest, first), **of)


def _sides(run: RunDirectory) -> list[ScenarioEntry]:
    """The scenarios that are compared; DataError where they cannot be."""
    first, *others = [entry for entry in run.manifest.told if run.manifest.games_done_in(entry.name)]
    for entry in others:
        if (entry.players, entry.game.get("bots")) != (first.players, first.game.get("bots")):
            seats = "other numbers of players, or other bots"
            raise DataError(
                f"{run.path}: scenarios '{first.name}' and '{entry.name}' have {seats}: they do not compare"
            )
    return [first, *others]


def _tuned_sides(run: RunDirectory, entries: Sequence[ScenarioEntry]) -> list[ScenarioEntry]:
    """The same sides, played by players tuned for each; none where one of them has not played yet."""
    done = [one for one in run.manifest.scenarios if one.of is not None and run.manifest.games_done_in(one.name)]
    of = {one.of: one for one in done}
    return [of[entry.name] for entry in entries] if all(entry.name in of for entry in entries) else []


def _retuned(
    run: RunDirectory,
    entries: Sequence[ScenarioEntry],
    found: Sequence[Frames],
    changes: Sequence[Change],
    margin: float,
) -> Retuned | None:
    """What the players tuned for each side played, and gained; None where they have not played."""
    manifest = run.manifest
    if not found:
        return None
    label = dict(zip((entry.name for entry in entries), ("before", *(one.label for one in changes)), strict=True))
    gained = [
        Gained(
            label[one.scenario], one.strategy, one.file and label[Path(one.file).parent.name],
            one.generations, one.deals, one.share, one.share_low, one.share_high,
            one.ahead, one.ahead_low, one.ahead_high,
        )
        for one in manifest.retuned
        if one.scenario in label
    ]  # fmt: skip
    runs = (
        RunFrames.of(frames, game=GameFacts.read(entry.game), margin=margin / 100, seed=manifest.seed)
        for entry, frames in zip(entries, found, strict=True)
    )
    return Retuned(tuple(runs), tuple(gained))


def _frames(run: RunDirectory, entries: Sequence[ScenarioEntry]) -> list[Frames]:
    """The frames of each scenario; of a run that is not finished, those of the games that all of them have."""
    tables = [[run.scan(table, entry.name) for table in ("seats", "games")] for entry in entries]
    if any(table is None for pair in tables for table in pair):
        raise DataError(f"{run.path}: its parts are gone: {run.go_on} plays them again")
    kept: list[list[Any]] = tables
    if not run.manifest.complete:
        common = pl.concat([games.select("game") for _, games in kept]).group_by("game").len()
        common = common.filter(pl.col("len") == len(entries)).select("game")
        kept = [[table.join(common, on="game", how="semi") for table in pair] for pair in kept]
    return [Frames(seats, games) for seats, games in kept]


def _compared(
    run: RunDirectory, first: ScenarioEntry, others: Sequence[ScenarioEntry], found: Sequence[Frames], margin: float
) -> list[Change]:
    """What the first is held against: each of the others or, where all that was asked about is the same game, itself;
    `found`: the games of all of them, and of others after them."""
    manifest = run.manifest
    if others or manifest.config["design"] != "whatif":
        return _changes(first, others, found[: 1 + len(others)], margin, manifest.seed)
    games = _games(first, found[0], margin, manifest.seed)
    return [Change(AFTER, games, scenario=first.name, same=True)]


def _changes(
    first: ScenarioEntry, others: Sequence[ScenarioEntry], found: Sequence[Frames], margin: float, seed: int
) -> list[Change]:
    """Each of the others as a change of the first; `found`: the games of all of them."""
    (name, value), *values = _values([first, *others])
    before = _number(value)
    if value is None:
        values = _values(others)
    made = []
    for entry, frames, (name, value) in zip(others, found[1:], values, strict=True):
        label = entry.name if value is None else f"{'.'.join(name.split('.')[-2:])} = {switch_words(value)}"
        games = _games(entry, frames, margin, seed)
        told = tuple(_differences(label, first, entry))
        made.append(Change(label, games, told, name, _number(value), entry.name, before))
    return made


def _games(entry: ScenarioEntry, frames: Frames, margin: float, seed: int) -> RunFrames:
    return RunFrames.of(frames, game=GameFacts.read(entry.game), margin=margin / 100, seed=seed)


def _number(value: Any) -> float | None:
    """A value as a number; None for a switch that is on or off, and for words."""
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else None


def _values(entries: Sequence[ScenarioEntry]) -> list[tuple[str, Any]]:
    """The first datum or switch in which scenarios differ, with its value in each; ("", None) where there is none."""
    each = [{**dict(one.split("=", 1) for one in entry.data), **entry.option} for entry in entries]
    for name in each[0] if len(each) > 1 else ():
        values = [settings.get(name) for settings in each]
        if None not in values and len({str(value) for value in values}) == len(values):
            return [(name, read_value(value) if isinstance(value, str) else value) for value in values]
    return [("", None)] * len(entries)


def _differences(label: str, first: ScenarioEntry, entry: ScenarioEntry) -> list[Difference]:
    """What is not the same in two scenarios: component data, switches, what is forbidden."""
    sides = [tuple(Edit(**edit) for edit in one.edits) for one in (first, entry)]
    found = between_edits(label, *sides)
    before, after = first.game["options"], entry.game["options"]
    found += [
        Difference(label, f"option {name}", switch_words(before.get(name)), switch_words(value))
        for name, value in after.items()
        if before.get(name) != value and name != FORBIDDEN
    ]
    found += _forbidden_powers(label, first, entry)
    names = dict(tuple(pair) for pair in first.game["classes"])
    for letter in dict.fromkeys([*first.forbidden, *entry.forbidden]):
        told = ["forbidden" if letter in one.forbidden else "allowed" for one in (first, entry)]
        if told[0] != told[1]:
            found.append(Difference(label, f"action {names.get(letter, letter)}", *told))
    return found


def _forbidden_powers(label: str, first: ScenarioEntry, entry: ScenarioEntry) -> list[Difference]:
    """Abilities of cards, boards and tiles that one scenario has and the other has not; all of an owner's at once."""
    powers = dict.fromkeys(power for one in (first, entry) for power in GameFacts.read(one.game).powers)
    sides = [forbidden_powers(one.game["options"]) for one in (first, entry)]
    found = []
    for of in dict.fromkeys(power.of for power in powers):
        names = {power.key: power.name for power in powers if power.of == of}
        keys = {key: tuple("forbidden" if key in side else "allowed" for side in sides) for key in names}
        if len(names) > 1 and len(set(keys.values())) == 1:
            keys, names = {"": next(iter(keys.values()))}, {"": f"every ability of {of}"}
        else:
            names = {key: f"ability of {of}: {name}" for key, name in names.items()}
        found += [Difference(label, names[key], *told) for key, told in keys.items() if told[0] != told[1]]
    return found
