"""Tables of the question on boards: their columns and what makes each, comparisons and estimators."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import polars as pl

from reports import columns as c
from reports import effects
from reports.board_facts import Ability, Track
from reports.columns import Column, Words
from reports.estimates import Estimates, ends_each
from reports.estimators.board_effects import (
    AMONG_OTHERS,
    DEALT_BOARDS,
    DEALT_TUNED,
    MIXED_BOARDS,
    PAIRED_BOARDS,
    PAIRED_BY_PLAN,
    PAIRED_BY_SEAT,
    PAIRED_TUNED,
    TABLE,
    against_plain,
    dealt_table,
    effect_table,
    has_pairs,
    mixed_table,
    on_boards_table,
    pair_arm,
    tuned_in,
    tuned_table,
)  # fmt: skip
from reports.estimators.board_prices import PRICED_BOARDS, auction_table, price_table, priced_table
from reports.frames import SHARE, ScenarioRun, text
from reports.plans import MIN_PLANS
from reports.questions.base import Table
from reports.section_comparison import SectionComparison
from reports.sentences import sentence_case
from reports.stats.group_means import mean_table, means_of
from reports.stats.verdict import FEW_DEALS

__all__ = ["TABLES", "notes_of", "pairing_note", "series_note", "series_table"]


ROUND = ["chunk", "round", "number"]  # what a series is


def series_table(run: ScenarioRun) -> pl.DataFrame:
    """Share of series won by every seat and by every strategy, against par; joint winners share.

    The design keeps a line-up for as many deals in a row as there are m boards. Such a chunk holds m series for every
    rotation, as in a Latin square: series j plays board b on the chunk's deal (j + b) modulo m. Every game belongs to
    one series, and chunks share nothing, so errors are clustered by chunk.
    """
    seats = run.result(_series_seats)
    return pl.concat([_shares_of(run, seats, kind) for kind in ("seat", "strategy")]) if len(seats) else pl.DataFrame()


def series_note(run: ScenarioRun) -> list[str]:
    """How many series there are."""
    rule, seats = run.game.board.series, run.result(_series_seats)
    if rule is None or not len(seats):
        return []
    count = seats.select(pl.struct(ROUND).n_unique()).item()
    best = f"the {'lowest' if rule.lowest else 'highest'} sum of {rule.tally.replace('_', ' ')}"
    noun = run.game.nouns[0]
    return [
        f"{count:,} series are put together of these games: one on every {noun}, each on its own deal; {best} wins."
    ]


def _series_seats(run: ScenarioRun) -> pl.DataFrame:
    """One row a series and seat with the win share in 60ths; series that miss a game are left out."""
    rule = run.game.board.series
    if rule is None or TABLE not in run.arms or rule.tally not in run.columns["seats"] or not has_pairs(run):
        return pl.DataFrame()
    boards = run.seats.select(pl.col("board").cast(pl.String)).unique().collect()["board"].to_list()
    order = sorted(boards, key=run.game.board_rank)
    m = len(order)
    rows = (
        run.rows(TABLE)
        .select("game", "deal", "seat", "strategy", pl.col("board").cast(pl.String), pl.col(rule.tally).cast(pl.Int64))
        .with_columns(
            chunk=pl.col("deal").cast(pl.Int64) // m,
            place=pl.col("board").replace_strict(order, list(range(m)), return_dtype=pl.Int64),
            # Rotations of a line-up follow one another: equal numbers on equal deals and boards are one seating.
            round=pl.col("game").rank("dense").over("deal", "board"),
        )
        .with_columns(number=(pl.col("deal").cast(pl.Int64) % m - pl.col("place")) % m)
    )
    total = pl.col(rule.tally).sum().alias("sum")
    sums = rows.group_by(*ROUND, "seat").agg(pl.len().alias("games"), pl.col("strategy").first(), total)
    complete = sums.filter(pl.col("games") == m).collect()
    best = pl.col("sum").min() if rule.lowest else pl.col("sum").max()
    leads = complete.with_columns(leads=pl.col("sum") == best.over(ROUND))
    return leads.with_columns(win_share60=pl.when("leads").then(60 // pl.col("leads").sum().over(ROUND)).otherwise(0))


def _shares_of(run: ScenarioRun, seats: pl.DataFrame, kind: str) -> pl.DataFrame:
    shares, par = mean_table(seats, [kind], {"share": SHARE}, cluster="chunk"), run.par or math.nan
    family = effects.shares(run, means_of(seats, [kind], "win_share60", scale=60, cluster="chunk"), f"series {kind}")
    ends = {"share_low": family.low + par, "share_high": family.high + par, "p": family.p}
    table = text(shares, kind).with_columns(pl.Series(name, x).fill_nan(None) for name, x in ends.items())
    columns = ("n", "share", "share_low", "share_high", "p")
    return table.select(pl.lit(kind).alias("kind"), pl.col(kind).alias("name"), *columns)


# -- comparisons ------------------------------------------------------------------------------------------------------

POINTS = SectionComparison("score", "board", "{plain}", family="boards points")
SOURCES = replace(POINTS, measure="{sources}", needs=lambda run: bool(run.sources))
SEATS_BEYOND_MEAN = SectionComparison(
    by="board,seat", against="board={plain},seat=mean", family="boards board seat interaction"
)


def _owners_arm(run: ScenarioRun) -> str:
    """The arm in whose games seats have boards of their own."""
    return "" if run.game.shared else run.first_arm("mirror", "cross") or ""


def _use_words(run: ScenarioRun) -> dict[str, object]:
    """What is measured of abilities, and of tracks."""
    abilities = [a for _, a in _abilities(run)]
    tallies = [tally for a in abilities for tally in (a.uses, a.gains) if tally in run.columns["seats"]]
    tracks = [track for _, track in _tracks(run)]
    uses = [*tallies, *(f"share of {a.uses} = 0" for a in abilities)]
    places = [*(t.tally for t in tracks), *(f"share of {t.tally} >= {t.slots}" for t in tracks)]
    arms = ", ".join(map(repr, run.arms))
    return {
        "uses": ",".join(dict.fromkeys(uses)), "places": ",".join(dict.fromkeys(places)), "owners": _owners_arm(run),
        "arms": arms,
    }  # fmt: skip


USES = SectionComparison(
    "{uses}", "board", where="arm = '{owners}'", family="boards uses", words=_use_words,
    needs=lambda run: bool(_owners_arm(run) and _abilities(run)),
)  # fmt: skip
PLACES = SectionComparison(
    "{places}", "board", where="arm in ({arms})", family="boards tracks", words=_use_words,
    needs=lambda run: bool(_owners_arm(run) and _tracks(run)),
)  # fmt: skip


def _paired_table(run: ScenarioRun, shares: Estimates, points: Estimates) -> pl.DataFrame:
    """Differences in win share and score from the plain board over all strategies of ordinary players."""
    of_boards = run.result(against_plain)
    if of_boards is None or run.game.shared:
        return pl.DataFrame()
    scores = points.table.select("board", *ends_each("score"))
    return of_boards.table.join(scores, on="board", how="left", maintain_order="left")


def _strategy_table(run: ScenarioRun, differences: Estimates) -> pl.DataFrame:
    return pl.DataFrame() if run.game.shared else effect_table(differences)


def _seat_table(run: ScenarioRun, in_seat: Estimates, beyond_mean: Estimates) -> pl.DataFrame:
    """The difference from the plain board in each seat, and how far that is from the mean over seats."""
    if run.game.shared or run.players < 2:
        return pl.DataFrame()
    by = ["board", "seat"]
    effects = in_seat.table.select(*by, "n", effect="estimate", effect_low="low", effect_high="high")
    if not beyond_mean.blocks:  # one seat, or one deal
        return effects
    columns = {"interaction": "estimate", "interaction_low": "low", "interaction_high": "high"}
    return effects.join(beyond_mean.table.select(*by, "p", **columns), on=by, how="left", maintain_order="left")


def _source_table(run: ScenarioRun, points: Estimates) -> pl.DataFrame:
    order = {board: i for i, board in enumerate(points.table["board"].unique(maintain_order=True))}
    source, place = pl.col("measure").str.replace("^score_", ""), pl.col("board").replace_strict(order)
    rows = points.table.sort(place, maintain_order=True)
    p = pl.when(pl.col("deals") >= FEW_DEALS).then("p")  # points of few deals may agree to the last digit by chance
    return rows.select("board", "n", p, source.alias("source"), *ends_each("difference"))


def _abilities(run: ScenarioRun) -> list[tuple[str, Ability]]:
    """Boards and their abilities whose uses are counted."""
    return [
        (name, a) for name, board in run.game.boards.items() for a in board.abilities if a.uses in run.columns["seats"]
    ]


def _usage_table(run: ScenarioRun, means: Estimates) -> pl.DataFrame:
    """Uses of each ability of each board per game and seat, and what they brought, in the ability's own unit."""
    mean_of, rows = _means_by_board(means), []
    for board, ability in _abilities(run):
        if (uses := mean_of.get((board, ability.uses))) is not None:
            row = {"board": board, "ability": ability.name, "brought": ability.brings, "n": uses["n"]}
            row |= _ends("uses", uses) | {"never": mean_of[board, f"share of {ability.uses} = 0"]["estimate"]}
            rows.append(row | _ends("amount", mean_of.get((board, ability.gains))))
    return pl.DataFrame(rows, infer_schema_length=None)


