"""What the commands that play have in common: configuration, progress, run, answer."""

import math
import sys
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import Executor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from threading import Thread
from typing import Any

import polars as pl
from msgspec import to_builtins

from analyser.cli.option_parsers import check_resume, config_values, parse_counts
from analyser.cli.output import print_json, print_status, print_table
from analyser.cli.progress import load_answers, progress_display, stage_display
from analyser.errors import AnalyserError, BatchesFailed, DataError, Interrupted, NotRepeatable, UsageError
from analyser.experiments.config import KEYS
from analyser.experiments.config_loader import load_experiment, load_file
from analyser.experiments.experiment import EXPERIMENTS, Experiment, Job
from analyser.runs.adaptive import play_adaptively
from analyser.runs.executors import PipeExecutor
from analyser.runs.game_budget import fit_games
from analyser.runs.inputs import use_copies_of
from analyser.runs.integrity import scan_table
from analyser.runs.lifecycle import extend_run, resume_run, start_run
from analyser.runs.manifest import ScenarioEntry
from analyser.runs.play import open_executor
from analyser.runs.run_facts import run_facts
from analyser.runs.store import PEOPLE, RunDirectory
from cext import signals
from cext.commands import command, typed_game
from cext.file_games import is_file_game, read_literal
from cext.games.translation import program_notice
from cext.messages import count_noun
from cext.safe_files import escape_controls
from reports.facts import GameFacts

__all__ = ["run_experiment"]

COMMANDS = {"restricted": "balance"}  # of designs that are not called as the command that plays them
ENDS = 2.5  # standard errors from a share to the ends of its interval among four or so
CTRL_C = 130  # the exit code of a command that Ctrl-C has stopped


def run_experiment(design: str, arguments: Mapping[str, Any]) -> Path:
    """Play an experiment of this design, a question or `run`, or resume one; then answer its question, or say where an
    experiment of one's own lies. Returns the directory of the run."""
    with ExitStack() as until_answered:
        run, stopped, json, quiet = _play(design, arguments, until_answered)
        question = EXPERIMENTS[run.manifest.config["design"]].question
        if question == "run":
            _print_run(run, json=json, quiet=quiet)
        else:
            from analyser.cli.answer import print_answer

            margin = run.manifest.config["margin"] if arguments["margin"] is None else arguments["margin"]
            print_answer(question, run.path, margin=margin, out=None, json=json, quiet=quiet, full=arguments["full"])
    if stopped:
        raise stopped
    return run.path


def _print_run(run: RunDirectory, *, json: bool, quiet: bool) -> None:
    """What was played, how fast, and the win shares."""
    manifest = run.manifest
    if json:
        print_json(
            {
                "command": "run",
                "run": str(run.path),
                "complete": manifest.complete,
                "games": manifest.games_done,
                "deals": manifest.deals,
                "seconds": manifest.seconds,
                "starting": manifest.starting,
                "milliseconds": manifest.milliseconds,
                "left_out": to_builtins(manifest.left_out),
                "edits": {entry.name: to_builtins(entry.edits) for entry in manifest.scenarios if entry.edits},
                "rows": {
                    table: sum(batch.parts[table].rows for batch in manifest.batches if table in batch.parts)
                    for table in ("games", "seats", "rounds", "decisions")
                },
            }
        )
        return
    edited = (run_facts(manifest, entry).edited for entry in manifest.main_scenarios)
    for warning in dict.fromkeys([*(trial.sentence for trial in manifest.left_out), *edited]):
        if warning:
            print(f"Warning: {escape_controls(warning)}\n")
    _print_shares(run)
    size = f"{manifest.games_done:,} games on {manifest.deals:,} deals"
    started = f"after {manifest.starting:.1f} s of start-up"
    print(f"{escape_controls(str(run.path))}: {size}, {manifest.games_per_second:,.0f} games/s {started}")
    for name, milliseconds in manifest.milliseconds.items():
        print(f"{escape_controls(name)}: {milliseconds:.3g} ms a decision")
    print_status(f"For the full analysis: {command('report', 'balance', run.path)}", quiet=quiet)


def _print_shares(run: RunDirectory) -> None:
    """Win share and score of each strategy, and board where there are any; of each scenario where there are several."""
    seats = scan_table(run, "seats")
    if seats is None:
        return
    shares = (
        seats.filter(pl.col("strategy").is_not_null())
        .with_columns(pl.col("strategy", "board").cast(pl.String))
        .group_by("scenario", "strategy", "board")
        .agg(games=pl.len(), share=pl.col("win_share60").mean() / 60, score=pl.col("score").mean())
        .sort("scenario", -pl.col("share"), "strategy", "board")
        .collect()
    )
    rows = [
        [*names, f"{n:,}", f"{100 * share:.1f} %", f"{score:.1f}"] for *names, n, share, score in shares.iter_rows()
    ]
    head = ["scenario", "strategy", "board", "games", "win share", "mean score"]
    is_useful = {0: len(run.manifest.scenarios) > 1, 2: any(row[2] for row in rows)}
    columns = [n for n in range(len(head)) if is_useful.get(n, True)]
    right = tuple(place for place, n in enumerate(columns) if n > 2)
    print_table([head[n] for n in columns], [[row[n] or "" for n in columns] for row in rows], right=right)


