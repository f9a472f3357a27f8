"""One answer from several scenarios of a run: the first one's games, compared with those of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl

from analyser.errors import DataError
from analyser.experiments.parse import parse_value
from analyser.experiments.scenario import is_start_points
from analyser.experiments.whatif import AFTER_CHANGE
from analyser.runs.integrity import check_failed, scan_table
from analyser.runs.looks import Look, record_look, scenario_looks
from analyser.runs.manifest import Manifest, ScenarioEntry
from analyser.runs.run_facts import run_facts, strength_facts
from analyser.runs.store import RunDirectory
from cext.games.options import FORBIDDEN, forbidden_powers
from cext.messages import format_switch
from reports.ask import ask
from reports.frame_columns import BOARD, SEAT
from reports.frames import Change, Frames, Retuned, ScenarioRun
from reports.run_facts import Difference, Gained, Replays, between_edits
from reports.several import ScenarioAnswer

__all__ = ["answer_changes", "change_frames", "gains_of"]


def answer_changes(
    run: RunDirectory, question: str, margin: float, *, replays: Replays | None = None, player_class: str = ""
) -> ScenarioAnswer:
    """The answer that compares all scenarios with the first; margin: percentage points; replays: those that the page
    will link to. Raises DataError."""
    manifest = run.manifest
    first, *others = _sides(run)
    try:
        game = first.facts
        frames = _frames(run, [first, *others, *_tuned_sides(run, [first, *others])])
        changes = _find_changes(run, first, others, frames, margin)
        retuned = _retuned(run, [first, *others], frames[1 + len(others) :], changes, margin)
        looks = record_look(run.path, Look(question, first.name, manifest.games_done))
        strength = strength_facts(manifest, first, game)
        pages = replays and replace(replays, scenario=first.name)
        facts = replace(
            run_facts(manifest, first, *others), scenarios=(), looks=looks, strength=strength, replays=pages
        )
        answer = ask(
            question,
            frames[0],
            game=game,
            run=facts,
            margin=margin / 100,
            changes=changes,
            retuned=retuned,
            player_class=player_class,
        )
    except ValueError as error:
        raise DataError(f"{run.path}: {error}") from error
    return ScenarioAnswer(first.name, first.name, answer, game)


def change_frames(run: RunDirectory) -> ScenarioRun:
    """The first scenario's games with those they are compared with, as an interim look at the run sees them."""
    manifest = run.manifest
    first, *others = _sides(run)
    margin = manifest.config["margin"]
    frames = _frames(run, [first, *others])
    changes = _find_changes(run, first, others, frames, margin)
    game = first.facts
    of = {"margin": margin / 100, "seed": manifest.seed, "classes": manifest.player_classes, "tuned": manifest.tuned}
    of |= {"plan_families": manifest.plan_families}
    looks = scenario_looks(manifest, first, *others)
    return ScenarioRun.of(frames[0], game=game, changes=changes, looks=looks, **of)


def _sides(run: RunDirectory) -> list[ScenarioEntry]:
    """The scenarios that are compared; DataError where they cannot be."""
    first, *others = [entry for entry in run.manifest.main_scenarios if run.manifest.games_done_in(entry.name)]
    for entry in others:
        if (entry.players, entry.facts.bots) != (first.players, first.facts.bots):
            seats = "other numbers of players, or other bots"
            raise DataError(
                f"{run.path}: scenarios '{first.name}' and '{entry.name}' have {seats}: they do not compare"
            )
    return [first, *others]


def _tuned_sides(run: RunDirectory, entries: Sequence[ScenarioEntry]) -> list[ScenarioEntry]:
    """The same sides, played by players tuned for each; none where one of them has not played yet."""
    manifest = run.manifest
    of = {
        entry.of: entry for entry in manifest.scenarios if entry.of is not None and manifest.games_done_in(entry.name)
    }
    return [of[entry.name] for entry in entries] if all(entry.name in of for entry in entries) else []


def _retuned(
    run: RunDirectory,
    entries: Sequence[ScenarioEntry],
    tuned_frames: Sequence[Frames],
    changes: Sequence[Change],
    margin: float,
) -> Retuned | None:
    """What the players tuned for each side played, and gained; None where they have not played."""
    manifest = run.manifest
    if not tuned_frames:
        return None
    label = dict(zip((entry.name for entry in entries), ("before", *(change.label for change in changes)), strict=True))
    runs = (_games(entry, frames, margin, manifest) for entry, frames in zip(entries, tuned_frames, strict=True))
    return Retuned(tuple(runs), gains_of(manifest, label))


def gains_of(manifest: Manifest, label: Mapping[str, str]) -> tuple[Gained, ...]:
    """What plans gained that were tuned for these sides; label: what a side is called."""
    return tuple(
        Gained(
            label[gain.scenario], gain.strategy, gain.file and label[Path(gain.file).parent.name],
            gain.generations, gain.deals, gain.share, gain.share_low, gain.share_high,
            gain.ahead, gain.ahead_low, gain.ahead_high,
        )
        for gain in manifest.retuned
        if gain.scenario in label
    )  # fmt: skip


def _frames(run: RunDirectory, entries: Sequence[ScenarioEntry]) -> list[Frames]:
    """The frames of each scenario; of a run that is not finished, those of the games that all of them have."""
    for entry in entries:
        check_failed(run, entry.name)
    tables: list[list[Any]] = [
        [scan_table(run, table, entry.name) for table in ("seats", "games")] for entry in entries
    ]
    if any(table is None for pair in tables for table in pair):
        raise DataError(f"{run.path}: its parts are gone: {run.resume_command} plays them again")
    if not run.manifest.complete:
        common = pl.concat([games.select("game") for _, games in tables]).group_by("game").len()
        common = common.filter(pl.col("len") == len(entries)).select("game")
        tables = [[table.join(common, on="game", how="semi") for table in pair] for pair in tables]
    return [Frames(seats, games) for seats, games in tables]


