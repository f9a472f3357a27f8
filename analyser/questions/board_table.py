"""Boards that the whole table shares (maps): do they change who wins, what is scored, and how games go."""

from __future__ import annotations

import polars as pl

from analyser.questions.answer import Verdict
from analyser.questions.board_games import table_shape
from analyser.questions.board_pairs import by_seat, by_source, compared, effects_of, measured, pairs_of, with_odds
from analyser.questions.board_series import series
from analyser.questions.board_strategy import board_strategy
from analyser.questions.common import totals
from analyser.questions.effects import Effect, ending, interval, judged, pp, sentence_case, signed_pp
from analyser.questions.run import Run
from reports.stats.verdict import BALANCED, Judgement

__all__ = ["ARM", "tables_of"]

ARM = "table"


def tables_of(run: Run) -> tuple[dict[str, pl.DataFrame], list[Verdict], list[str]]:
    """Tables, verdicts and notes from the games of arm `table`: seats are one family of comparisons, strategies
    another."""
    one, many = run.nouns
    if ARM not in run.arms:
        return {}, [], [f"The run does not play the same deals on several {many}: `analyser boards` does."]
    rows = run.rows(ARM)
    cells = totals(rows, ["deal", "strategy", "seat", "board"], measured(run))
    pairs = pairs_of(cells, run)
    tables = {"board_seat": by_seat(cells, pairs), "board_strategy": board_strategy(run, ARM)}
    tables["table_shape"] = table_shape(run, ARM)
    if not len(pairs):
        return tables, [], [f"No other {one} was played on the deals of {run.a_label}: there is nothing to compare."]
    of_seats, of_strategies = (compared(pairs, ["board", kind]) for kind in ("seat", "strategy"))
    verdict_tables, verdicts = [], []
    for kind, found in (("seat", of_seats), ("strategy", of_strategies)):
        if found[kind].n_unique() > 1:  # the win share of a single one is par everywhere
            subjects = [f"{kind} {who} on {run.label(b)}" for b, who in found.select("board", kind).iter_rows()]
            table, said = judged(effects_of(found, subjects), run.margin, lambda e, j: _sentence(e, j, run))
            verdict_tables.append(table)
            verdicts += said
    tables["paired"] = with_odds(of_strategies, pairs, ["board", "strategy"])
    tables["paired_sources"] = by_source(pairs, run)
    if verdict_tables:
        tables["verdicts"] = pl.concat(verdict_tables)
    tables["series"], notes = series(run, ARM)
    same = f"Every line-up plays all its rotations on every {one}, all on the same deal: differences are paired."
    return tables, verdicts, [f"{same} Seats are one family of comparisons (Holm), strategies another.", *notes]


def _sentence(e: Effect, judgement: Judgement, run: Run) -> str:
    who, _, board = e.subject.partition(" on ")
    name = sentence_case(who)
    if judgement.verdict == BALANCED:
        says = f"{name} wins as often on {board} as on {run.a_label}: {signed_pp(e.effect)} pp"
    else:
        says = (
            f"{name} wins {pp(abs(e.effect))} pp {'more' if e.effect >= 0 else 'less'} on {board} than on {run.a_label}"
        )
    return f"{says} ({interval(e)}): {ending(e, judgement, run.margin)}"
