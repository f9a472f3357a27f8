"""The answer of a repair as files: edited components, the same for programs, a page with first screen and tables."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl
from msgspec import structs

from analyser.experiments.printings import component_folder
from analyser.experiments.repair import data_of
from analyser.experiments.scenario import START_POINTS, Scenario
from analyser.files import write_atomic
from analyser.repair.goals import BOARDS, OPENINGS, PLAIN, SEATS, STRATEGIES, largest_distance
from analyser.repair.search import Candidate
from analyser.repair.session import PRINTINGS, RepairResult
from analyser.repair.words import (
    COMPONENTS,
    answer_lines,
    certainty_of,
    edit_words,
    frontier_rows,
    guess_words,
    has_components,
    lead_of,
    play_command,
    printing_words,
    side_effect_words,
    target_name,
    title_of,
    tuned_words,
)
from analyser.runs.maintenance import write_report
from cext.games import component_set
from reports.answer import Answer, Doubt, FirstScreen, ScreenRow
from reports.questions.repair import QUESTION, repair_tables
from reports.sentences import of_games
from reports.several import ScenarioAnswer

__all__ = ["answer_content", "write_files"]


def write_files(result: RepairResult) -> Path | None:
    """Write into the folder of the answer the edited component files and the difference, the report and repair.json;
    gives the path of the report's page. Where nothing is edited, or nothing was judged, there is none."""
    page = None
    if result.edits:
        _write_components(result)
    if result.edits and not result.is_stopped:
        page = write_page(result)
    write_atomic(result.folder / "repair.json", json.dumps(answer_content(result, page), indent=1).encode())
    return page


def _write_components(result: RepairResult) -> None:
    """Write the edited component files, and in what they differ from those before, line by line."""
    if not has_components(result):
        return
    scenario = result.config.scenarios[0]
    edited = structs.replace(scenario, data=(*scenario.data, *data_of(result.variables, result.edits)))
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
        "word": result.word,
        "edits": _edit_rows(result, no_status=""),
        "judged": not result.is_stopped,
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
    return frame.drop("moves", "off", "least", "end", "probable_end").to_dicts()


def _candidate(result: RepairResult, candidate: Candidate) -> dict[str, Any]:
    return {
        "edits": len(candidate.edits),
        "data": list(data_of(result.variables, candidate.edits)),
        "unfairness": candidate.unfairness,
        "low": candidate.low,
        "high": candidate.high,
    }


ARROW = re.compile(r" (\S+) → (\S+)(?=;|$)")  # in the words of an edit
MAX_ROWS = 5  # targets of the first screen's chart, before and after
KINDS = {BOARDS: "Boards", PLAIN: "Boards", SEATS: "Seats", STRATEGIES: "Bots", OPENINGS: "Openings"}
SEARCH_NOTE = (
    "Every single edit was played on the same deals, then sets of few edits that might do. One set was chosen, and "
    "judged once, on deals that nothing else was played on; all its intervals hold together at 95 %."
)


def write_page(result: RepairResult) -> Path:
    """Draw and write the page with its tables, in `report` of the folder."""
    screen = _screen(result)
    facts = {
        **result.game.header(), "players": result.config.players, "games_judged": result.games,
        "games_of_the_search": result.searched, "margin": result.margin,
    }  # fmt: skip
    notes = [SEARCH_NOTE, certainty_of(result), tuned_words(result), side_effect_words(result), printing_words(result)]
    answer = Answer(
        QUESTION.name, f"{result.game.title}: {QUESTION.asks(result.game)}", [], repair_tables(_table_rows(result)),
        facts, notes=[*filter(None, notes)], warnings=result.left_out, summary=screen.finding, screen=screen,
        context=f"{result.game.title} · {result.config.players} players · {QUESTION.asks(result.game)}",
    )  # fmt: skip
    answered, final = ScenarioAnswer("base", "", answer, result.game), str(result.folder / "final")
    return write_report(QUESTION, answered, result.folder / "report", margin=100 * result.margin, run=final)


# -- the first screen -------------------------------------------------------------------------------------------------


