"""Which strategies there are, where each comes from, and what each of them says about itself."""

import math
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from msgspec import structs

from cext.fallback_files import resolve_path
from cext.file_games import is_file_game, read_literal, split_name
from cext.messages import closest_match, did_you_mean
from cext.player_classes import BEGINNERS, CLASSES, NO_CLASS, ORDINARY, STRONG, STRONG_AND_TUNED, TUNED
from cext.safe_files import breaks_lines, escape_controls, has_controls
from cext.user_code import ProgramError, Visit, check_trusted, execute_file, stops_program
from cext.user_modules import USER_FINDER
from strategies.errors import StrategyFileError, StrategyNotFound
from strategies.levels import LEVELS, levels_of
from strategies.plan import LEARNER, MAX_TEMPERATURE, NARROW, BoardWeights, Plan, Provenance, read_game_plan, read_plan
from strategies.plan import STRONG as PLAN_STRONG
from strategies.plan import TUNED as PLAN_TUNED
from strategies.search_specs import (
    DEFAULTS,
    MEANINGS,
    METHODS,
    SearchName,
    defaults_file,
    defaults_of,
    method_of,
    parse_search,
    search_of,
)

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "GROUP", "RANDOM", "Source", "StrategyInfo", "check_program", "explain", "files_of", "find", "import_file",
    "limit_of", "list_strategies", "load_object", "own_opening", "plan_of", "player_class", "tuned_for",
]  # fmt: skip

GROUP = "analyser.strategies"  # entry points: "NAME" for every game or "GAME/NAME" for one
HERE = Path(__file__).parent
RANDOM = "every legal move alike"
NOISY = "noisy"
NOISY_PATTERN = f"{NOISY}:PLAN:T"
NOISY_IDEA = "a plan that draws among its moves: the fewer points one is worth less, the likelier (temperature T)"


@dataclass(frozen=True)
class StrategyInfo:
    """What a strategy says about itself; the fields from `strength` on are those of weighted ones."""

    name: str
    idea: str
    kind: str  # random, search, weighted, python, package
    path: str | None = None
    provenance: Provenance = field(default_factory=dict)
    strength: str = "full"  # of STRENGTHS
    temperature: float | None = None  # points
    weights: Mapping[str, float] = field(default_factory=dict)  # points per unit of a feature
    by_round: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    by_board: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    on_board: Mapping[str, BoardWeights] = field(default_factory=dict)
    opening: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    alike: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, str] = field(default_factory=dict)  # of a search: what they mean, or what they are

    @classmethod
    def of(cls, plan: Plan) -> "StrategyInfo":
        """What a plan's file says."""
        return cls(kind="weighted", **structs.asdict(plan) | {"path": str(plan.path)})


@dataclass(frozen=True)
class Source:
    """Where a spec leads: nothing (random, search), a TOML file, a plan in a game's Python file, a Python file with a
    class, or an entry point."""

    kind: str
    path: Path | None = None
    attribute: str = ""
    entry: "EntryPoint | None" = None
    search: SearchName | None = None
    noise: float | None = None  # temperature in points, in place of what the file says


# -- finding ----------------------------------------------------------------------------------------------------------


def find(spec: str, game: str | None) -> Source:
    """Where the spec leads in that game (None: in any); raises StrategyNotFound."""
    if has_controls(spec) or breaks_lines(spec):
        raise StrategyNotFound(
            f"strategy {escape_controls(spec)}: control characters in its name: give the file another"
        )
    owner, short = split_name(spec)
    if is_file_game(owner) and short:
        return find(short, owner)
    short_name = short if owner == game or (game is None and owner in _games()) else spec
    if short_name.startswith(f"{NOISY}:"):
        return _noisy_source(short_name, spec, game if short_name == spec else owner)
    if method_of(short_name):
        return _search_source(parse_search(short_name, spec), spec, game if short_name == spec else owner)
    file, colon, attribute = spec.rpartition(":")
    if colon and file.endswith(".py"):
        return Source("python", resolve_path(Path(file)), attribute)
    if spec.endswith(".py"):
        raise StrategyNotFound(f"strategy {spec}: no class is named: write {spec}:CLASS")
    if spec.endswith(".toml"):
        return Source("weighted", resolve_path(Path(spec)))
    if spec == "random" or (game is not None and spec == f"{game}/random"):
        return Source("random")
    sources: dict[str, Source] = {}
    matches: dict[str, Source] = {}
    for owner in [game] if game is not None else _games():
        for name, source in _named_sources(owner):
            if spec in (name, f"{owner}/{name}"):
                matches.setdefault(f"{owner}/{name}", source)
            sources[name if game is not None else f"{owner}/{name}"] = source
    if not matches:
        raise _not_found(
            spec, game, ["random", *(method.pattern for method in METHODS.values()), NOISY_PATTERN, *sources]
        )
    candidates = list(matches.values())
    if any(source != candidates[0] for source in candidates):
        raise StrategyNotFound(f"strategy {spec} is the name of several: write {' or '.join(matches)}")
    return candidates[0]


