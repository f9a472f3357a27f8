"""What boards do to win shares, by whoever plays, as families of effects: boards of the seats among each other (dealt)
and against the plain board on the same deal and seat (paired), seats and strategies on each board of the table; and the
verdicts on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import polars as pl
from numpy.typing import NDArray

from cext.player_classes import ALL as ALL_PLAYERS
from reports import effects
from reports.effects import (
    ORDINARY,
    JudgedEffects,
    TunedGains,
    effects_of,
    join_judged,
    judge_effects,
    parts,
    plan_differences,
    weights,
)
from reports.frames import RunFrames, text, totals
from reports.plans import OverPlans, over_plans
from reports.sentences import FamilyReference
from reports.stats.deal_means import DealMeans
from reports.stats.group_means import means_of

if TYPE_CHECKING:
    from reports.facts import GameFacts
    from reports.stats.families import Family

__all__ = [
    "AGAINST_PLAIN", "ALL", "AMONG_OTHERS", "DEALT", "KEYS", "TABLE", "BoardEffects", "against_plain", "among_others",
    "board_pairs", "by_seat", "by_strategy", "by_tuned_plan",
    "dealt_table", "family_name", "judge_boards",
    "on_boards_table", "pair_arm", "tuned_in", "tuned_table",
]  # fmt: skip

KEYS = ("deal", "strategy", "seat")  # within which boards are paired
DEALT, TABLE = "dealt", "table"  # arms: every seat has another board than A; every line-up on every board of the table
AMONG_OTHERS, AGAINST_PLAIN = (
    "among",
    "against",
)  # the two situations: every seat has such a board, and one meets the plain board
ALL = "all"  # stands for all strategies together

Weights = NDArray[np.float64]


class BoardEffects(NamedTuple):
    """The groups of a family of effects on win share and the family: the same rows in the same order. players: what
    those tuned for boards gain beside ordinary ones, where both played."""

    groups: pl.DataFrame
    family: Family
    players: TunedGains[str] | None = None

    @property
    def table(self) -> pl.DataFrame:
        """The groups with n, effect and its simultaneous interval, and the corrected p."""
        return self.groups.with_columns(n=pl.Series(self.family.n)).hstack(effects.together(self.family))


def family_name(game: GameFacts, situation: str, players: str = "") -> str:
    """The name of a family of verdicts on boards of the seats."""
    where = f"Among {game.others}" if situation == AMONG_OTHERS else f"Against {game.plain_label}"
    return f"{where}, {players}" if players else where


def pair_arm(run: RunFrames) -> str | None:
    """The arm whose games pair boards on a deal: `table` where the table shares one, else `mirror`."""
    return run.first_arm(TABLE if run.game.shared else "mirror")


# -- effects ----------------------------------------------------------------------------------------------------------


def board_pairs(run: RunFrames) -> pl.DataFrame:
    """One row for each other board, deal, strategy and seat that also had the plain board: totals of win share of both
    (60ths), weighted to equal numbers of games; no rows where no arm pairs boards.

    `moved` = total of the board times games of A less the reverse, `w` = product of both numbers of games (where they
    agree the totals as they are, and that number): sums of `moved` over sums of w are means of paired differences. A's
    games carry no board of their own: where each seat has its own, the seat's is the one its other games show.
    """
    arm = pair_arm(run)
    if arm is None:
        return pl.DataFrame()
    cells = totals(run.rows_with_tuned(arm), [*KEYS, "board"], ["win_share60"])
    is_plain = pl.col("board").cast(pl.String).is_in(run.game.plain_boards)
    plain = cells.filter(is_plain).group_by(KEYS).agg(pl.col("games", "win_share60").sum().name.suffix("_a"))
    equal = pl.col("games") == pl.col("games_a")
    of_board, of_plain = (pl.when(equal).then(1).otherwise(pl.col(c)) for c in ("games_a", "games"))
    return (
        cells.filter(~is_plain)
        .join(plain, on=KEYS)
        .select(
            *KEYS,
            "board",
            pl.min_horizontal("games", "games_a").alias("n_games"),
            w=pl.col("games") * of_board,
            moved=pl.col("win_share60") * of_board - pl.col("win_share60_a") * of_plain,
        )
    )


def by_strategy(run: RunFrames) -> BoardEffects:
    """Every board against the plain one for each strategy: one family."""
    return _paired(run, run.of_class(run.result(board_pairs).lazy()), ["board", "strategy"])


def by_seat(run: RunFrames) -> BoardEffects:
    """Every board against the plain one in each seat: one family."""
    return _paired(run, run.of_class(run.result(board_pairs).lazy()), ["board", "seat"])


def _paired(run: RunFrames, rows: pl.LazyFrame, keys: Sequence[str], of_plans: str = "") -> BoardEffects:
    """Paired differences for every group of the keys, judged as one family."""
    pairs = rows.collect()
    means = _pair_means(pairs, keys)
    family = effects.differences(run, means, np.eye(len(means.estimate)), f"boards {' '.join(keys)}{of_plans}")
    return BoardEffects(text(means.groups, *keys), replace(family, n=_pair_counts(pairs, keys)))


def _pair_means(pairs: pl.DataFrame | pl.LazyFrame, keys: Sequence[str]) -> DealMeans:
    return means_of(pairs, keys, "moved", scale=60, count="w")


def _pair_counts(pairs: pl.DataFrame, keys: Sequence[str]) -> NDArray[np.int64]:
    """Pairs of seat-games of each group, in the order of their means."""
    return pairs.group_by(keys).agg(pl.col("n_games").sum()).sort(keys)["n_games"].to_numpy()


def against_plain(run: RunFrames) -> BoardEffects:
    """Every board against the plain one over all strategies of ordinary players, and those tuned for it: one family."""
    rows = _by_players(run, run.result(board_pairs).lazy()).collect()
    n = _pair_counts(rows.filter(pl.col("players") == ORDINARY), ["board"])
    return _of_both(run, _pair_means(rows, ["board", "players"]), "boards board", n)


def among_others(run: RunFrames) -> BoardEffects | None:
    """Win shares against par when every seat has another board than A, over all strategies of ordinary players, and
    those tuned for it: one family; None where no games deal one to every seat."""
    if not _deals_to_all(run):
        return None
    rows = _by_players(run, _dealt_rows(run))
    return _of_both(run, means_of(rows, ["board", "players"], "win_share60", scale=60), "dealt board")


def among_by_strategy(run: RunFrames) -> BoardEffects | None:
    """The same in the hands of each strategy: one family."""
    return _dealt_by_strategy(run, run.of_class(_dealt_rows(run))) if _deals_to_all(run) else None


def _dealt_by_strategy(run: RunFrames, rows: pl.LazyFrame, of_plans: str = "") -> BoardEffects:
    """Win shares against par by board and strategy, judged as one family."""
    means = means_of(rows, ["board", "strategy"], "win_share60", scale=60)
    family = effects.shares(run, means, f"dealt board strategy{of_plans}")
    return BoardEffects(text(means.groups, "board", "strategy"), family)


def by_tuned_plan(run: RunFrames, situation: str) -> BoardEffects:
    """The same for each plan that is tuned for boards, on those: one family."""
    is_paired = situation == AGAINST_PLAIN
    rows = _by_players(run, run.result(board_pairs).lazy() if is_paired else _dealt_rows(run))
    tuned = rows.filter(pl.col("players") != ORDINARY)
    if is_paired:
        return _paired(run, tuned, ["board", "strategy"], " tuned")
    return _dealt_by_strategy(run, tuned, " tuned")


def _of_both(run: RunFrames, means: DealMeans, name: str, n: NDArray[np.int64] | None = None) -> BoardEffects:
    """Boards in the hands of ordinary players and of those tuned for them, each plan of these counting alike, in the
    game's order; paired differences where n counts the pairs of the first, else win shares against par."""
    unit = dict(zip(text(means.groups, "board").iter_rows(), np.eye(len(means.estimate)), strict=True))
    ordinary = {board: mean for (board, players), mean in unit.items() if players == ORDINARY}
    tuned: dict[str, Weights] = {}
    for board in run.game.boards:
        plans = [mean for (where, players), mean in unit.items() if where == board and players != ORDINARY]
        if plans and board in ordinary:
            tuned[board] = np.mean(plans, axis=0)
    names = list(ordinary)
    same, size = [names.index(board) for board in tuned], len(ordinary) + len(tuned)
    contrasts = weights([*ordinary.values()], [*tuned.values()], same)
    discordant = means.discordant(contrasts[size:] if n is None else contrasts)
    family = effects.win_share_family(run, means.contrast(contrasts), discordant, name)
    first = family.part(slice(len(names)))
    first = first if n is None else replace(first, n=n)
    return BoardEffects(pl.DataFrame({"board": names}), first, parts(family, first, [*tuned], same))