def _find_changes(
    run: RunDirectory, first: ScenarioEntry, others: Sequence[ScenarioEntry], frames: Sequence[Frames], margin: float
) -> list[Change]:
    """What the first is compared with: each of the others or, where all that was asked about is the same game, itself;
    `frames`: the games of all of them, and of others after them."""
    manifest = run.manifest
    if others or manifest.config["design"] != "whatif":
        return _changes(first, others, frames[: 1 + len(others)], margin, manifest)
    games = _games(first, frames[0], margin, manifest)
    return [Change(AFTER_CHANGE, games, scenario=first.name, same=True)]


def _changes(
    first: ScenarioEntry, others: Sequence[ScenarioEntry], frames: Sequence[Frames], margin: float, manifest: Manifest
) -> list[Change]:
    """Each of the others as a change of the first; `frames`: the games of all of them."""
    (name, value), *values = _values([first, *others])
    value_before = _number(value)
    if value is None:
        values = _values(others)
    changes = []
    for entry, frames_after, (name, value) in zip(others, frames[1:], values, strict=True):
        label = entry.name if value is None else f"{'.'.join(name.split('.')[-2:])} = {format_switch(value)}"
        games = _games(entry, frames_after, margin, manifest)
        differences = tuple(_differences(label, first, entry))
        changes.append(Change(label, games, differences, name, _number(value), entry.name, value_before))
    return changes


def _games(entry: ScenarioEntry, frames: Frames, margin: float, manifest: Manifest) -> ScenarioRun:
    classes = manifest.player_classes
    return ScenarioRun.of(frames, game=entry.facts, margin=margin / 100, seed=manifest.seed, classes=classes)


def _number(value: Any) -> float | None:
    """A value as a number; None for a switch that is on or off, and for words."""
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else None


def _values(entries: Sequence[ScenarioEntry]) -> list[tuple[str, Any]]:
    """The first datum or switch in which scenarios differ, with its value in each; ("", None) where there is none."""
    each = [{**dict(datum.split("=", 1) for datum in entry.data), **entry.option} for entry in entries]
    for name in each[0] if len(each) > 1 else ():
        values = [settings.get(name) for settings in each]
        if None not in values and len({str(value) for value in values}) == len(values):
            return [(name, parse_value(value) if isinstance(value, str) else value) for value in values]
    return [("", None)] * len(entries)


def _differences(label: str, first: ScenarioEntry, entry: ScenarioEntry) -> list[Difference]:
    """What is not the same in two scenarios: component data, switches, what is forbidden."""
    differences = between_edits(label, first.facts, first.edits, entry.edits)
    options_before, options_after = first.facts.options, entry.facts.options
    differences += [
        Difference(label, f"option {name}", format_switch(options_before.get(name)), format_switch(value))
        for name, value in options_after.items()
        if options_before.get(name) != value and name != FORBIDDEN
    ]
    differences += _start_points(label, first, entry)
    differences += _forbidden_powers(label, first, entry)
    names = first.facts.classes
    for letter in dict.fromkeys([*first.forbidden, *entry.forbidden]):
        states = ["forbidden" if letter in side.forbidden else "allowed" for side in (first, entry)]
        if states[0] != states[1]:
            differences.append(Difference(label, f"action {names.get(letter, letter)}", *states))
    return differences


def _start_points(label: str, first: ScenarioEntry, entry: ScenarioEntry) -> list[Difference]:
    """Points that seats begin with in one scenario and not in the other."""
    boards = first.facts.boards
    sides = [
        {path: int(value) for path, _, value in (datum.partition("=") for datum in side.data) if is_start_points(path)}
        for side in (first, entry)
    ]
    differences = []
    for path in dict.fromkeys([*sides[0], *sides[1]]):
        points = [side.get(path, 0) for side in sides]
        kind, name = path.split(".")[1:]
        factor, owner = (BOARD, boards[name].label) if kind == "boards" else (SEAT, f"seat {name}")
        if points[0] != points[1]:
            old, new = (f"{number:+d}" if number else "0" for number in points)
            differences.append(Difference(label, f"points at the start of {owner}", old, new, factor, name))
    return differences


def _forbidden_powers(label: str, first: ScenarioEntry, entry: ScenarioEntry) -> list[Difference]:
    """Abilities of cards, boards and tiles that one scenario has and the other has not; all of an owner's at once."""
    powers = dict.fromkeys(power for side in (first, entry) for power in side.facts.powers)
    sides = [forbidden_powers(side.facts.options) for side in (first, entry)]
    differences = []
    board_of = {board.label: name for name, board in first.facts.boards.items()}
    for of in dict.fromkeys(power.of for power in powers):
        names = {power.key: power.name for power in powers if power.of == of}
        keys = {key: tuple("forbidden" if key in side else "allowed" for side in sides) for key in names}
        if len(names) > 1 and len(set(keys.values())) == 1:
            keys, names = {"": next(iter(keys.values()))}, {"": f"every ability of {of}"}
        else:
            names = {key: f"ability of {of}: {name}" for key, name in names.items()}
        differences += [
            Difference.of_board(board_of.get(of, ""), label, names[key], *states)
            for key, states in keys.items()
            if states[0] != states[1]
        ]
    return differences
