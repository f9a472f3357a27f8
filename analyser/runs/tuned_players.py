"""Players tuned for each side of a change, or for what one seat does without, once they have played as they come; plans
found stay in the run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import structs

from analyser.errors import DataError, Interrupted, TaskFailed, write_error
from analyser.experiments.experiment import prepare
from analyser.experiments.objective import CHECK, FINAL, Gain, Objective
from analyser.experiments.parse import TuningBudget, parse_budget
from analyser.experiments.restricted import Restricted, parse_each
from analyser.runs.inputs import copy_inputs, inputs_of, use_copies
from analyser.runs.manifest import TunedPlan
from analyser.runs.play import open_executor
from analyser.runs.store import RETUNED, RunDirectory
from cext.messages import count_noun
from reports.estimators.restricted import WITHOUT
from reports.frame_columns import UNRESTRICTED
from strategies.catalogue import find, plan_of
from strategies.plan import read_plan

if TYPE_CHECKING:
    from analyser.experiments.config import Config
    from analyser.experiments.scenario import Scenario
    from analyser.tuning.start import TuningSession

__all__ = ["Tell", "check_plans", "objective_of", "tune_players"]


@dataclass(frozen=True)
class Side:
    """What a plan is tuned for: a game, and the word for what its own seat does without there ("": nothing)."""

    name: str
    scenario: Scenario
    restriction: str = ""


Tell = Callable[[str], None]
RESTRICTED = Restricted.name
GAMES = 200  # of a candidate in a generation: half of what `analyser tune` plays, as there are many plans to tune


def check_plans(config: Config) -> None:
    """DataError unless players can be tuned: all of them are plans of weights, and what tunes them is installed."""
    from analyser.tuning.search import cma_version
    from strategies.catalogue import find

    cma_version()
    for name in config.strategies:
        source = find(name, config.game)
        if source.kind != "weighted" or source.noise is not None:
            raise DataError(f"--retune: {name} is no plan of weights: name plans with --strategies")


def tune_players(run: RunDirectory, config: Config, tell: Tell, pool: Executor | None) -> Config | None:
    """What is to be played by players tuned for each side, who are tuned on the way; None where none are asked for,
    they have played, or both sides are the same game.

    pool: who plays; None: workers of its own. What is tuned is kept in the run whatever happens. Raises Interrupted,
    DataError or DiskFull.
    """
    if config.retune is None or any(scenario.of is not None for scenario in config.scenarios):
        return None
    sides, names = sides_of(config), list(dict.fromkeys(config.strategies))
    if len(sides) < 2:
        return None
    tunings = [(side, name) for name in names for side in sides]
    limit = parse_budget(config.retune).per_plan(len(tunings))
    kind = "restrictions, none among them" if config.design == RESTRICTED else "sides"
    plans_text = f"{count_noun(len(names), 'plan')} for each of {len(sides)} {kind}"
    tell(f"players as they come have played; tuning {plans_text}, {_words(limit)}: {run.path / RETUNED} keeps them")
    with ExitStack() as until_tuned:
        if pool is None or config.engine != "local":
            pool = until_tuned.enter_context(open_executor(_here(config)))
        for side, name in tunings:
            done = {tuned.scenario: tuned for tuned in run.manifest.retuned if tuned.strategy == name}
            if side.name not in done:
                # As long as for the first side, so that sides differ in nothing but the change.
                first = next(iter(done.values()), None)
                tuned = _tuned(run, config, side, name, TuningBudget(first.generations, None) if first else limit, pool)
                run.manifest.retuned.append(tuned)
                run.save()
                tell(_gained(tuned))
        best = [_best(run, config, plan, pool) for plan in run.manifest.retuned]
        for previous, plan in zip(run.manifest.retuned, best, strict=True):
            if plan != previous:
                tell(f"{_gained(plan)} by the plan found {Path(str(plan.file)).parent.name}")
        run.manifest.retuned = best
        run.save()
    files: dict[str, dict[str, str]] = {}
    for plan in run.manifest.retuned:
        if plan.file is not None:
            files.setdefault(plan.scenario, {})[plan.strategy] = str((run.path / plan.file).absolute())
    config = with_tuned_players(config, files)
    inputs = inputs_of(config)
    copy_inputs(run.path, inputs)
    use_copies(run.path, inputs)
    run.manifest.inputs = inputs
    return config


def _here(config: Config) -> Config:
    """The configuration as this machine plays it."""
    return replace(config, engine="local", collect=False)


def _tuned(run: RunDirectory, config: Config, side: Side, name: str, limit: TuningBudget, pool: Executor) -> TunedPlan:
    """One plan tuned for one side."""
    from analyser.tuning.session import run_search

    session = _begin_session(run, config, side, name, limit)
    try:
        result = run_search(session, pool, lambda look: None)
    except KeyboardInterrupt:
        of = len(sides_of(config)) * len(set(config.strategies))
        message = f"all games of players as they come, {len(run.manifest.retuned)} of {of} tunings"
        more = count_noun(session.n_saved, "generation")
        message = f"stopped: {run.path} keeps {message} and {more} of the next: {run.resume_command} goes on"
        raise Interrupted(message) from None
    except TaskFailed as error:
        raise DataError(f"{error}: {run.resume_command} goes on") from error
    gain = result.gain
    return TunedPlan(
        side.name, name, str(session.out.relative_to(run.path)) if result.written else None, result.generations,
        result.by_time, gain.deals, gain.share, gain.share_low, gain.share_high,
        gain.ahead, gain.ahead_low, gain.ahead_high,
    )  # fmt: skip


def _best(run: RunDirectory, config: Config, plan: TunedPlan, pool: Executor) -> TunedPlan:
    """The best of a strategy's plans on a side, those found on other sides too: what any search finds by luck, and what
    helps in every game, is then no difference between sides. Chosen on other deals than those that measure its gain,
    or the luck of the best of several would be part of it."""
    from analyser.tuning.session import END, scores_on_fresh_deals

    files = sorted({other.file for other in run.manifest.retuned if other.strategy == plan.strategy and other.file})
    if not set(files) - {plan.file}:
        return plan
    side = next(side for side in sides_of(config) if side.name == plan.scenario)
    tuning = objective_of(config, side, plan.strategy)
    shipped = plan_of(find(plan.strategy, config.game))

    def gains(names: list[str], use: int) -> list[Gain]:
        old, *new = [
            scores_on_fresh_deals(pool, tuning, player, use, END * tuning.games)
            for player in (shipped, *(read_plan(run.path / name) for name in names))
        ]
        return [Gain.of(old, games) for games in new]

    try:
        values = {name: gain.value for name, gain in zip(files, gains(files, CHECK), strict=True)}
        file = max(files, key=lambda name: values[name])
        if values[file] <= 0 or file == plan.file:
            return plan
        (gain,) = gains([file], FINAL)
    except KeyboardInterrupt:
        message = f"{run.path} keeps all games of players as they come, and all tunings"
        raise Interrupted(f"stopped: {message}: {run.resume_command} goes on") from None
    numbers = ("share", "share_low", "share_high", "ahead", "ahead_low", "ahead_high")
    return structs.replace(plan, file=file, **{name: getattr(gain, name) for name in numbers})


def _begin_session(run: RunDirectory, config: Config, side: Side, name: str, limit: TuningBudget) -> TuningSession:
    """A tuning, new or resumed."""
    from analyser.tuning.checkpoint import TuningCheckpoint
    from analyser.tuning.start import begin_tuning, resume_tuning

    out = run.path / RETUNED / side.name / _file(config, name)
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.unlink(missing_ok=True)  # written, and not noted any more
    except OSError as error:
        raise write_error(out, error, "--resume when it can", with_room="--resume") from error
    if TuningCheckpoint.file_of(out).exists():
        return resume_tuning({}, out)
    options = {**vars(objective_of(config, side, name)), "plan": f"{config.game}/{name}"}
    options["option"] = dict(side.scenario.option)
    return begin_tuning(options, out, limit)


def _file(config: Config, name: str) -> str:
    """The name of a plan's file: as its own, where no other is called so."""
    names = list(dict.fromkeys(config.strategies))
    stems = Counter(Path(name).stem for name in names)
    stem = Path(name).stem
    return f"{stem}.toml" if stems[stem] == 1 else f"{stem}-{names.index(name) + 1}.toml"


