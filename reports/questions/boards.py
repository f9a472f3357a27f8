"""Is one board stronger than another: by how much, for whom, in which seat, from which points, and worth what."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import polars as pl

from reports import columns as c
from reports.answer import FirstScreen, Verdict
from reports.charts import boards as charts
from reports.columns import Column
from reports.compare import estimate_comparisons
from reports.comparison import parse_comparison
from reports.estimates import ends_each
from reports.estimators.board_effects import (
    AGAINST,
    ALL,
    AMONG,
    DEALT,
    board_name,
    board_pairs,
    by_strategy,
    dealt_table,
    family_of,
    judge_boards,
    on_boards_table,
    pair_arm,
    paired_table,
    tuned_in,
    tuned_table,
)  # fmt: skip
from reports.estimators.board_prices import PRICED, auction_table, prefetch_prices, price_table, priced_table
from reports.estimators.board_series import head_to_head_table, series_note, series_table
from reports.facts import GameFacts
from reports.frames import RunFrames
from reports.page.terms import ELO
from reports.page.words import Words, pretty
from reports.plans import MIN_PLANS
from reports.questions.base import Evidence, Question, Section, Table, Term, estimate, number
from reports.run import run_of
from reports.sentences import finding, join_names, number_word, sentence_case, share, signed_pp
from reports.stats.families import ALPHA
from reports.stats.verdict import STRONGER, WEAKER
from reports.tuned import MORE, OWN

__all__ = ["QUESTION"]

SURE = ALPHA / 8  # p of a claim in a heading: a page has at most 8 sections
MAX_NAMES = 3  # boards or categories that a heading names


# -- comparisons ------------------------------------------------------------------------------------------------------


def ordinary_condition(run: RunFrames) -> str:
    """The condition that only players without weights of their own for a board meet; "" where all or none do."""
    is_mixed = run.tuned and not run.game.shared
    if (
        not is_mixed
        or not run.seats.filter(~pl.col("strategy").cast(pl.String).is_in(list(run.tuned))).head(1).collect().height
    ):
        return ""
    return f"strategy not in ({', '.join(map(repr, run.tuned))})"


def compare_boards(run: RunFrames, *comparisons: dict[str, Any]) -> list[pl.DataFrame]:
    """The tables of comparisons by board of ordinary players, each given by what parse_comparison() takes."""
    whole, ordinary = run_of([({"scenario": "these games"}, run)]), ordinary_condition(run)
    parsed = []
    for how in comparisons:
        conditions = [condition for condition in (how.get("where", ""), ordinary) if condition]
        parsed.append(parse_comparison(whole, **{**how, "where": " and ".join(conditions)}))
    return [estimates.table for estimates in estimate_comparisons(whole, parsed)]


def _has_pairs(run: RunFrames) -> bool:
    return len(run.once(board_pairs)) > 0


def _base(game: GameFacts) -> str:
    """The board others are compared with, as a comparison names it."""
    return game.a_sides[0] if len(game.a_sides) == 1 else "A"


def _point_differences(run: RunFrames) -> pl.DataFrame:
    """Differences in score and in each scoring category from the plain side, in one scan."""
    measures = ["score", *(f"score_{source}" for source in run.sources)]
    (table,) = compare_boards(run, {"measure": measures, "by": "board", "against": _base(run.game)})
    return table


def _paired_table(run: RunFrames) -> pl.DataFrame:
    table = paired_table(run)
    if not len(table):
        return table
    points = run.once(_point_differences).filter(pl.col("measure") == "score")
    return table.join(points.select("board", *ends_each("score")), on="board", how="left", maintain_order="left")


def _strategy_table(run: RunFrames) -> pl.DataFrame:
    return pl.DataFrame() if run.game.shared or not _has_pairs(run) else run.once(by_strategy).table


def _seat_table(run: RunFrames) -> pl.DataFrame:
    """The difference from the plain side in each seat, and how far that is from the mean over seats."""
    if run.game.shared or not _has_pairs(run):
        return pl.DataFrame()
    base, by = _base(run.game), ["board", "seat"]
    in_seat, beyond_mean = compare_boards(
        run,
        {"by": by, "against": base, "name": "boards board seat"},
        {"by": by, "against": {"board": base, "seat": "mean"}, "name": "boards board seat interaction"},
    )
    effects = in_seat.select(*by, "n", effect="estimate", effect_low="low", effect_high="high")
    interactions = beyond_mean.select(*by, "p", interaction="estimate", interaction_low="low", interaction_high="high")
    return effects.join(interactions, on=by, how="left", maintain_order="left")


def _source_table(run: RunFrames) -> pl.DataFrame:
    if not _has_pairs(run) or not run.sources:
        return pl.DataFrame()
    points = run.once(_point_differences).filter(pl.col("measure") != "score")
    order = {board: i for i, board in enumerate(points["board"].unique(maintain_order=True))}
    source, place = pl.col("measure").str.replace("^score_", ""), pl.col("board").replace_strict(order)
    rows = points.sort(place, maintain_order=True)
    return rows.select("board", "n", "p", source.alias("source"), *ends_each("difference"))


def _usage_table(run: RunFrames) -> pl.DataFrame:
    """Uses of each ability of each board per game and seat, and what they brought, in the ability's own unit."""
    named = [(name, a) for name, board in run.game.boards.items() for a in board.abilities if a.uses in run.columns]
    arm = run.first_arm("mirror", "cross")
    if run.game.shared or arm is None or not named:
        return pl.DataFrame()
    tallies = dict.fromkeys(t for _, a in named for t in (a.uses, a.brought) if t in run.columns)
    unused = [f"share of {a.uses} = 0" for _, a in named]
    measures = [*tallies, *dict.fromkeys(unused)]
    (table,) = compare_boards(run, {"measure": measures, "by": "board", "where": f"arm = '{arm}'"})
    means = {(row["board"], row["measure"]): row for row in table.iter_rows(named=True)}
    rows = []
    for (board, ability), never in zip(named, unused, strict=True):
        if (uses := means.get((board, ability.uses))) is not None:
            row = {"board": board, "ability": ability.name, "brought": ability.brings, "n": uses["n"]}
            row |= _ends("uses", uses) | {"never": means[board, never]["estimate"]}
            rows.append(row | _ends("amount", means.get((board, ability.brought))))
    return pl.DataFrame(rows, infer_schema_length=None)


