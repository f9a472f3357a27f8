"""Plays of people compared with bots: games of each skill level at the same tables, and the answer."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import polars as pl

from analyser.errors import DataError
from analyser.experiments.config_loader import load_experiment
from analyser.experiments.experiment import Experiment, Job
from analyser.experiments.loading import load_each, plays_slowly
from analyser.experiments.people import MAX_SEATINGS, PEOPLE, Plays, check_boards, read_plays
from analyser.experiments.scenario import LEVEL_GAMES
from analyser.runs.adaptive import play_adaptively
from analyser.runs.lifecycle import resume_run, start_run
from analyser.runs.maintenance import new_folder, write_report
from analyser.runs.play import Progress, ProgressCallback, open_executor
from analyser.runs.reader import open_run
from analyser.runs.store import RunDirectory
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

__all__ = [
    "PeopleResult", "PeopleRuns", "answer_content", "answer_people", "begin_people", "resume_people", "write_page",
]  # fmt: skip

SLOW_PART = 10  # players who look ahead play this many times fewer games
MIN_GAMES = 50  # of each level and number of players: fewer deals judge nothing
PLAYS = "plays.csv"  # the file of the plays, as the folder of the answer keeps it
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
class PeopleRuns:
    """Plays of people, and the games of bots they are compared with: a run for each number of players, in one folder,
    with the job that plays it."""

    folder: Path
    plays: Plays
    jobs: tuple[tuple[RunDirectory, Job], ...]

    @property
    def directories(self) -> tuple[RunDirectory, ...]:
        """The runs."""
        return tuple(directory for directory, _ in self.jobs)

    def play(self, watch: ProgressCallback | None = None) -> None:
        """Play what is missing of all runs; raises what a run raises. watch: receives the games of all runs."""
        _, job = self.jobs[0]

        def watch_all(progress: Progress) -> None:
            if watch:
                watch(Progress.of(*self.directories, notices=progress.notices))

        with open_executor(job.config) as pool:
            for directory, job in self.jobs:
                play_adaptively(directory, job, watch=watch_all, pool=pool)


@dataclass(frozen=True)
class PeopleResult:
    """The answer, its folder, and the run of each number of players."""

    answer: ScenarioAnswer
    folder: Path
    runs: tuple[Path, ...]


def begin_people(values: Mapping[str, Any], file: Path, *, games: int | None, out: Path | None) -> PeopleRuns:
    """Read the plays, and lay out games of bots of every level at the same tables; values: keys of a configuration.

    games: of each level, in all numbers of players together (None: 2,000); those who look ahead play a tenth. Raises
    what starting a run raises, and DataError for what is wrong with the file; then no folder is left.
    """
    experiments, plays = _experiments(values, read_plays(file), games or LEVEL_GAMES)
    folder = new_folder(out, next(iter(experiments.values())).config.game, "people")
    try:
        shutil.copyfile(file, folder / PLAYS)
        jobs = [start_run(experiment, _run_path(folder, k), []) for k, experiment in experiments.items()]
    except BaseException:
        shutil.rmtree(folder)
        raise
    return PeopleRuns(folder, plays, tuple(jobs))


def resume_people(folder: Path, changes: Mapping[str, Any]) -> PeopleRuns:
    """The plays and runs that `begin_people` has left in a folder. changes: keys of a configuration, none of which may
    change rows. Raises what resuming a run raises, and DataError where the folder holds no such answer."""
    if not (folder / PLAYS).is_file():
        raise DataError(f"--resume {folder}: no {PLAYS} in it: name the folder of an answer of `people`")
    plays = read_plays(folder / PLAYS)
    jobs = tuple(resume_run(_run_path(folder, players), dict(changes)) for players in plays.counts)
    directory, _ = jobs[0]
    return PeopleRuns(folder, check_boards(plays, directory.manifest.main_scenarios[0].facts), jobs)


def _run_path(folder: Path, players: int) -> Path:
    """The run directory for a number of players."""
    return folder / f"{players}-players"


def answer_people(games: PeopleRuns) -> PeopleResult:
    """Compare the plays with the games of bots, once these are played."""
    scenarios = [scenario for run in games.directories for scenario in open_run(run.path).scenarios]
    _, job = games.jobs[0]
    game, seed = job.config.game, job.config.seed
    answer = _answer(games.plays, scenarios, levels_of(game), game=game, seed=seed)
    return PeopleResult(answer, games.folder, tuple(run.path for run in games.directories))


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
    """The boards of MAX_SEATINGS plays at most, evenly spaced among all."""
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
        cautions.append(f"Left out, as too few plays have that many players: {left} players.")
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