def _means_by_board(means: Estimates) -> dict[tuple[str, str], dict[str, Any]]:
    """Rows of means by their board and measure."""
    return {(row["board"], row["measure"]): row for row in means.table.iter_rows(named=True)}


def _ends(name: str, row: dict[str, Any] | None) -> dict[str, float | None]:
    """An estimate of a comparison with the ends of its own interval as columns of that name."""
    columns = (("", "estimate"), ("_low", "low_each"), ("_high", "high_each"))
    return {f"{name}{end}": None if row is None else row[column] for end, column in columns}


def _tracks(run: ScenarioRun) -> list[tuple[str, Track]]:
    """Boards and their tracks that are counted."""
    return [
        (name, t) for name, board in run.game.boards.items() for t in board.tracks if t.tally in run.columns["seats"]
    ]


def _track_table(run: ScenarioRun, means: Estimates) -> pl.DataFrame:
    """Where each track of each board stands at the end of all games, and how often at its last slot."""
    mean_of = _means_by_board(means)
    rows = [
        {"board": name, "track": t.name, "length": t.slots, "n": end["n"], **_ends("mean_final", end)}
        | {"at_maximum": mean_of[name, f"share of {t.tally} >= {t.slots}"]["estimate"]}
        for name, t in _tracks(run)
        if (end := mean_of.get((name, t.tally))) is not None
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


def pairing_note(run: ScenarioRun, arm: str) -> str:
    """Which games of a deal are compared: with fewer than all patterns other seats' boards differ too."""
    k, base, plural = run.players, run.game.plain_label, run.game.nouns[1]
    games = run.rows(arm).group_by("deal", "strategy").agg(pl.col("game").n_unique().alias("games"))
    usual = games.group_by("games").len().sort("len", "games").collect()["games"][-1]
    patterns = f"{2**k} patterns of {base} and other {plural} over the seats"
    if usual == 2**k:
        return f"Every deal is played in all {patterns}, so that games differ in one seat's {run.game.nouns[0]} alone."
    if usual == 2 ** (k - 1) and k > 2:
        return f"Every deal is played in half of the {patterns}; the others have {base} as often on either side."
    if usual == 2:
        return f"Every deal is played in one of the {patterns} and in its opposite, in which every seat is turned."
    return f"{sentence_case(plural)} were compared with {base} on the same deals and seats."


def notes_of(run: ScenarioRun) -> list[str]:
    """What a comparison means in this game, on which games it rests, and who plays."""
    game, (noun, plural) = run.game, run.game.nouns
    notes = [game.board.note] if game.board.note else []
    if (arm := pair_arm(run)) is None:
        kind = f"the same deals on several {plural}" if game.shared else "one bot in all seats (mirror)"
        notes.append(f"The run has no games with {kind}, so {plural} are not compared on equal terms.")
    elif not has_pairs(run):
        notes.append(f"No other {noun} was played against {game.plain_label} on one deal: there is nothing to compare.")
    elif game.shared:
        notes.append(f"Every line-up plays all its rotations on every {noun}, all on the same deal.")
    else:
        notes.append(pairing_note(run, arm))
    if run.result(tuned_in):
        who = "; ".join(f"{plan} for {', '.join(boards)}" for plan, boards in run.tuned.items())
        mean = " What is said of them is their mean, each counting alike." if len(run.tuned) > 1 else ""
        others = "All others are ordinary players."
        notes.append(f"Tuned for boards, with weights of their own there: {who}.{mean} {others}")
    return notes


def _situation(value: object, words: Words) -> str:
    return f"all seats have {words.game.others}" if value == AMONG_OTHERS else f"against {words.game.plain_label}"


SITUATION = c.worded("situation", "situation", _situation, note="among / against")
DEALT_COLUMNS = (c.BOARD, c.N, replace(c.SHARE, note=f"when every seat has such a board; {c.TOGETHER}"), c.P)
AGAINST_A = replace(c.EFFECT, note=f"share, B minus A on the same deal and seat; {c.TOGETHER}")
PAIRED_COLUMNS = (
    c.BOARD,
    c.count("n", "n", "pairs"),
    AGAINST_A,
    c.points("score", "score", sign=True, estimate=True),
    c.P,
)
MIXED_COLUMNS = (
    c.BOARD, c.count("n", "n", "seats"),
    c.pp("mixed", "at mixed tables", estimate=True, note="share, B minus A, where several bots sit at a table"),
    c.pp("same", "at tables of one", estimate=True, note="where one bot sits in every seat"),
    replace(c.EFFECT, label="difference", note=f"at mixed tables minus at tables of one; {c.TOGETHER}"),
    c.P,
)  # fmt: skip
PLAN_COLUMNS = (c.BOARD, c.STRATEGY, c.count("n", "n", "pairs"), AGAINST_A, c.P)
TUNED_COLUMNS = (
    SITUATION, c.BOARD,
    c.code("players", "players", note="ordinary; tuned for the board they sit at: the mean of the bots that "
           "are, and of several each by its name; or how far the two kinds differ"),
    c.code("plans", "bots", printed=False, note="those that are tuned for it"), c.count("n", "n", "seats or pairs"),
    c.pp("effect", "effect", estimate=True, note="from the fair share among others, else against A; all together"), c.P,
)  # fmt: skip
SEAT_COLUMNS = (
    c.BOARD, c.SEAT, c.count("n", "n", "pairs"), AGAINST_A,
    c.pp("interaction", "beyond its mean over seats", estimate=True, note=c.TOGETHER),
    replace(c.P, note="of that, corrected for its family"),
)  # fmt: skip
SOURCE_COLUMNS = (
    c.BOARD, c.word("source", "source of points"), c.count("n", "n", "pairs"), replace(c.DIFFERENCE, note="points"), c.P
)  # fmt: skip
PRICE_COLUMNS: tuple[Column, ...] = (
    SITUATION, c.BOARD,
    replace(c.STRATEGY, note="`all`; `tuned for it`: bots tuned for all boards, where there are several; or a name"),
    c.N,
    c.points("price", "price", sign=True, estimate=True, note="points to pay at the start, interpolated between whole "
             "ones; among: their mean is 0, against: A costs 0"),
    c.number("whole", "in whole points", 0, "points", sign=True),
    c.pp("left", "win share left over with these", note="beyond the fair share, or beyond A, with the whole points"),
    c.count("plans", "bots", note="those that play as well as they can"),
    c.points("plans_mean", "mean over bots", sign=True, estimate=True, note=f"null: fewer than {MIN_PLANS} bots"),
    c.points("another", "for another bot", sign=True, estimate=True, note="95 % predictive interval"),
    c.points("printings", "over versions", sign=True, estimate=True, note="where they were played"),
)  # fmt: skip
PRICED_COLUMNS = (
    c.BOARD, c.number("paid", "paid at the start", 0, "points", sign=True), c.N,
    c.percent("share", "win share", estimate=True, note="played with these prices"),
    c.percent("expected", "worked out", estimate=True, note="games without prices, with the winners that these make"),
    c.pp("difference", "played minus worked out", estimate=True),
)  # fmt: skip
AUCTION_COLUMNS = (
    c.BOARD, c.N, c.points("fair", "should cost", estimate=True, note="the cheapest for the least bid"),
    c.points("paid", "did cost", estimate=True, note="mean of what was paid, where boards were auctioned"),
    c.percent("share", "win share at that", estimate=True, note="where boards were auctioned"),
)  # fmt: skip
USAGE_COLUMNS = (
    c.BOARD, c.word("ability", "ability"), c.number("uses", "uses", 2, "a game", estimate=True),
    c.percent("never", "never used"), c.word("brought", "brings", note="unit of amount"),
    c.number("amount", "brought", 2, "a game", estimate=True), c.N,
)  # fmt: skip
TRACK_COLUMNS = (
    c.BOARD, c.word("track", "track"), c.count("length", "slots", note="slots"),
    c.number("mean_final", "at the end", 1, "slots", estimate=True), c.percent("at_maximum", "at maximum"), c.N,
)  # fmt: skip
ON_BOARDS_COLUMNS = (
    c.KIND, c.code("name", "who"), c.BOARD, c.count("n", "n", "pairs"), c.EFFECT, c.P
)  # fmt: skip
SERIES_COLUMNS = (
    c.KIND, c.code("name", "who"), c.count("n", "n", "series"),
    c.percent("share", "of series won", estimate=True, note=c.TOGETHER), replace(c.P, note="against the fair share"),
)  # fmt: skip

TABLES = {
    table.name: table
    for table in (
        Table("dealt", DEALT_COLUMNS, dealt_table, (DEALT_BOARDS,)),
        Table("paired", PAIRED_COLUMNS, _paired_table, (PAIRED_BOARDS, POINTS)),
        Table("mixed", MIXED_COLUMNS, mixed_table, (MIXED_BOARDS, PAIRED_BOARDS)),
        Table("paired_by_strategy", PLAN_COLUMNS, _strategy_table, (PAIRED_BY_PLAN,)),
        Table("tuned_players", TUNED_COLUMNS, tuned_table, (DEALT_TUNED, PAIRED_TUNED)),
        Table("board_seat", SEAT_COLUMNS, _seat_table, (PAIRED_BY_SEAT, SEATS_BEYOND_MEAN)),
        Table("on_boards", ON_BOARDS_COLUMNS, on_boards_table, (PAIRED_BY_SEAT, PAIRED_BY_PLAN)),
        Table("series", SERIES_COLUMNS, series_table),
        Table("paired_sources", SOURCE_COLUMNS, _source_table, (SOURCES,)),
        Table("price", PRICE_COLUMNS, price_table, about="prices worked out anew from the games of this run"),
        Table("priced", PRICED_COLUMNS, priced_table, (PRICED_BOARDS,), about="the points that were played"),
        Table("auction", AUCTION_COLUMNS, auction_table, about="prices at an auction, worked out from this run"),
        Table("usage", USAGE_COLUMNS, _usage_table, (USES,)),
        Table("tracks", TRACK_COLUMNS, _track_table, (PLACES,)),
    )
}
