"""What boards are worth in points paid at the start: price lists among each other and against the plain board, what
they would be for another plan and over printings, games really played at prices, and prices at an auction."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from cext.commands import command
from cext.player_classes import WEAK
from reports.effects import TUNED
from reports.estimates import Estimates, ends_each
from reports.estimators.board_effects import (
    AGAINST_PLAIN,
    ALL,
    AMONG_OTHERS,
    DEALT,
    KEYS,
    pair_arm,
)  # fmt: skip
from reports.estimators.free_games import is_shown_unfair
from reports.estimators.printings import MIN_SPREAD
from reports.facts import GameFacts
from reports.frames import SHARE, ScenarioRun, in_order, seatwise, text
from reports.plans import MIN_PLANS, spread_over_plans
from reports.player_classes import classes_of
from reports.prefetch import Prefetch
from reports.section_comparison import SectionComparison, estimate_declared
from reports.sentences import join_names, more_games, number_word, pp, share
from reports.stats.group_means import mean_table
from reports.stats.intervals import limits
from reports.stats.price import REPLICATES, Claims, Prices, Recorded, keyed, prices, won
from reports.stats.random_effects import Spread, spread_of
from reports.stats.verdict import FEW_DEALS

__all__ = [
    "PRICED", "PRICED_BOARDS", "PriceList", "auction_table", "change_of", "classes_left_unfair", "overall_prices",
    "prefetch_prices", "price_lists", "price_table", "priced_table", "recomputed_shares", "start_moves",
]  # fmt: skip

MANY_BOARDS = 5  # of more the win shares are not said one by one
PRICED = "priced"  # the arm in which every seat has a board other than A, and pays for it

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class PriceList:
    """The prices of one situation, for all strategies or one; `n` are the seat-games and `deals` the deals behind each
    board."""

    situation: str
    strategy: str
    boards: tuple[str, ...]
    prices: Prices
    n: Ints
    deals: Ints


def price_lists(run: ScenarioRun) -> list[PriceList]:
    """Every price list of the run's games: both situations, all strategies of ordinary players together, those tuned
    for boards where there are several, and each by itself."""
    return [price_list for price_list in run.result(prefetch_prices).results() if price_list is not None]


def overall_prices(run: ScenarioRun) -> list[PriceList]:
    """Those over all strategies alone."""
    lists = (work(run) for work in _works(run, each=False))
    return [price_list for price_list in lists if price_list is not None]


def prefetch_prices(run: ScenarioRun) -> Prefetch[PriceList | None]:
    """All these lists, begun beside the rest of the answer."""
    return Prefetch.of(run, _works(run, each=True))


def _works(run: ScenarioRun, *, each: bool) -> list[Callable[[ScenarioRun], PriceList | None]]:
    """How price lists are made over all strategies; each: of each strategy too."""
    if run.game.shared or run.game.bots or run.par is None or "tie_break" not in run.columns["seats"]:
        return []
    works: list[Callable[[ScenarioRun], PriceList | None]] = []
    for situation, arm in ((AMONG_OTHERS, run.first_arm(DEALT)), (AGAINST_PLAIN, pair_arm(run))):
        if arm is not None and (situation == AMONG_OTHERS or not run.game.board.is_chosen):
            names = (
                run.rows_with_tuned(arm)
                .select(pl.col("strategy").cast(pl.String))
                .unique()
                .collect()
                .to_series()
                .sort()
            )
            single = (*names, *([TUNED] if len(_tuned_plans(run)) > 1 else [])) if len(names) > 1 else ()
            strategies = (ALL, *(single if each else ()))
            works += [partial(_list_of, situation=situation, strategy=strategy) for strategy in strategies]
    return works


def _list_of(run: ScenarioRun, *, situation: str, strategy: str) -> PriceList | None:
    """The price list of one situation, over all strategies, over those tuned for all boards, or of one; None where it
    rests on too few deals, or where no prices bring all boards to par."""
    rows = run.result(_rows, DEALT if situation == AMONG_OTHERS else pair_arm(run) or "")
    names = _tuned_plans(run) if strategy == TUNED else [strategy]
    of_some = rows.lazy().filter(pl.col("strategy").cast(pl.String).is_in(names))
    rows = (run.of_class(rows.lazy()) if strategy == ALL else of_some).collect()
    levels = rows["board"].drop_nulls().unique().cast(pl.String).to_list()
    boards = tuple(sorted(set(levels) & _sides(run), key=run.game.board_rank))
    if len(boards) < (2 if situation == AMONG_OTHERS else 1):
        return None
    of_row, numbers = _places(rows["board"], boards), rows["deal"].to_numpy()
    if situation == AMONG_OTHERS:
        claims = Claims.of_shares(of_row, numbers, len(boards), run.par or 0.0)
    else:
        claims = difference_claims(run, rows, boards)
    if claims.deals.min() < FEW_DEALS:
        return None
    digest = zlib.crc32(np.unique(numbers).tobytes())
    seed = zlib.crc32(f"{run.seed} price {situation} {digest}".encode())  # lists on the same deals draw the same
    price_of = prices(_recorded(run, rows, boards), claims, seed=seed)
    n = np.bincount(claims.claim[claims.weight > 0], minlength=len(boards))
    return None if price_of is None else PriceList(situation, strategy, boards, price_of, n, claims.deals)


def _tuned_plans(run: ScenarioRun) -> list[str]:
    """Plans with weights of their own for every board that may be priced: each plays equally many games."""
    return [plan for plan, own_boards in run.tuned.items() if _sides(run) <= set(own_boards)]


def _sides(run: ScenarioRun) -> set[str]:
    """Boards that may be priced: all but the plain one."""
    names = list(run.game.boards)
    return {names[number] for number in run.game.other_boards}


def _rows(run: ScenarioRun, arm: str) -> pl.DataFrame:
    return in_order(run.rows_with_tuned(arm), ["board", "strategy", "score", "tie_break"])


def _recorded(run: ScenarioRun, rows: pl.DataFrame, boards: Sequence[str]) -> Recorded:
    """The games, with what each seat pays for: its board's place in the list."""
    key = keyed(*(seatwise(rows, column, run.players) for column in ("score", "tie_break")))
    return Recorded(key, _places(rows["board"], boards).reshape(key.shape))