def _play(
    design: str, arguments: Mapping[str, Any], until: ExitStack
) -> tuple[RunDirectory, AnalyserError | None, bool, bool]:
    """The run, played to its end or until it was stopped; the error that stopped it, reported after the answer from the
    finished games; and whether it is answered in JSON, and quietly. until: closed after the answer is printed; it shuts
    the worker pool down."""
    _check_resumption(arguments)
    file = load_file(arguments["config"]) if arguments["config"] else {}
    if file:
        use_copies_of(arguments["config"])
    json, quiet = (arguments[key] or file.pop(key, False) for key in ("json", "quiet"))
    options = {key: value for key, value in arguments.items() if key in KEYS}
    values = config_values(**{**options, "players": parse_counts(arguments["players"])})
    if "out" in file and "out" not in values:
        _check_out(file["out"], arguments["config"])
    pool: Executor | None = None
    if arguments["resume"] is not None or arguments["more"] is not None:
        with stage_display("Checking what is played already…", quiet=quiet):
            run, job = _reopened_run(design, values, arguments)
    else:
        if arguments.get("levels"):
            values["levels"] = True
        with stage_display("Loading the game…", quiet=quiet) as stage:
            experiment = load_experiment(design, values, file)
            notices = _board_notices(experiment)
            if is_file_game(experiment.config.game):
                experiment, more = _with_file_defaults(experiment, stage, keys={*values, *file})
                notices += more
            pool = until.enter_context(open_executor(experiment.config))
            out = Path(experiment.config.out) if experiment.config.out else None

            loader = Thread(target=load_answers)

            def load_and_say(words: str) -> None:
                stage(words)
                if not quiet and sys.stderr.isatty() and loader.ident is None:
                    loader.start()  # while the workers load the game and play the pilot

            run, job = start_run(experiment, out, sys.argv[1:], pool=pool, on_stage=load_and_say)
            run.notices += notices
    _announce(run, quiet=quiet)
    stopped: AnalyserError | None = None
    try:
        with progress_display(run, quiet=quiet) as watch:
            grown, tell = partial(_announce_printings, quiet=quiet), partial(print_status, quiet=quiet)
            play_adaptively(run, job, watch=watch, grown=grown, tell=tell, pool=pool)
    except (BatchesFailed, Interrupted) as error:
        by_user = isinstance(error, BatchesFailed) or signals.exit_code() == CTRL_C
        manifest = run.manifest
        is_empty = not manifest.games_done or any(manifest.mostly_failed(entry.name) for entry in manifest.scenarios)
        if not by_user or is_empty:
            raise
        stopped = error
        if isinstance(error, Interrupted):
            print_status("Stopped: this is the answer so far. Ctrl-C again ends without it.", quiet=quiet)
    if isinstance(pool, PipeExecutor):
        pool.shutdown(wait=False)
    return run, stopped or _not_repeatable(run), json, quiet


def _board_notices(experiment: Experiment) -> list[str]:
    """Which board all seats have, where none is named and no board of the game is the plain one."""
    prepared = experiment.simulators[0].prepared
    game, numbers = prepared.game, experiment.kind.boards(prepared)
    if game.has_plain or prepared.fixed_boards or len(game.boards) < 2 or len(numbers) > 1:
        return []
    board = list(game.boards)[min(numbers)]
    return [
        f"All seats have {game.label(board)}, the first of {len(game.boards)} {game.nouns[1]}: --boards names others."
    ]


def _with_file_defaults(
    experiment: Experiment, stage: Callable[[str], None], *, keys: Collection[str]
) -> tuple[Experiment, list[str]]:
    """The experiment of a game in one Python file, with as many games as fit into a minute unless `keys`, which were
    chosen, set their number; and sentences on what was left open. stage: receives what is being done."""
    config = experiment.config
    notices = [notice for notice in [program_notice(Path(config.game))] if notice]
    if not {"strategies", "levels"} & set(keys):
        file, game = Path(config.game).name, typed_game(config.game)
        notices.append(
            f"Without --strategies the plans in {file} play; {command('tune', f'{game}/PLAN')} looks for better "
            "weights."
            if read_literal(Path(config.game), "plans")
            else f"{file} has no plans: random moves and a small search play; --strategies names others."
        )
    if not {"games", "until", "more"} & set(keys):
        stage("Timing some games, to see how many fit into a minute…")
        experiment = fit_games(experiment)
        config = experiment.config
        each = " of each scenario" if len(config.scenarios) > 1 else ""
        notices.append(f"{config.games:,} games{each} fit into a minute: --games N plays another number.")
    return experiment, notices


