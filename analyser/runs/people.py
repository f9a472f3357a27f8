"""Plays of people held against bots: games of each skill level at the same tables, and the answer."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import polars as pl

from analyser.errors import DataError, Interrupted
from analyser.experiments.config_loader import load_experiment
from analyser.experiments.experiment import Experiment
from analyser.experiments.loading import load_each, plays_slowly
from analyser.experiments.people import MAX_SEATINGS, PEOPLE, Plays, check_boards, read_plays
from analyser.experiments.scenario import LEVEL_GAMES
from analyser.runs.adaptive import play_adaptively
from analyser.runs.lifecycle import start_run
from analyser.runs.maintenance import new_folder, write_report
from analyser.runs.play import open_executor
from analyser.runs.reader import open_run
from cext.file_games import is_file_game
from cext.messages import count_noun
from reports.answer import Answer
from reports.estimators.people import (
    compare_levels,
    compare_people_boards,
    find_nearest,
    mean_levels,
    plays_of_measures,
    varying,
    width_by_player,
)
from reports.frames import ScenarioRun
from reports.page.tables import json_rows, json_value
from reports.questions.people import QUESTION, PeopleFacts, people_screen, people_tables
from reports.run import Run
from reports.run_facts import Fact
from reports.sentences import join_names
from reports.several import ScenarioAnswer
from strategies.levels import Level, levels_of

__all__ = ["PeopleResult", "answer_content", "answer_people", "write_page"]

SLOW_PART = 10  # players who look ahead play so many times fewer games
MIN_GAMES = 50  # of each level and number of players: fewer deals judge nothing
Announce = Callable[[str], None]
TABLES_ALIKE = (
    "Bots sit at the same tables: the same numbers of players in the same proportion and, where the file has boards, "
    "the same boards in the same seats; one level in all seats, every game on a deal of its own."
)
PLAYERS_ALIKE = (
    "Plays count as independent. Whoever plays often makes plays alike: how much wider intervals would be if errors "
    "were clustered by player, too, stands beside them."
)
DISTANCE = (
    "The distance to a level is the root of the mean squared difference of all measures, each in standard "
    "deviations between plays."
)
NOTES = (TABLES_ALIKE, PLAYERS_ALIKE, DISTANCE)


@dataclass(frozen=True)
class PeopleResult:
    """The answer, its folder, and the run of each number of players."""

    answer: ScenarioAnswer
    folder: Path
    runs: tuple[Path, ...]


def answer_people(
    values: Mapping[str, Any], file: Path, *, games: int | None, out: Path | None, announce: Announce
) -> PeopleResult:
    """Read the plays, have bots of every level play at the same tables, and compare; values: keys of a configuration.

    games: of each level, in all numbers of players together (None: 2,000); those who look ahead play a tenth. Raises
    what a run raises, and DataError for what is wrong with the file.
    """
    plays = read_plays(file)
    experiments, plays = _experiments(values, plays, games or LEVEL_GAMES)
    config = next(iter(experiments.values())).config
    folder = new_folder(out, config.game, "people")
    shutil.copyfile(file, folder / "plays.csv")
    levels = levels_of(config.game)
    scenarios: list[ScenarioRun] = []
    with open_executor(config) as pool:
        for players, experiment in experiments.items():
            announce(f"Playing games of {count_noun(players, 'bot')} at {count_noun(len(levels), 'level')}…")
            directory, job = start_run(experiment, folder / f"{players}-players", [], pool=pool)
            try:
                play_adaptively(directory, job, pool=pool)
            except Interrupted as error:
                raise Interrupted(f"stopped: {folder} has games and no answer: ask again") from error
            scenarios += open_run(directory.path).scenarios
    announce("Comparing…")
    answer = _answer(plays, scenarios, levels, game=config.game, seed=config.seed)
    return PeopleResult(answer, folder, tuple(folder / f"{players}-players" for players in experiments))


def _experiments(values: Mapping[str, Any], plays: Plays, games: int) -> tuple[dict[int, Experiment], Plays]:
    """The games of bots for each number of players, and the plays with boards as the game calls them."""
    bare = load_experiment("people", {**values, "games": 1})
    game = bare.config.game
    levels = levels_of(game)
    if not levels:
        where = "its class" if is_file_game(game) else f"strategies/{game}/levels.toml"
        example = 'levels = {"novice": "random", "expert": "mcts:8"} to ' if is_file_game(game) else "two to "
        raise DataError(f"{game} names no skill levels to compare people with: add {example}{where}")
    seat_counts = load_each(game)
    for players in plays.counts:
        if players not in seat_counts:
            row = int(plays.rows.filter(pl.col("players") == players)["row"].to_numpy().min())
            choice = join_names([str(n) for n in seat_counts], "or")
            raise DataError(f"{plays.path}, row {row}: a play of {players} players: {game} takes {choice}")
    facts = bare.simulators[0].prepared.game
    plays = check_boards(plays, facts)
    experiments = {}
    for players, n in plays.counts.items():
        boards = plays.boards(players) if not facts.board.is_chosen else ()
        tables = [_scenario(level, game, players, games * n // plays.n_plays) for level in levels]
        experiments[players] = load_experiment(
            "people",
            {**values, "players": (players,), "scenario": tuple(tables), "boards": _sampled(boards, players)},
        )
    return experiments, plays


def _scenario(level: Level, game: str, players: int, games: int) -> dict[str, Any]:
    is_slow = plays_slowly((level.strategy,), game)
    n_games = max(MIN_GAMES, games // SLOW_PART if is_slow else games)
    return {"name": level.name, "levels": level.name, "players": players, "games": n_games}


def _sampled(boards: tuple[str, ...], players: int) -> tuple[str, ...]:
    """The boards of so many plays, evenly spaced among all."""
    n = len(boards) // players
    plays = range(n) if n <= MAX_SEATINGS else [at * n // MAX_SEATINGS for at in range(MAX_SEATINGS)]
    return tuple(board for at in plays for board in boards[at * players : (at + 1) * players])


def _answer(
    plays: Plays, bots: list[ScenarioRun], levels: tuple[Level, ...], *, game: str, seed: int
) -> ScenarioAnswer:
    """The answer of the plays and the games of bots; game: as commands name it."""
    game_of = {each.players: each.game for each in bots}
    people = tuple(
        ScenarioRun.of(
            plays.frames(k, game_of[k]), game=game_of[k], margin=0.02, seed=seed,
            settings={"scenario": f"{PEOPLE}-{k}", "players": k, "level": PEOPLE},
        )
        for k in plays.counts
    )  # fmt: skip
    bot_scenarios = [
        each.played_with(scenario=f"{each.name}-{each.players}", players=each.players, level=each.name) for each in bots
    ]
    run, of_people = Run((*people, *bot_scenarios)), Run(people)
    names = [level.name for level in levels]
    measures = varying(of_people)
    counts = plays_of_measures(of_people, measures)
    nearest = find_nearest(run, of_people, measures, counts, names, seed=seed)
    means = mean_levels(run, measures, counts, [PEOPLE, *names])
    less = compare_levels(run, measures, counts, [PEOPLE, *names])
    boards = compare_people_boards(run, of_people, nearest.level) if plays.has("board") else None
    tables = people_tables(means, less, nearest, boards)
    facts_of_game = game_of[max(plays.counts)]
    n_games = sum(each.games_played for each in bots)
    facts = _facts(plays, run, levels, n_games, game)
    screen = people_screen(tables, nearest, facts)
    numbers = join_names([str(k) for k in plays.counts])
    context = (
        f"{facts_of_game.title} · {'solo' if facts.is_solo else f'{numbers} players'} · {QUESTION.asks(facts_of_game)}"
    )
    dates = plays.rows["date"].drop_nulls().sort()
    period = " to ".join(dict.fromkeys((*dates.head(1), *dates.tail(1))))
    rows: dict[str, Fact] = {"plays": plays.n_plays, "games_of_bots": n_games, "players": numbers}
    answer = Answer(
        QUESTION.name, f"{facts_of_game.title}: {QUESTION.asks(facts_of_game)}", [], tables,
        {**facts_of_game.header(), **rows, "file": plays.path.name, "period": period}, notes=NOTES,
        summary=screen.finding, context=context, screen=screen,
    )  # fmt: skip
    return ScenarioAnswer("base", "", answer, facts_of_game)


def _facts(plays: Plays, run: Run, levels: tuple[Level, ...], games: int, name: str) -> PeopleFacts:
    """What the first screen says of the file."""
    slow = {level.name for level in levels if level.strategy.startswith(("search:", "mcts:"))}
    ordinary = next((level.name for level in reversed(levels) if level.name not in slow), levels[-1].name)
    of_player = plays.rows["player"].drop_nulls().value_counts()
    game = run.scenarios[0].game
    cautions = []
    if plays.n_ties:
        cautions.append(f"{count_noun(plays.n_ties, 'play')} with several winners, who share the win.")
    if plays.empty:
        cautions.append(f"Left out, as they have neither points nor a winner: {count_noun(plays.empty, 'play')}.")
    if plays.n_unscored:
        n = count_noun(plays.n_unscored, "play")
        cautions.append(f"Counted for who wins alone, without points or among too few with points: {n}.")
    if plays.rare:
        left = join_names([f"{n} of {players}" for players, n in plays.rare.items()])
        cautions.append(f"Left out, as too few plays have so many players: {left} players.")
    if game.boards and not plays.has("board"):
        cautions.append(f"The file names no {game.nouns[1]}: bots play with {game.plain_label}.")
    is_solo = 1 in plays.counts
    if is_solo and game.bot is not None:
        cautions.append(f"Bots play against {game.opponent}: --option {game.bot.option}=… plays another.")
    if is_solo and not plays.has("winner"):
        cautions.append("The file does not say who won: how often people win is not compared.")
    return PeopleFacts(
        name, ordinary, plays.n_plays, games, len(plays.rows), int(of_player["count"].sum()), len(of_player),
        int(of_player["count"].max() or 0) if len(of_player) else 0,  # type: ignore[arg-type]
        width_by_player(plays.rows) if len(of_player) else 1.0, is_solo, tuple(cautions),
    )  # fmt: skip


def write_page(result: PeopleResult) -> Path:
    """Draw and write the page with its tables, in `report` of the folder."""
    return write_report(QUESTION, result.answer, result.folder / "report", run=str(result.runs[-1]))


def answer_content(result: PeopleResult, page: Path) -> dict[str, Any]:
    """The answer for programs."""
    answer = result.answer.answer
    return {
        "command": "people",
        "game": result.answer.game.name,
        "folder": str(result.folder),
        "runs": [str(run) for run in result.runs],
        "page": str(page),
        "summary": answer.summary,
        "screen": json_value(asdict(answer.screen)),
        "tables": {name: json_rows(table) for name, table in answer.tables.items()},
        "notes": list(answer.notes),
    }
