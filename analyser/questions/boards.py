"""Is one board stronger than another: by how much, for whom, at which seat, and where do its points come from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from analyser.questions import board_table
from analyser.questions.answer import Answer, Verdict, shaped
from analyser.questions.board_holdings import holdings
from analyser.questions.board_model import model
from analyser.questions.board_pairs import by_seat, by_source, compared, effects_of, measured, pairs_of, with_odds
from analyser.questions.board_strategy import board_strategy
from analyser.questions.board_use import composition, unrest, usage
from analyser.questions.common import ahead, text, totals
from analyser.questions.effects import Effect, ending, interval, judged, pp, sentence_case, signed_pp
from analyser.questions.run import SCORE, SHARE, Frame, Run
from reports.stats.cluster import grouped
from reports.stats.verdict import BALANCED, Judgement

__all__ = ["answer"]

ALL = "all"
Parts = tuple[dict[str, pl.DataFrame], list[Verdict], list[str]]


def answer(
    seats: Frame, games: Frame, decisions: Frame | None = None, *, facts: Mapping[str, Any], margin: float = 0.02
) -> Answer:
    """Tables and verdicts on boards; `margin` is a fraction of win share.

    Where each seat has a board of its own, it is compared with side A on the same deal, seat and strategy (arm
    `mirror`), and against a mixed table (arm `cross`). Where the table shares one, all games of a deal are played on
    each (arm `table`).
    """
    run = Run.of(seats, games, decisions, facts, margin)
    asked = (run.facts.get("board") or {}).get("question") or f"are the {run.nouns[1]} balanced?"
    title = f"{run.facts.get('title') or run.facts.get('name') or 'Game'}: {asked}"
    if run.arms and run.seats.select(pl.col("board").is_null().all()).collect().item():
        notes = [f"The game has no {run.nouns[1]}: there is nothing to compare."]
        return Answer("boards", title, [], shaped("boards", {}), run.header(), notes)
    tables, verdicts, notes = board_table.tables_of(run) if run.shared else _of_seats(run)
    tables["held"], found = holdings(run)
    told = str((run.facts.get("board") or {}).get("note") or "")
    notes = [*([told] if told else []), *notes, *found]
    return Answer("boards", title, verdicts, shaped("boards", tables), run.header(), notes)


def _of_seats(run: Run) -> Parts:
    """Each seat has a board of its own."""
    tables: dict[str, pl.DataFrame] = {}
    verdicts: list[Verdict] = []
    notes: list[str] = []
    (one, many), mirror = run.nouns, run.rows("mirror")
    if "mirror" in run.arms:
        cells = totals(mirror, ["deal", "strategy", "seat", "board"], measured(run))
        pairs = pairs_of(cells, run)
        tables |= _sides(cells, run)
        if len(pairs):
            tables["paired"], tables["verdicts"], verdicts = _paired(pairs, run)
            tables["paired_sources"] = by_source(pairs, run)
            notes.append(_pairing_note(tables["paired"], run))
        else:
            notes.append(
                f"No other {one} was played against {run.a_label} on the same deal and seat: there is nothing to "
                "compare."
            )
        tables["board_seat"] = by_seat(cells, pairs)
        tables["board_board"] = ahead(run, mirror, "board")
        tables["composition"] = composition(run)
    else:
        notes.append(
            f"The run has no mirror games (one strategy in all seats), so {many} are not compared on equal terms."
        )
    arm = run.first_arm("cross", "mirror")
    if arm:
        tables["board_strategy"] = board_strategy(run, arm)
        tables["model"], tables["model_tests"], found = model(run, arm)
        notes += found
        tables["usage"], tables["unrest"] = usage(run, "mirror" if "mirror" in run.arms else arm), unrest(run)
    if "cross" in run.arms:
        tables["cross"] = text(grouped(run.rows("cross"), ["strategy", "board"], {"share": SHARE}), "strategy", "board")
    else:
        notes.append(
            f"The run has no cross games (a strategy of its own in every seat): {many} meet tables of one plan only."
        )
    return tables, verdicts, notes


def _paired(pairs: pl.DataFrame, run: Run) -> tuple[pl.DataFrame, pl.DataFrame, list[Verdict]]:
    """Board minus A over all strategies (one family) and for each strategy (another), with verdicts."""
    parts, verdict_tables, verdicts = [], [], []
    for keys in (["board"], ["board", "strategy"]):
        found = compared(pairs, keys)
        rows = with_odds(found, pairs, keys)
        parts.append(rows if "strategy" in keys else rows.with_columns(strategy=pl.lit(ALL)))
        if "strategy" in keys and pairs["strategy"].n_unique() == 1:
            continue
        subjects = [", ".join([run.label(key[0]), *key[1:]]) for key in rows.select(keys).iter_rows()]
        table, said = judged(effects_of(found, subjects), run.margin, lambda e, j: _sentence(e, j, run))
        verdict_tables.append(table)
        verdicts += said
    return pl.concat(parts, how="diagonal_relaxed"), pl.concat(verdict_tables), verdicts


def _sentence(e: Effect, judgement: Judgement, run: Run) -> str:
    board, _, strategy = e.subject.partition(", ")
    seats = {2: "both", 3: "all three", 4: "all four", 5: "all five", 6: "all six"}.get(run.players, "all")
    table = f"when {seats} seats play {strategy or 'the same plan'}"
    name = sentence_case(board)
    if judgement.verdict == BALANCED:
        says = f"{name} wins as often as {run.a_label}: {signed_pp(e.effect)} pp"
    else:
        says = f"{name} wins {pp(abs(e.effect))} pp {'more' if e.effect >= 0 else 'less'} than {run.a_label}"
    return f"{says} ({interval(e)}) {table}: {ending(e, judgement, run.margin)}"


def _sides(cells: pl.DataFrame, run: Run) -> dict[str, pl.DataFrame]:
    found = grouped(cells, ["board"], {"share": SHARE, "score": SCORE}, count="games")
    return {"side": text(found.with_columns(win_points=pl.col("share") * run.players), "board")}


def _pairing_note(paired: pl.DataFrame, run: Run) -> str:
    rho = paired.filter(pl.col("strategy") == ALL)["rho"].fill_nan(None).drop_nulls()
    middle = float(rho.median()) if len(rho) else 0.0  # type: ignore[arg-type]  # the median of floats is a float
    return (
        f"{sentence_case(run.nouns[1])} were compared with {run.a_label} on the same deals and seats; their "
        f"correlation there is {middle:.2f}. Verdicts over all strategies are one family (Holm), those of single "
        "strategies another."
    )