def _ends(name: str, row: dict[str, Any] | None) -> dict[str, float | None]:
    """An estimate of a comparison with the ends of its own interval as columns of that name."""
    columns = (("", "estimate"), ("_low", "low_each"), ("_high", "high_each"))
    return {f"{name}{end}": None if row is None else row[column] for end, column in columns}


def _track_table(run: RunFrames) -> pl.DataFrame:
    """Where each track of each board stands at the end of all games, and how often at its last slot."""
    named = [(name, t) for name, board in run.game.boards.items() for t in board.tracks if t.tally in run.columns]
    if run.game.shared or run.first_arm("mirror", "cross") is None or not named:
        return pl.DataFrame()
    full = {(name, t.name): f"share of {t.tally} >= {t.slots}" for name, t in named}
    measures = [*dict.fromkeys(t.tally for _, t in named), *dict.fromkeys(full.values())]
    where = f"arm in ({', '.join(map(repr, run.arms))})"
    (table,) = compare_boards(run, {"measure": measures, "by": "board", "where": where})
    means = {(row["board"], row["measure"]): row for row in table.iter_rows(named=True)}
    rows = [
        {"board": name, "track": t.name, "length": t.slots, "n": end["n"], **_ends("mean_final", end)}
        | {"at_maximum": means[name, full[name, t.name]]["estimate"]}
        for name, t in named
        if (end := means.get((name, t.tally))) is not None
    ]
    return pl.DataFrame(rows, infer_schema_length=None)


