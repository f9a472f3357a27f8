"""Columns that are worked out of others when a comparison names them: leads, neighbours, counts by a round."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import polars as pl

from cext.player_classes import CLASSES, ORDINARY
from reports.card_columns import forced_card, has_cards, has_moves, moved_card
from reports.conditions import ConditionError, parse_condition
from reports.frame_columns import COLUMNS
from reports.measure_lists import score_lines
from reports.opening_columns import (
    changes_scores,
    first_turn,
    follows_opening,
    forced_opening,
    has_forced_column,
    opening_count,
)

if TYPE_CHECKING:
    from reports.facts import GameFacts
    from reports.frames import ScenarioRun

__all__ = [
    "DERIVED", "Derived", "add_derived", "add_opponents", "derived_of", "examples_of", "names_by_round",
    "needs_decisions",
]  # fmt: skip


Make = Callable[[pl.LazyFrame, "ScenarioRun", re.Match[str]], pl.LazyFrame]
OfTable = Callable[[pl.LazyFrame, "ScenarioRun", re.Match[str]], tuple[pl.LazyFrame, pl.Expr]]
Has = Callable[[re.Match[str], "GameFacts", Collection[str]], bool]


@dataclass(frozen=True)
class Derived:
    """A column or a family of columns: a pattern of names, one that shows it, the frame whose rows have it, the kind of
    its values, their unit and what it is in words, how it is added to those rows, whether a game whose seats have these
    columns has it, whether decisions must have been recorded for it; and of a number of a game that all seats of the
    table make, those of bots too, these rows with what it needs and how they make it."""

    pattern: str
    example: str
    of: str  # seats, games, meetings or decisions
    kind: str  # of COLUMN_KINDS
    unit: str
    words: str
    add: Make = lambda rows, run, match: rows
    has: Has = lambda match, facts, columns: True
    needs_decisions: bool = False
    of_table: OfTable | None = None


def _player_class(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    return rows.with_columns(player_class=_class_of(run))


def _table_class(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """The class of all seats that decide, "mixed" where they are of several."""
    level = pl.col("class_").cast(pl.String)
    shared = (
        pl.when(level.n_unique() == 1).then(level.first()).otherwise(pl.lit(MIXED)).cast(pl.Enum([*CLASSES, MIXED]))
    )
    classes = run.deciders.with_columns(class_=_class_of(run)).group_by("game").agg(table_class=shared)
    return rows.join(classes, on="game", how="left")


def _class_of(run: ScenarioRun) -> pl.Expr:
    """How well the strategy of a seat plays."""
    classes = dict(run.classes) or {"": ORDINARY}
    level = pl.col("strategy").cast(pl.String).replace_strict(classes, default=ORDINARY, return_dtype=pl.String)
    return level.cast(pl.Enum(CLASSES))


def _lead(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """Points ahead of the best other seat, bots among them; below 0: behind."""
    column = match[0].replace("lead", "score")
    points = pl.col(column).cast(pl.Int64)
    best = run.table.group_by("game").agg(best_=points.max(), n_=pl.len())
    # a second look at the rows takes an eighth of the time of sorting the points of each game
    others = run.table.select("game", column).join(best, on="game").filter(points < pl.col("best_"))
    second = others.group_by("game").agg(second_=points.max(), behind_=pl.len())
    is_alone = (points == pl.col("best_")) & (pl.col("behind_") == pl.col("n_") - 1)
    lead = pl.when(pl.col("n_") > 1).then(points - pl.when(is_alone).then("second_").otherwise("best_"))
    joined = rows.join(best, on="game").join(second, on="game", how="left")
    return joined.with_columns(lead.alias(match[0])).drop("best_", "n_", "second_", "behind_")


def _lead_over_mean(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """Points ahead of the mean of the other seats."""
    score = pl.col(match[0].replace("lead_over_mean", "score")).cast(pl.Int64)
    by_game = run.table.group_by("game").agg(sum_=score.sum(), n_=pl.len().cast(pl.Int64))
    others = (pl.col("sum_") - score) / (pl.col("n_") - 1)
    return rows.join(by_game, on="game").with_columns((score - others).alias(match[0])).drop("sum_", "n_")


def _behind(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """Points behind whoever has most; 0: nobody has more."""
    points = pl.col(f"score_after_round_{match[1]}").cast(pl.Int64)
    top = run.table.group_by("game").agg(top_=points.max())
    return rows.join(top, on="game").with_columns((pl.col("top_") - points).alias(match[0])).drop("top_")


def _comeback(seats: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> tuple[pl.LazyFrame, pl.Expr]:
    """Whether none of those who had most after a round has a share in the win."""
    seats, leads = _with_leaders(seats, match[1])
    return seats, ~(leads & (pl.col("win_share60") > 0)).any()


def _leader_share(seats: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> tuple[pl.LazyFrame, pl.Expr]:
    """The mean share in the win of those who had most after a round: 60 times 60ths are divisible by up to six."""
    seats, leads = _with_leaders(seats, match[1])
    return seats, 60 * (pl.col("win_share60").cast(pl.Int64) * leads).sum() // leads.sum() / 3600


def _with_leaders(seats: pl.LazyFrame, number: str) -> tuple[pl.LazyFrame, pl.Expr]:
    """Rows with whether a seat had most after a round: within a window, as polars is slow within groups."""
    points, name = pl.col(f"score_after_round_{number}"), f"leads_{number}_"
    return seats.with_columns((points == points.max().over("game")).alias(name)), pl.col(name)


def _is_over(seats: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> tuple[pl.LazyFrame, pl.Expr]:
    """Whether the running scores after a round are those after the last."""
    rounds = run.numbered("score_after_round_")
    return seats, (pl.col(rounds[int(match[1])]) == pl.col(rounds[max(rounds)])).all()


def _minutes(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    return rows.with_columns((pl.col("n_decisions").cast(pl.Int64) * int(match[1]) / 60).alias(match[0]))


def _ending(seats: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> tuple[pl.LazyFrame, pl.Expr]:
    """The first of the game's endings whose condition some seat meets."""
    endings = run.game.endings
    other = OTHER_END if endings else ONLY_END
    ending: pl.Expr = pl.lit(other)
    for words, condition in reversed(list(endings.items())):
        ending = pl.when(parse_condition(condition).holds.any()).then(pl.lit(words)).otherwise(ending)
    return seats, ending.cast(pl.Enum([*endings, other]))