def _places(boards: pl.Series, names: Sequence[str]) -> Ints:
    """Each board's place in a list, -1: it is not in it."""
    places = {board: place for place, board in enumerate(names)}
    return boards.replace_strict(places, default=-1, return_dtype=pl.Int64).to_numpy()


def difference_claims(run: ScenarioRun, rows: pl.DataFrame, boards: Sequence[str]) -> Claims:
    """Every board's paired difference from the plain board, on the same deal, strategy and seat, is 0: see
    `board_pairs`."""
    each = rows.select(*KEYS, pl.Series("claim", _places(rows["board"], boards)), pl.int_range(pl.len()).alias("row"))
    is_plain = rows["board"].cast(pl.String).is_in(run.game.plain_boards)
    a, b = each.filter(is_plain), each.filter(pl.col("claim") >= 0)
    games_b = b.group_by([*KEYS, "claim"]).agg(pl.len().cast(pl.Int64).alias("games_b"))
    games_a = a.group_by(KEYS).agg(pl.len().cast(pl.Int64).alias("games_a"))
    equal = pl.col("games_b") == pl.col("games_a")
    pairs = games_b.join(games_a, on=KEYS).with_columns(
        plus=pl.when(equal).then(1).otherwise(pl.col("games_a")),
        minus=pl.when(equal).then(1).otherwise(pl.col("games_b")),
    )
    plus = b.join(pairs, on=[*KEYS, "claim"]).select("row", "claim", "deal", weight=pl.col("plus"))
    minus = a.drop("claim").join(pairs, on=KEYS).select("row", "claim", "deal", weight=-pl.col("minus"))
    entries = pl.concat([plus, minus])
    columns = ("row", "claim", "weight", "deal")
    row, claim, weight, number = (entries[name].to_numpy().astype(np.int64) for name in columns)
    deal, of = np.unique(number, return_inverse=True)
    size = np.zeros((len(deal), len(boards)))
    np.add.at(size, (of, claim), np.maximum(weight, 0))
    return Claims(row, claim, weight, of, size, 0.0)