# -- findings ---------------------------------------------------------------------------------------------------------


def _verdicts_of(evidence: Evidence, family: str) -> list[Verdict]:
    return [verdict for verdict in evidence.verdicts if verdict.family == family]


def _among_finding(evidence: Evidence) -> str:
    return "" if evidence.game.shared else finding(_verdicts_of(evidence, family_of(evidence.game, AMONG)))


def _against_finding(evidence: Evidence) -> str:
    """What the verdicts come to; with one who decides, and no verdicts, what is sure of the differences."""
    game, rows = evidence.game, evidence.rows("paired", "board", "effect")
    if verdicts := _verdicts_of(evidence, family_of(game, AGAINST)):
        return finding(verdicts)
    sure = [board_name(game, row["board"]) for row in rows if row["p"] is not None and row["p"] < SURE]
    if sure:
        return f"{sentence_case(join_names(sure, most=MAX_NAMES))} {'differs' if len(sure) == 1 else 'differ'} from {game.baseline}"
    return f"No {game.nouns[0]} is shown to differ from {game.baseline}" if rows else ""


def _plans_finding(evidence: Evidence) -> str:
    """For how many plans the board that is farthest from the plain side is stronger or weaker; and whether players tuned
    for a board make more of it."""
    game = evidence.game
    each = _verdicts_of(evidence, family_of(game, AGAINST, "plan by plan"))
    boards = [v for v in _verdicts_of(evidence, family_of(game, AGAINST)) if v.effect is not None]
    phrases = []
    if each and boards:
        first = max(boards, key=lambda v: abs(v.effect or 0.0))
        plans = [v for v in each if v.subject.startswith(f"{first.subject}, ")]
        words = [v.verdict for v in plans if v.kind != "exploratory"]
        n, word = max((words.count(word), word) for word in (STRONGER, WEAKER))
        of = f"of the {number_word(len(plans))} plans"
        whom = f"all {number_word(n)} plans" if n == len(plans) else f"{number_word(n)} {of}"
        shown = f"{first.name} is shown to be {word} than {game.baseline} for {whom}"
        phrases.append(shown if n else f"no plan by itself is shown to gain or lose by {first.name}")
    more = [r for r in evidence.rows("tuned_players", "board", "effect", "p") if r["players"] == MORE and r["p"] < SURE]
    if more:
        names = dict.fromkeys(board_name(game, row["board"]) for row in sorted(more, key=lambda r: -abs(r["effect"])))
        does = "more" if max(more, key=lambda r: abs(r["effect"]))["effect"] > 0 else "less"
        phrases.append(f"players tuned for it make {does} of {join_names([*names][:MAX_NAMES])}")
    elif evidence.rows("tuned_players", "board"):
        phrases.append("players tuned for a board are not shown to make more of it")
    return sentence_case("; ".join(phrases))


def _seat_finding(evidence: Evidence) -> str:
    rows = evidence.rows("board_seat", "board", "seat", "interaction", "p")
    if not rows:
        return ""
    sure = sorted((row for row in rows if row["p"] < SURE), key=lambda row: -abs(row["interaction"]))
    if not sure:
        return f"No seat is shown to matter to what a {evidence.words.nouns[0]} is worth"
    row = sure[0]
    name, word = board_name(evidence.game, row["board"]), "more" if row["interaction"] > 0 else "less"
    return f"{sentence_case(name)} is worth {word} in seat {row['seat']} than in the others"


