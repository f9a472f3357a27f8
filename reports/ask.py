"""From a run's frames to an answer: the one way in which a question is put."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from functools import partial

import polars as pl

from cext.commands import command
from reports.answer import ALWAYS_TIED, Answer, FirstScreen, Verdict
from reports.estimators.example_games import EXAMPLES
from reports.estimators.printings import MIN_SPREAD, over_printings, overturned_verdicts, printing_effects
from reports.facts import GameFacts
from reports.findings import finding
from reports.first_screen import by_size, leading_verdicts, screen_of
from reports.frame_columns import BOARD
from reports.frames import Change, Frames, Printings, Retuned, ScenarioRun
from reports.player_classes import with_classes
from reports.prefetch import Prefetch
from reports.questions import balance, boards, cards, openings, restricted, tournament, whatif
from reports.questions.base import Question, Table
from reports.questions.shared import GAMES_TO_WATCH, looks_caveat, unknown_data
from reports.questions.solo import solo_sentences
from reports.questions.stopping import stopping_lines, until_decided
from reports.run_facts import Fact, RunFacts
from reports.sentences import join_names, number_word

__all__ = ["QUESTIONS", "Tables", "ask", "distinct_games"]


def _with_shared_sections(question: Question) -> Question:
    """Behind a question's sections what all share: unknown data and games to watch, where a run is answered by
    scenario, and how it was decided."""
    shared = () if question.is_joint else (unknown_data(question.measuring), GAMES_TO_WATCH)
    return replace(question, sections=(*question.sections, *shared, until_decided(question)))


# The questions by name.
QUESTIONS: dict[str, Question] = {
    module.QUESTION.name: _with_shared_sections(module.QUESTION)
    for module in (boards, balance, openings, cards, whatif, tournament, restricted)
}


class Tables(Mapping[str, pl.DataFrame]):
    """Tables by name, each worked out when it is first looked at: an answer is told before what it rests on is. Copied
    by pickle they are a dict, all worked out."""

    def __init__(self, make: Mapping[str, Callable[[], pl.DataFrame]]) -> None:
        self._tables: dict[str, pl.DataFrame | Callable[[], pl.DataFrame]] = dict(make)

    def __getitem__(self, name: str) -> pl.DataFrame:
        table = self._tables[name]
        if not isinstance(table, pl.DataFrame):
            self._tables[name] = table = table()
        return table

    def __contains__(self, name: object) -> bool:
        return name in self._tables

    def __iter__(self) -> Iterator[str]:
        return iter(self._tables)

    def __len__(self) -> int:
        return len(self._tables)

    def __reduce__(self) -> tuple[type[dict[str, pl.DataFrame]], tuple[dict[str, pl.DataFrame]]]:
        return dict, (dict(self),)


SAME_RESULT = "Every game ends alike"
NO_PAR = "One seat decides: there is no fair share, and so no verdict on its wins."


def ask(
    question: str,
    frames: Frames,
    *,
    game: GameFacts,
    run: RunFacts | None = None,
    margin: float = 0.02,
    changes: Sequence[Change] = (),
    retuned: Retuned | None = None,
    printings: Printings | None = None,
    strong: ScenarioRun | None = None,
    examples: Callable[[pl.DataFrame], None] | None = None,
    alongside: int = 1,
    player_class: str = "",
    pool: Executor | None = None,
) -> Answer:
    """The answer to a question from the frames of a run, or of one of its scenarios; `changes` are others of them, held
    against it, `retuned` all of these played by players tuned for each. Its tables are worked out when they are looked
    at.

    `margin` is the smallest shift of win share (a fraction) that matters to the designer; `run` is what the header says
    of how the games were played; `examples` is told of the games to look at before all else is worked out; `alongside`
    is of how many answers, this one among them, the intervals hold together; `strong` are games of the same in the
    hands of strong players; `player_class` says who counts (by default those whom the question counts:
    ScenarioRun.counting); `pool` works out a part of it beside this process. Raises
    ValueError for a margin outside 0 to 1 and KeyError for an unknown question.
    """
    spec, run = QUESTIONS[question], run or RunFacts()
    frames_of_run = ScenarioRun.of(
        frames,
        game=game,
        margin=margin,
        seed=run.seed,
        classes=run.classes,
        tuned=run.tuned,
        milliseconds=run.milliseconds,
        plan_families=run.plan_families,
        changes=changes,
        retuned=retuned,
        replays=run.replays,
        printings=printings,
        strong=None if strong is None or player_class else replace(strong, error_parts=spec.error_parts(game)),
        classes_beside=() if player_class else run.classes_beside,
        looks=run.until,
        alongside=alongside,
        error_parts=spec.error_parts(game),
        pool=pool,
    ).counting(player_class or spec.counts)
    tables = spec.tables
    if reason := spec.idle_reason(frames_of_run):
        make = {name: partial(table.shaped, pl.DataFrame()) for name, table in tables.items()}
        return _answer(spec, frames_of_run, run, [], make, reason)
    if pool and spec.prefetch:
        frames_of_run.result(spec.prefetch)
    is_shown = examples is not None and EXAMPLES in tables
    offloaded = [name for name, table in tables.items() if table.offload and not (is_shown and name == EXAMPLES)]
    prefetch = Prefetch.of(frames_of_run, [partial(_make_offloaded, question, name) for name in offloaded])
    if examples and is_shown:
        examples(_make_table(tables[EXAMPLES], frames_of_run))
    if printings is not None and spec.is_judged(game):
        measured = frames_of_run.result(printing_effects, spec.measuring(game))
        spreads = {subject: effect.spread for subject, effect in measured.items() if effect.has_spread}
        frames_of_run = replace(frames_of_run, over_printings=spreads)
    make = {name: partial(_make_table, table, frames_of_run) for name, table in tables.items()}
    make |= {name: partial(prefetch.result, place) for place, name in enumerate(offloaded)}
    return _answer(spec, frames_of_run, run, _over(spec, frames_of_run), make)


def _answer(
    spec: Question,
    frames: ScenarioRun,
    run: RunFacts,
    verdicts: Sequence[Verdict],
    make: Mapping[str, Callable[[], pl.DataFrame]],
    reason: str = "",
) -> Answer:
    """The answer of these verdicts and tables; reason: why there is nothing to work out."""
    game = frames.game
    subject, question_words = run.title_of(game), spec.asks(game)
    afterwards = run.other_margin(frames.margin) if spec.is_judged(game) else ""
    notes = [reason] if reason else [*([afterwards] if afterwards else []), *_notes(spec, frames)]
    warnings = [words for words in (*run.left_out, run.edited, run.unrepeated) if words]
    head = [] if run.until else looks_caveat(run.looks)
    if frames.who_counts:
        head.insert(0, f"Counted are {frames.who_counts}.")
    if not reason:
        warnings = [*overturned_verdicts(verdicts), *warnings, *spec.warnings(frames)]
    if strength := run.strength:
        warnings, head = [*warnings, *strength.warnings], [strength.line, *head]
    head = [*head, *run.limit_lines]
    if run.incomplete:
        warnings = [run.incomplete, *warnings]
    if not reason:
        head = [*stopping_lines(spec, frames), *head]
    summary = (
        reason
        or frames.result(_same_result)
        or spec.summary(frames)
        or ("" if frames.par is not None else " ".join(solo_sentences(frames)))
        or finding(leading_verdicts(verdicts, spec.leads))
        or f"No verdict from this run. Its games hold nothing to compare: {command(spec.name, game.name)} plays some."
    )
    order = _board_order(verdicts, game)
    make = {name: partial(_in_board_order, table, order) for name, table in make.items()} if order else make
    return Answer(
        spec.name, f"{subject}: {question_words}", verdicts, Tables(make),
        {**run.header(), **_header(frames), **spec.header(frames)}, notes, warnings, head, strength,
        [difference for change in frames.changes for difference in change.differences], run.edits, summary,
        context=f"{subject} · {game.players} player{'' if game.players == 1 else 's'} · {question_words}",
        player_class=frames.counts,
        commands={} if reason else _commands(spec, frames),
        screen=FirstScreen(reason, "") if reason else _screen(spec, frames, verdicts, run, summary),
    )  # fmt: skip


def _header(run: ScenarioRun) -> dict[str, Fact]:
    """The game's single values, and the sizes of the run's arms."""
    stored = run.stored.games.lazy()
    size = stored.select(pl.col("deal").n_unique().alias("deals"), pl.len().alias("games")).collect()
    ties = stored.select((pl.col("winners") > 1).sum()).collect().item()
    games = int(size["games"][0])
    out: dict[str, Fact] = {**run.game.header(), "deals": int(size["deals"][0]), "games": games}
    out |= {"distinct_games": run.result(distinct_games)}
    out |= {f"games_{arm}": n for arm, n in run.arms.items()}
    return {**out, "joint_wins": ties / games, "margin": run.margin} if games else {**out, "margin": run.margin}


def distinct_games(run: ScenarioRun) -> int:
    """Games that differ from every other; a game that repeats another whole counts once, and stays in every estimate.

    Two games are the same where the deal is and where every seat's row is: strategy, board, opening, points by source,
    counters, rank and share. What was forced does not count: a seat told to open as it would have done plays the same
    game again, as does a line-up that is one of its own rotations.
    """
    compared_columns = [
        column
        for column in run.columns["seats"]
        if column not in ("game", "scenario", "lineup", "arm", "forced_opening")
    ]
    each = run.everybody.table.select("game", pl.struct(compared_columns).hash().alias("row")).group_by("game")
    distinct = each.agg(pl.col("row").bitwise_xor()).select(pl.col("row").n_unique())
    return int(distinct.collect(engine="streaming").item())  # a part at a time: no more memory for more games


def _commands(question: Question, run: ScenarioRun) -> dict[str, tuple[str, ...]]:
    """What is typed for the numbers of each table that shows comparisons."""
    return {name: commands for name, table in question.tables.items() if (commands := table.commands(run))}


def _make_table(table: Table, run: ScenarioRun) -> pl.DataFrame:
    return table.shaped(table.rows(run))


def _make_offloaded(question: str, table: str, run: ScenarioRun) -> pl.DataFrame:
    """A table of the question by its name, which another process can be asked for."""
    return _make_table(QUESTIONS[question].tables[table], run)


def _board_order(verdicts: Sequence[Verdict], game: GameFacts) -> dict[str, int]:
    """The places of boards in the first chart; {}: it has none."""
    first = [verdict.name for verdict in verdicts if verdict.family == verdicts[0].family]
    return {board: first.index(name) for board in game.boards if (name := game.sentence_label(board)) in first}


def _in_board_order(make: Callable[[], pl.DataFrame], order: Mapping[str, int]) -> pl.DataFrame:
    """A table with its boards in this order, within groups of the columns before them."""
    table = make()
    if BOARD not in table.columns:
        return table
    leading_columns = table.columns[: table.columns.index(BOARD)]
    groups = [pl.int_range(pl.len()).min().over(leading_columns)] if leading_columns else []
    place = pl.col(BOARD).cast(pl.String).replace_strict(order, default=len(order), return_dtype=pl.Int64)
    return table.sort(*groups, place, maintain_order=True)


def _screen(
    question: Question, run: ScenarioRun, verdicts: Sequence[Verdict], facts: RunFacts, summary: str
) -> FirstScreen:
    """The first screen: of the verdicts, or without any the summary; and what the question makes of it."""
    if verdicts:
        screen = screen_of(leading_verdicts(verdicts, question.leads), run, unknown=_unknown(question, run, facts))
    else:
        first, _, rest = summary.partition(". ")
        screen = FirstScreen(first.removesuffix("."), rest)
    screen = question.screen_of(run, screen) if question.screen_of else screen
    result = run.result(_same_result)
    if not result:
        return screen
    tied = f"The {number_word(run.players)} players share the win"
    clause = tied if result == ALWAYS_TIED else "Each seat has one and the same score"
    return FirstScreen(result, f"{clause} in all {run.games_played:,} games: these bots leave nothing to compare.")


def _same_result(run: ScenarioRun) -> str:
    """That every game ends alike, or with a win that all share, as a finding; "" where games differ."""
    if run.par is None:
        return ""
    games = run.stored.games.lazy().select((pl.col("winners") == run.players).all(), n=pl.len())
    is_tied, n = games.collect().row(0)
    if n and is_tied:
        return ALWAYS_TIED
    result = pl.struct("score", "win_share60")
    rows = run.stored.seats.lazy().group_by("seat").agg(result.n_unique().alias("results"), pl.col("win_share60").max())
    seats = rows.sort("seat").collect().to_dicts()
    if n < 2 or any(seat["results"] > 1 for seat in seats):
        return ""
    winners = [str(seat["seat"]) for seat in seats if seat["win_share60"]]
    return f"{SAME_RESULT}: seat{'s' * (len(winners) > 1)} {join_names(winners)} win{'s' * (len(winners) == 1)}"


def _unknown(question: Question, run: ScenarioRun, facts: RunFacts) -> str:
    """How many data no rulebook states, and the command that tells what they do; "" where there are none, or enough of
    their values were played."""
    counts = run.game.provenance
    unknown, total = counts.get("reconstructed", 0) + counts.get("inferred", 0), sum(counts.values())
    has_spread = run.printings is not None and len(run.printings.by_number) >= MIN_SPREAD
    if has_spread or not facts.varies or not unknown or any(c.same for c in run.changes):
        return ""
    players = () if run.par is not None else ("--players", 1)
    advice = command(question.name, run.game.name, *players, "--printings", 40)
    if question.is_joint:  # a change is played in the printing that it is given
        draw = command("components", "draw", run.game.name, "--number", 1, "DIR")
        advice = f"other values: {draw}, then --baseline DIR"
    return f"{unknown} of {total} values are our guesses; {advice}"


def _over(question: Question, run: ScenarioRun) -> list[Verdict]:
    """The verdicts of each family by size, with what printings say of each where some were played."""
    verdicts = with_classes(question.verdicts(run)[1], run, question.by_class(run))
    if run.printings is None or not verdicts:
        return by_size(verdicts)
    over = run.result(printing_effects, question.measuring(run.game))
    return [over_printings(verdict, over.get(verdict.subject)) for verdict in by_size(verdicts)]


def _notes(question: Question, run: ScenarioRun) -> list[str]:
    """What must be said: on the whole, of sections, at the end."""
    notes = [note for section in question.sections if section.notes for note in section.notes(run)]
    no_par = [] if question.is_judged(run.game) else [NO_PAR]
    return [*no_par, *question.notes(run), *notes, *question.last_notes(run), *_repeated(run)]


def _repeated(run: ScenarioRun) -> list[str]:
    """How many games were not different from all others; nothing where none repeats."""
    games = sum(run.arms.values())
    repeats = games - run.result(distinct_games)
    again = "repeats another game of its deal" if repeats == 1 else "repeat other games of their deals"
    stay = "They stay in every estimate: games of a deal are one cluster of its error."
    return [f"{repeats:,} of {games:,} games {again} whole. {stay}"] if repeats else []