def _deals_to_all(run: RunFrames) -> bool:
    return DEALT in run.arms and run.par is not None and not run.game.shared


def _dealt_rows(run: RunFrames) -> pl.LazyFrame:
    return run.rows_with_tuned(DEALT).filter(pl.col("board").is_not_null())


def _by_players(run: RunFrames, rows: pl.LazyFrame) -> pl.LazyFrame:
    """The rows of ordinary players, and those of tuned ones at boards they are tuned for: `players` says which, a plan
    by its name."""
    name, board = (pl.col(column).cast(pl.String) for column in ("strategy", "board"))
    tuned = {plan: boards for plan, boards in run.tuned.items() if run.class_of(plan) != run.who != ALL_PLAYERS}
    at_their_boards = [(name == plan) & board.is_in(list(boards)) for plan, boards in tuned.items()]
    is_ordinary = ~name.is_in(list(tuned))
    players = pl.when(is_ordinary).then(pl.lit(ORDINARY)).when(pl.any_horizontal(is_ordinary, *at_their_boards))
    return rows.with_columns(players=players.then(name)).filter(pl.col("players").is_not_null())


def tuned_in(run: RunFrames) -> dict[str, TunedGains[str]]:
    """Both kinds of players in every situation in which both played."""
    shares = run.result(among_others)
    in_pairs = run.result(against_plain) if not run.game.shared and len(run.result(board_pairs)) else None
    players_of = {AMONG_OTHERS: shares, AGAINST_PLAIN: in_pairs}
    return {situation: c.players for situation, c in players_of.items() if c is not None and c.players is not None}