def _search_source(name: SearchName, spec: str, game: str | None) -> Source:
    """The search, with plans that are there; raises StrategyNotFound."""
    for plan in name.plans.values():
        try:
            kind = find(plan, game).kind
        except StrategyNotFound as error:
            if game is None or "/" in plan:
                raise StrategyNotFound(f"strategy {spec}: {error}") from error
            plans = [plan for plan, source in _named_sources(game) if source.kind == "weighted"]
            raise StrategyNotFound(f"strategy {spec}: no plan {plan!r}: {did_you_mean(plan, plans)}") from error
        if kind not in ("weighted", "package"):
            raise StrategyNotFound(f"strategy {spec}: {plan} is no plan of weights: a search is guided by one")
    return Source("search", search=name)


def _noisy_source(name: str, spec: str, game: str | None) -> Source:
    """The plan that plays with noise, which is there; raises StrategyNotFound."""
    plan, colon, noise = name.removeprefix(f"{NOISY}:").rpartition(":")
    try:
        points = float(noise) if colon else math.nan
    except ValueError:
        points = math.nan
    if not 0 <= points <= MAX_TEMPERATURE:
        raise StrategyNotFound(
            f"strategy {spec}: write {NOISY_PATTERN}, PLAN a plan of weights, T points of noise from 0 to "
            f"{MAX_TEMPERATURE:,}"
        )
    source = find(plan, game)
    if source.kind != "weighted" or source.noise is not None:
        raise StrategyNotFound(f"strategy {spec}: {plan} is no plan of weights: only such play with noise")
    return replace(source, noise=points)


def plan_of(source: Source) -> Plan:
    """The plan of a weighted source, with its noise; raises StrategyFileError."""
    assert source.path is not None
    plan = read_game_plan(source.path, source.attribute) if source.attribute else read_plan(source.path)
    if source.noise is None:
        return plan
    idea = f"Plays as {plan.name} does, but often takes a move that is worth less."
    name = f"{NOISY}:{plan.name}:{source.noise:g}"
    return structs.replace(plan, name=name, idea=idea, strength=LEARNER, temperature=source.noise)


def files_of(spec: str, game: str) -> tuple[Path, ...]:
    """The files that decide how a strategy of the game plays; raises StrategyNotFound or StrategyFileError."""
    source = find(spec, game)
    if source.search is None:
        return () if source.path is None else (source.path,)
    plans = search_of(source.search, game).plans.values()
    files = dict.fromkeys(path for plan in plans for path in files_of(plan, game))
    leaves: tuple[Path, ...] = ()
    if source.search.leaf:
        from strategies.leaf_file import leaf_files  # slow to import

        leaves = leaf_files(source.search.leaf, game)
    return (*files, defaults_file(game), *leaves) if source.search.method == "search" else tuple(files)


def _not_found(spec: str, game: str | None, names: list[str]) -> StrategyNotFound:
    owner, _, short = spec.rpartition("/")
    if game is not None and owner and owner != game and owner in _games():
        return StrategyNotFound(
            f"strategy {spec} is for the game {owner}, this one is {game}: it has {', '.join(names)}"
        )
    by_short = {name.rpartition("/")[2]: name for name in names}
    near = closest_match(short, by_short)
    where = f" for {game}" if game is not None else ""
    hint = (
        f"did you mean {by_short[near]}?" if near else f"there are {', '.join(names)}, a file.toml and a file.py:CLASS"
    )
    return StrategyNotFound(f"no strategy {spec!r}{where}: {hint}")


def _games() -> list[str]:
    """Games with shipped strategies."""
    return sorted(path.name for path in HERE.iterdir() if path.is_dir() and any(path.glob("*.toml")))


def _named_sources(game: str) -> Iterator[tuple[str, Source]]:
    """Name and source of every strategy of the game that has a name; shipped ones first."""
    if is_file_game(game):
        file = resolve_path(Path(game))
        yield from ((name, Source("weighted", file, name)) for name in read_literal(file, "plans"))
    for path in sorted((HERE / game).glob("*.toml")):
        if path.name not in (DEFAULTS, LEVELS):
            yield path.stem, Source("weighted", path)
    for entry in _packaged(tuple(sys.path)):
        owner, _, name = entry.name.rpartition("/")
        if owner in ("", game):
            yield name, Source("package", entry=entry)