def _source_finding(evidence: Evidence) -> str:
    """The categories that bring the board with the most sure points more or fewer than the plain side."""
    rows = evidence.rows("paired_sources", "board", "source", "difference", "p")
    if not rows:
        return ""
    sure = sorted((row for row in rows if row["p"] < SURE), key=lambda row: -abs(row["difference"]))
    if not sure:
        return "No scoring category is shown to differ"
    sums = {row["board"]: 0.0 for row in sure}
    for row in rows:
        sums[row["board"]] = sums.get(row["board"], 0.0) + row["difference"]
    board = max((row["board"] for row in sure), key=lambda name: abs(sums[name]))
    parts = [
        f"{row['difference']:+.1f} by {pretty(row['source'])}".replace("-", "−")
        for row in sure
        if row["board"] == board
    ]
    on = "on " if evidence.game.shared else ""
    name = f"{on}{board_name(evidence.game, board)}"
    return f"{sentence_case(name)}: {join_names(parts[:MAX_NAMES])} points"


def _price_finding(evidence: Evidence) -> str:
    rows = [row for row in evidence.rows("price", "situation", "board", "price", "p") if row["strategy"] == ALL]
    if not rows:
        return ""
    rows = [row for row in rows if row["situation"] == rows[0]["situation"]]
    sure = {row["board"]: int(row["whole"]) for row in rows if row["p"] < SURE and row["whole"]}
    moves = _moves(evidence.game, sure)
    return f"Fair: {moves}" if moves else f"No {evidence.words.nouns[0]} is shown to need points at the start"


def _use_finding(evidence: Evidence) -> str:
    rows = evidence.rows("usage", "board", "ability", "uses")
    if rows:
        ends = [max(rows, key=lambda row: row["uses"]), min(rows, key=lambda row: row["uses"])]
        names = [f"{pretty(row['ability'])} ({board_name(evidence.game, row['board'])})" for row in ends]
        times = [f"{row['uses']:.1f}" for row in ends]
        second = f", {names[1]} {times[1]}" if len(rows) > 1 else ""
        return f"{sentence_case(names[0])} is used {times[0]} times a game{second}"
    words = evidence.game.board.tracks
    return words.heading if words and evidence.rows("tracks", "board") else ""


def _kind_finding(kind: str, evidence: Evidence) -> str:
    """What the board of the table does to seats or strategies."""
    if not evidence.game.shared:
        return ""
    return finding([v for v in evidence.verdicts if v.reference.noun[0] == kind])


def _head_to_head_finding(evidence: Evidence) -> str:
    rows = evidence.rows("head_to_head", "board", "row", "column", "ahead")
    if not rows:
        return ""
    best = max(rows, key=lambda row: row["ahead"])
    board = board_name(evidence.game, best["board"])
    return (
        f"{sentence_case(best['row'])} finishes ahead of {best['column']} in {share(best['ahead'])} of games on {board}"
    )


def _series_finding(evidence: Evidence) -> str:
    rows = evidence.rows("series", "kind", "name", "share", "p")
    sure = sorted((row for row in rows if row["p"] < SURE), key=lambda row: -row["share"])
    if not rows:
        return ""
    if not sure:
        return "No seat or strategy is shown to win more series than others"
    row = sure[0]
    name = f"seat {row['name']}" if row["kind"] == "seat" else str(row["name"])
    return f"{sentence_case(name)} wins {share(row['share'])} of series"


# -- the first screen -------------------------------------------------------------------------------------------------


def _moves(game: GameFacts, price: dict[str, int]) -> str:
    """What seats start with, as a request: "start triangle 5 points behind and star 5 ahead"; "" for no points."""
    by_size = sorted(((board, points) for board, points in price.items() if points), key=lambda x: (-abs(x[1]), -x[1]))
    parts = []
    for at, (board, points) in enumerate(by_size):
        unit = "" if at else f" point{'s' * (abs(points) != 1)}"
        parts.append(f"{board_name(game, board)} {abs(points)}{unit} {'behind' if points > 0 else 'ahead'}")
    return f"start {join_names(parts)}" if parts else ""


