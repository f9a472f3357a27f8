"""Which strategies there are, where each comes from, and what each of them says about itself."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from cext.places import place_of
from cext.spelling import nearest
from strategies.errors import StrategyFileError, StrategyNotFound
from strategies.plan import LEARNER, Plan, read_plan

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = [
    "GROUP", "RANDOM", "Source", "StrategyInfo", "explain", "find", "import_file", "is_learner", "list_strategies",
    "object_at",
]  # fmt: skip

GROUP = "analyser.strategies"  # entry points: "NAME" for every game or "GAME/NAME" for one
HERE = Path(__file__).parent
RANDOM = "every legal move alike"
SEARCHES = {
    "flat": "flat Monte Carlo: plays N random games after each legal move",
    "mcts": "information-set Monte Carlo tree search: plays N random games a decision",
}
MOST_GAMES = 1_000_000  # a search plays at most, for one decision


@dataclass(frozen=True)
class StrategyInfo:
    """What a strategy says about itself; the fields from `strength` on are those of weighted ones."""

    name: str
    idea: str
    kind: str  # random, search, weighted, python, package
    path: str | None = None
    provenance: Mapping[str, str] = field(default_factory=dict)
    strength: str = "full"  # full, learner
    temperature: float | None = None  # points
    weights: Mapping[str, float] = field(default_factory=dict)  # points per unit of a feature
    by_round: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    by_board: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    opening: tuple[str, ...] = ()
    never: tuple[str, ...] = ()

    @classmethod
    def of(cls, plan: Plan) -> "StrategyInfo":
        """What a plan's file says."""
        return cls(
            name=plan.name, idea=plan.idea, kind="weighted", path=str(plan.path), provenance=plan.provenance,
            strength=plan.strength, temperature=plan.temperature, weights=plan.weights, by_round=plan.by_round,
            by_board=plan.by_board, opening=plan.opening, never=plan.never,
        )  # fmt: skip


@dataclass(frozen=True)
class Source:
    """Where a spec leads: nothing (random, search), a TOML file, a Python file with a class, or an entry point."""

    kind: str
    path: Path | None = None
    attribute: str = ""
    entry: "EntryPoint | None" = None


# -- finding ----------------------------------------------------------------------------------------------------------


def find(spec: str, game: str | None) -> Source:
    """Where the spec leads in that game (None: in any); raises StrategyNotFound."""
    file, colon, attribute = spec.rpartition(":")
    if colon and file.endswith(".py"):
        return Source("python", Path(file), attribute)
    if spec.endswith(".py"):
        raise StrategyNotFound(f"strategy {spec}: no class is named: write {spec}:CLASS")
    if spec.endswith(".toml"):
        return Source("weighted", Path(spec))
    if spec == "random" or (game is not None and spec == f"{game}/random"):
        return Source("random")
    method = file.removeprefix(f"{game}/")
    if colon and method in SEARCHES:
        if not attribute.isdecimal() or not 1 <= int(attribute) <= MOST_GAMES:
            raise StrategyNotFound(f"strategy {spec}: write {method}:N, N games a decision from 1 to {MOST_GAMES:,}")
        return Source("search", attribute=f"{method}:{attribute}")
    known: dict[str, Source] = {}
    fitting: dict[str, Source] = {}
    for owner in [game] if game is not None else _games():
        for name, source in _named(owner):
            if spec in (name, f"{owner}/{name}"):
                fitting.setdefault(f"{owner}/{name}", source)
            known[name if game is not None else f"{owner}/{name}"] = source
    if not fitting:
        raise _not_found(spec, game, ["random", *(f"{name}:N" for name in SEARCHES), *known])
    found = list(fitting.values())
    if any(source != found[0] for source in found):
        raise StrategyNotFound(f"strategy {spec} is the name of several: write {' or '.join(fitting)}")
    return found[0]


def _not_found(spec: str, game: str | None, known: list[str]) -> StrategyNotFound:
    owner, _, short = spec.rpartition("/")
    if game is not None and owner and owner != game and owner in _games():
        return StrategyNotFound(
            f"strategy {spec} is for the game {owner}, this one is {game}: it has {', '.join(known)}"
        )
    by_short = {name.rpartition("/")[2]: name for name in known}
    near = nearest(short, by_short)
    where = f" for {game}" if game is not None else ""
    hint = (
        f"did you mean {by_short[near]}?" if near else f"there are {', '.join(known)}, a file.toml and a file.py:CLASS"
    )
    return StrategyNotFound(f"no strategy {spec!r}{where}: {hint}")