# -- the table of prices ----------------------------------------------------------------------------------------------


def price_table(run: ScenarioRun) -> pl.DataFrame:
    """Every price list: both situations, over all strategies, those tuned for boards, and for each."""
    lists, over, rows = run.result(price_lists), _over_printings(run), []
    for price_list in lists:
        rows += _rows_of(price_list, run, [p for p in lists if p.situation == price_list.situation], over)
    return pl.DataFrame(rows, infer_schema_length=None) if rows else pl.DataFrame()


def _rows_of(
    price_list: PriceList, run: ScenarioRun, lists: list[PriceList], over: Mapping[tuple[str, str], Spread]
) -> list[dict[str, Any]]:
    """A row for each board of a list; lists: those of the same situation."""
    at, par = price_list.prices, (run.par or 0.0) if price_list.situation == AMONG_OTHERS else 0.0
    of_plans = [p for p in lists if p.strategy not in (ALL, TUNED, *run.tuned)]
    rows = []
    for i, board in enumerate(price_list.boards):
        row: dict[str, Any] = {"situation": price_list.situation, "board": board, "strategy": price_list.strategy}
        row |= {"n": int(price_list.n[i]), "price": at.price[i], "price_low": at.low[i], "price_high": at.high[i]}
        row |= {"whole": int(at.rounded[i]), "left": at.share[i] - par}
        if price_list.strategy == ALL:
            row |= _over_plans(of_plans, board, run.plan_families)
            if (spread := over.get((price_list.situation, board))) is not None:
                row |= {"printings": spread.mean, "printings_low": spread.low, "printings_high": spread.high}
        rows.append(row)
    return rows


def _over_plans(lists: list[PriceList], board: str, families: Mapping[str, int]) -> dict[str, float]:
    """What plans, by their lists, make of a board's price, each of their families once; no means where they are few."""
    lists = [price_list for price_list in lists if board in price_list.boards]
    places = [(price_list.prices, price_list.boards.index(board)) for price_list in lists]
    row: dict[str, float] = {"plans": len(places)}
    if len(places) < MIN_PLANS:
        return row
    samples = [at.draws[:, i] for at, i in places]
    is_paired = {len(draws) for draws in samples} == {REPLICATES}  # lists on the same deals draw the same samples
    error = np.cov(samples, bias=True) if is_paired else np.diag([draws.var() for draws in samples])
    spread = spread_over_plans([each.strategy for each in lists], [at.price[i] for at, i in places], error, families)
    if spread is not None:
        row |= {"plans_mean": spread.mean, "plans_mean_low": spread.mean_low, "plans_mean_high": spread.mean_high}
    if spread is not None and spread.foretells:
        row |= {"another": spread.mean, "another_low": spread.low, "another_high": spread.high}
    return row


def _over_printings(run: ScenarioRun) -> dict[tuple[str, str], Spread]:
    """Prices over all strategies in the printings that were played, by situation and board: where another printing's
    would lie; of too few printings none."""
    if not run.printings or len(run.printings.by_number) < MIN_SPREAD:
        return {}
    estimates: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for printing in run.printings.by_number.values():
        for price_list in overall_prices(printing):
            for i, board in enumerate(price_list.boards):
                price = float(price_list.prices.price[i]), float(price_list.prices.draws[:, i].std())
                estimates.setdefault((price_list.situation, board), []).append(price)
    spreads = {key: spread_of(*zip(*pairs, strict=True), shared=True) for key, pairs in estimates.items()}
    return {key: spread for key, spread in spreads.items() if spread is not None}


