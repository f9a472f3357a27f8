"""The answer of a repair: its sentences, its files, and the same for programs."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import shorten
from typing import Any

import polars as pl

from analyser.experiments.printings import component_folder
from analyser.experiments.repair import data_of
from analyser.experiments.scenario import START_POINTS, Scenario, is_start_points
from analyser.experiments.whatif import AFTER_CHANGE, BEFORE_CHANGE
from analyser.files import write_atomic
from analyser.repair.measure import BOARDS, PLAIN, SEATS, STRATEGIES, largest_distance, largest_end
from analyser.repair.search import Candidate, Edits
from analyser.repair.session import PRINTINGS, RepairResult
from analyser.runs.answer import answer_run
from analyser.runs.store import RunDirectory
from cext.games import component_set
from reports.findings import BRACKETS
from reports.page.terminal import MAX_LINES, WIDTH, wrap_text
from reports.sentences import fair_share, join_names, number_word, pp, sentence_case, share, signed_pp

__all__ = ["answer_content", "answer_lines", "write_files"]

COMPONENTS = "components"
MAX_TARGETS = 6  # that a sentence names


def write_files(result: RepairResult) -> Path | None:
    """Write into the folder of the answer the edited component files and the difference, the report of what the edits
    do, from the run that judged them, and repair.json; gives the path of the report's page. Where nothing is edited
    there is none."""
    page = None
    if result.edits:
        _write_components(result)
    if result.edits and result.stopped is None:
        run = RunDirectory.open(result.folder / "final")
        (answered,) = answer_run(run, "whatif", margin=100 * result.margin)
        answered.report.write()
        page = answered.page
    write_atomic(result.folder / "repair.json", json.dumps(answer_content(result, page), indent=1).encode())
    return page


def _write_components(result: RepairResult) -> None:
    """Write the edited component files, and in what they differ from those before, line by line."""
    if not _has_components(result):
        return
    scenario = result.config.scenarios[0]
    edited = replace(scenario, data=(*scenario.data, *data_of(result.variables, result.edits)))
    with TemporaryDirectory() as old_files:
        files = result.folder / COMPONENTS
        _write_scenario(result.config.game, scenario, Path(old_files))
        _write_scenario(result.config.game, edited, files)
        lines: list[str] = []
        for file in sorted(files.rglob("*.*")):
            name = str(file.relative_to(files))
            old, new = (path.read_text(encoding="utf-8").splitlines() for path in (Path(old_files) / name, file))
            lines += unified_diff(old, new, f"before/{name}", f"{COMPONENTS}/{name}", lineterm="")
    write_atomic(result.folder / "repair.diff", "".join(f"{line}\n" for line in lines).encode())


def _write_scenario(game: str, scenario: Scenario, folder: Path) -> None:
    """Write the component files of a scenario."""
    components = component_set(game)
    folder.mkdir(exist_ok=True)
    with component_folder(game, scenario) as files:
        components.write(components.raw_content(files), folder)


def _has_components(result: RepairResult) -> bool:
    """Whether component files are edited, not points at the start alone."""
    paths = [path for number, _ in result.edits for path in result.variables[number].paths]
    return any(not is_start_points(path) for path in paths)


# -- in words ---------------------------------------------------------------------------------------------------------


def answer_lines(result: RepairResult, page: Path | None) -> list[str]:
    """The answer in at most 23 lines of 80 columns; page: of the report, where there is one."""
    if not result.edits:
        return wrap_text(
            f"{sentence_case(_subjects(result))} are fair already: all are within {_margin(result)} points, the "
            f"furthest at most {pp(result.largest)} points off, 95 % sure, on {result.games:,} games: nothing to repair"
        )
    sentences = (_title, _lead, _certainty, _tuned, _side_effects, _printings)
    lines = [text for sentence in sentences for text in wrap_text(sentence(result))]
    lines += ["", *_frontier_lines(result), "", *wrap_text(_guesses(result)), *_foot(result, page)]
    optional = [at for at, line in enumerate(lines) if not line]
    for at in reversed(optional[: max(0, len(lines) - MAX_LINES)]):
        del lines[at]
    return lines


def _title(result: RepairResult) -> str:
    n, subjects = len(result.edits), _subjects(result)
    words = "; ".join(_edit_words(result, result.edits))
    edits = f"{sentence_case(number_word(n))} edit{'s' * (n > 1)}"
    if result.is_fair:
        return f"{edits} make{'s' * (n == 1)} {subjects} fair: {words}"
    if result.stopped is not None:
        return f"Stopped before it was judged. {edits} may make {subjects} fair, or less unfair: {words}"
    if largest_distance(result.targets) <= result.margin:
        return f"{edits} probably make{'s' * (n == 1)} {subjects} fair: {words}"
    max_edits = max(len(candidate.edits) for candidate in result.frontier)
    limit = f"{number_word(max_edits)} edit{'s' * (max_edits > 1)}"
    return f"No set of at most {limit} is found that makes {subjects} fair; nearest: {words}"


def _edit_words(result: RepairResult, edits: Edits) -> Iterator[str]:
    """Each edit in words, what changes together as one."""
    for number, steps in edits:
        changes = result.variables[number].after(steps)
        if is_start_points(changes[0][0]):
            yield join_names([_start_words(result, path, points) for path, _, points in changes], max_names=2)
            continue
        paths = join_names([_short(path) for path, _, _ in changes], max_names=2)
        values = list(dict.fromkeys(f"{old} → {new}" for _, old, new in changes))
        yield f"{paths} {', '.join(values)}"


def _start_words(result: RepairResult, path: str, points: int) -> str:
    """Points at the start in words: "triangle starts 4 points behind"."""
    kind, name = path.split(".")[1:]
    owner = _name(result, SEATS if kind == "seats" else BOARDS, name)
    unit = "point" if abs(points) == 1 else "points"
    how = f"{abs(points)} {unit} {'ahead' if points > 0 else 'behind'}" if points else "like all others"
    return f"{owner} starts {how}"


def _short(path: str) -> str:
    """A path without the file that most data are in."""
    return path.removeprefix("boards.").removeprefix("numbers.")


def _subjects(result: RepairResult) -> str:
    """What is to become fair, in words."""
    game = result.game
    words = {BOARDS: f"the {game.others}", PLAIN: f"the {game.others} against {game.baseline}", SEATS: "the seats"}
    words[STRATEGIES] = "the strategies"
    return join_names([words[goal] for goal in result.goals])


def _name(result: RepairResult, goal: str, target: str) -> str:
    """A target in words, without what stands in brackets behind it."""
    if goal == STRATEGIES:
        return target
    return f"seat {target}" if goal == SEATS else re.sub(BRACKETS, "", result.game.label(target))


def _lead(result: RepairResult) -> str:
    """Shares of all targets, before and after."""
    rows = list(zip(result.targets.iter_rows(named=True), result.as_it_is.iter_rows(named=True), strict=True))
    rows = sorted(rows, key=lambda pair: -abs(pair[1]["estimate"]))[:MAX_TARGETS]
    words = []
    for number, (row, old_row) in enumerate(rows):
        goal, target = row["goal"], row["target"]
        name = _name(result, goal, target)
        if goal == PLAIN:
            distance = f"{signed_pp(row['estimate'])} points from {result.game.baseline}"
            words.append(f"{name} is {distance} ({signed_pp(old_row['estimate'])} before)")
        else:
            old, new = (result.shares[goal, target, side] for side in (BEFORE_CHANGE, AFTER_CHANGE))
            verb = " wins" if not number else ""
            words.append(f"{name}{verb} {share(new)} ({pp(old)} before)")
    fair = "" if set(result.goals) == {PLAIN} else f", where {fair_share(result.game.par or 0.0)} is fair"
    games = f"on {result.games:,} games on fresh deals"
    if result.stopped is not None:
        games = f"as the search predicts from {result.searched:,} games"
    return f"{sentence_case(join_names(words))}{fair}, {games}."


def _certainty(result: RepairResult) -> str:
    """What is shown, or what is not and what to do about it."""
    if result.stopped is not None:
        return f"Not judged: they may be up to {pp(result.largest)} points off; begin it again to be sure."
    if result.is_fair:
        return f"All are within {_margin(result)} points of fair, 95 % sure: at most {pp(result.largest)} points off."
    if not math.isfinite(result.largest):
        return "These games are too few to judge by: more `--minutes` play more."
    missing = result.targets.filter(pl.col("end") > result.margin).sort("end", descending=True).head(2)
    words = [
        f"{_name(result, goal, target)} is {pp(abs(estimate))} points off, at most {pp(end)}"
        for goal, target, estimate, end in missing.select("goal", "target", "estimate", "end").iter_rows()
    ]
    is_near = largest_distance(result.targets) <= result.margin
    advice = "more `--minutes` make it surer" if is_near else "allow more with `--edits`, or other data with `--vary`"
    return f"Not shown to be within {_margin(result)} points: {join_names(words)}; {advice}."


def _tuned(result: RepairResult) -> str:
    """How far from fair all is with players tuned for the edited game."""
    if result.tuned is None:
        return ""
    worst = max(result.tuned.iter_rows(named=True), key=lambda row: abs(row["estimate"]))
    name, end = _name(result, worst["goal"], worst["target"]), largest_end(result.tuned)
    off = f"{name} is furthest from fair, {pp(abs(worst['estimate']))} points"
    return f"With players tuned for the edited game {off}; all are at most {pp(end)} points off, 95 % sure."


def _printings(result: RepairResult) -> str:
    """In how many printings of the data that nobody knows the repair holds."""
    if result.printings is None:
        return ""
    about, low, high = result.printings
    return (
        f"It holds in about {about:.0f} of {PRINTINGS} printings of the data that no rulebook states (95 % sure: {low} "
        f"to {high}; {result.printing_games:,} games each)."
    )


def _side_effects(result: RepairResult) -> str:
    """A bound on all else that moves, and what gets worse."""
    moved = result.judgement.filter(pl.col("moves") & pl.col("end").is_not_nan())
    if not len(moved):
        return ""
    bounds = moved.group_by("goal", maintain_order=True).agg(pl.col("end").max())
    nouns = {BOARDS: "board", SEATS: "seat", STRATEGIES: "strategy"}
    words = [f"no {nouns[goal]} by more than {pp(end)}" for goal, end in bounds.iter_rows()]
    length = f"{result.decisions[1]:,.1f} decisions a game ({result.decisions[0]:,.1f} before)"
    losers = moved.filter((pl.col("goal") == STRATEGIES) & (pl.col("high") < 0)).sort("estimate")
    weaker = [f"{name} loses {pp(-loss)}" for name, loss in losers.select("target", "estimate").iter_rows()]
    unused = f"nobody uses {join_names(result.unused, max_names=2)} any more" if result.unused else ""
    worse = [*weaker[:2], *([unused] if unused else ["no ability falls out of use"] if result.game.powers else [])]
    return f"What else it moves: {join_names(words)} points, 95 % sure with the above; {'; '.join([length, *worse])}."


def _frontier_lines(result: RepairResult) -> list[str]:
    """A line for each number of edits: how far from fair the nearest set is."""
    rows = [("0", pp(largest_distance(result.as_it_is)), "the game as it is")]
    for candidate in result.frontier:
        if candidate.edits == result.edits:
            remark = "as they were judged" if result.stopped is None else "not judged"
            off, words = pp(largest_distance(result.targets)), f"the edits above, {remark}"
        else:
            off = f"{pp(candidate.unfairness)} ± {pp((candidate.high - candidate.low) / 2)}"
            words = "; ".join(_edit_words(result, candidate.edits))
        rows.append((str(len(candidate.edits)), off, words))
    lines = [f"{'edits':5}  {'points off':>11}  nearest to fair"]
    return [
        *lines,
        *(f"{edits:>5}  {off:>11}  {shorten(words, WIDTH - 20, placeholder=' …')}" for edits, off, words in rows),
    ]


def _guesses(result: RepairResult) -> str:
    """Which of the edited data are guesses."""
    data = [
        _short(path)
        for number, _ in result.edits
        for path, status in zip(result.variables[number].paths, result.variables[number].statuses, strict=True)
        if status in ("inferred", "reconstructed")
    ]
    if not data:
        return "None of the changed data is a guess of ours." if result.has_guesses else ""
    all_of_them = len(data) == sum(len(result.variables[number].paths) for number, _ in result.edits)
    names = "all of these data" if all_of_them else join_names(data, max_names=3)
    return f"Our guesses, not the rulebook's: {names}. Look them up in the box before you change them."


def _foot(result: RepairResult, page: Path | None) -> list[str]:
    """Where the files are, and what to do with them."""
    game, folder = result.config.game, result.folder / COMPONENTS
    name = Path(game).name if game.endswith(".py") else game
    edits = (*result.config.scenarios[0].data, *data_of(result.variables, result.edits))
    change = [f"--change {folder}"] if _has_components(result) else []
    change += [f"--set {datum}" for datum in edits if is_start_points(datum) or not change]
    lines = [f"Edited: {folder}"] if _has_components(result) else []
    lines.append(f"Play it: analyser whatif {name} {' '.join(change)}")
    if result.tuned is None:
        lines.append("With players tuned for it: the same with --retune 5")
    return [*lines, *([f"Page: {page}"] if page else [])]


def _margin(result: RepairResult) -> str:
    return f"{100 * result.margin:g}"


# -- for programs -----------------------------------------------------------------------------------------------------


def answer_content(result: RepairResult, page: Path | None) -> dict[str, Any]:
    """The answer for programs."""
    return {
        "command": "repair",
        "game": result.config.game,
        "folder": str(result.folder),
        "page": None if page is None else str(page),
        "goals": list(result.goals),
        "margin": 100 * result.margin,
        "summary": _title(result) if result.edits else answer_lines(result, None)[0],
        "fair": result.is_fair,
        "edits": [
            {"datum": path, "before": old, "after": new, "status": "" if status == START_POINTS else status}
            for number, steps in result.edits
            for (path, old, new), status in zip(
                result.variables[number].after(steps), result.variables[number].statuses, strict=True
            )
        ],
        "judged": result.stopped is None,
        "printings": None if result.printings is None else _printing_content(result),
        "tuned": None if result.tuned is None else _rows(result.tuned),
        "unused": list(result.unused),
        "games": result.games,
        "decisions": list(result.decisions),
        "searched": result.searched,
        "before": _rows(result.as_it_is),
        "after": _rows(result.targets),
        "side_effects": _rows(result.judgement.filter(pl.col("moves"))),
        "frontier": [_candidate(result, candidate) for candidate in result.frontier],
    }


def _printing_content(result: RepairResult) -> dict[str, Any]:
    counts = dict(zip(("fair", "low", "high"), result.printings or (), strict=False))
    return counts | {"printings": PRINTINGS, "games": result.printing_games}


def _rows(frame: pl.DataFrame) -> list[dict[str, Any]]:
    return frame.drop("moves", "end").to_dicts()


def _candidate(result: RepairResult, candidate: Candidate) -> dict[str, Any]:
    return {
        "edits": len(candidate.edits),
        "data": list(data_of(result.variables, candidate.edits)),
        "unfairness": candidate.unfairness,
        "low": candidate.low,
        "high": candidate.high,
    }