def _change_of(run: RunFrames) -> tuple[str, str] | None:
    """What to start boards with, and what was tested: the points that were played, with the win shares they gave; where
    none were, those worked out from these games."""
    rows = run.once(price_table)
    rows = rows.filter(pl.col("strategy") == ALL) if len(rows) else rows
    priced = run.once(priced_table)
    if not len(rows):
        return None
    rows = rows.filter(pl.col("situation") == rows["situation"][0])
    played = dict(priced.select("board", "paid").iter_rows()) if len(priced) else {}
    price = played if any(played.values()) else dict(rows.select("board", "whole").iter_rows())
    if not (moves := _moves(run.game, price)):
        return None
    if any(played.values()):
        shares = [100 * x for x in priced["share"]]
        several = f"win {join_names([f'{x:.1f}' for x in shares])} %"
        wide = f"win between {min(shares):.1f} and {max(shares):.1f} %"
        words = f"Played so on fresh deals, the {run.game.others} {several if len(shares) <= MIN_PLANS else wide}"
    else:
        words = "Worked out from these games, not played: with these points their winners were found anew"
    first = max(price, key=lambda board: abs(price[board]))
    (row,) = rows.filter(pl.col("board") == first).to_dicts()
    another = estimate(row, "another", n=False)
    if another is not None:
        low, high = round(another.low), round(another.high)
        ends = f"from {_signed(-high)} to {_signed(-low)} points"
        words += f"; another plan may need {board_name(run.game, first)} to start anywhere {ends}"
    return f"{sentence_case(moves)}.", f"{words}."


def _signed(points: int) -> str:
    return f"{points:+d}".replace("-", "−") if points else "0"


def _tuned_words(run: RunFrames) -> str:
    """What players tuned for their board make of the one that they change most; "" where none played."""
    in_situations = run.once(tuned_in)
    if not in_situations:
        return ""
    situation, players = next(iter(in_situations.items()))
    par, more = (run.par or 0.0) if situation == AMONG else 0.0, players.more
    sure = [i for i in range(len(players.names)) if more.low[i] > 0 or more.high[i] < 0]
    if not sure:
        return "; players tuned for their board are not shown to differ"
    at = max(sure, key=lambda i: abs(more.effect[i]))
    before, after = players.come.effect[at], players.own.effect[at]
    word = f"{STRONGER if more.effect[at] > 0 else WEAKER}{' still' * bool(before * more.effect[at] > 0)}"
    was, now = (share(par + x) if situation == AMONG else signed_pp(x) for x in (before, after))
    where = "" if situation == AMONG else f" against {run.game.baseline}"
    return f"; players tuned for their board make {board_name(run.game, players.names[at])} {word}: {now}{where} instead of {was}"


def _screen_of(run: RunFrames, screen: FirstScreen) -> FirstScreen:
    """The first screen with what to change, where a board is not fair, and with what tuned players make of boards."""
    tuned = "" if run.game.shared or run.par is None else _tuned_words(run)
    doubts = tuple(replace(d, words=d.words + tuned) if d.source == "Who plays" else d for d in screen.doubts)
    is_unfair = any(row.side in ("more", "less") for row in screen.rows) and not run.game.shared
    return replace(screen, doubts=doubts, change=_change_of(run) if is_unfair else None)


# -- sections ---------------------------------------------------------------------------------------------------------


def _asks(*commands: str) -> Any:
    """What is typed for the numbers of a section; {A}: the plain side, {ordinary}: the condition of ordinary players."""

    def fill(evidence: Evidence) -> Sequence[str]:
        plans = {row["plans"] for row in evidence.rows("tuned_players", "plans") if row["players"] == OWN}
        names = dict.fromkeys(name for words in plans for name in str(words).split(", "))
        condition = f"strategy not in ({', '.join(map(repr, names))})" if names else ""
        texts = []
        for command in commands:
            text = command.replace("{A}", _base(evidence.game)).replace("{score}", _score_measures(evidence))
            if condition and ' --where "' in text:
                text = text.replace(' --where "', f' --where "{condition} and ')
            elif condition:
                text = f'{text} --where "{condition}"'
            texts.append(text)
        return texts

    return fill