def _check_resumption(arguments: Mapping[str, Any]) -> None:
    """UsageError where options contradict each other about the run to resume."""
    options = [f"--{key}" for key in ("resume", "more") if arguments[key] is not None]
    if len(options) > 1:
        raise UsageError("--resume and --more: choose one of them")
    if options and arguments["config"]:
        raise UsageError(f"{options[0]} and --config: leave --config out")
    check_resume(arguments["resume"], arguments["out"])


def _check_out(out: str | None, config: Path) -> None:
    """DataError where a file names a place outside of the current folder: it may be a stranger's."""
    if out is not None and not Path(out).resolve().is_relative_to(Path.cwd().resolve()):
        raise DataError(f"{config}: out = '{out}' lies outside of the current folder: name it with --out")


def _not_repeatable(run: RunDirectory) -> NotRepeatable | None:
    """What to say of strategies that are not deterministic."""
    again = run.manifest.repeated
    if not again or not again.differing:
        return None
    differing = f"{again.differing} of {again.games} games of {run.path} came out differently when replayed"
    n = len(again.strategies)
    return NotRepeatable(
        f"{', '.join(again.strategies)} {'is' if n == 1 else 'are'} not deterministic: {differing}: use "
        "view['draw'] for randomness and keep nothing between games"
    )


def _reopened_run(design: str, values: dict[str, Any], arguments: Mapping[str, Any]) -> tuple[RunDirectory, Job]:
    """The run to resume or to extend."""
    resumed, more = arguments["resume"], arguments["more"]
    out = values.pop("out", None)
    if resumed is None and out is None:
        raise UsageError("--more needs --out")
    path = Path(out) if resumed is None else resumed
    run = RunDirectory.open(path)
    first = run.manifest.config["design"]
    if first == PEOPLE:
        raise UsageError(f"{path} is one part of an answer: {run.resume_command} resumes the whole")
    first = COMMANDS.get(first, first)
    if design not in ("run", first):
        option = f"--resume {path}" if resumed is not None else f"--more {more}: {path}"
        usable = " or ".join(f"`{name}`" for name in dict.fromkeys((first, "run")))
        raise UsageError(f"{option}: the run was started by `{first}`: use {usable}")
    return resume_run(path, values) if resumed is not None else extend_run(path, more, values)


def _announce(run: RunDirectory, *, quiet: bool) -> None:
    for notice in run.notices:
        print_status(notice, quiet=quiet)
    manifest = run.manifest
    entries, varied = manifest.main_scenarios, sum(entry.printing is not None for entry in manifest.scenarios)
    sizes = list(dict.fromkeys(entry.players for entry in entries))
    players = " and ".join([*map(str, sizes[:-1]), count_noun(sizes[-1], "player")])
    scenarios = f" in {len(entries)} scenarios" if len(entries) > 1 else ""
    scenarios += f" and {varied} printings of what no rulebook states" if varied else ""
    edited = " (edited components)" if any(entry.edits for entry in entries) else ""
    at_most = sum(entry.most for entry in entries)
    size = f"at most {at_most:,} games" if at_most else f"{manifest.games:,} games on {manifest.deals:,} deals"
    print_status(
        f"{entries[0].facts.title}{edited}, {players}, {size}{scenarios}, seed {manifest.seed}, "
        f"strategies {', '.join(dict.fromkeys(manifest.config['strategies']))}",
        quiet=quiet,
    )
    for entry in manifest.scenarios:
        if entry.player is not None:
            print_status(_strong_words(entry, manifest.base_scenario(entry).facts), quiet=quiet)
    for entry in entries:
        pilot = entry.design["pilot"]
        effect = pilot["figures"].get("design_effect")
        if effect:
            value = f"so 100 games tell as much as {100 / effect:.0f} on deals of their own"
            words = f"{pilot['decided']}, {value}" if abs(effect - 1) >= 0.005 else pilot["decided"]
            where = f"{entry.name}: " if len(entries) > 1 else ""
            print_status(f"{where}after a pilot of {pilot['figures']['deals']} deals, {words}", quiet=quiet)


def _strong_words(entry: ScenarioEntry, game: GameFacts) -> str:
    """What the games of strong players can tell, before they are played."""
    share = 1 / game.players
    half = 100 * ENDS * math.sqrt(share * (1 - share) / entry.games)
    return (
        f"{entry.games:,} of them by strong players, {entry.player} in every seat: they can tell differences of about "
        f"{half:.1f} in 100 games; --strong 10m plays longer"
    )


def _announce_printings(run: RunDirectory, *, quiet: bool) -> None:
    """What the printings played so far lead to."""
    for entry in run.manifest.main_scenarios:
        variants = [variant for variant in run.manifest.scenarios if variant.of == entry.name]
        printings = [variant for variant in variants if isinstance(variant.printing, int)]
        where = f"{entry.name}: " if len(run.manifest.main_scenarios) > 1 else ""
        more = len(variants) - len(printings)
        exchanged = f"; {more} more with one group of data from another" if more else ""
        games = max((printing.games for printing in printings), default=0)
        print_status(f"{where}{len(printings)} printings of {games:,} games each{exchanged}", quiet=quiet)
