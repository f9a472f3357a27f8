"""Is one board stronger than another: by how much, for whom, in which seat, from which points, and worth what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import polars as pl

from cext.commands import command
from reports.answer import EXPLORATORY, Doubt, FirstScreen, ScreenRow, Side, Verdict
from reports.charts import boards as charts
from reports.columns import pretty
from reports.effects import MORE
from reports.estimators.board_effects import (
    AGAINST_PLAIN,
    ALL,
    AMONG_OTHERS,
    board_classes,
    family_name,
    judge_boards,
)  # fmt: skip
from reports.estimators.board_prices import change_of, prefetch_prices, start_moves
from reports.estimators.board_tables import TABLES, notes_of, series_note
from reports.facts import GameFacts
from reports.findings import headings
from reports.first_screen import CHANCE, no_change, verdicts_of_screen
from reports.frames import ScenarioRun
from reports.questions.base import ABOVE, Chart, Evidence, Findings, Question, Rows, Section, Term, Text, number
from reports.sentences import bot_names, join_names, more_games, number_word, pp, sentence_case, share
from reports.stats.verdict import STRONGER, UNCLEAR, WEAKER, may_head

__all__ = ["QUESTION"]

MAX_NAMES = 3  # boards or categories that a heading names
NO_POINTS = "The game cannot be played with points at the start, or no such points even the boards out."


# -- findings ---------------------------------------------------------------------------------------------------------


def among_finding(evidence: Evidence) -> Findings:
    """What boards win when all seats have one."""
    return _headings(_verdicts_of(evidence, family_name(evidence.game, AMONG_OTHERS)))


def against_finding(evidence: Evidence) -> Findings:
    """What the verdicts come to; with one who decides, and no verdicts, what is sure of the differences."""
    game, rows = evidence.game, evidence.rows("paired", "board", "effect")
    if game.shared or not rows:
        return ""
    verdicts = _verdicts_of(evidence, family_name(game, AGAINST_PLAIN))
    statement, *shorter = _headings(verdicts) if verdicts else _sure_findings(game, rows)
    return f"{statement}{_mixed_words(evidence)}", statement, *shorter


def _mixed_words(evidence: Evidence) -> str:
    """The board whose gain at mixed tables is sure to differ most from that at tables of one strategy; "": none."""
    if not (sure := _sure_rows(evidence.rows("mixed", "board", "effect", "p"), "effect")):
        return ""
    return f"; {evidence.game.sentence_label(sure[0]['board'])} gains {more_games(sure[0]['effect'])} at mixed tables"


def plans_finding(evidence: Evidence) -> Findings:
    """For how many bots the board farthest from the plain board is stronger or weaker."""
    game = evidence.game
    each = _verdicts_of(evidence, family_name(game, AGAINST_PLAIN, "plan by plan"))
    boards = [v for v in _verdicts_of(evidence, family_name(game, AGAINST_PLAIN)) if v.effect is not None]
    if not each or not boards:
        return ""
    first = max(boards, key=lambda v: abs(v.effect or 0.0))
    bots = [v for v in each if v.subject.startswith(f"{first.subject}, ")]
    words = [v.verdict for v in bots if v.kind != EXPLORATORY]
    n, word = max((words.count(word), word) for word in (STRONGER, WEAKER))
    if not n:
        statement = f"Too few games to say what {first.name} is worth to each bot"
        return statement, "Too few games to say for which bots"
    is_all, of = n == len(bots), number_word(len(bots))
    whom = f"all {of} bots" if is_all else f"{number_word(n)} of {of} bots"
    verb = "is" if is_all else "is shown to be"
    name = sentence_case(first.name)
    return f"{name} {verb} {word} than {game.plain_label} for {whom}", f"{name} is {word} for {whom}", f"For {whom}"


def tuned_finding(situation: str, evidence: Evidence) -> Findings:
    """Which boards are shown to win more, and which less, with players tuned for them, where a seat has the plain board
    or every seat has one of the others."""
    game, (noun, _) = evidence.game, evidence.game.nouns
    rows = evidence.rows("tuned_players", "situation", "board", "effect", "p")
    rows = [row for row in rows if row["players"] == MORE and row["situation"] == situation]
    if not rows:
        return ""
    where = f"Among {game.others}" if situation == AMONG_OTHERS else f"Against {game.plain_label}"
    sure = _sure_rows(rows, "effect")
    sides = [[game.sentence_label(row["board"]) for row in sure if sign * row["effect"] > 0] for sign in (1, -1)]
    if not sure:
        return f"{where} no {noun} is shown to gain by tuning", "None is shown to gain by tuning"
    phrases = []
    for names, gain in zip(sides, ("gain", "lose"), strict=True):
        if names and len(names) == len(rows) > 1:
            phrases.append(f"all {game.others} {gain}")
        elif names:
            who, verb = join_names(names, max_names=MAX_NAMES), "are" if len(names) > 1 else "is"
            phrases.append(f"{'only ' * (len(rows) > 1)}{who} {verb} shown to {gain}")
    statement = f"{where} {', '.join(phrases)} by tuning"
    return statement, f"{where} {phrases[0]}", f"{where} tuning matters", "Tuning matters"


def seat_finding(evidence: Evidence) -> Findings:
    """Whether a board is worth more or less in one seat than in the others."""
    rows = evidence.rows("board_seat", "board", "seat", "interaction", "p")
    if not (sure := _sure_rows(rows, "interaction")):
        return "The seat is not shown to matter" if rows else ""
    row, name = sure[0], evidence.game.sentence_label(sure[0]["board"])
    more = "more" if row["interaction"] > 0 else "less"
    statement = f"{sentence_case(name)} is worth {more} in seat {row['seat']} than in the others"
    return statement, statement.removesuffix(" than in the others"), "What they are worth depends on the seat"


def source_finding(evidence: Evidence) -> Findings:
    """The categories that bring the board with the largest difference in points more or fewer than the plain board."""
    rows = evidence.rows("paired_sources", "board", "source", "difference")
    if not (sure := _sure_rows(rows, "difference")):
        return "No scoring category is shown to differ" if rows else ""
    sums = {row["board"]: 0.0 for row in sure}
    for row in rows:
        sums[row["board"]] = sums.get(row["board"], 0.0) + row["difference"]
    board = max((row["board"] for row in sure), key=lambda name: abs(sums[name]))
    parts: list[str] = []
    for row in [row for row in sure if row["board"] == board][:MAX_NAMES]:
        points = "" if parts else " points"
        more = "more" if row["difference"] > 0 else "fewer"
        parts.append(f"{abs(row['difference']):.1f} {more}{points} from {pretty(row['source'])}")
    on = "on " * evidence.game.shared
    name = sentence_case(on + evidence.game.sentence_label(board))
    return f"{name}: {join_names(parts)}", f"{name}: {parts[0]}", parts[0], "They score from different sources"


def price_finding(evidence: Evidence) -> Findings:
    """What boards win with the points that were played; where none were, what they should start with, those of them
    that are sure to need any."""
    if shares := sorted(row["share"] for row in evidence.rows("priced", "share")):
        ends = f"win {pp(shares[0])} to {share(shares[-1])}"
        others = evidence.game.others
        return f"With the points played at the start the {others} {ends}", f"With start points they {ends}"
    rows = [row for row in evidence.rows("price", "situation", "board", "price") if row["strategy"] == ALL]
    rows = [row for row in rows if row["situation"] == rows[0]["situation"]]
    sure = {row["board"]: int(row["whole"]) for row in evidence.certain_rows(rows, "price")}
    if moves := start_moves(evidence.game, sure, table="price"):
        return f"Worked out of these games: start {moves}", f"Start {moves}", "Some need points at the start"
    return "None is shown to need start points" if rows else ""


def price_charts(evidence: Evidence, title: str) -> list[Chart | None]:
    """What was played; prices worked out of these games where none were, as two for one thing confuse."""
    if evidence.rows("priced", "share"):
        return [charts.priced_chart(evidence, title)]
    return [charts.price_chart(evidence, title), charts.auction_chart(evidence)]


def use_finding(evidence: Evidence) -> Findings:
    """How often abilities are used, or else what the game says of its tracks."""
    uses = [row["uses"] for row in evidence.rows("usage", "board", "ability", "uses")]
    if uses:
        times = " to ".join(dict.fromkeys(f"{x:.1f}" for x in (min(uses), max(uses))))
        if words := evidence.game.board.use:
            times = f"{times} {words.unit}"
            return f"{words.heading}: {times}", words.heading, sentence_case(times), "How often they are used"
        statement = f"Owners use the abilities of their {evidence.game.nouns[1]} {times} times a game"
        return statement, f"Owners use abilities {times} times a game"
    words = evidence.game.board.tracks
    return (words.heading, "How far the tracks are used") if words and evidence.rows("tracks", "board") else ""


def map_finding(evidence: Evidence) -> Findings:
    """What the board of the table does to seats and strategies."""
    return headings(verdicts_of_screen(evidence.verdicts)) if evidence.game.shared else ""


def series_finding(evidence: Evidence) -> Findings:
    """Who is sure to win more series than others."""
    rows = evidence.rows("series", "kind", "name", "share", "p")
    if not (sure := _sure_rows(rows, "share")):
        return "None is shown to win more series than others" if rows else ""
    name = sure[0]["name"] if sure[0]["kind"] == "seat" else bot_names([sure[0]["name"]])
    name = f"{'seat ' * (sure[0]['kind'] == 'seat')}{name}"
    wins = f"{sentence_case(name)} wins {share(sure[0]['share'])} of series"
    return f"{wins}, where {evidence.par or 0.0:.3g} % is fair", wins, "Series are not fair"


def _sure_findings(game: GameFacts, rows: Rows) -> tuple[str, ...]:
    """The boards that are sure to differ from the plain one."""
    names = [game.sentence_label(row["board"]) for row in _sure_rows(rows, "effect")]
    verb = "differs" if len(names) == 1 else "differ"
    sure = f"{sentence_case(join_names(names, max_names=MAX_NAMES))} {verb} from {game.plain_label}"
    none = f"No {game.nouns[0]} is shown to differ from {game.plain_label}"
    return (sure, f"{sentence_case(number_word(len(names)))} differ") if names else (none, "None is shown to differ")


def _headings(verdicts: Sequence[Verdict]) -> tuple[str, ...]:
    """What a family comes to; where nothing is decided, of what."""
    if any(verdict.word != UNCLEAR or verdict.leans for verdict in verdicts) or not verdicts:
        return headings(verdicts)
    of = verdicts[0].reference
    claim = "be unfair" if of.kind == "par" else f"differ from {of.reference}"
    return f"No {of.noun[0]} is shown to {claim}", "None is shown to differ"


def _verdicts_of(evidence: Evidence, family: str) -> list[Verdict]:
    return [verdict for verdict in evidence.verdicts if verdict.family == family]


def _sure_rows(rows: Rows, column: str) -> Rows:
    """Rows whose p lets them stand in a heading, the largest estimates first."""
    return sorted((row for row in rows if may_head(row["p"])), key=lambda row: -abs(row[column]))


# -- the first screen -------------------------------------------------------------------------------------------------


def screen_of(run: ScenarioRun, screen: FirstScreen) -> FirstScreen:
    """The first screen with what to change, where a board is not fair."""
    if run.par is None:
        return screen_alone(run, screen)
    if run.game.shared:
        return screen_of_map(run, screen)
    unfair = [row.name for row in screen.rows if row.side in ("more", "less")]
    priced = TABLES["priced"].rows(run)
    change = (change_of(run, unfair, priced) if unfair else None) or no_change(screen, NO_POINTS)
    return replace(screen, change=change)


def screen_of_map(run: ScenarioRun, screen: FirstScreen) -> FirstScreen:
    """The first screen where all play on one board: whether it matters, and whom it favours."""
    game, sides = run.game, {row.side for row in screen.rows}
    if not sides:
        return screen
    noun, base = game.nouns[0], game.sentence_label(game.plain_boards[0])
    others = [game.sentence_label(board) for board in game.boards if board not in game.plain_boards]
    elsewhere = f"on {others[0] if len(others) == 1 else f'other {game.nouns[1]}'}"
    claim, lead = f"{screen.finding[:1].lower()}{screen.finding[1:]}", screen.lead
    if sides & {"more", "less"}:
        title = f"The {noun} matters: {claim.partition('; not decided')[0]}"
    elif sides == {"fair"}:
        title = f"The {noun} does not matter: no one wins more or less {elsewhere} than on {base}"
    else:
        title = f"Not decided yet: whether the {noun} matters"
        leaning = claim.partition("not decided yet: ")[2]
        title += f"; {leaning}" if " may " in leaning else ""
        limit = max(abs(end) for row in screen.rows for end in (row.low, row.high))
        lead = f"If anyone wins more or less {elsewhere} than on {base}, it is by {limit:.1f} % of games at most."
    rows = tuple(replace(row, group=row.group.partition(",")[0]) for row in screen.rows)
    axis = f"win share {elsewhere if len(others) == 1 else 'there'} minus that on {base}, pp"
    why = f"Start points that depend on the {noun} cannot be played."
    change = no_change(screen, why, unclear=f"No difference between {game.nouns[1]} is shown.")
    return replace(screen, finding=title, lead=lead, rows=rows, axis=axis, change=change)


def screen_alone(run: ScenarioRun, screen: FirstScreen) -> FirstScreen:
    """The first screen where one seat decides: games won with each board and without, nothing judged."""
    table, game = TABLES["paired"].rows(run), run.game
    if not len(table):
        return screen
    rows = table.sort("effect", descending=True).to_dicts()
    sure = {row["board"] for row in _sure_rows(rows, "effect")}
    chart_rows = []
    for row in rows:
        side: Side = "unclear" if row["board"] not in sure else "more" if row["effect"] > 0 else "less"
        chart_rows.append(ScreenRow.of_estimate(game.sentence_label(row["board"]), row, "effect", side, side))
    far = max(rows, key=lambda row: abs(row["effect"]))
    name, gap = sentence_case(game.sentence_label(far["board"])), more_games(far["effect"])
    lead = f"{name} is farthest from it: with it the player wins {gap}."
    axis = f"difference in games won from {game.plain_label}, pp"
    half = f"± {max((row.high - row.low) / 2 for row in chart_rows):.1f} % of games"
    doubt = Doubt(CHANCE, half, f"{run.games_played:,} games; all together, 95 % sure")
    title, margin = _sure_findings(game, rows)[0], 100 * run.margin
    return FirstScreen(title, lead, tuple(chart_rows), axis, 0.0, margin, doubts=(*screen.doubts, doubt))


# -- sections ---------------------------------------------------------------------------------------------------------


def price_reading(evidence: Evidence) -> str:
    """How prices are found, and of an auction what it tells."""
    auction, rows = evidence.game.board.auction, evidence.rows("auction", "board", "fair")
    words = "The winners of each game were worked out again with these points, by the game's own tie-breaks."
    if auction is None or not rows:
        return words
    if any(number(row, "paid") is not None for row in rows):
        return f"{words} A board that cost less at the auction than it should wins more than its share."
    option = f"{auction.option}=given,{auction.value}"
    return f"{words} What players bid: {command('boards', evidence.game.name, '--option', option)}."


def use_question(evidence: Evidence) -> str:
    """What the game asks about the use of its boards."""
    use = evidence.game.board.use
    return use.title if use else f"Which abilities and tracks of the {evidence.game.nouns[1]} are used?"


def section(
    key: str,
    question: Text,
    answer: Callable[[Evidence], Findings],
    tables: Sequence[str],
    draw: Callable[[Evidence, str], list[Chart | None]] = lambda evidence, title: [],
    reading: Text = "",
) -> Section:
    """A section of these tables."""
    notes = series_note if key == "series" else None
    return Section(key, question, answer, tuple(TABLES[name] for name in tables), draw, reading, notes=notes)


SECTIONS = (
    section(
        "among", "Does every {board} win its share when all seats have {others}?", among_finding, ["dealt"],
        reading=ABOVE,
    ),
    section(
        "against", "Does any {board} win more often than {A}?", against_finding, ["paired", "mixed"],
        lambda e, title: [charts.paired_chart(e, title) if e.rows("dealt") else None, charts.score_chart(e)],
        "Each dot is a difference on the same deals and seats, so that chance in the deals cancels.",
    ),
    section(
        "plans", "For whom is a {board} strong?", plans_finding, ["paired_by_strategy"],
        lambda e, title: [charts.plan_panels(e, title)],
    ),
    section(
        "tuned", "Who gains against {A} by players who know their {board}?", partial(tuned_finding, AGAINST_PLAIN),
        ["tuned_players"], partial(charts.tuned_charts, AGAINST_PLAIN),
    ),
    section(
        "tuned_among", "And among {others}?", partial(tuned_finding, AMONG_OTHERS), ["tuned_players"],
        partial(charts.tuned_charts, AMONG_OTHERS),
    ),
    section(
        "seats", "Does the seat decide what a {board} is worth?", seat_finding, ["board_seat"],
        lambda e, title: [charts.seat_chart(e, title)],
    ),
    section(
        "on_boards", "Whom does the {board} favour?", map_finding, ["on_boards"], reading=ABOVE,
    ),
    section(
        "series", "Who wins a series of one game on every {board}?", series_finding, ["series"],
        lambda e, title: [charts.series_chart(e, title)],
        "Every game of a series has its own deal, so it favours the stronger bot more than one game does.",
    ),
    section(
        "sources", "Where do the extra points come from?", source_finding, ["paired_sources"],
        lambda e, title: [charts.sources_chart(e, title)],
        "The bars of one board add up to its difference in score.",
    ),
    section(
        "price", "What is each {board} worth, in points at the start?", price_finding, ["priced", "price", "auction"],
        price_charts, price_reading,
    ),
    section(
        "use", use_question, use_finding, ["usage", "tracks"],
        lambda e, title: [charts.usage_chart(e, title), charts.track_chart(e)],
    ),
)  # fmt: skip


# -- the question -----------------------------------------------------------------------------------------------------


def idle_reason(run: ScenarioRun) -> str:
    """Why there is nothing to compare; "" where there is."""
    if run.arms and run.seats.select(pl.col("board").is_null().all()).collect().item():
        return f"The game has no {run.game.nouns[1]}: there is nothing to compare."
    return ""


OF_SEATS = ("dealt board", "boards board")  # families of the first screen
ON_BOARDS = ("boards board seat", "boards board strategy")
TERMS: tuple[Term, ...] = (
    ("Paired difference", "Difference between games of one deal, seat and bot that differ in the {noun}."),
    ("Price", "Points paid at the start (below zero: received) with which a seat wins its share."),
    ("Elo", "The same advantage as a difference in Elo points against an average opponent."),
)

QUESTION = Question(
    name="boards",
    asks=lambda game: game.board.question,
    judge=judge_boards,
    by_class=board_classes,
    sections=SECTIONS,
    screen_of=screen_of,
    screen=lambda game: ON_BOARDS if game.shared else OF_SEATS,
    refines=lambda game: not game.shared,
    idle_reason=idle_reason,
    prefetch=prefetch_prices,
    notes=notes_of,
    terms=lambda game: TERMS,
)