# -- tables -----------------------------------------------------------------------------------------------------------


def dealt_table(run: RunFrames) -> pl.DataFrame:
    """Win share of every board among others, ordinary players: board, n, share with its simultaneous interval, p."""
    effects_of_boards = run.result(among_others)
    if effects_of_boards is None:
        return pl.DataFrame()
    shares = [(pl.col(f"effect{end}") + run.par).alias(f"share{end}") for end in ("", "_low", "_high")]
    return effects_of_boards.table.with_columns(shares)


def tuned_table(run: RunFrames) -> pl.DataFrame:
    """Boards by who plays, in either situation: ordinary players, those tuned for it (of several plans each by its name
    too), and how far the two kinds differ."""
    rows = [
        players_of.rows(lambda boards: pl.DataFrame({"board": boards}), _plans_of(run, situation)).with_columns(
            situation=pl.lit(situation), plans=pl.col("board").replace_strict(_plan_names(run), default=None)
        )
        for situation, players_of in run.result(tuned_in).items()
    ]
    return pl.concat(rows) if rows else pl.DataFrame()


def _plan_names(run: RunFrames) -> dict[str, str]:
    """Of each board the plans that are tuned for it, in words."""
    return {b: ", ".join(plan for plan, boards in run.tuned.items() if b in boards) for b in run.game.boards}


def _plans_of(run: RunFrames, situation: str) -> dict[str, pl.DataFrame]:
    """What each plan tuned for a board gains from it, where there are several: `players` (its name), n, effect with the
    interval it has among single strategies, p."""
    rows = run.result(by_tuned_plan, situation).table.rename({"strategy": "players"})
    frames = {board: rows.filter(pl.col("board") == board) for board in run.game.boards}
    return {board: frame for board, frame in frames.items() if len(frame) > 1}


def on_boards_table(run: RunFrames) -> pl.DataFrame:
    """Seats and strategies on each board of the table against the first: kind, name, board, n, effect, p."""
    if not run.game.shared or not len(run.result(board_pairs)):
        return pl.DataFrame()
    tables = [
        run.result(compare).table.with_columns(kind=pl.lit(kind), name=pl.col(kind).cast(pl.String))
        for kind, compare in (("seat", by_seat), ("strategy", by_strategy))
    ]
    return pl.concat(tables, how="diagonal_relaxed")


# -- verdicts ---------------------------------------------------------------------------------------------------------


def judge_boards(run: RunFrames) -> JudgedEffects:
    """Boards of the seats: when every seat has one (one family), then against the plain one, over all strategies
    (another) and for each (a third); players tuned for boards in either family. Boards of the table: every seat (one
    family) and every strategy (another)."""
    has_pairs = len(run.result(board_pairs)) > 0
    if run.game.shared:
        return join_judged(_on_boards(run) if has_pairs else [])
    dealt = run.result(among_others)
    families = _families_of(run, AMONG_OTHERS, dealt) if dealt else []
    return join_judged([*families, *(_judge_against(run) if has_pairs else [])])


