"""Verdicts on boards: each against the baseline, or seats and strategies on each board of the table."""

from __future__ import annotations

import numpy as np
import polars as pl

from reports.answer import OverPlans
from reports.boards import paired
from reports.boards.pairs import ALL, by_seat, by_strategy, moved_means, pair_arm, pairs
from reports.boards.players import by_board, dealt, dealt_by_strategy, tuned, tuned_among, tuned_in
from reports.boards.prices import AGAINST, AMONG
from reports.effects import Judged, effects_of, judged, plan_differences
from reports.facts import GameFacts
from reports.frames import RunFrames, text
from reports.plans import over_plans, plan_rows
from reports.sentences import Reference, sentence_case

__all__ = ["asks", "idle", "judge", "notes", "without_cross"]


def asks(game: GameFacts) -> str:
    """The question in the game's words."""
    return game.board.question


def idle(run: RunFrames) -> str:
    """Why there is nothing to compare; "" where there is."""
    if run.arms and run.seats.select(pl.col("board").is_null().all()).collect().item():
        return f"The game has no {run.game.nouns[1]}: there is nothing to compare."
    return ""


def judge(run: RunFrames) -> Judged:
    """Boards of the seats: when every seat has one (one family), then against the baseline, over all strategies
    (another) and for each (a third); players tuned for boards beside those as they come, of either family. Boards of
    the table: every seat (one family) and every strategy (another)."""
    both = run.once(pairs)
    families = [] if run.game.shared else _among(run)
    if len(both):
        families += _on_boards(run) if run.game.shared else [*_of_boards(both, run), *_of_tuned(run, AGAINST)]
    rows = [table for table, _ in families]
    return pl.concat(rows) if rows else pl.DataFrame(), [verdict for _, said in families for verdict in said]


def _among(run: RunFrames) -> list[Judged]:
    """Every seat has a board, and none the baseline: does each win its share."""
    found = run.once(dealt)
    if found is None:
        return []
    labels = [run.game.label(board) for board in text(found.table, "board")["board"]]
    subjects = [f"{label} among {run.game.others}" for label in labels]
    family = f"Among {run.game.others}{', players as they come' if run.once(tuned_among) else ''}"
    plans = _plans(run, AMONG)
    effects = effects_of(found.family, subjects)
    come = judged(run, effects, _reference(run, AMONG), family=family, names=labels, plans=plans)
    return [come, *_of_tuned(run, AMONG)]


def _plans(run: RunFrames, situation: str) -> dict[str, OverPlans]:
    """What plans say of each board, players as they come, and those of each that are tuned for it."""
    found = run.once(dealt_by_strategy if situation == AMONG else by_strategy)
    if found is None:
        return {}
    rows, among = [], f" among {run.game.others}" if situation == AMONG else ""
    for board, strategy in text(found.table, "board", "strategy").select("board", "strategy").iter_rows():
        label, boards = f"{run.game.label(board)}{among}", run.tuned.get(strategy)
        tuned = f"{label} tuned for it" if boards and board in boards else ""
        rows.append((tuned if boards else label, strategy))
    return over_plans(run, rows, found.family)


def _of_boards(both: pl.DataFrame, run: RunFrames) -> list[Judged]:
    """Each seat has a board of its own."""
    out = []
    for keys, compare in ((["board"], by_board), (["board", "strategy"], by_strategy)):
        if "strategy" in keys and both["strategy"].n_unique() == 1:
            continue
        found, family = run.once(compare)
        about = [(run.game.label(board), *plan) for board, *plan in text(found, *keys).select(keys).iter_rows()]
        subjects = [", ".join(words) for words in about]
        come = ", players as they come" if run.once(tuned) else ""
        against = f"Against {run.game.baseline}" + (", plan by plan" if "strategy" in keys else come)
        plans = {} if "strategy" in keys else _plans(run, AGAINST)
        effects = effects_of(family, subjects)
        out.append(judged(run, effects, _reference(run, AGAINST), family=against, plans=plans))
    return out


def _of_tuned(run: RunFrames, situation: str) -> list[Judged]:
    """Each side played by players tuned for it, beside players as they come."""
    found, among = run.once(tuned_in).get(situation), situation == AMONG
    if found is None:
        return []
    labels = [run.game.label(board) for board in found.names]
    subjects = [f"{label}{f' among {run.game.others}' if among else ''} tuned for it" for label in labels]
    family = f"Among {run.game.others}" if among else f"Against {run.game.baseline}"
    family = f"{family}, players tuned for {'them' if among else 'it'}"
    over = _plans(run, situation)
    reference = _reference(run, situation, "players tuned for it")
    return [judged(run, effects_of(found.own, subjects), reference, family=family, names=labels, plans=over)]


