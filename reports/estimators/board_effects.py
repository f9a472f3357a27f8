"""What boards do to win shares, by whoever plays: boards of the seats among each other (dealt) and against the plain
board on the same deal and seat (paired), seats and strategies on each board of the table; and the verdicts on them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from cext.player_classes import ORDINARY as ORDINARY_CLASS
from cext.player_classes import TUNED as TUNED_CLASS
from reports import effects
from reports.answer import OverPlans
from reports.effects import (
    JudgedEffects,
    TunedGains,
    effects_of,
    join_judged,
    judge_effects,
    parts,
    weights,
)
from reports.frames import ScenarioRun
from reports.plans import over_plans
from reports.section_comparison import ScreenComparison, SectionComparison, estimate_declared
from reports.sentences import BOTS, FamilyReference, bot_names, sentence_case
from reports.stats.deal_means import stacked

if TYPE_CHECKING:
    from reports.estimates import Estimates
    from reports.facts import GameFacts
    from reports.stats.families import Family

__all__ = [
    "AGAINST_PLAIN", "ALL", "AMONG_OTHERS", "DEALT", "DEALT_BOARDS", "DEALT_BY_PLAN", "DEALT_TUNED", "KEYS",
    "MIXED_BOARDS", "PAIRED_BOARDS", "PAIRED_BY_PLAN", "PAIRED_BY_SEAT", "PAIRED_TUNED", "TABLE", "BoardEffects",
    "against_plain", "among_others", "board_classes", "by_plan", "dealt_table", "effect_table", "family_name",
    "has_pairs", "judge_boards", "mixed_table", "on_boards_table", "pair_arm", "tuned_in", "tuned_table",
]  # fmt: skip

KEYS = ("deal", "strategy", "seat")  # within which boards are paired
DEALT = "dealt"  # the arm in which every seat has a board other than the plain one
TABLE = "table"  # the arm in which every line-up plays on every board of the table
AMONG_OTHERS = "among"  # the situation in which every seat has a board other than the plain one
AGAINST_PLAIN = "against"  # that in which a seat has such a board instead of the plain one
ALL = "all"  # stands for all strategies together

ENDS = ("estimate", "low", "high")

Weights = NDArray[np.float64]


def pair_arm(run: ScenarioRun) -> str | None:
    """The arm whose games pair boards on a deal: `table` where the table shares one, else `mirror`."""
    return run.first_arm(TABLE if run.game.shared else "mirror")


def _deals_to_all(run: ScenarioRun) -> bool:
    return DEALT in run.arms and run.par is not None and not run.game.shared


def _pairs_boards(run: ScenarioRun) -> bool:
    return pair_arm(run) is not None


def _shows_tuned(run: ScenarioRun) -> bool:
    """Whether players tuned for boards are shown beside ordinary ones."""
    return bool(run.tuned) and run.who == ORDINARY_CLASS and not run.game.shared


def _tuned_words(run: ScenarioRun) -> dict[str, object]:
    """The condition on seats of plans with a board that they are tuned for, or the plain one; "" where all are such."""
    needed = set(run.game.boards) - set(run.game.plain_boards)
    conditions = [
        f"strategy = {plan!r} and board in ({', '.join(map(repr, dict.fromkeys([*boards, *run.game.plain_boards])))})"
        for plan, boards in run.tuned.items()
    ]
    text = " or ".join(f"({each})" if len(conditions) > 1 else each for each in conditions)
    text = "" if all(needed <= set(boards) for boards in run.tuned.values()) else text
    dealt = f"arm = '{DEALT}'"
    return {"tuned": text, "dealt_tuned": f"{dealt} and ({text})" if text else dealt}


# -- what is compared -------------------------------------------------------------------------------------------------

PAIRED_BOARDS = SectionComparison(
    by="board", against="{plain}", within="{within}", weights="{weights}", family="boards board", needs=_pairs_boards
)
DEALT_BOARDS = replace(  # at a table of one plan, so that shares of each plan have par as their mean
    PAIRED_BOARDS, against="par", where=f"arm = '{DEALT}'", family="dealt board", needs=_deals_to_all
)
MIXED_BOARDS = replace(
    PAIRED_BOARDS,
    where="arm = 'cross'",
    family="boards board mixed",
    needs=lambda run: {"mirror", "cross"} <= set(run.arms) and not run.game.shared,
)
DEALT_BY_PLAN, PAIRED_BY_PLAN = (
    replace(each, by="board,strategy", against=against, within="", weights="", family=f"{each.family} strategy")
    for each, against in ((DEALT_BOARDS, "par"), (PAIRED_BOARDS, "board={plain}"))
)
DEALT_TUNED, PAIRED_TUNED = (
    replace(each, where=where, player_class=TUNED_CLASS, family=f"{each.family} tuned", needs=needs, words=_tuned_words)
    for each, where, needs in (
        (DEALT_BY_PLAN, "{dealt_tuned}", lambda run: _shows_tuned(run) and _deals_to_all(run)),
        (PAIRED_BY_PLAN, "{tuned}", lambda run: _shows_tuned(run) and _pairs_boards(run)),
    )
)
PAIRED_BY_SEAT = SectionComparison(
    by="board,seat", against="board={plain}", family="boards board seat", needs=_pairs_boards
)
PAIRED_BY_SEAT_AND_PLAN = SectionComparison(
    by="board,seat,strategy", against="board={plain},seat=mean", family="boards seat by plan", needs=_pairs_boards
)


# -- effects ----------------------------------------------------------------------------------------------------------


class BoardEffects(NamedTuple):
    """The boards of a family of effects on win share and the family: the same rows in the same order. players: what
    those tuned for boards gain beside ordinary ones, where both played."""

    boards: list[str]
    family: Family
    players: TunedGains[str] | None = None

    @property
    def table(self) -> pl.DataFrame:
        """The boards with n, effect and its simultaneous interval, and the corrected p."""
        columns = {"board": self.boards, "n": self.family.n}
        return pl.DataFrame(columns).hstack(effects.together(self.family))


def family_name(game: GameFacts, situation: str, players: str = "") -> str:
    """The name of a family of verdicts on boards of the seats."""
    where = f"Among {game.others}" if situation == AMONG_OTHERS else f"Against {game.plain_label}"
    return f"{where}, {players}" if players else where


def against_plain(run: ScenarioRun) -> BoardEffects | None:
    """Every board against the plain one over all strategies of ordinary players, and those tuned for it: one family;
    None where no games pair them."""
    return _of_both(run, PAIRED_BOARDS, PAIRED_TUNED)


def among_others(run: ScenarioRun) -> BoardEffects | None:
    """Win shares against par when every seat has another board than A, over all strategies of ordinary players, and
    those tuned for it: one family; None where no games deal one to every seat."""
    return _of_both(run, DEALT_BOARDS, DEALT_TUNED)


def has_pairs(run: ScenarioRun) -> bool:
    """Whether any board was played against the plain one on a deal."""
    return run.result(against_plain) is not None


def _of_both(run: ScenarioRun, ordinary: SectionComparison, tuned: SectionComparison) -> BoardEffects | None:
    """Boards in the hands of ordinary players and of those tuned for them, each plan of these counting alike."""
    of_all, of_tuned = estimate_declared(run, ordinary, tuned)
    if not of_all.blocks:
        return None
    boards = of_all.table["board"].to_list()
    rows = of_tuned.table.select("board").to_series().to_list() if of_tuned.blocks else []
    plans = {board: [i for i, name in enumerate(rows) if name == board] for board in boards if board in rows}
    if not plans:
        return BoardEffects(boards, of_all.families[0])
    means = stacked(of_all.blocks[0].means, of_tuned.blocks[0].means, share_deals=True)
    unit = np.eye(len(means.estimate))
    of_boards = unit[: len(boards)]
    of_plans: list[Weights] = [unit[[len(boards) + i for i in places]].mean(axis=0) for places in plans.values()]
    same = [boards.index(board) for board in plans]
    contrasts = weights([*of_boards], of_plans, same)
    n_shares = len(boards) + len(plans) if of_all.blocks[0].is_par else 0  # the others are differences
    discordant = means.discordant(contrasts[n_shares:])
    family = effects.win_share_family(run, means.contrast(contrasts), discordant, ordinary.family)
    first = family.part(slice(len(boards)))
    return BoardEffects(boards, first, parts(family, first, [*plans], same))


def tuned_in(run: ScenarioRun) -> dict[str, TunedGains[str]]:
    """Both kinds of players in every situation in which both played."""
    players_of = {AMONG_OTHERS: run.result(among_others), AGAINST_PLAIN: run.result(against_plain)}
    return {situation: c.players for situation, c in players_of.items() if c is not None and c.players is not None}


def by_plan(run: ScenarioRun, comparison: SectionComparison) -> Estimates:
    """The estimates of a comparison by plan."""
    (estimates,) = estimate_declared(run, comparison)
    return estimates


# -- tables -----------------------------------------------------------------------------------------------------------


def dealt_table(run: ScenarioRun, *estimates: Estimates) -> pl.DataFrame:
    """Win share of every board among others, ordinary players: board, n, share with its simultaneous interval, p."""
    of_boards = run.result(among_others)
    assert of_boards is not None
    shares = [(pl.col(f"effect{end}") + run.par).alias(f"share{end}") for end in ("", "_low", "_high")]
    return of_boards.table.with_columns(shares)


def tuned_table(run: ScenarioRun, *estimates: Estimates) -> pl.DataFrame:
    """Boards by who plays, in either situation: ordinary players, those tuned for it (of several plans each by its name
    too), and how far the two kinds differ."""
    rows = [
        players_of.rows(lambda boards: pl.DataFrame({"board": boards}), _plans_of(run, situation)).with_columns(
            situation=pl.lit(situation), plans=pl.col("board").replace_strict(_plan_names(run), default=None)
        )
        for situation, players_of in run.result(tuned_in).items()
    ]
    return pl.concat(rows) if rows else pl.DataFrame()


def _plan_names(run: ScenarioRun) -> dict[str, str]:
    """Of each board the plans that are tuned for it, in words."""
    return {b: ", ".join(plan for plan, boards in run.tuned.items() if b in boards) for b in run.game.boards}


def _plans_of(run: ScenarioRun, situation: str) -> dict[str, pl.DataFrame]:
    """What each plan tuned for a board gains from it, where there are several: `players` (its name), n, effect with the
    interval it has among single strategies, p."""
    tuned = by_plan(run, DEALT_TUNED if situation == AMONG_OTHERS else PAIRED_TUNED)
    rows = effect_table(tuned).rename({"strategy": "players"})
    frames = {board: rows.filter(pl.col("board") == board) for board in run.game.boards}
    return {board: frame for board, frame in frames.items() if len(frame) > 1}


def effect_table(estimates: Estimates) -> pl.DataFrame:
    """Differences in win share as a table has them: levels, n, effect with its simultaneous interval, p."""
    names = zip(ENDS, ("effect", "effect_low", "effect_high"), strict=True)
    keys = [pl.col(key).cast(pl.String) for key in estimates.keys]
    return estimates.table.select(*keys, "n", *(pl.col(end).alias(name) for end, name in names), "p")


def mixed_table(run: ScenarioRun, mixed: Estimates, same_strategy: Estimates) -> pl.DataFrame:
    """What a board gains over the plain one at tables of several strategies, at tables of one in every seat, and how
    much more at the former: board, n, mixed, same, effect (the difference), each with its interval, p."""
    if not mixed.blocks or not same_strategy.blocks:
        return pl.DataFrame()
    table = effect_table(mixed.minus(same_strategy))
    for name, estimates in (("mixed", mixed), ("same", same_strategy)):
        ends = [
            pl.col(end).alias(f"{name}{end_name}") for end, end_name in zip(ENDS, ("", "_low", "_high"), strict=True)
        ]
        gains = estimates.table.select(pl.col("board").cast(pl.String), *ends)
        table = table.join(gains, on="board", how="left", maintain_order="left")
    return table


def on_boards_table(run: ScenarioRun, *estimates: Estimates) -> pl.DataFrame:
    """Seats and strategies on each board of the table against the first: kind, name, board, n, effect, p."""
    if not run.game.shared:
        return pl.DataFrame()
    tables = [
        effect_table(each).rename({kind: "name"}).with_columns(kind=pl.lit(kind))
        for kind, each in zip(("seat", "strategy"), estimates, strict=True)
        if each.blocks
    ]
    return pl.concat(tables, how="diagonal_relaxed")


def board_classes(run: ScenarioRun) -> ScreenComparison:
    """What classes of players are compared in: boards among each other, or else against the plain one; seats on boards
    of the table."""
    if run.game.shared:
        return ScreenComparison(PAIRED_BY_SEAT, lambda board, seat: f"seat {seat} on {run.game.label(board)}")
    situation = AMONG_OTHERS if _deals_to_all(run) else AGAINST_PLAIN
    comparison = DEALT_BOARDS if situation == AMONG_OTHERS else PAIRED_BOARDS
    return ScreenComparison(comparison, lambda board: _subject(run, board, situation, False))


# -- verdicts ---------------------------------------------------------------------------------------------------------


def judge_boards(run: ScenarioRun) -> JudgedEffects:
    """Boards of the seats: when every seat has one (one family), then against the plain one, over all strategies
    (another) and for each (a third); players tuned for boards in either family. Boards of the table: every seat (one
    family) and every strategy (another)."""
    if run.game.shared:
        return join_judged(_on_boards(run))
    shares, differences = run.result(among_others), run.result(against_plain)
    families = _families_of(run, AMONG_OTHERS, shares) if shares else []
    return join_judged([*families, *(_judge_against(run, differences) if differences else [])])


def _judge_against(run: ScenarioRun, differences: BoardEffects) -> list[JudgedEffects]:
    out = _families_of(run, AGAINST_PLAIN, differences)
    each = by_plan(run, PAIRED_BY_PLAN)
    rows = each.table.select("board", "strategy").rows()
    if len({strategy for _, strategy in rows}) > 1:
        subjects = [f"{run.game.label(board)}, {strategy}" for board, strategy in rows]
        names = [f"{run.game.sentence_label(board)} played by {bot_names([who])}" for board, who in rows]
        family, of_plans = family_name(run.game, AGAINST_PLAIN, "plan by plan"), effects_of(each.families[0], subjects)
        out.insert(1, judge_effects(run, of_plans, _reference(run, AGAINST_PLAIN), family=family, names=names))
    return out


def _families_of(run: ScenarioRun, situation: str, effects_of_boards: BoardEffects) -> list[JudgedEffects]:
    """Ordinary players; and those tuned for the board, whose subjects refine those of the first."""
    plans, game = _over_plans(run, situation), run.game
    out, tuned = [], effects_of_boards.players
    families = [(effects_of_boards.boards, effects_of_boards.family, "")]
    families += [(tuned.names, tuned.tuned, f"players tuned for their {game.nouns[0]}")] if tuned else []
    for boards, family, players in families:
        subjects = [_subject(run, board, situation, bool(players)) for board in boards]
        names = [game.sentence_label(board) for board in boards]
        reference = _reference(run, situation, players)
        of = effects_of(family, subjects)
        out.append(
            judge_effects(run, of, reference, family=family_name(game, situation, players), names=names, plans=plans)
        )
    return out


def _subject(run: ScenarioRun, board: str, situation: str, tuned: bool) -> str:
    among_words = f" among {run.game.others}" if situation == AMONG_OTHERS else ""
    return f"{run.game.label(board)}{among_words}{', tuned for it' * tuned}"


def _over_plans(run: ScenarioRun, situation: str) -> dict[str, OverPlans]:
    """What plans say of each board, ordinary players, and those of each that are tuned for it."""
    plans: dict[str, OverPlans] = {}
    is_among = situation == AMONG_OTHERS
    ordinary, tuned = (DEALT_BY_PLAN, DEALT_TUNED) if is_among else (PAIRED_BY_PLAN, PAIRED_TUNED)
    for comparison, is_tuned in ((ordinary, False), (tuned, True)):
        estimates = by_plan(run, comparison)
        if estimates.blocks:
            rows = estimates.table.select("board", "strategy").iter_rows()
            subjects = [(_subject(run, board, situation, is_tuned), strategy) for board, strategy in rows]
            plans |= over_plans(subjects, estimates.families[0], run.plan_families)
    return plans


def _on_boards(run: ScenarioRun) -> list[JudgedEffects]:
    """The table shares a board: does it change who wins."""
    out, game = [], run.game
    for kind, nouns, comparison in (("seat", ("seat", "seats"), PAIRED_BY_SEAT), ("strategy", BOTS, PAIRED_BY_PLAN)):
        estimates = by_plan(run, comparison)
        rows = [(board, str(who)) for board, who in estimates.table.select("board", kind).iter_rows()]
        if len({who for _, who in rows}) > 1:  # the win share of a single one is par everywhere
            boards = list(dict.fromkeys(board for board, _ in rows))
            several = len(boards) > 1
            subjects = {(board, who): f"{nouns[0]} {who} on {game.label(board)}" for board, who in rows}
            names = [
                f"{f'{kind} ' * (kind == 'seat')}{who}{f' on {game.sentence_label(board)}' * several}"
                for board, who in rows
            ]
            where = "" if several else f"on {game.sentence_label(boards[0])}"
            plans = _plans_of_seats(run, subjects) if kind == "seat" else {}
            base = f"on {game.sentence_label(game.plain_boards[0])}"
            reference = FamilyReference("level", nouns, base, where, arms=_arms(run))
            of = effects_of(estimates.families[0], [*subjects.values()])
            family = f"{sentence_case(nouns[1])}, against {base[3:]}"
            out.append(judge_effects(run, of, reference, family=family, names=names, plans=plans))
    return out


def _plans_of_seats(run: ScenarioRun, subjects: dict[tuple[str, str], str]) -> dict[str, OverPlans]:
    """What plans say of each seat on each board: against what the board does to all seats of that plan."""
    estimates = by_plan(run, PAIRED_BY_SEAT_AND_PLAN)
    rows = estimates.table.select("board", "seat", "strategy").iter_rows() if estimates.blocks else ()
    plans_of_seats = [(subjects.get((board, str(seat)), ""), strategy) for board, seat, strategy in rows]
    if len(plans_of_seats) < 2:
        return {}
    return over_plans(plans_of_seats, estimates.families[0], run.plan_families)


def _reference(run: ScenarioRun, situation: str, players: str = "") -> FamilyReference:
    """What boards are held against: their share when every seat has one, or the plain one; played by whom."""
    noun = run.game.nouns[0]
    by = f" and {players}" if players else ""
    if situation == AMONG_OTHERS:
        return FamilyReference(
            "par", (noun, run.game.others), where=f"with one of the {run.game.others} in every seat{by}", arms=(DEALT,)
        )
    where = f"in the same seat of the same deal{by}"
    return FamilyReference("level", (noun, run.game.others), run.game.plain_label, where, arms=_arms(run))


def _arms(run: ScenarioRun) -> tuple[str, ...]:
    arm = pair_arm(run)
    return (arm,) if arm else ()