# -- prices that were paid --------------------------------------------------------------------------------------------


PRICED_BOARDS = SectionComparison(
    by="board", where=f"arm = '{PRICED}'", family="boards priced",
    needs=lambda run: {PRICED, DEALT} <= set(run.arms) and {"start_points", "tie_break"} <= set(run.columns["seats"]),
)  # fmt: skip


def priced_table(run: ScenarioRun, shares: Estimates) -> pl.DataFrame:
    """A row a board of the games played at prices, ordinary players: what was paid at the start, the win share, and
    what games without prices say of it, their winners worked out again."""
    rows = run.rows(PRICED)
    cost = text(rows.group_by("board").agg(paid=-pl.col("start_points").first().cast(pl.Int64)).collect(), "board")
    price = dict(cost.sort("board").iter_rows())
    expected = mean_table(recomputed_shares(run, price), ["board"], {"expected": SHARE}, detail=True)
    expected = expected.select("board", "expected", "expected_low", "expected_high", "expected_se", other_deals="deals")
    table = shares.table.select("board", "n", "deals", "se", *ends_each("share"))
    for others in (expected, cost):
        table = table.join(others, on="board", maintain_order="left")
    difference = (table["share"] - table["expected"]).to_numpy()
    error = np.hypot(table["se"].to_numpy(), table["expected_se"].to_numpy())
    deals = np.minimum(table["deals"].to_numpy(), table["other_deals"].to_numpy())
    low, high = limits(difference, error, deals)
    ends = {"difference": difference, "difference_low": low, "difference_high": high}
    return table.with_columns(pl.Series(name, x) for name, x in ends.items())


def recomputed_shares(run: ScenarioRun, price: Mapping[str, int], arm: str = DEALT) -> pl.DataFrame:
    """Games of players who count as they would have ended at these prices: deal, strategy, seat, board, win_share60."""
    rows = run.of_class(run.result(_rows, arm).lazy()).collect()
    boards = tuple(price)
    share = won(_recorded(run, rows, boards), np.array([price[board] for board in boards]))
    return rows.select(*KEYS, pl.col("board").cast(pl.String), pl.Series("win_share60", share.reshape(-1)))


def _shares_at(run: ScenarioRun, price: Mapping[str, int], situation: str) -> pl.DataFrame:
    """The same by board with 95 % intervals, as `share`; against the plain board the fair share and what a board wins
    more than the plain one in the same seat of the same deal."""
    if situation == AMONG_OTHERS:
        return mean_table(recomputed_shares(run, price), ["board"], {"share": SHARE})
    rows, is_plain = recomputed_shares(run, price, pair_arm(run) or ""), pl.col("board").is_in(run.game.plain_boards)
    plain = rows.filter(is_plain).group_by(KEYS).agg(plain=pl.col("win_share60").mean())
    more = pl.col("win_share60") - pl.col("plain") + SHARE.scale * (run.par or 0.0)
    rows = rows.filter(~is_plain).join(plain, on=KEYS).with_columns(win_share60=more)
    return mean_table(rows, ["board"], {"share": replace(SHARE, bounded=False)})