@lru_cache(maxsize=1)
def _packaged(where: tuple[str, ...]) -> "tuple[EntryPoint, ...]":
    """Strategies of packages installed on the path `where`: every file of every package is read to find them."""
    from importlib.metadata import entry_points  # slow to import

    return tuple(sorted(entry_points(group=GROUP)))


# -- Python objects ---------------------------------------------------------------------------------------------------


def load_object(source: Source, spec: str) -> Any:
    """The class in a Python file, or what an entry point names; raises StrategyFileError."""
    if source.entry is not None:
        USER_FINDER.packages.add(source.entry.module.partition(".")[0])
        try:
            with Visit():
                return source.entry.load()
        except BaseException as error:
            if stops_program(error):
                raise
            where = f"entry point {source.entry.name} = {source.entry.value}"
            raise StrategyFileError(
                f"strategy {spec}: {where} does not load: {_words(error)}: repair the package"
            ) from error
    if source.path is None:
        raise StrategyNotFound(f"strategy {spec} is not written in Python")
    module = import_file(source.path)
    if not hasattr(module, source.attribute):
        from strategies.base import Strategy

        classes = [name for name, value in vars(module).items()
                   if isinstance(value, type) and issubclass(value, Strategy) and value is not Strategy]  # fmt: skip
        near = closest_match(source.attribute, classes) or next(iter(classes), None)
        hint = f"did you mean {near}?" if near else "define it as a subclass of strategies.Strategy"
        raise StrategyFileError(f"{source.path} has no class {source.attribute!r}: {hint}")
    return getattr(module, source.attribute)


def check_program(source: Source) -> None:
    """Return where the file of a strategy in Python is there, and may be executed; raises StrategyNotFound."""
    if source.kind != "python" or source.path is None:
        return
    if not source.path.is_file():
        raise StrategyNotFound(f"strategy file {source.path} does not exist: give the path of a Python file")
    check_trusted(source.path)


def import_file(path: Path) -> ModuleType:
    """The module in a Python file, executed anew where it may be; raises StrategyNotFound or StrategyFileError."""
    check_program(Source("python", path))
    try:
        return execute_file(path)
    except ProgramError as error:
        raise StrategyFileError(str(error)) from error


def _words(error: BaseException) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


# -- telling ----------------------------------------------------------------------------------------------------------


def list_strategies(game: str) -> list[StrategyInfo]:
    """The strategies that have a name in a game: random, searches, the shipped plans, those of installed packages.

    Raises StrategyFileError when a plan's file is broken.
    """
    return [
        StrategyInfo("random", RANDOM, "random"),
        *(_kind_of_search(name, game) for name in METHODS),
        StrategyInfo(NOISY_PATTERN, NOISY_IDEA, NOISY),
        *(_info(name, source) for name, source in _named_sources(game)),
    ]


def explain(spec: str) -> StrategyInfo:
    """What the strategy of that spec says about itself, also of a kind of search (`mcts:N`); raises StrategyNotFound or
    StrategyFileError."""
    patterns = {method.pattern: name for name, method in METHODS.items()}
    game, _, short = spec.rpartition("/")
    if short in patterns:
        return _kind_of_search(patterns[short], game)
    if short == NOISY_PATTERN:
        return StrategyInfo(NOISY_PATTERN, NOISY_IDEA, NOISY)
    source = find(spec, None) if not spec.endswith("/random") else Source("random")
    if source.kind == "random":
        return StrategyInfo("random", RANDOM, "random")
    if source.search is not None:
        return _search_info(spec, source.search)
    if source.kind == "python":
        program = load_object(source, spec)
        return StrategyInfo(spec, _first_line(program), "python", str(source.path))
    return _info(spec.rpartition("/")[2], source)


def _kind_of_search(name: str, game: str) -> StrategyInfo:
    """A kind of search, with what its parameters mean and, for one with a plan, what they are unless its name says."""
    method = METHODS[name]
    defaults = defaults_of(game) if name == "search" else {}
    means = {key: MEANINGS[key] for key in method.parameters}
    means |= {key: f"{_format_value(value)}; {means[key]}" for key, value in defaults.items()}
    return StrategyInfo(method.pattern, method.idea, "search", parameters=means)


