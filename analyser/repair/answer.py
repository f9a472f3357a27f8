"""The answer of a repair: its sentences, its files, and the same for programs."""

from __future__ import annotations

import json
from dataclasses import replace
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import shorten
from typing import Any

import polars as pl

from analyser.experiments.printings import component_folder
from analyser.experiments.repair import data_of
from analyser.experiments.scenario import START_POINTS, Scenario
from analyser.files import write_atomic
from analyser.repair.measure import largest_distance
from analyser.repair.page import write_page
from analyser.repair.search import Candidate
from analyser.repair.session import PRINTINGS, RepairResult
from analyser.repair.words import (
    COMPONENTS,
    all_fair_words,
    certainty_of,
    edit_words,
    guess_words,
    has_components,
    lead_of,
    play_command,
    printing_words,
    side_effect_words,
    subjects_of,
    title_of,
    tuned_words,
)
from cext.games import component_set
from reports.page.terminal import MAX_LINES, WIDTH, wrap_text
from reports.sentences import pp, sentence_case

__all__ = ["answer_content", "answer_lines", "write_files"]


def write_files(result: RepairResult) -> Path | None:
    """Write into the folder of the answer the edited component files and the difference, the report and repair.json;
    gives the path of the report's page. Where nothing is edited, or nothing was judged, there is none."""
    page = None
    if result.edits:
        _write_components(result)
    if result.edits and result.stopped is None:
        page = write_page(result)
    write_atomic(result.folder / "repair.json", json.dumps(answer_content(result, page), indent=1).encode())
    return page


def _write_components(result: RepairResult) -> None:
    """Write the edited component files, and in what they differ from those before, line by line."""
    if not has_components(result):
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


# -- in words ---------------------------------------------------------------------------------------------------------


def answer_lines(result: RepairResult, page: Path | None) -> list[str]:
    """The answer in at most 23 lines of 80 columns; page: of the report, where there is one."""
    if not result.edits:
        return wrap_text(
            f"{sentence_case(subjects_of(result))} are fair already: {all_fair_words(result)}, the furthest at most "
            f"{pp(result.largest)} points off, 95 % sure, on {result.games:,} games: nothing to repair"
        )
    sentences = (title_of, lead_of, certainty_of, tuned_words, side_effect_words, printing_words)
    lines = [text for sentence in sentences for text in wrap_text(sentence(result))]
    lines += ["", *_frontier_lines(result), "", *wrap_text(guess_words(result)), *_foot(result, page)]
    optional = [at for at, line in enumerate(lines) if not line]
    for at in reversed(optional[: max(0, len(lines) - MAX_LINES)]):
        del lines[at]
    return lines


def _frontier_lines(result: RepairResult) -> list[str]:
    """A line for each number of edits: how far from fair the nearest set is."""
    rows = [("0", pp(largest_distance(result.as_it_is)), "the game as it is")]
    for candidate in result.frontier:
        if candidate.edits == result.edits:
            remark = "as they were judged" if result.stopped is None else "not judged"
            off, words = pp(largest_distance(result.targets)), f"the edits above, {remark}"
        else:
            off = f"{pp(candidate.unfairness)} ± {pp((candidate.high - candidate.low) / 2)}"
            words = "; ".join(edit_words(result, candidate.edits))
        rows.append((str(len(candidate.edits)), off, words))
    lines = [f"{'edits':5}  {'points off':>11}  nearest to fair"]
    return [
        *lines,
        *(f"{edits:>5}  {off:>11}  {shorten(words, WIDTH - 20, placeholder=' …')}" for edits, off, words in rows),
    ]


def _foot(result: RepairResult, page: Path | None) -> list[str]:
    """Where the files are, and what to do with them."""
    lines = [f"Edited: {result.folder / COMPONENTS}"] if has_components(result) else []
    lines.append(f"Play it: {play_command(result)}")
    if result.tuned is None:
        lines.append("With players tuned for it: the same with --retune 5")
    return [*lines, *([f"Page: {page}"] if page else [])]


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
        "summary": title_of(result) if result.edits else answer_lines(result, None)[0],
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
    return frame.drop("moves", "off", "least", "end").to_dicts()


def _candidate(result: RepairResult, candidate: Candidate) -> dict[str, Any]:
    return {
        "edits": len(candidate.edits),
        "data": list(data_of(result.variables, candidate.edits)),
        "unfairness": candidate.unfairness,
        "low": candidate.low,
        "high": candidate.high,
    }
