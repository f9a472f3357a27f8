"""Games to look at of a change: the same game before and after it, by how differently it ended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import polars as pl

from reports import columns as c
from reports.change import Change
from reports.estimators.example_games import EACH, EXAMPLES, KINDS, seats_text, short_label
from reports.frames import RunFrames
from reports.questions.base import Evidence, Piece, ShownSection, Table
from reports.questions.shared import GAMES_COMMAND

__all__ = ["PIECE"]

COLUMNS = (
    c.word("kind", "kind", note="typical / closest / strangest"),
    c.code("change", "change", note="where there are several"),
    c.count("game", "game", note="its number in both scenarios, for `record --from RUN --scenario NAME --game`"),
    c.link("replay", "before", "watch", note="the page of its replay, seen from the report's page; null: none"),
    c.link("replay_after", "after", "watch", note="the same"),
    c.number("apart", "apart", 1, "points a seat", note="mean over seats of how far its score moved, up or down"),
    c.worded("played", "who played, and their scores", lambda value, words: seats_text(str(value))),
    c.count("winning_margin", "margin, before", "points"),
    c.count("winning_margin_after", "after", "points"),
    replace(c.count("n_decisions", "length", "decisions"), printed=False),
    replace(c.count("n_decisions_after", "length", "decisions"), printed=False),
    c.word("scenario", "scenario", printed=False, note="that of the game after the change"),
    replace(c.count("deal", "deal"), printed=False),
)


def table(run: RunFrames) -> pl.DataFrame:
    """Five pairs of each kind, fewer of each change where there are several; no rows where no game ended otherwise."""
    frames = [frame for change in run.changes for frame in _example_pairs(run, change)]
    if not frames:
        return pl.DataFrame()
    rows = pl.concat(frames).sort(pl.col("kind").cast(pl.Enum(KINDS)), maintain_order=True)
    several = len(run.changes) > 1
    linked = pl.lit(False) if run.replays is None else pl.int_range(pl.len()).over("kind") < run.replays.each
    folder = run.replays.folder if run.replays else ""

    def page(scenario: pl.Expr) -> pl.Expr:
        return pl.when(linked).then(pl.format("{}/{}/game-{}.html", pl.lit(folder), scenario, "game"))

    return rows.with_columns(
        change=pl.col("change") if several else pl.lit(None, dtype=pl.String),
        replay=page(pl.lit(run.replays.scenario if run.replays else "")),
        replay_after=page(pl.col("scenario")),
    )


def _example_pairs(run: RunFrames, change: Change) -> Iterator[pl.DataFrame]:
    """Pairs of the games before and after one change, of each kind, each on a deal of its own and named once."""
    pairs = _pairs(run, change)
    each = max(1, EACH // len(run.changes))
    used_games: list[int] = []
    usual = (pl.col("apart") - pl.col("apart").median()).abs()
    for kind, order in zip(KINDS, ([usual], [pl.col("apart")], [-pl.col("apart")]), strict=True):
        remaining = pairs.filter(~pl.col("game").is_in(used_games)).sort(*order, "game")
        rows = remaining.unique("deal", keep="first", maintain_order=True).head(each)
        used_games += rows["game"].to_list()
        line_ups = pl.Series(_line_ups(run, change, rows["game"].to_list()), dtype=pl.String)
        labels = {"kind": pl.lit(kind), "change": pl.lit(change.label), "scenario": pl.lit(change.scenario)}
        yield rows.with_columns(**labels, played=line_ups)


def _pairs(run: RunFrames, change: Change) -> pl.DataFrame:
    """A row for each game that ended otherwise: game, deal, apart, margin and decisions before and after."""
    moved = (pl.col("score_after").cast(pl.Int64) - pl.col("score").cast(pl.Int64)).abs()
    seats = run.seats.select("game", "seat", "score")
    score_pairs = seats.join(change.run.seats.select("game", "seat", "score"), on=["game", "seat"], suffix="_after")
    distance = score_pairs.group_by("game").agg(apart=moved.sum() / pl.len())
    ends = ("winning_margin", "n_decisions")
    games = run.games.select("game", "deal", *ends).join(
        change.run.games.select("game", *ends), on="game", suffix="_after"
    )
    same = pl.all_horizontal(pl.col("apart") == 0, *(pl.col(column) == pl.col(f"{column}_after") for column in ends))
    return games.join(distance, on="game").filter(~same).sort("game").collect()


def _line_ups(run: RunFrames, change: Change, games: list[int]) -> list[str]:
    """Who sat there, seat by seat, of each game: strategy, board where there are several, score before and after."""
    bot = run.game.bot.name if run.game.bot else "bot"
    several = not run.game.shared and run.table.select(pl.col("board").drop_nulls().n_unique()).collect().item() > 1
    after = change.run.table.select("game", "seat", "score")
    rows = run.table.filter(pl.col("game").is_in(games)).join(after, on=["game", "seat"], suffix="_after")
    seat_texts: dict[int, list[str]] = {}
    seat_rows = rows.sort("game", "seat").select("game", "strategy", "board", "score", "score_after").collect()
    for game, strategy, board, score, score_after in seat_rows.iter_rows():
        on = f" ({short_label(run.game.label(board))})" if several and board is not None else ""
        seat_texts.setdefault(game, []).append(f"{strategy or bot}{on} {score} → {score_after}")
    return [", ".join(seat_texts[game]) for game in games]


def section(evidence: Evidence) -> ShownSection | None:
    """Where to begin to look at pairs of games, and the command that writes one."""
    if not evidence.rows(EXAMPLES):
        return None
    reading = (
        "The same game before and after the change: same deal, same seats, same players. Apart: by how many points a "
        "seat's score moved, up or down, in the mean. Typical: nearest to the median. Closest: ended most alike, of "
        "those that are not the same to the end. Strangest: ended farthest apart."
    )
    return ShownSection("examples", "Games to look at", reading, tables=(EXAMPLES,), notes=(GAMES_COMMAND,))


PIECE = Piece(section, (Table(EXAMPLES, COLUMNS, table, unfolded=True),))