def _score_measures(evidence: Evidence) -> str:
    sources = dict.fromkeys(row["source"] for row in evidence.rows("paired_sources", "source"))
    return ",".join(f"score_{source}" for source in sources)


def _situation(value: object, words: Words) -> str:
    return f"all seats have {words.game.others}" if value == AMONG else f"against {words.baseline}"


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
PLAN_COLUMNS = (c.BOARD, c.STRATEGY, c.count("n", "n", "pairs"), AGAINST_A, c.P)
TUNED_COLUMNS = (
    SITUATION, c.BOARD,
    c.code("players", "players", note="ordinary; tuned for the board they sit at: the mean of the plans that are, and of "
           "several each by its name; or how far the two kinds differ"),
    c.code("plans", "plans", printed=False, note="those that are tuned for it"), c.count("n", "n", "seats or pairs"),
    c.pp("effect", "effect", estimate=True, note="against par among other boards, else against A; all together"), c.P,
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
    replace(c.STRATEGY, note="`all`; `tuned for it`: plans tuned for all boards, where there are several; or a name"), c.N,
    c.points("price", "price", sign=True, estimate=True, note="points to pay at the start, interpolated between whole "
             "ones; among: their mean is 0, against: A costs 0"),
    c.number("whole", "in whole points", 0, "points", sign=True),
    c.pp("left", "win share left over with these", note="beyond par, or beyond A, with the whole points"),
    replace(c.P, note="that the price is 0, of the bootstrap"),
    c.count("plans", "plans", note="strategies that play as well as they can"),
    c.points("plans_mean", "mean over plans", sign=True, estimate=True, note=f"null: fewer than {MIN_PLANS} plans"),
    c.points("another", "for another plan", sign=True, estimate=True, note="95 % predictive interval"),
    c.points("printings", "over printings", sign=True, estimate=True, note="where they were played"),
)  # fmt: skip
PRICED_COLUMNS = (
    c.BOARD, c.number("paid", "paid at the start", 0, "points", sign=True), c.N,
    c.percent("share", "win share", estimate=True, note="played with these prices"),
    c.percent("expected", "worked out", estimate=True, note="games without prices, winners found anew with these"),
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
    c.number("mean_final", "at the end", 1, "slots", estimate=True), c.percent("at_maximum", "at maximum at the end"), c.N,
)  # fmt: skip
ON_BOARDS_COLUMNS = (
    replace(c.KIND, note="seat / strategy"), c.code("name", "who"), c.BOARD, c.count("n", "n", "pairs"), c.EFFECT, c.P
)  # fmt: skip
AHEAD_COLUMNS = (
    c.BOARD,
    c.code("row", "who"),
    c.code("column", "ahead of"),
    c.FINISHES_AHEAD,
    c.count("n", "n", "pairs"),
)
SERIES_COLUMNS = (
    replace(c.KIND, note="seat / strategy"), c.code("name", "who"), c.count("n", "n", "series"),
    c.percent("share", "of series won", estimate=True, note=c.TOGETHER), replace(c.P, note="against par"),
)  # fmt: skip


def _price_reading(evidence: Evidence) -> str:
    auction, rows = evidence.game.board.auction, evidence.rows("auction", "board", "fair")
    words = "Every game gets its winners anew with the points paid, by the game's own tie-breaks."
    if auction is None or not rows:
        return words
    if any(number(row, "paid") is not None for row in rows):
        return f"{words} A board that cost less at the auction than it should wins more than its share."
    option = f"--option {auction.option}=given,{auction.value}"
    return f"{words} What players bid: `analyser boards {evidence.game.name} {option}`."


def _use_charts(evidence: Evidence) -> list[Any]:
    words, many = evidence.game.board.use, evidence.words.nouns[1]
    subtitle = words.subtitle if words else f"Mean uses of the abilities of {many} by the owner in one game."
    return [
        charts.usage_chart(evidence, _use_finding(evidence), subtitle, words.unit if words else "uses a game"),
        charts.track_chart(evidence),
    ]