def _search_info(spec: str, name: SearchName) -> StrategyInfo:
    """A search by its name, with its parameters as far as name and game say them."""
    owner, _, short = spec.partition("/")
    owner, short = (owner, short) if owner in _games() else ("", spec)
    full = search_of(name, owner)
    parameters = {key: _format_value(full.parameters[key]) for key in MEANINGS if key in full.parameters}
    if name.leaf:
        from strategies.leaf_file import leaf_notes  # slow to import

        notes = leaf_notes(name.leaf, owner)
        parameters |= {key: note for key, note in notes.items() if key not in name.parameters}
    return StrategyInfo(short, METHODS[name.method].idea, "search", parameters=parameters)


def _format_value(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:g}"


def player_class(spec: str, game: str) -> str:
    """How well the strategy plays, of CLASSES; raises StrategyNotFound or StrategyFileError.

    What a level of the game says of its strategy; else a plan is what its file says, tuned where it has weights for
    boards, a beginner with as much noise as a level of beginners; a search is strong, and tuned where its plan is; a
    Python class is ordinary, or what its `player_class` says.
    """
    short = spec.rpartition("/")[2] if spec.startswith(f"{game}/") else spec
    levels = levels_of(game)
    if of_level := next((level.players for level in levels if level.strategy == short), ""):
        return of_level
    source = find(spec, game)
    if source.kind == "random":
        return NO_CLASS
    if source.search is not None:
        plans = source.search.plans.values()
        return STRONG_AND_TUNED if any(tuned_for(plan, game) for plan in plans) else STRONG
    plan = _plan_of(spec, game)
    if plan is None:
        return _class_of_program(load_object(source, spec), spec)
    if source.noise is not None:
        noises = [find(level.strategy, game).noise for level in levels if level.players == BEGINNERS]
        is_beginner = source.noise >= min((noise for noise in noises if noise is not None), default=math.inf)
        return BEGINNERS if is_beginner else ORDINARY
    if plan.strength in (LEARNER, PLAN_STRONG):
        return BEGINNERS if plan.strength == LEARNER else STRONG
    return TUNED if tuned_for(spec, game) else ORDINARY


OTHER_DATA = "Its network learned from other data or switches of the game than some that are played."


def limit_of(spec: str, game: str, tables: Iterable[tuple[int, str, Mapping[str, object]]]) -> str:
    """What the strategy's file says that it cannot do, and whether it knows the data, in sentences; "": nothing.
    tables: number of players, digest of the components and switches of each. Raises as player_class()."""
    search = find(spec, game).search
    if search is None or not search.leaf:
        return ""
    from strategies.leaf_file import components_digest, leaf_path, read_leaf  # slow to import

    sentences: dict[str, None] = {}
    for players, components, options in tables:
        head = read_leaf(leaf_path(search.leaf, game, players)).head
        sentences |= dict.fromkeys([head.cannot] if head.cannot else [])
        sentences |= dict.fromkeys([OTHER_DATA] if head.components != components_digest(components, options) else [])
    return " ".join(sentences)


def _class_of_program(program: Any, spec: str) -> str:
    """What a Python strategy says of how well it plays."""
    stated = getattr(program, "player_class", ORDINARY)
    if stated not in CLASSES:
        raise StrategyFileError(f"{spec}: player_class = {stated!r}: {did_you_mean(str(stated), CLASSES)}")
    return str(stated)


def tuned_for(spec: str, game: str) -> tuple[str, ...]:
    """The boards for which the strategy's file has weights of their own or, where it is tuned, adds to those of all;
    raises as player_class()."""
    plan = _plan_of(spec, game)
    if plan is None:
        return ()
    return tuple(dict.fromkeys([*plan.on_board, *(plan.by_board if plan.strength == PLAN_TUNED else ())]))


def own_opening(spec: str, game: str) -> tuple[str, ...]:
    """The opening to which the strategy's file says it keeps, whatever that costs: letters for each turn. () for none,
    and for what is no file of weights; raises as player_class()."""
    source = find(spec, game)
    if source.kind != "weighted":
        return ()
    plan = plan_of(source)
    return plan.opening if plan.strength == NARROW else ()


def _plan_of(spec: str, game: str) -> Plan | None:
    """The plan that the spec names; None where it names something else."""
    source = find(spec, game)
    if source.entry is not None:
        program = load_object(source, spec)
        return read_plan(Path(program)) if isinstance(program, str | Path) else None
    return plan_of(source) if source.kind == "weighted" else None


def _info(name: str, source: Source) -> StrategyInfo:
    if source.entry is not None:
        package = source.entry.dist.name if source.entry.dist else source.entry.value
        return StrategyInfo(name, f"from the package {package}", "package")
    if source.path is None:
        raise StrategyNotFound(f"strategy {name} has no file")
    return StrategyInfo.of(plan_of(source))


def _first_line(program: Any) -> str:
    return (getattr(program, "__doc__", None) or "").strip().partition("\n")[0]
