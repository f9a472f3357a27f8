"""The page of a repair: the edits as its finding, what they change on a chart, and a section each for the edits, the
frontier and what else moves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl

from analyser.errors import write_error
from analyser.experiments.scenario import START_POINTS
from analyser.repair.goals import BOARDS, OPENINGS, PLAIN, SEATS, STRATEGIES
from analyser.repair.measure import largest_distance
from analyser.repair.session import PRINTINGS, RepairResult
from analyser.repair.words import (
    certainty_of,
    edit_words,
    guess_words,
    lead_of,
    play_command,
    printing_words,
    side_effect_words,
    target_name,
    title_of,
    tuned_words,
)
from reports.answer import Answer, Doubt, FirstScreen, ScreenRow
from reports.page.write import report_of_question
from reports.questions.repair import QUESTION, repair_tables
from reports.sentences import pp
from reports.several import ScenarioAnswer

__all__ = ["write_page"]

ARROW = re.compile(r" (\S+) → (\S+)(?=;|$)")  # in the words of an edit
MAX_ROWS = 5  # targets of the first screen's chart, before and after
KINDS = {BOARDS: "Boards", PLAIN: "Boards", SEATS: "Seats", STRATEGIES: "Strategies", OPENINGS: "Openings"}
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
        QUESTION.name, f"{result.game.title}: {QUESTION.asks(result.game)}", [], repair_tables(_rows(result)), facts,
        notes=[*filter(None, notes)], summary=screen.finding, screen=screen,
        context=f"{result.game.title} · {result.config.players} players · {QUESTION.asks(result.game)}",
    )  # fmt: skip
    answered, margin = ScenarioAnswer("base", "", answer, result.game), 100 * result.margin
    folder = result.folder / "report"
    try:
        return report_of_question(QUESTION, answered, margin=margin, run=str(result.folder / "final")).write(folder)
    except OSError as error:
        raise write_error(folder, error, "name another folder with --out") from error


# -- the first screen -------------------------------------------------------------------------------------------------


def _screen(result: RepairResult) -> FirstScreen:
    is_share = not {PLAIN, OPENINGS} & {*result.goals}
    fair = 100 * (result.game.par or 0.0) if is_share else 0.0
    reference = "the mean" if OPENINGS in result.goals else result.game.baseline
    edits = ARROW.sub(r" from \1 to \2", "; ".join(edit_words(result, result.edits)))
    sides = (("With the edits", result.targets), ("As it is", result.as_it_is))
    return FirstScreen(
        title_of(result),
        lead_of(result),
        tuple(row for group, rows in sides for row in _screen_rows(result, rows, group, fair)),
        "win share, %" if is_share else f"win share from {reference}, points",
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
    yield Doubt("Chance in the deals", f"± {pp(half)} points", f"{result.games:,} games on fresh deals, all together")
    if result.tuned is None:
        yield Doubt("Who plays", "not computed", "plans that do not know the edits; the same with `--retune 5`")
    else:
        yield Doubt("Who plays", f"{pp(largest_distance(result.tuned))} points off", tuned_words(result))
    if result.printings is not None:
        about, low, high = result.printings
        yield Doubt("Data we guess", f"fair in {about:.0f} of {PRINTINGS} printings", f"95 % sure: {low} to {high}")
    elif result.has_guesses:
        yield Doubt("Data we guess", "not computed", "too few games for printings; more `--minutes` play them")


# -- tables -----------------------------------------------------------------------------------------------------------


def _rows(result: RepairResult) -> dict[str, list[dict[str, Any]]]:
    """Rows of the page's tables by name."""
    edits = [
        {"datum": path, "before": old, "after": new, "status": None if status == START_POINTS else status}
        for number, steps in result.edits
        for (path, old, new), status in zip(
            result.variables[number].after(steps), result.variables[number].statuses, strict=True
        )
    ]
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
    frontier = [*_frontier(result)]
    return {
        "edits": edits, "targets": targets, "frontier": frontier, "side_effects": side_effects, "tuned": tuned_rows,
    }  # fmt: skip


def _rows_with_names(result: RepairResult, rows: pl.DataFrame) -> Iterator[tuple[dict[str, str], dict[str, Any]]]:
    """Each row of a judgement with its target in words."""
    for row in rows.iter_rows(named=True):
        yield {"target": target_name(result, row["goal"], row["target"])}, row


def _estimate(name: str, row: dict[str, Any]) -> dict[str, float]:
    return {name: row["estimate"], f"{name}_low": row["low"], f"{name}_high": row["high"]}


def _frontier(result: RepairResult) -> Iterator[dict[str, Any]]:
    """The game as it is, and the nearest to fair of each number of edits, in points."""
    yield _frontier_row(0, result.as_it_is, "judged", "the game as it is")
    for candidate in result.frontier:
        words = "; ".join(edit_words(result, candidate.edits))
        if candidate.edits == result.edits:
            yield _frontier_row(len(candidate.edits), result.targets, "judged", words)
            continue
        ends = {"off": candidate.unfairness, "off_low": candidate.low, "off_high": candidate.high}
        points = {name: 100 * value for name, value in ends.items()}
        yield {"edits": len(candidate.edits), **points, "how": "predicted", "words": words}


def _frontier_row(n: int, rows: pl.DataFrame, how: str, words: str) -> dict[str, Any]:
    """A row of what was judged."""
    ends = {"off": "off", "off_low": "least", "off_high": "end"}
    points = {name: 100 * float(rows[column].to_numpy().max()) for name, column in ends.items()}
    return {"edits": n, **points, "how": how, "words": words}