SECTIONS = (
    Section(
        "among",
        lambda e: f"Does every {e.words.nouns[0]} win its share when all seats have {e.game.others}?",
        _among_finding,
        (Table("dealt", DEALT_COLUMNS, dealt_table),),
        lambda e: [charts.dealt_chart(e, _among_finding(e))],
        ask=_asks(f"--by board --against par --where \"arm = '{DEALT}'\""),
    ),
    Section(
        "against",
        lambda e: f"Does any {e.words.nouns[0]} win more often than {e.words.baseline}?",
        _against_finding,
        (Table("paired", PAIRED_COLUMNS, _paired_table),),
        lambda e: [charts.paired_chart(e, _against_finding(e)), charts.score_chart(e)],
        "Each dot is a difference on the same deals and seats, so that the luck of the deal cancels.",
        _asks("--by board --against {A}", "--measure score --by board --against {A}"),
    ),
    Section(
        "plans",
        lambda e: f"For whom is a {e.words.nouns[0]} strong?",
        _plans_finding,
        (
            Table("paired_by_strategy", PLAN_COLUMNS, _strategy_table),
            Table("tuned_players", TUNED_COLUMNS, tuned_table),
        ),
        lambda e: [charts.plan_panels(e, _plans_finding(e)), *charts.tuned_charts(e)],
        ask=lambda e: [f"--by board,strategy --against board={_base(e.game)}"],
    ),
    Section(
        "seats",
        lambda e: f"Does the seat decide what a {e.words.nouns[0]} is worth?",
        _seat_finding,
        (Table("board_seat", SEAT_COLUMNS, _seat_table),),
        lambda e: [charts.seat_chart(e, _seat_finding(e))],
        ask=_asks("--by board,seat --against board={A}", "--by board,seat --against board={A},seat=mean"),
    ),
    Section(
        "board_seats",
        lambda e: f"Does the {e.words.nouns[0]} favour a seat?",
        lambda e: _kind_finding("seat", e),
        (Table("on_boards", ON_BOARDS_COLUMNS, on_boards_table),),
        lambda e: [charts.on_boards_chart(e, _kind_finding("seat", e), "seat")],
        ask=_asks("--by board,seat --against board={A}"),
    ),
    Section(
        "board_strategies",
        lambda e: f"Does the {e.words.nouns[0]} favour a strategy?",
        lambda e: _kind_finding("strategy", e),
        charts=lambda e: [charts.on_boards_chart(e, _kind_finding("strategy", e), "strategy")],
        ask=_asks("--by board,strategy --against board={A}"),
    ),
    Section(
        "head_to_head",
        lambda e: f"Who finishes ahead of whom on each {e.words.nouns[0]}?",
        _head_to_head_finding,
        (Table("head_to_head", AHEAD_COLUMNS, head_to_head_table),),
        charts.head_to_head_charts,
    ),
    Section(
        "series",
        lambda e: f"Who wins a series of one game on every {e.words.nouns[0]}?",
        _series_finding,
        (Table("series", SERIES_COLUMNS, series_table),),
        lambda e: [charts.series_chart(e, _series_finding(e))],
        "Every game of a series has a deal of its own, so a series favours the stronger plan more than one game does.",
        notes=series_note,
    ),
    Section(
        "sources",
        "Where do the extra points come from?",
        _source_finding,
        (Table("paired_sources", SOURCE_COLUMNS, _source_table),),
        lambda e: [charts.sources_chart(e, _source_finding(e))],
        "The bars of one board add up to its difference in score.",
        _asks("--measure {score} --by board --against {A}"),
    ),
    Section(
        "price",
        lambda e: f"What is each {e.words.nouns[0]} worth, in points at the start?",
        _price_finding,
        (
            Table("price", PRICE_COLUMNS, price_table),
            Table("priced", PRICED_COLUMNS, priced_table),
            Table("auction", AUCTION_COLUMNS, auction_table),
        ),
        lambda e: [charts.price_chart(e, _price_finding(e)), charts.priced_chart(e), charts.auction_chart(e)],
        _price_reading,
        lambda e: _asks(f"--by board --where \"arm = '{PRICED}'\"")(e) if e.rows("priced", "board") else [],
        terms=(("Price", "Points paid at the start (below zero: received) with which a seat wins its share."),),
    ),
    Section(
        "use",
        lambda e: f"Which abilities and tracks of the {e.words.nouns[1]} are used?",
        _use_finding,
        (Table("usage", USAGE_COLUMNS, _usage_table), Table("tracks", TRACK_COLUMNS, _track_table)),
        _use_charts,
    ),
)