def auction_table(run: ScenarioRun) -> pl.DataFrame:
    """A row a board: what it should cost at an auction, the cheapest for the least bid, and what it did cost where
    players bid, ordinary players."""
    auction = run.game.board.auction
    lists = [p for p in run.result(price_lists) if p.situation == AMONG_OTHERS and p.strategy == ALL]
    at = lists[0] if lists else None
    if auction is None or at is None:
        return pl.DataFrame()
    if not run.game.board.is_chosen:
        return _fair_costs(at, np.zeros(len(at.boards)), auction.min_bid)
    left = f"score_{auction.left}"
    if str(run.game.options.get(auction.option)) != auction.value or left not in run.columns["seats"]:
        return pl.DataFrame()
    means = SectionComparison(f"{left},win_share", "board", where=f"arm = '{DEALT}'", family="boards auctioned")
    (estimates,) = estimate_declared(run, means)
    points_left, shares = (estimates.only(name).table for name in (left, "win_share"))
    ends = {"paid": "estimate", "paid_low": "high_each", "paid_high": "low_each"}
    bids = points_left.select("board", **{name: auction.purse - pl.col(end) for name, end in ends.items()})
    bids = bids.join(shares.select("board", *ends_each("share")), on="board")
    cost = np.array([bids.filter(pl.col("board") == board)["paid"][0] for board in at.boards])
    return _fair_costs(at, cost, auction.min_bid).join(bids, on="board", maintain_order="left")


def _fair_costs(at: PriceList, cost: Floats, least_bid: int) -> pl.DataFrame:
    """What was paid and what is to be paid beyond, all raised or lowered so that the cheapest costs the least bid."""
    price, draws = at.prices.price + cost, at.prices.draws + cost
    price, draws = price - price.min() + least_bid, draws - draws.min(axis=1, keepdims=True) + least_bid
    low, high = np.quantile(draws, (0.025, 0.975), axis=0)
    columns = {"board": list(at.boards), "n": at.n}
    return pl.DataFrame(columns | {"fair": price, "fair_low": low, "fair_high": high})


# -- what to change ---------------------------------------------------------------------------------------------------


MAX_MOVES = 3  # start points in a sentence


def start_moves(game: GameFacts, price: Mapping[str, int], *, table: str) -> str:
    """What seats start with, all but those that start with nothing, of many the largest, and where the others stand:
    "triangle 5 points behind and star 5 ahead"."""
    by_size = sorted(((board, points) for board, points in price.items() if points), key=lambda x: (-abs(x[1]), -x[1]))
    names = [game.sentence_label(board) for board, _ in by_size]
    write = number_word if any(name[-1:].isdigit() for name in names) else str  # not "tile 1 10 points"
    parts: list[str] = []
    for name, (_, points) in zip(names, by_size, strict=True):
        unit = "" if parts else f" point{'s' * (abs(points) != 1)}"
        parts.append(f"{name} {write(abs(points))}{unit} {'behind' if points > 0 else 'ahead'}")
    if len(parts) <= MAX_MOVES + 1:
        return join_names(parts)
    return f"{', '.join(parts[:MAX_MOVES])}, {number_word(len(parts) - MAX_MOVES)} more as in table `{table}`"


