"""From a spec on the command line to a policy the kernel plays."""

import sys
from inspect import isabstract
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from cext.user_code import Visit, error_location, stops_program
from strategies.base import Strategy
from strategies.catalogue import Source, find, load_object, plan_of
from strategies.errors import StrategyFileError, StrategyNotFound
from strategies.plan import read_plan, weighted_policy
from strategies.search_specs import SearchName, search_of

if TYPE_CHECKING:
    from cext.kernel.game import Game
    from cext.kernel.policy import Policy, WeightedPolicy

__all__ = ["load_strategy", "search_policy"]


def load_strategy(spec: str, game: "Game") -> "Policy":
    """The policy a spec names: 'random', 'mcts:200', 'search:builder:64', 'builder',
    'noisy:builder:4', 'zhanguo/builder', 'FILE.toml',
    'FILE.py:CLASS' or an entry point.

    Raises StrategyNotFound or StrategyFileError, each with one line of what to do.
    """
    source = find(spec, game.name)
    if source.kind == "random":
        from cext.kernel.policy import RandomPolicy

        return RandomPolicy()
    if source.search is not None:
        return search_policy(search_of(source.search, game.name), game)
    if source.kind == "weighted" and source.path is not None:
        return weighted_policy(plan_of(source), game)
    return _policy_of(load_object(source, spec), spec, source, game)


def search_policy(name: SearchName, game: "Game") -> "Policy":
    """The search of that name; raises StrategyNotFound or StrategyFileError."""
    from cext.kernel.plan_search import PlanSearch
    from cext.kernel.search import FlatMonteCarlo, InformationSetMCTS

    plans = {key: _guide(plan, game) for key, plan in name.plans.items()}
    makers: dict[str, Any] = {"flat": FlatMonteCarlo, "mcts": InformationSetMCTS, "search": PlanSearch}
    settings: dict[str, Any] = dict(name.numbers)
    if name.leaf:
        from strategies.leaf_file import leaf_net, leaf_path, read_leaf

        path = leaf_path(name.leaf, game.name, game.players)
        leaf = read_leaf(path)
        settings = {"turns": leaf.head.turns, **settings, "margin": leaf.head.margin}
        settings["leaf"] = leaf_net(leaf, game, path)
        settings["turns"] = int(settings["turns"])
    search: Policy = makers[name.method](game, name.games, **plans, **settings)
    return search


def _guide(plan: str, game: "Game") -> "WeightedPolicy":
    """The plan of that name, for a search."""
    from cext.kernel.policy import WeightedPolicy

    policy = load_strategy(plan, game)
    if not isinstance(policy, WeightedPolicy):
        raise StrategyNotFound(f"strategy {plan} is no plan of weights: a search is guided by one")
    return policy


def _policy_of(program: Any, spec: str, source: Source, game: "Game") -> "Policy":
    """The policy of a Python object: a Strategy class, a compiled Policy class (given the game), or a TOML path."""
    from cext.kernel.policy import Policy, PythonPolicy

    if isinstance(program, str | Path) and source.entry is not None:
        return weighted_policy(read_plan(Path(program)), game)
    if not isinstance(program, type) or not issubclass(program, Strategy | Policy):
        type_name = "a class" if isinstance(program, type) else f"a {type(program).__name__}"
        raise StrategyFileError(f"strategy {spec} is {type_name}, not a subclass of strategies.Strategy: make it one")
    if isabstract(program):
        raise StrategyFileError(f"strategy {spec} has no method choose(self, view, moves): add one")
    try:
        with Visit():
            if issubclass(program, Policy):
                compiled: Policy = cast(Any, program)(game)
                return compiled
            return PythonPolicy(game, program(), spec)
    except BaseException as error:
        if stops_program(error):
            raise
        reason = f"{type(error).__name__}: {' '.join(str(error).split())}"
        file = source.path or getattr(sys.modules.get(program.__module__), "__file__", None)
        place = error_location(error, None if file is None else str(file))
        raise StrategyFileError(f"strategy {spec} cannot be made: {reason} ({place}: correct it there)") from error