def _leads_since(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """The first round after which, and after every later one, the seat is in front; null: there is none."""
    rounds = run.numbered("score_after_round_")
    top = run.table.group_by("game").agg(pl.col(list(rounds.values())).max().name.prefix("top_"))
    since: pl.Expr = pl.lit(None, dtype=pl.Int64)
    is_ahead = pl.lit(True)
    for r, name in reversed(rounds.items()):
        is_ahead = is_ahead & (pl.col(name) == pl.col(f"top_{name}"))
        since = pl.when(is_ahead).then(pl.lit(r, dtype=pl.Int64)).otherwise(since)
    return rows.join(top, on="game").with_columns(leads_since_round=since).select(pl.exclude(r"^top_.*$"))


def _neighbour(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """What the seat before or after this one in turn order has."""
    column, side = match[1], match[2]
    n, step = run.game.players, {"before": 1, "after": -1}[side]
    game, seat = pl.col("game").cast(pl.Int64) * n, pl.col("seat").cast(pl.Int64) - 1
    neighbours = run.deciders.select((game + (seat + step) % n).alias("at_"), pl.col(column).alias(match[0]))
    return rows.with_columns(at_=game + seat).join(neighbours, on="at_", how="left").drop("at_")


def _others(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """The other players' strategies, in alphabetical order."""
    names = run.deciders.select("game", other_="seat", name_=pl.col("strategy").cast(pl.String))
    pairs = run.deciders.select("game", "seat").join(names, on="game").filter(pl.col("seat") != pl.col("other_"))
    joined = pairs.group_by("game", "seat").agg(pl.col("name_").sort().str.join(" + ").alias("others"))
    return rows.join(joined, on=["game", "seat"], how="left")


def _with_column(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> tuple[pl.LazyFrame, str]:
    """Rows of seats with the column that a name ends with, and the column; ConditionError where seats have none."""
    column = match[match.lastindex or 1]
    derived = derived_of(column, run.game, run.columns["seats"])
    if column not in run.columns["seats"] and not (derived and derived[0].of == "seats"):
        raise ConditionError(f"{match[0]}: {column} is no column of a seat: name one that is, such as score")
    return add_derived(rows, run, [column], "seats"), column


def _others_alike(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """How many other seats of the game have the same value."""
    seats, column = _with_column(run.deciders, run, match)
    same = seats.select("game", "seat", same_=pl.len().over("game", column).cast(pl.Int64) - 1)
    return rows.join(same, on=["game", "seat"], how="left").rename({"same_": match[0]})


def _turns(run: ScenarioRun, letter: str) -> pl.LazyFrame:
    """Decisions that took a turn of a class."""
    decisions = run.everybody.decisions
    assert decisions is not None
    number = run.game.letters.index(letter)
    return decisions.filter(pl.col("move_class") == number)


def _by_round(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """Turns of a class until the end of a round; null in games whose decisions were not recorded."""
    decisions = run.everybody.decisions
    assert decisions is not None
    recorded = decisions.select("game").unique().with_columns(recorded_=pl.lit(True))
    turns = _turns(run, match[1]).filter(pl.col("round") <= int(match[2]))
    counts = turns.group_by("game", "seat").agg(n_=pl.len().cast(pl.Int64))
    joined = rows.join(recorded, on="game", how="left").join(counts, on=["game", "seat"], how="left")
    value = pl.when(pl.col("recorded_")).then(pl.col("n_").fill_null(0))
    return joined.with_columns(value.alias(match[0])).drop("recorded_", "n_")


def _first_of_class(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    turns = _turns(run, match[1]).group_by("game", "seat").agg(pl.col("round").min().cast(pl.Int64).alias(match[0]))
    return rows.join(turns, on=["game", "seat"], how="left")


def _counter_after(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """A counter at the end of a round, or of the game where that was over before; null where it was not recorded."""
    assert run.rounds is not None
    upto = run.rounds.filter(pl.col("round") <= int(match[2]))
    counts = upto.group_by("game", "seat").agg(pl.col(match[1]).sort_by("round").last().cast(pl.Int64).alias(match[0]))
    return rows.join(counts, on=["game", "seat"], how="left")


def offers_of(name: str, facts: GameFacts) -> list[tuple[str, int]]:
    """Each kind of decision that can be among what has that name (a kind of move, a class by its letter or its name, or
    a stage and a number), with its bit of `offered`."""
    bits = []
    for stage, bit_meaning in facts.offers.items():
        numbers = {f"{stage}_{number}": number for number in range(OFFERS)} if bit_meaning == "a" else {}
        if bit_meaning == "kind":
            numbers = {kind: number for number, kind in enumerate(facts.kinds[:OFFERS])}
        elif bit_meaning == "class":
            for number, (letter, words) in enumerate(facts.classes.items(), 1):
                numbers |= {letter: number, re.sub(r"\W+", "_", words): number}
        if name in numbers:
            bits.append((stage, numbers[name]))
    return bits


def _offered(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """Whether it was legal, or chosen; null where the decision is of another kind."""
    flag: pl.Expr = pl.lit(None, dtype=pl.Boolean)
    for stage, bit in offers_of(match[1], run.game):
        if match[0].startswith("offered"):
            value = (pl.col("offered").cast(pl.Int64) // (1 << bit)) % 2 == 1
        elif run.game.offers[stage] == "kind":
            value = pl.col("move_kind").cast(pl.String) == run.game.kinds[bit]
        else:
            value = pl.col("a" if run.game.offers[stage] == "a" else "move_class") == bit
        flag = pl.when(pl.col("stage").cast(pl.String) == stage).then(value).otherwise(flag)
    return rows.with_columns(flag.alias(match[0]))


def _first_of_turn(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """Whether a move has a class and no earlier one of its turn has."""
    has_class = pl.col("move_class") > 0
    first = pl.when(has_class).then("ply").min().over("game", "seat", "round", "turn")
    return rows.with_columns((has_class & (pl.col("ply") == first)).alias(match[0]))


MIXED = "mixed"  # a table of several classes
OTHER_END, ONLY_END = "another end", "the end of the game"
OFFERS = 32  # bits of `offered`
AGGREGATES = {"mean": pl.Expr.mean, "total": pl.Expr.sum, "highest": pl.Expr.max, "lowest": pl.Expr.min}


def _of_table(seats: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> tuple[pl.LazyFrame, pl.Expr]:
    """A number of a game that is worked out of a column of all its seats."""
    seats, column = _with_column(seats, run, match)
    kind = seats.collect_schema()[column]
    if not (kind.is_numeric() or kind == pl.Boolean):
        raise ConditionError(f"{match[0]}: {column} is no number")
    number = pl.col(column) if kind.is_float() else pl.col(column).cast(pl.Int64)
    return seats, AGGREGATES[match[1]](number)


def _line(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """The sum of the categories of a line of the scorepad."""
    columns = next(line.columns for line in score_lines(run.game, run.columns["seats"]) if line.column == match[0])
    return rows.with_columns(pl.sum_horizontal(pl.col(columns).cast(pl.Int64)).alias(match[0]))


def _when(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """The number of a round that is 0 where it never happened, null there."""
    number = pl.col(match[1])
    return rows.with_columns(pl.when(number > 0).then(number).alias(match[0]))


def _has_class(match: re.Match[str], facts: GameFacts, columns: Collection[str]) -> bool:
    return match[1] in facts.classes


def _has_column(match: re.Match[str], facts: GameFacts, columns: Collection[str]) -> bool:
    column = match[match.lastindex or 1]
    return column in columns or column in COLUMNS or derived_of(column, facts, columns) is not None


def _has_round(match: re.Match[str], facts: GameFacts, columns: Collection[str]) -> bool:
    is_played = f"score_after_round_{match[2]}" in columns or "score_after_round_1" not in columns
    return match[1] in facts.running and is_played


def _is_offer(match: re.Match[str], facts: GameFacts, columns: Collection[str]) -> bool:
    return bool(offers_of(match[1], facts))


DERIVED = (
    Derived("won", "won", "seats", "flag", "", "whether the seat won, alone or with others",
            lambda rows, run, match: rows.with_columns(won=pl.col("win_share60") > 0)),
    Derived("player_class", "player_class", "seats", "name", "", "how well the seat's strategy plays", _player_class),
    Derived("table_class", "table_class", "games", "name", "",
            "how well all at the table play; mixed: some better than others", _table_class),
    Derived("bot", "bot", "seats", "flag", "", "whether a bot has the seat; rows are then those of bots, too",
            lambda rows, run, match: rows.with_columns(bot=pl.col("strategy").is_null()),
            lambda match, facts, columns: facts.bots > 0),
    Derived(r"line_(\w+)", "line_{line}", "seats", "points", "points", "points of that line of the scorepad", _line,
            lambda match, facts, columns: match[0] in {line.column for line in score_lines(facts, columns)}),
    Derived(r"when_(\w+)", "when_{round}", "seats", "round", "", "that number of a round; null: never", _when,
            lambda match, facts, columns: match[1] in columns and match[1] in facts.counters),
    Derived("lead", "lead", "seats", "points", "points", "points ahead of the best other seat; below 0: behind", _lead),
    Derived("lead_over_mean", "lead_over_mean", "seats", "points", "points", "points ahead of the mean of the others",
            _lead_over_mean),
    Derived(r"lead_over_mean_after_round_(\d+)", "lead_over_mean_after_round_3", "seats", "points", "points",
            "points ahead of the mean of the others after that round", _lead_over_mean,
            lambda match, facts, columns: f"score_after_round_{match[1]}" in columns),
    Derived(r"lead_after_round_(\d+)", "lead_after_round_3", "seats", "points", "points",
            "points ahead of the best other seat after that round; below 0: behind", _lead,
            lambda match, facts, columns: f"score_after_round_{match[1]}" in columns),
    Derived(r"behind_after_round_(\d+)", "behind_after_round_3", "seats", "points", "points",
            "points behind the leader after that round; 0: in front, alone or level with others", _behind,
            lambda match, facts, columns: f"score_after_round_{match[1]}" in columns),
    Derived(r"comeback_after_round_(\d+)", "comeback_after_round_3", "games", "flag", "",
            "whether no seat that was in front after that round, alone or level with others, won",
            has=lambda match, facts, columns: f"score_after_round_{match[1]}" in columns, of_table=_comeback),
    Derived(r"leader_share_after_round_(\d+)", "leader_share_after_round_3", "games", "share", "share",
            "share in the win of who was in front after that round; the mean of those level with each other",
            has=lambda match, facts, columns: f"score_after_round_{match[1]}" in columns, of_table=_leader_share),
    Derived(r"over_after_round_(\d+)", "over_after_round_3", "games", "flag", "",
            "whether no score changed after that round, but by the final scoring",
            has=lambda match, facts, columns: f"score_after_round_{match[1]}" in columns, of_table=_is_over),
    Derived(r"minutes_at_(\d+)_seconds", "minutes_at_20_seconds", "games", "count", "minutes",
            "length of a game at so many seconds a decision", _minutes),
    Derived("ending", "ending", "games", "name", "", "what ended the game", of_table=_ending),
    Derived("n_moves", "n_moves", "games", "count", "decisions", "decisions, those with one legal move among them",
            lambda rows, run, match: rows.with_columns(n_moves=pl.sum_horizontal("n_decisions", "n_forced"))),
    Derived("leads_since_round", "leads_since_round", "seats", "round", "",
            "round from whose end on the seat stayed in front, alone or level with others; null: never", _leads_since),
    Derived(r"(strategy|board)_(before|after)", "strategy_before", "seats", "name", "",
            "strategy (or board) of the seat that plays before this one, or after it", _neighbour),
    Derived("others", "others", "seats", "name", "", "strategies of the other players", _others),
    Derived(r"others_with_same_(\w+)", "others_with_same_board", "seats", "count", "seats",
            "other seats of the game with the same value of that column", _others_alike, _has_column),
    Derived("forced_(group)", "forced_group", "seats", "name", "",
            "group of openings that the seat had to play; free: it had to in another game of the deal", forced_opening,
            has_forced_column),
    Derived("forced_(line)", "forced_line", "seats", "name", "",
            "whole opening that the seat had to play, turn by turn; free: it had to in another game of the deal",
            forced_opening, has_forced_column),
    Derived("follows_forced_opening", "follows_forced_opening", "seats", "flag", "",
            "whether the seat could open as it had to; null: free", follows_opening, has_forced_column),
    Derived("restriction_changes_scores", "restriction_changes_scores", "games", "flag", "",
            "whether scores differ from those of the same seat unrestricted; null: nothing was forbidden",
            changes_scores, has_forced_column),
    Derived(r"opponent_(\w+)", "opponent_strategy", "meetings", "name", "",
            "that column of another seat of the game: a row for each two of them", lambda rows, run, match: rows,
            _has_column),
    Derived(r"forced_(\w+)", "forced_{cards}", "seats", "name", "",
            "card that the seat was told to begin with; _TRAIT behind it: that trait of it", forced_card, has_cards),
    Derived(r"(dealt|played)_(\w+)", "played_{cards}", "decisions", "name", "",
            "card that the move is made with; _TRAIT behind it: that trait; null: another move. dealt_ for played_: "
            "of all moves that tell who was dealt a card", moved_card, has_moves, needs_decisions=True),
    Derived("first_turn", "first_turn", "seats", "name", "", "class of the seat's first turn, by its letter",
            first_turn),
    Derived(r"([A-Za-z0-9])_in_opening", "{class}_in_opening", "seats", "count", "turns",
            "turns of that class in the opening", opening_count, _has_class),
    Derived(r"([A-Za-z0-9])_by_round_(\d+)", "{class}_by_round_2", "seats", "count", "turns",
            "turns of that class until the end of that round", _by_round, _has_class, needs_decisions=True),
    Derived(r"first_([A-Za-z0-9])", "first_{class}", "seats", "round", "",
            "round of the first turn of that class; null: never", _first_of_class, _has_class, needs_decisions=True),
    Derived(r"(mean|total|highest|lowest)_(\w+)", "total_score", "games", "points", "points",
            "sum of that column over all seats of the game; mean_, highest_, lowest_ likewise", has=_has_column,
            of_table=_of_table),
    Derived(r"(\w+)_after_round_(\d+)", "{running}_after_round_2", "seats", "state", "",
            "that counter at the end of that round, or of the game", _counter_after, _has_round, needs_decisions=True),
    Derived(r"offered_(\w+)", "offered_{offer}", "decisions", "flag", "",
            "whether a move of that kind or class was legal; null: the decision is of another kind", _offered,
            _is_offer, needs_decisions=True),
    Derived(r"chosen_(\w+)", "chosen_{offer}", "decisions", "flag", "",
            "whether a move of that kind or class was chosen; null: the decision is of another kind", _offered,
            _is_offer, needs_decisions=True),
    Derived("first_of_turn", "first_of_turn", "decisions", "flag", "",
            "whether the move has a class, and is the first of its turn that has", _first_of_turn,
            lambda match, facts, columns: bool(facts.classes), needs_decisions=True),
    Derived("joint_win", "joint_win", "games", "flag", "", "whether several seats won together",
            lambda rows, run, match: rows.with_columns(joint_win=pl.col("winners") > 1)),
)  # fmt: skip


def derived_of(name: str, facts: GameFacts, columns: Collection[str]) -> tuple[Derived, re.Match[str]] | None:
    """The derived column of that name in a game whose seats have these columns; None where it has none of the name."""
    return next(((derived, match) for derived, match in _matches(name) if derived.has(match, facts, columns)), None)


@lru_cache(maxsize=4096)  # an answer asks for some hundred names, each some ten times
def _matches(name: str) -> tuple[tuple[Derived, re.Match[str]], ...]:
    """The derived columns whose patterns fit a name, in any game."""
    matches = ((derived, re.fullmatch(derived.pattern, name)) for derived in DERIVED)
    return tuple((derived, match) for derived, match in matches if match)


def needs_decisions(name: str, facts: GameFacts, columns: Collection[str]) -> bool:
    """Whether a column is worked out of decisions, or of a column that is."""
    derived = None if name in columns else derived_of(name, facts, columns)
    if derived is None:
        return False
    column, match = derived
    of_another = column.has is _has_column and needs_decisions(match[match.lastindex or 1], facts, columns)
    return column.needs_decisions or of_another


def _first_offer(facts: GameFacts) -> str:
    """The name of something a decision can be among; "" where there is nothing."""
    classes = [re.sub(r"\W+", "_", words) for words in facts.classes.values()]
    names = [*classes, *facts.kinds, *(f"{stage}_1" for stage in facts.offers)]
    return next((name for name in names if offers_of(name, facts)), "")


def examples_of(facts: GameFacts, columns: Collection[str]) -> Iterator[tuple[str, Derived]]:
    """Every derived column under a name that this game has."""
    lines = [line.column.removeprefix("line_") for line in score_lines(facts, columns) if len(line.columns) > 1]
    rounds = [name for name, counter in facts.counters.items() if counter.kind == "round" and name in columns]
    cards = [cards.key for cards in facts.cards]
    names = {"class": facts.classes, "running": facts.running, "line": lines, "round": rounds, "cards": cards}
    words = {"offer": _first_offer(facts), **{kind: next(iter(of_kind), "") for kind, of_kind in names.items()}}
    for derived in DERIVED:
        name = derived.example.format(**words)
        if derived_of(name, facts, columns):
            yield name, derived


def names_by_round(facts: GameFacts, columns: Collection[str]) -> list[str]:
    """Derived columns of the points after each round, round by round."""
    rounds = sorted(int(name.rpartition("_")[2]) for name in columns if re.fullmatch(r"score_after_round_\d+", name))
    stems = [derived.example.rstrip("0123456789") for derived in DERIVED if not derived.needs_decisions]
    stems += [f"{kind}_score_after_round_" for kind in AGGREGATES]
    names = [f"{stem}{number}" for stem in stems if stem.endswith("_after_round_") for number in rounds]
    return [name for name in names if derived_of(name, facts, columns)]


def add_derived(rows: pl.LazyFrame, run: ScenarioRun, names: Collection[str], of: str) -> pl.LazyFrame:
    """The rows with the derived columns among these names; those of seats to rows of seats, of games to games."""
    seats, of_tables = run.table, dict[str, pl.Expr]()
    for name in sorted(names):
        derived = derived_of(name, run.game, run.columns["seats"])
        if derived and derived[0].of == of and name not in run.columns["seats"]:
            column, match = derived
            rows = column.add(rows, run, match)
            if column.of_table:
                seats, of_tables[name] = column.of_table(seats, run, match)
    return rows.join(seats.group_by("game").agg(**of_tables), on="game", how="left") if of_tables else rows


def add_opponents(rows: pl.LazyFrame, run: ScenarioRun, names: Collection[str]) -> pl.LazyFrame:
    """A row of a seat for each other player's seat of its game, with the columns of that seat among these names."""
    seats, columns = run.deciders, {}
    for name in sorted(names):
        derived = derived_of(name, run.game, run.columns["seats"])
        if derived and derived[0].of == "meetings":
            seats, columns[name] = _with_column(seats, run, derived[1])
    others = seats.select("game", other_="seat", **{name: pl.col(column) for name, column in columns.items()})
    return rows.join(others, on="game").filter(pl.col("seat") != pl.col("other_")).drop("other_")