def _games() -> list[str]:
    """Games with shipped strategies."""
    return sorted(path.name for path in HERE.iterdir() if path.is_dir() and any(path.glob("*.toml")))


def _named(game: str) -> Iterator[tuple[str, Source]]:
    """Name and source of every strategy of the game that has a name; shipped ones first."""
    from importlib.metadata import entry_points  # slow to import

    for path in sorted((HERE / game).glob("*.toml")):
        yield path.stem, Source("weighted", path)
    for entry in sorted(entry_points(group=GROUP)):
        owner, _, name = entry.name.rpartition("/")
        if owner in ("", game):
            yield name, Source("package", entry=entry)


# -- Python objects ---------------------------------------------------------------------------------------------------


def object_at(source: Source, spec: str) -> Any:
    """The class in a Python file, or what an entry point names; raises StrategyFileError."""
    if source.entry is not None:
        try:
            return source.entry.load()
        except Exception as error:
            where = f"entry point {source.entry.name} = {source.entry.value}"
            raise StrategyFileError(
                f"strategy {spec}: {where} does not load: {_words(error)}: repair the package"
            ) from error
    if source.path is None:
        raise StrategyNotFound(f"strategy {spec} is not written in Python")
    module = import_file(source.path)
    if not hasattr(module, source.attribute):
        from strategies.base import Strategy

        classes = [name for name, thing in vars(module).items()
                   if isinstance(thing, type) and issubclass(thing, Strategy) and thing is not Strategy]  # fmt: skip
        near = nearest(source.attribute, classes) or next(iter(classes), None)
        hint = f"did you mean {near}?" if near else "define it as a subclass of strategies.Strategy"
        raise StrategyFileError(f"{source.path} has no class {source.attribute!r}: {hint}")
    return getattr(module, source.attribute)


def import_file(path: Path) -> ModuleType:
    """The module in a Python file, executed anew; raises StrategyNotFound or StrategyFileError."""
    if not path.is_file():
        raise StrategyNotFound(f"strategy file {path} does not exist: give the path of a Python file")
    module = ModuleType(f"strategy_file_{path.stem}")
    module.__file__ = str(path)
    try:
        exec(compile(path.read_bytes(), str(path), "exec"), vars(module))
    except SyntaxError as error:
        raise StrategyFileError(f"{path}, line {error.lineno}: {error.msg}: correct it there") from error
    except Exception as error:
        raise StrategyFileError(f"{place_of(error, str(path))}: {_words(error)}: correct it there") from error
    return module


def _words(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


# -- telling ----------------------------------------------------------------------------------------------------------


def list_strategies(game: str) -> list[StrategyInfo]:
    """The strategies that have a name in a game: random, searches, the shipped plans, those of installed packages.

    Raises StrategyFileError when a plan's file is broken.
    """
    return [
        StrategyInfo("random", RANDOM, "random"),
        *(StrategyInfo(f"{name}:N", idea, "search") for name, idea in SEARCHES.items()),
        *(_info(name, source) for name, source in _named(game)),
    ]


def explain(spec: str) -> StrategyInfo:
    """What the strategy of that spec says about itself; raises StrategyNotFound or StrategyFileError."""
    source = find(spec, None) if not spec.endswith("/random") else Source("random")
    if source.kind == "random":
        return StrategyInfo("random", RANDOM, "random")
    if source.kind == "search":
        return StrategyInfo(spec, SEARCHES[spec.partition(":")[0]], "search")
    if source.kind == "python":
        thing = object_at(source, spec)
        return StrategyInfo(spec, _first_line(thing), "python", str(source.path))
    return _info(spec.rpartition("/")[2], source)


def is_learner(spec: str, game: str) -> bool:
    """Whether the strategy's file says that it plays weakly on purpose; raises StrategyNotFound or
    StrategyFileError."""
    source = find(spec, game)
    path = source.path if source.kind == "weighted" else None
    if source.entry is not None:
        thing = object_at(source, spec)
        path = Path(thing) if isinstance(thing, str | Path) else None
    return path is not None and read_plan(path).strength == LEARNER


def _info(name: str, source: Source) -> StrategyInfo:
    if source.entry is not None:
        package = source.entry.dist.name if source.entry.dist else source.entry.value
        return StrategyInfo(name, f"from the package {package}", "package")
    if source.path is None:
        raise StrategyNotFound(f"strategy {name} has no file")
    return StrategyInfo.of(read_plan(source.path))


def _first_line(thing: Any) -> str:
    return (getattr(thing, "__doc__", None) or "").strip().partition("\n")[0]