def _on_boards(run: RunFrames) -> list[Judged]:
    """The table shares a board: does it change who wins."""
    out = []
    for kind, plural, compare in (("seat", "Seats", by_seat), ("strategy", "Strategies", by_strategy)):
        found, family = run.once(compare)
        if found[kind].n_unique() > 1:  # the win share of a single one is par everywhere
            subjects = [f"{kind} {who} on {run.game.label(b)}" for b, who in found.select("board", kind).iter_rows()]
            against = f"{plural}, against {run.game.baseline}"
            effects = effects_of(family, subjects)
            plans = _plans_of_seats(run, found, subjects) if kind == "seat" else {}
            reference = Reference("level", (kind, plural.lower()), f"on {run.game.baseline}", arms=_arms(run))
            out.append(judged(run, effects, reference, family=against, plans=plans))
    return out


def _plans_of_seats(run: RunFrames, found: pl.DataFrame, subjects: list[str]) -> dict[str, OverPlans]:
    """What plans say of each seat on each board: against what the board does to all seats of that plan."""
    means = moved_means(plan_rows(run, run.once(pairs).lazy()), ["board", "seat", "strategy"])
    groups = [(str(board), str(seat)) for board, seat in found.select("board", "seat").iter_rows()]
    boards = np.array([board for board, _ in groups])
    same = (boards[:, None] == boards[None, :]).astype(np.float64)
    weights = np.eye(len(groups)) - same / same.sum(axis=1, keepdims=True)
    return plan_differences(run, means, groups, weights, subjects, "boards seat")


def _reference(run: RunFrames, situation: str, players: str = "") -> Reference:
    """What boards are held against: their share when every seat has one, or the baseline; played by whom."""
    one, many = run.game.nouns
    by = f" and {players}" if players else ""
    if situation == AMONG:
        where = f"with one of the {run.game.others} in every seat{by}"
        return Reference("par", (one, run.game.others), where=where, arms=("dealt",))
    return Reference("level", (one, many), run.game.baseline, f"in the same seat of the same deal{by}", arms=_arms(run))


def _arms(run: RunFrames) -> tuple[str, ...]:
    arm = pair_arm(run)
    return (arm,) if arm else ()


def notes(run: RunFrames) -> list[str]:
    """What a comparison means in this game, and what it rests on."""
    told = [run.game.board.note] if run.game.board.note else []
    return [*told, (_table_note if run.game.shared else _pairing_note)(run)]


def without_cross(run: RunFrames) -> list[str]:
    """What is missing without games of mixed strategies."""
    if run.game.shared or "cross" in run.arms:
        return []
    many = run.game.nouns[1]
    return [f"The run has no cross games (a strategy of its own in every seat): {many} meet tables of one plan only."]


def _table_note(run: RunFrames) -> str:
    one, many = run.game.nouns
    if pair_arm(run) is None:
        return f"The run does not play the same deals on several {many}: `analyser boards` does."
    if not len(run.once(pairs)):
        return f"No other {one} was played on the deals of {run.game.baseline}: there is nothing to compare."
    same = f"Every line-up plays all its rotations on every {one}, all on the same deal: differences are paired."
    return (
        f"{same} Verdicts on seats and on strategies hold together: in 95 of 100 runs none of their intervals misses."
    )


def _pairing_note(run: RunFrames) -> str:
    one, many = run.game.nouns
    if pair_arm(run) is None:
        return f"The run has no mirror games (one strategy in all seats), so {many} are not compared on equal terms."
    if not len(run.once(pairs)):
        return (
            f"No other {one} was played against {run.game.baseline} on the same deal and seat: there is nothing to "
            "compare."
        )
    rho = run.once(paired.table).filter(pl.col("strategy") == ALL)["rho"].fill_nan(None).drop_nulls()
    middle = float(rho.median()) if len(rho) else 0.0  # type: ignore[arg-type]  # the median of floats is a float
    correlation = f"{middle:.2f}".replace("-", "−")
    over_all = " and those of players tuned for them" if run.once(tuned) else ""
    families = (
        f" Verdicts over all strategies{over_all} hold together, in 95 of 100 runs; those of single strategies are "
        "exploratory, and hold together with one another alone, but for those that may head a section."
    )
    return (
        f"{sentence_case(many)} were compared with {run.game.baseline} on the same deals and seats; their "
        f"correlation there is {correlation}.{families if run.par is not None else ''}"
    )