def change_of(run: ScenarioRun, names: Collection[str], priced: pl.DataFrame) -> tuple[str, str] | None:
    """What to start boards of these names with, and what was tested: the points that were played, with the win shares
    they gave (`priced_table`); where none were, those worked out from these games. That no points do, where a board is
    then still unfair, or is in the hands of another class of players. None where no points help."""
    prices = run.result(price_table)
    if not len(prices):
        return None
    prices = prices.filter(pl.col("strategy") == ALL, pl.col("situation") == prices["situation"][0])
    points_played = dict(priced.select("board", "paid").iter_rows()) if len(priced) else {}
    is_played = any(points_played.values())
    price = points_played if is_played else dict(prices.select("board", "whole").iter_rows())
    unfair = {board: points for board, points in price.items() if run.game.sentence_label(board) in names}
    source = "priced" if is_played else "price"
    if not (moves := start_moves(run.game, unfair, table=source)):
        return None
    others = {board: points for board, points in price.items() if board not in unfair}
    other_moves = start_moves(run.game, others, table=source)
    if sum(map(bool, others.values())) > MAX_MOVES:
        other_moves = f"points for {number_word(sum(map(bool, others.values())))} others as in table `{source}`"
    other_words = f", with {other_moves}" if other_moves else ""
    start = [f"start_points.boards.{board}={-points}" for board, points in price.items() if points]
    edits = [word for datum in start for word in ("--set", datum)]
    trial = f"; {command('whatif', run.game.name, '--players', run.players, *edits)} plays it"
    words = f"Not played: worked out from these games{other_words}, with the winners that these points make"
    situation = prices["situation"][0]
    at_these = pl.DataFrame() if is_played else _shares_at(run, price, situation)
    unfair_rows = [row for row in at_these.iter_rows(named=True) if is_shown_unfair(run, row, "share")]
    if unfair_rows:
        off, board = max(
            ((row["share"] - (run.par or 0.0), row["board"]) for row in unfair_rows), key=lambda x: abs(x[0])
        )
        than = run.game.plain_label if situation == AGAINST_PLAIN else "its share"
        outcome = f"{run.game.sentence_label(board)} wins {more_games(off)} than {than}"
        coarse = f"Whole points are too coarse: start {moves}{other_words}, and in these games {outcome}."
        return _no_points(run), coarse
    if is_played:
        sizes = (100 * priced["share"]).to_list()
        pairs = [f"{run.game.sentence_label(board)} {x:.1f}" for board, x in zip(priced["board"], sizes, strict=True)]
        each = f"{join_names(pairs).replace(' ', ' wins ', 1)}"
        ends = f"the {run.game.others} win between {min(sizes):.1f} and {max(sizes):.1f}"
        outcome = f"on new deals{other_words}, {each if len(pairs) <= MANY_BOARDS else ends} %"
        if any(is_shown_unfair(run, row, "share") for row in priced.iter_rows(named=True)):
            return _no_points(run), f"With {moves}, {outcome}."
        words = f"With these points, {outcome}"
    if failing := classes_left_unfair(run, price):
        players, board, row = failing[0]
        ends = f"95 % sure: {pp(row['share_low'])} to {pp(row['share_high'])}"
        share_words = f"{run.game.sentence_label(board)} wins {share(row['share'])} ({ends})"
        with_points = f"With {start_moves(run.game, price, table=source)} {share_words}"
        return _no_points(run), f"{with_points} in the hands of {players} players."
    largest = max(unfair, key=lambda board: abs(price[board]))
    (row,) = prices.filter(pl.col("board") == largest).to_dicts() or [{}]
    if row.get("another_low") is not None:
        low, high = (_start_words(-row[name]) for name in ("another_high", "another_low"))
        words += f"; another bot may need {run.game.sentence_label(largest)} to start anywhere from {low} to {high}"
    return f"Start {moves}.", f"{words}{'' if is_played else trial}."


def _no_points(run: ScenarioRun) -> str:
    """That points at the start do not make the boards fair, and what may."""
    return f"No start points make the {run.game.others} fair for all: {command('repair', run.game.name)}."


def classes_left_unfair(run: ScenarioRun, price: Mapping[str, int]) -> list[tuple[str, str, dict[str, Any]]]:
    """Boards that are shown to be unfair at these prices to another class of players, who have all seats of a table:
    the class, the board and its row of win shares with 95 % intervals, the furthest from fair first. Winners of their
    games are worked out again; beginners are not asked."""
    unfair, par = [], run.par or 0.0
    for players, games in classes_of(run).items():
        if players in (run.who, *WEAK):
            continue
        rows = recomputed_shares(games, price)
        table = mean_table(rows, ["board"], {"share": SHARE}) if len(rows) else pl.DataFrame()
        for row in table.iter_rows(named=True):
            if row["board"] in price and row["deals"] >= FEW_DEALS and is_shown_unfair(run, row, "share"):
                unfair.append((players, row["board"], row))
    return sorted(unfair, key=lambda each: -abs(each[2]["share"] - par))


def _start_words(points: float) -> str:
    """Points that a seat starts with: "5 ahead", "12 behind", "0"."""
    rounded = round(points)
    return f"{abs(rounded)} {'ahead' if rounded > 0 else 'behind'}" if rounded else "0"