# -- the question -----------------------------------------------------------------------------------------------------


def idle_reason(run: RunFrames) -> str:
    """Why there is nothing to compare; "" where there is."""
    if run.arms and run.seats.select(pl.col("board").is_null().all()).collect().item():
        return f"The game has no {run.game.nouns[1]}: there is nothing to compare."
    return ""


def notes_of(run: RunFrames) -> list[str]:
    """What a comparison means in this game, on which games it rests, and who plays."""
    game, (noun, plural) = run.game, run.game.nouns
    notes = [game.board.note] if game.board.note else []
    if pair_arm(run) is None:
        kind = f"the same deals on several {plural}" if game.shared else "one strategy in all seats (mirror)"
        notes.append(f"The run has no games with {kind}, so {plural} are not compared on equal terms.")
    elif not _has_pairs(run):
        notes.append(
            f"No other {noun} was played against {game.baseline} on the same deal: there is nothing to compare."
        )
    elif game.shared:
        notes.append(f"Every line-up plays all its rotations on every {noun}, all on the same deal.")
    else:
        notes.append(_pairing_note(run))
    if run.once(tuned_in):
        who = "; ".join(f"{plan} for {', '.join(boards)}" for plan, boards in run.tuned.items())
        mean = " What is said of them is their mean, each counting alike." if len(run.tuned) > 1 else ""
        weak = [name for name in run.learners if name not in run.tuned]
        also = f", beginners ({', '.join(weak)}) among them" if weak else ""
        notes.append(
            f"Tuned for boards, with weights of their own there: {who}.{mean} All others are ordinary players{also}."
        )
    return notes


def _pairing_note(run: RunFrames) -> str:
    """Which games of a deal are compared: with half of the patterns and pairs of them other seats' boards differ too."""
    k, base, plural = run.players, run.game.baseline, run.game.nouns[1]
    games = run.rows(pair_arm(run) or "").group_by("deal", "strategy").agg(pl.col("game").n_unique().alias("games"))
    usual = games.group_by("games").len().sort("len", "games").collect()["games"][-1]
    every = f"patterns of {base} and other {plural} over the seats"
    if usual == 2**k and k > 1:
        return f"Every deal is played in all {2**k} {every}, so that games differ in one seat's board alone."
    if usual == 2 ** (k - 1) and k > 2:
        return f"Every deal is played in half of the {2**k} {every}; the others have {base} as often on either side."
    if usual == 2:
        return f"Every deal is played in one of the {2**k} {every} and in its opposite, in which every seat is turned."
    return f"{sentence_case(plural)} were compared with {base} on the same deals and seats."


def _terms(game: GameFacts) -> tuple[Term, ...]:
    paired = "Difference between games of one deal, seat and plan that differ in the {noun}."
    return (("Paired difference", paired), ELO)


QUESTION = Question(
    name="boards",
    asks=lambda game: game.board.question,
    judge=judge_boards,
    sections=SECTIONS,
    screen_of=_screen_of,
    screen=lambda game: (
        ("boards board seat", "boards board strategy") if game.shared else ("dealt board", "boards board")
    ),
    refines=lambda game: not game.shared,
    idle=idle_reason,
    ahead=prefetch_prices,
    before=notes_of,
    terms=_terms,
)
