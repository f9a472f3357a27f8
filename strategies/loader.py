"""From a spec on the command line to a policy the kernel plays."""

import sys
from inspect import isabstract
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from cext.places import place_of
from strategies.base import Strategy
from strategies.catalogue import Source, find, object_at
from strategies.errors import StrategyFileError
from strategies.plan import read_plan, weighted_policy

if TYPE_CHECKING:
    from cext.kernel.game import Game
    from cext.kernel.policy import Policy

__all__ = ["load_strategy"]


def load_strategy(spec: str, game: "Game") -> "Policy":
    """The policy a spec names: 'random', 'mcts:200', 'builder', 'zhanguo/builder', 'FILE.toml', 'FILE.py:CLASS' or an
    entry point.

    Raises StrategyNotFound or StrategyFileError, each with one line of what to do.
    """
    source = find(spec, game.name)
    if source.kind == "random":
        from cext.kernel.policy import RandomPolicy

        return RandomPolicy()
    if source.kind == "search":
        return search_policy(source.attribute, game)
    if source.kind == "weighted" and source.path is not None:
        return weighted_policy(read_plan(source.path), game)
    return _policy_of(object_at(source, spec), spec, source, game)


def search_policy(spec: str, game: "Game") -> "Policy":
    """The search named 'flat:N' or 'mcts:N' with N games a decision."""
    from cext.kernel.search import FlatMonteCarlo, InformationSetMCTS

    method, _, games = spec.partition(":")
    return FlatMonteCarlo(game, int(games)) if method == "flat" else InformationSetMCTS(game, int(games))


def _policy_of(thing: Any, spec: str, source: Source, game: "Game") -> "Policy":
    """The policy of a Python object: a Strategy class, a compiled Policy class (given the game), or a TOML path."""
    from cext.kernel.policy import Policy, PythonPolicy

    if isinstance(thing, str | Path) and source.entry is not None:
        return weighted_policy(read_plan(Path(thing)), game)
    if not isinstance(thing, type) or not issubclass(thing, Strategy | Policy):
        what = "a class" if isinstance(thing, type) else f"a {type(thing).__name__}"
        raise StrategyFileError(f"strategy {spec} is {what}, not a subclass of strategies.Strategy: make it one")
    if isabstract(thing):
        raise StrategyFileError(f"strategy {spec} has no method choose(self, view, moves): add one")
    try:
        if issubclass(thing, Policy):
            compiled: Policy = cast(Any, thing)(game)
            return compiled
        return PythonPolicy(game, thing(), spec)
    except Exception as error:
        reason = f"{type(error).__name__}: {' '.join(str(error).split())}"
        file = source.path or getattr(sys.modules.get(thing.__module__), "__file__", None)
        place = place_of(error, None if file is None else str(file))
        raise StrategyFileError(f"strategy {spec} cannot be made: {reason} ({place}: correct it there)") from error