def _judge_against(run: RunFrames) -> list[JudgedEffects]:
    out = _families_of(run, AGAINST_PLAIN, run.result(against_plain))
    each = run.result(by_strategy)
    if each.groups["strategy"].n_unique() > 1:
        subjects = [f"{run.game.label(board)}, {strategy}" for board, strategy in each.groups.iter_rows()]
        names = [f"{run.game.sentence_label(board)} played by {who}" for board, who in each.groups.iter_rows()]
        family = family_name(run.game, AGAINST_PLAIN, "plan by plan")
        out.insert(
            1,
            judge_effects(
                run, effects_of(each.family, subjects), _reference(run, AGAINST_PLAIN), family=family, names=names
            ),
        )
    return out


def _families_of(run: RunFrames, situation: str, effects_of_boards: BoardEffects) -> list[JudgedEffects]:
    """Ordinary players; and those tuned for the board, whose subjects refine those of the first."""
    plans, game = _over_plans(run, situation), run.game
    out, tuned = [], effects_of_boards.players
    families = [(effects_of_boards.groups["board"].to_list(), effects_of_boards.family, "")]
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


def _subject(run: RunFrames, board: str, situation: str, tuned: bool) -> str:
    among_words = f" among {run.game.others}" if situation == AMONG_OTHERS else ""
    return f"{run.game.label(board)}{among_words}{', tuned for it' * tuned}"


def _over_plans(run: RunFrames, situation: str) -> dict[str, OverPlans]:
    """What plans say of each board, ordinary players, and those of each that are tuned for it."""
    plans: dict[str, OverPlans] = {}
    families = [(run.result(among_by_strategy if situation == AMONG_OTHERS else by_strategy), False)]
    families += [(run.result(by_tuned_plan, situation), True)] if situation in run.result(tuned_in) else []
    for of, is_tuned in families:
        if of is not None:
            rows = [(_subject(run, board, situation, is_tuned), strategy) for board, strategy in of.groups.iter_rows()]
            plans |= over_plans(rows, of.family)
    return plans


def _on_boards(run: RunFrames) -> list[JudgedEffects]:
    """The table shares a board: does it change who wins."""
    out, game = [], run.game
    for kind, plural, compare in (("seat", "Seats", by_seat), ("strategy", "Strategies", by_strategy)):
        effects_of_boards = run.result(compare)
        if effects_of_boards.groups[kind].n_unique() > 1:  # the win share of a single one is par everywhere
            several = effects_of_boards.groups["board"].n_unique() > 1
            subjects, names = [], []
            for board, who in effects_of_boards.groups.iter_rows():
                subjects.append(f"{kind} {who} on {game.label(board)}")
                names.append(f"{f'{kind} ' * (kind == 'seat')}{who}{f' on {game.sentence_label(board)}' * several}")
            where = "" if several else f"on {game.sentence_label(effects_of_boards.groups['board'][0])}"
            plans = _plans_of_seats(run, effects_of_boards.groups, subjects) if kind == "seat" else {}
            base = f"on {game.sentence_label(game.plain_boards[0])}"
            reference = FamilyReference("level", (kind, plural.lower()), base, where, arms=_arms(run))
            of = effects_of(effects_of_boards.family, subjects)
            out.append(
                judge_effects(run, of, reference, family=f"{plural}, against {base[3:]}", names=names, plans=plans)
            )
    return out


def _plans_of_seats(run: RunFrames, groups: pl.DataFrame, subjects: list[str]) -> dict[str, OverPlans]:
    """What plans say of each seat on each board: against what the board does to all seats of that plan."""
    means = _pair_means(run.of_class(run.result(board_pairs).lazy()), ["board", "seat", "strategy"])
    keys = [(str(board), str(seat)) for board, seat in groups.iter_rows()]
    boards = np.array([board for board, _ in keys])
    same = (boards[:, None] == boards[None, :]).astype(np.float64)
    contrasts = np.eye(len(keys)) - same / same.sum(axis=1, keepdims=True)
    return plan_differences(run, means, keys, contrasts, subjects, "boards seat")


def _reference(run: RunFrames, situation: str, players: str = "") -> FamilyReference:
    """What boards are held against: their share when every seat has one, or the plain one; played by whom."""
    noun = run.game.nouns[0]
    by = f" and {players}" if players else ""
    if situation == AMONG_OTHERS:
        return FamilyReference(
            "par", (noun, run.game.others), where=f"with one of the {run.game.others} in every seat{by}", arms=(DEALT,)
        )
    where = f"in the same seat of the same deal{by}"
    return FamilyReference("level", (noun, run.game.others), run.game.plain_label, where, arms=_arms(run))


def _arms(run: RunFrames) -> tuple[str, ...]:
    arm = pair_arm(run)
    return (arm,) if arm else ()