def _words(limit: TuningBudget) -> str:
    if limit.generations is not None:
        return f"{count_noun(limit.generations, 'generation')} each"
    return f"{60 * (limit.minutes or 0.0):.0f} s each"


def _gained(tuned: TunedPlan) -> str:
    """The result of a tuning, in a line."""
    share = f"{100 * tuned.share:+.1f} pp of win share ({100 * tuned.share_low:.1f} to {100 * tuned.share_high:.1f})"
    outcome = f"gains {share} on {tuned.deals:,} fresh deals" if tuned.file else "gains nothing"
    return f"{tuned.scenario}, {tuned.strategy}: {count_noun(tuned.generations, 'generation')}, {outcome}"


def sides_of(config: Config) -> list[Side]:
    """The game before a change, and after each; of restricted play nothing forbidden, and each thing in turn."""
    scenarios = [scenario for scenario in config.scenarios if scenario.of is None]
    if config.design != RESTRICTED:
        return [Side(scenario.name, scenario) for scenario in scenarios]
    prepared = prepare(config).simulators[0].prepared
    words = parse_each(prepared.restrictions, prepared.game, prepared.boards)
    return [Side(UNRESTRICTED, scenarios[0]), *(Side(WITHOUT + word, scenarios[0], word) for word in words)]


def objective_of(config: Config, side: Side, strategy: str) -> Objective:
    """How a strategy is tuned for a side: in its game, against the others of the line-ups as they come; against itself
    where there are none."""
    names = dict.fromkeys(config.strategies)
    others = tuple(name for name in names if name != strategy)
    return Objective(
        game=config.game,
        against=others or (strategy,),
        players=(side.scenario.players,),
        games=GAMES,
        seed=config.seed,
        option=tuple(side.scenario.option.items()),
        components=side.scenario.components,
        data=side.scenario.data,
        forbidden=side.scenario.forbidden,
        restriction=side.restriction,
    )


def with_tuned_players(config: Config, files: Mapping[str, Mapping[str, str]]) -> Config:
    """The configuration with a scenario more for each side of a change, in which strategies play by plans that were
    tuned for it, or one more in which the seat that does without something plays by them; files: by side and
    strategy."""
    sides = sides_of(config)
    if config.design == RESTRICTED:
        players = {f"{name} {side}": file for side, of_side in files.items() for name, file in of_side.items()}
        plans = [(sides[0].scenario, players)]
    else:
        plans = [(side.scenario, dict(files.get(side.name, {}))) for side in sides]
    more = [
        structs.replace(scenario, name=f"{scenario.name}.retuned", of=scenario.name, retuned=players)
        for scenario, players in plans
    ]
    return replace(config, scenario=(*config.scenarios, *more))
