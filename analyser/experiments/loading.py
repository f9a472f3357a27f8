"""Games and strategies loaded, with errors in the words of what names them; what is taken where nothing is named."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import structs

from analyser.errors import DataError, NotTrusted
from analyser.experiments.scenario import Scenario, Switches
from analyser.heartbeat import announce_loading
from cext.fallback_files import resolve_path
from cext.file_games import is_file_game
from cext.games.options import FORBIDDEN
from cext.messages import did_you_mean
from reports.facts import parse_facts
from strategies.plan import FULL

__all__ = [
    "OWN_KINDS", "accepts_options", "bot_options", "bounded_rules", "check_players", "default_players",
    "default_strategies", "load_any", "load_each", "load_policies", "load_scenario", "load_without", "make_players",
    "name_option", "player_classes", "plays_slowly", "restrict_policies", "tuned_plans",
]  # fmt: skip

MAX_PLAYERS = 6  # of any game
DEFAULT_PLAYERS = 4
SECONDS_EACH = 1.0  # for a decision that is made again, of rules in one file
OWN_KINDS = ("python", "package")  # of strategies that are programs of somebody's: all others draw by seed and deal
UNNAMED = ("random", "mcts:8")  # who plays where nobody is named, and a game in one Python file has no plans
QUICK = ("random", "weighted")  # kinds of strategies that play thousands of games a second


def load_scenario(name: str, scenario: Scenario) -> Any:
    """The game as the scenario has it; DataError in the loader's words."""
    from analyser.experiments.printings import component_folder
    from cext.games import load_game, load_shipped

    for key in scenario.option.keys() & {"players", "components"}:
        raise DataError(f"{name} has no option '{key}': use --{key}")
    files = {key: value for key, value in scenario.option.items() if str(value).endswith(".toml")}
    options = {**scenario.option, **{key: str(resolve_path(Path(str(value)))) for key, value in files.items()}}
    try:
        with component_folder(name, scenario) as folder:
            if folder is None and not files:
                return load_shipped(name, players=scenario.players, **options)
            return load_game(name, players=scenario.players, components=folder, **options)
    except (ValueError, OSError) as error:
        raise DataError(str(error)) from error


@contextmanager
def bounded_rules(game: str, decisions: int = 0) -> Iterator[None]:
    """What the rules of a game in one file do in the block is bounded as their loading is, with SECONDS_EACH more for
    each of so many decisions; DataError for what is wrong with them."""
    from cext.user_code import LOADING_SECONDS, ProgramError, bounded

    if not is_file_game(game):
        yield
        return
    try:
        with bounded(game, LOADING_SECONDS + SECONDS_EACH * decisions):
            yield
    except ProgramError as error:
        raise DataError(str(error)) from error


def load_policies(names: Sequence[str], game: Any, *, forbidden: int = 0, kinds: Sequence[str] = ()) -> list[Any]:
    """One policy for each name, kept from the forbidden classes and kinds of moves; DataError in the loader's words."""
    return restrict_policies(make_players(names, game, "--strategies"), game, forbidden=forbidden, kinds=kinds)


def make_players(names: Sequence[str], game: Any, option: str) -> list[Any]:
    """One policy for each name; DataError in the loader's words, after the option that names them. Whoever watches this
    process sees which of them is being made."""
    from strategies import load_strategy

    policies = []
    for name in names:
        with name_option(option), announce_loading(name):
            policies.append(load_strategy(name, game))
    return policies


def check_players(names: Sequence[str], game: str, option: str = "--strategies") -> bool:
    """Whether programs of somebody's are among these strategies: they are there, and may be run, but are not loaded.
    DataError in the loader's words."""
    from strategies.catalogue import check_program, find

    sources = []
    for name in names:
        with name_option(option):
            sources.append(find(name, game))
            check_program(sources[-1])
    return any(source.kind in OWN_KINDS for source in sources)


@contextmanager
def name_option(option: str) -> Iterator[None]:
    """Errors of a strategy's loader begin with the option that names it."""
    try:
        yield
    except NotTrusted:
        raise
    except Exception as error:
        raise DataError(f"{option}: {error}") from error


def restrict_policies(policies: list[Any], game: Any, *, forbidden: int, kinds: Sequence[str]) -> list[Any]:
    """The policies kept from the forbidden classes and kinds of moves; DataError for a kind that is none."""
    from cext.kernel.policy import Restriction

    for kind in kinds:
        if kind not in game.kinds:
            raise DataError(f"forbidden: {game.name} has no kind of moves '{kind}': {did_you_mean(kind, game.kinds)}")
    if not (forbidden or kinds):
        return policies
    mask = sum(1 << game.kinds.index(kind) for kind in set(kinds))
    return [Restriction(policy, excluded=forbidden, kinds=mask) for policy in policies]