def _screen(result: RepairResult) -> FirstScreen:
    is_share = not {PLAIN, OPENINGS} & {*result.goals}
    fair = 100 * (result.game.par or 0.0) if is_share else 0.0
    reference = "the mean" if OPENINGS in result.goals else result.game.plain_label
    edits = ARROW.sub(r" from \1 to \2", "; ".join(edit_words(result, result.edits)))
    sides = (("With the edits", result.targets), ("As it is", result.as_it_is))
    return FirstScreen(
        title_of(result),
        lead_of(result),
        tuple(row for group, rows in sides for row in _screen_rows(result, rows, group, fair)),
        "win share, %" if is_share else f"difference in win share from {reference}, pp",
        fair,
        100 * result.margin,
        change=(
            f"To change: {edits}.",
            f"Play it: `{play_command(result)}`. {guess_words(result)}".strip(),
        ),
        doubts=tuple(_doubts(result)),
    )


def _screen_rows(result: RepairResult, targets: pl.DataFrame, group: str, fair: float) -> Iterator[ScreenRow]:
    """The targets that were furthest from fair before, in that order."""
    order = result.as_it_is.sort("off", descending=True)["target"].to_list()[:MAX_ROWS]
    rows = {row["target"]: row for row in targets.iter_rows(named=True)}
    for row in (rows[name] for name in order):
        value, low, high = (fair + 100 * row[name] for name in ("estimate", "low", "high"))
        name = target_name(result, row["goal"], row["target"])
        if row["end"] <= result.margin:
            word, side = "fair", "fair"
        elif row["least"] > result.margin:
            word, side = ("too strong", "more") if row["estimate"] > 0 else ("too weak", "less")
        else:
            word, side = "unclear", "unclear"
        yield ScreenRow(name, value, low, high, None, None, word, side, group)  # type: ignore[arg-type]


def _doubts(result: RepairResult) -> Iterator[Doubt]:
    half = float((result.targets["high"] - result.targets["low"]).to_numpy().max()) / 2
    yield Doubt("Chance in the deals", f"± {of_games(half)}", f"{result.games:,} games on new deals, all together")
    if result.tuned is None:
        yield Doubt("Who plays", "not computed", "bots that do not know the edits; the same with `--retune 5`")
    else:
        yield Doubt("Who plays", f"{of_games(largest_distance(result.tuned))} off", tuned_words(result))
    if result.printings is not None:
        about, low, high = result.printings
        yield Doubt("Data we guess", f"fair in {about:.0f} of {PRINTINGS} versions", f"95 % sure: {low} to {high}")
    elif result.has_unknowns:
        yield Doubt(
            "Data we guess",
            "not computed",
            "too few games for other versions of the guessed data; more `--time` play them",
        )


# -- tables -----------------------------------------------------------------------------------------------------------


def _table_rows(result: RepairResult) -> dict[str, list[dict[str, Any]]]:
    """Rows of the page's tables by name."""
    as_it_is = {(row["goal"], row["target"]): row for row in result.as_it_is.iter_rows(named=True)}
    targets = [
        {**names, **_estimate("before", as_it_is[row["goal"], row["target"]]), **_estimate("after", row)}
        for names, row in _rows_with_names(result, result.targets)
    ]
    moved = result.judgement.filter(pl.col("moves") & pl.col("end").is_not_nan())
    side_effects = [
        {"kind": KINDS[row["goal"]], **names, **_estimate("change", row)}
        for names, row in _rows_with_names(result, moved)
    ]
    tuned = pl.DataFrame() if result.tuned is None else result.tuned
    tuned_rows = [{**names, **_estimate("after", row)} for names, row in _rows_with_names(result, tuned)]
    return {
        "edits": _edit_rows(result, no_status=None), "targets": targets, "frontier": [*frontier_rows(result)],
        "side_effects": side_effects, "tuned": tuned_rows,
    }  # fmt: skip


def _edit_rows(result: RepairResult, *, no_status: str | None) -> list[dict[str, Any]]:
    """A row for each number that is edited; no_status: in place of one for points at the start."""
    return [
        {"datum": path, "before": old, "after": new, "status": no_status if status == START_POINTS else status}
        for variable, steps in ((result.variables[number], steps) for number, steps in result.edits)
        for (path, old, new), status in zip(variable.after(steps), variable.statuses, strict=True)
    ]


def _rows_with_names(result: RepairResult, rows: pl.DataFrame) -> Iterator[tuple[dict[str, str], dict[str, Any]]]:
    """Each row of a judgement with its target in words."""
    for row in rows.iter_rows(named=True):
        yield {"target": target_name(result, row["goal"], row["target"])}, row


def _estimate(name: str, row: dict[str, Any]) -> dict[str, float]:
    return {name: row["estimate"], f"{name}_low": row["low"], f"{name}_high": row["high"]}
