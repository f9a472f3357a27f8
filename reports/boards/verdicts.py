"""Verdicts on boards: each against the baseline, or seats and strategies on each board of the table."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

import numpy as np
import polars as pl

from reports.answer import OverPlans
from reports.boards import paired
from reports.boards.pairs import ALL, by_seat, by_strategy, moved_means, pair_arm, pairs
from reports.boards.players import by_board, dealt, dealt_by_strategy, plans_of, tuned, tuned_among, tuned_in
from reports.boards.prices import AGAINST, AMONG
from reports.effects import Effect, Judged, effects_of, interval, judged, plan_differences, pp, signed_pp
from reports.facts import GameFacts
from reports.frames import RunFrames, text
from reports.page.words import sentence_case
from reports.plans import over_plans, plan_rows
from reports.stats.verdict import FAIR, Judgement
from reports.tuned import beside

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
    named = {f"{label} among {run.game.others}": label for label in labels}
    say = partial(_share_sentence, run=run, named=named)
    family = f"Among {run.game.others}{', players as they come' if run.once(tuned_among) else ''}"
    plans = _plans(run, AMONG)
    come = judged(run, effects_of(found.family, list(named)), say, family=family, names=labels, plans=plans)
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
        named = {", ".join(words): words for words in about}
        say = partial(_board_sentence, run=run, named=named)
        come = ", players as they come" if run.once(tuned) else ""
        against = f"Against {run.game.baseline}" + (", plan by plan" if "strategy" in keys else come)
        plans = {} if "strategy" in keys else _plans(run, AGAINST)
        out.append(judged(run, effects_of(family, list(named)), say, family=against, plans=plans))
    return out


def _of_tuned(run: RunFrames, situation: str) -> list[Judged]:
    """Each side played by players tuned for it, beside players as they come."""
    found = run.once(tuned_in).get(situation)
    if found is None:
        return []
    among, plans = situation == AMONG, plans_of(run, situation)
    labels = [run.game.label(board) for board in found.names]
    subjects = [f"{label}{f' among {run.game.others}' if among else ''} tuned for it" for label in labels]
    more = dict(zip(subjects, effects_of(found.more, subjects), strict=True))
    named = dict(zip(subjects, zip(labels, found.names, strict=True), strict=True))

    def say(e: Effect, judgement: Judgement, end: str) -> str:
        label, board = named[e.subject]
        far = f"{pp(abs(e.effect))} pp {'more' if e.effect >= 0 else 'less'}"
        each = plans[board]["effect"].to_list() if board in plans else []
        reach = f" ({len(each)} plans, from {signed_pp(min(each))} to {signed_pp(max(each))} pp)" if each else ""
        if among:
            wins = f"{pp((run.par or 0.0) + e.effect)} % of its games, {far} than its share"
            when = f"when every seat has one of the {run.game.others} and is played by players tuned for them"
        else:
            wins, when = f"{far} than {run.game.baseline}", "when it is played by players tuned for it"
        says = f"{sentence_case(label)} wins {wins} ({interval(e)}) {when}{reach}: {end}"
        return f"{says}{beside(more[e.subject], 'be worth the same')}"

    family = f"Among {run.game.others}" if among else f"Against {run.game.baseline}"
    family = f"{family}, players tuned for {'them' if among else 'it'}"
    over = _plans(run, situation)
    return [judged(run, effects_of(found.own, subjects), say, family=family, names=labels, plans=over)]


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
            say = partial(_table_sentence, run=run)
            out.append(judged(run, effects, say, family=against, plans=plans))
    return out


def _plans_of_seats(run: RunFrames, found: pl.DataFrame, subjects: list[str]) -> dict[str, OverPlans]:
    """What plans say of each seat on each board: against what the board does to all seats of that plan."""
    means = moved_means(plan_rows(run, run.once(pairs).lazy()), ["board", "seat", "strategy"])
    groups = [(str(board), str(seat)) for board, seat in found.select("board", "seat").iter_rows()]
    boards = np.array([board for board, _ in groups])
    same = (boards[:, None] == boards[None, :]).astype(np.float64)
    weights = np.eye(len(groups)) - same / same.sum(axis=1, keepdims=True)
    return plan_differences(run, means, groups, weights, subjects, "boards seat")


def _board_sentence(
    e: Effect, judgement: Judgement, end: str, *, run: RunFrames, named: Mapping[str, tuple[str, ...]]
) -> str:
    board, strategy = (*named[e.subject], "")[:2]
    seats = {2: "both", 3: "all three", 4: "all four", 5: "all five", 6: "all six"}.get(run.players, "all")
    table = f"when {seats} seats play {strategy or 'the same plan'}"
    name = sentence_case(board)
    if judgement.verdict == FAIR:
        says = f"{name} wins as often as {run.game.baseline}: {signed_pp(e.effect)} pp"
    else:
        says = f"{name} wins {pp(abs(e.effect))} pp {'more' if e.effect >= 0 else 'less'} than {run.game.baseline}"
    return f"{says} ({interval(e)}) {table}: {end}"


def _share_sentence(e: Effect, judgement: Judgement, end: str, *, run: RunFrames, named: Mapping[str, str]) -> str:
    has = "takes one of the" if run.game.board.taken else "has one of the"
    table = f"when every seat {has} {run.game.others} and plays the same plan"
    share = f"{sentence_case(named[e.subject])} wins {pp((run.par or 0.0) + e.effect)} % of its games"
    if judgement.verdict == FAIR:
        says = f"{share}, as good as its share: {signed_pp(e.effect)} pp"
    else:
        says = f"{share}, {pp(abs(e.effect))} pp {'more' if e.effect >= 0 else 'less'} than its share"
    return f"{says} ({interval(e)}), {table}: {end}"


def _table_sentence(e: Effect, judgement: Judgement, end: str, *, run: RunFrames) -> str:
    who, _, board = e.subject.partition(" on ")
    name, base = sentence_case(who), run.game.baseline
    if judgement.verdict == FAIR:
        says = f"{name} wins as often on {board} as on {base}: {signed_pp(e.effect)} pp"
    else:
        says = f"{name} wins {pp(abs(e.effect))} pp {'more' if e.effect >= 0 else 'less'} on {board} than on {base}"
    return f"{says} ({interval(e)}): {end}"


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