def plays_slowly(names: Sequence[str], game: str, option: str = "--strategies") -> bool:
    """Whether one of these strategies thinks longer than a weighted plan; DataError in the loader's words."""
    from strategies.catalogue import find

    with name_option(option):
        return any(find(name, game).kind not in QUICK for name in names)


def player_classes(names: Sequence[str], game: str) -> dict[str, str]:
    """How well each of these strategies plays; programs, which it does not load, are left out. DataError as
    the loader words it."""
    from strategies.catalogue import find, player_class

    with name_option("--strategies"):
        return {name: player_class(name, game) for name in names if find(name, game).kind not in OWN_KINDS}


def tuned_plans(names: Sequence[str], game: str) -> list[str]:
    """Those of these strategies whose files have weights of their own for boards; no program is loaded. DataError in
    the loader's words."""
    from strategies.catalogue import find, tuned_for

    with name_option("--strategies"):
        return [name for name in names if find(name, game).kind not in OWN_KINDS and tuned_for(name, game)]


def load_without(game: str, scenario: Scenario, powers: Sequence[str]) -> Any:
    """The game of a scenario without these abilities, too."""
    keys = ",".join(filter(None, [str(scenario.option.get(FORBIDDEN, "")), *powers]))
    return load_scenario(game, structs.replace(scenario, option={**scenario.option, FORBIDDEN: keys}))


def load_any(name: str, *, components: Path | None = None) -> Any:
    """The game for the first number of players it can be played with."""
    return next(_each_size(name, components))[1]


def load_each(name: str) -> dict[int, Any]:
    """The game for every number of players it can be played with, by that number."""
    return dict(_each_size(name, None))


def _each_size(name: str, components: Path | None) -> Iterator[tuple[int, Any]]:
    """Numbers of players that the game can be played with, each with the game; DataError where there is none."""
    from cext.games import OptionError, load_game, load_shipped

    load = load_shipped if components is None else partial(load_game, components=components)
    sizes = 0
    for players in range(1, MAX_PLAYERS + 1):
        try:
            game = load(name, players=players)
        except OptionError:
            continue
        except (ValueError, OSError) as error:
            raise DataError(str(error)) from error
        yield players, game
        sizes += 1
    if not sizes:
        raise DataError(f"{name}: no number of players from 1 to {MAX_PLAYERS} fits")


def default_players(game: str) -> int:
    """Players where none are named: DEFAULT_PLAYERS, or the nearest number the game can be played with, fewer first.
    DataError for a game file that is wrong."""
    from cext.games import load_shipped
    from cext.user_code import ProgramError

    for players in sorted(range(1, MAX_PLAYERS + 1), key=lambda k: (abs(k - DEFAULT_PLAYERS), k)):
        try:
            load_shipped(game, players=players)
        except ProgramError as error:
            raise DataError(str(error)) from error
        except (ValueError, OSError):
            continue
        return players
    return DEFAULT_PLAYERS  # what else is wrong with the game is reported when it is prepared


def accepts_options(game: str, players: int, option: Switches) -> bool:
    """Whether the game takes these values of its switches."""
    try:
        load_scenario(game, Scenario(players=players, option=option))
    except DataError:
        return False
    return True


def bot_options(game: str, players: int, option: Switches) -> dict[str, list[str]]:
    """The switch that says which bot sits at the table, with all its values; empty where it is named, or there is no
    choice."""
    from cext.games import load_shipped

    try:
        facts = parse_facts(load_shipped(game, players=players).facts())
    except (ValueError, OSError):
        return {}  # whatever is wrong with the game is told when it is prepared
    bot = facts.bot if facts.bots else None
    return {bot.option: list(bot.labels)} if bot and len(bot.labels) > 1 and bot.option not in option else {}


def default_strategies(game: str, strengths: Collection[str] = (FULL,)) -> tuple[str, ...]:
    """The weighted strategies shipped with the game whose files say one of these strengths; who plays a game in one
    Python file that has none."""
    from strategies import list_strategies

    plans = [info for info in list_strategies(game) if info.kind == "weighted"]
    names = tuple(info.name for info in plans if info.strength in strengths)
    if not plans and is_file_game(game):
        return UNNAMED
    if not names:
        raise DataError(f"no strategy is shipped with {game}: name some (random always exists)")
    return names
