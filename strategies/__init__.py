"""Strategies: plans by name, weighted in TOML or written in Python, and the loader that seats them."""

from strategies.base import Move, Strategy
from strategies.catalogue import StrategyInfo, explain, limit_of, list_strategies, own_opening, player_class, tuned_for
from strategies.errors import StrategyFileError, StrategyNotFound
from strategies.loader import load_strategy
from strategies.plan import Plan, read_plan, weight_table

__all__ = [
    "Move", "Plan", "Strategy", "StrategyFileError", "StrategyInfo", "StrategyNotFound", "explain",
    "limit_of", "list_strategies", "load_strategy", "own_opening", "player_class", "read_plan", "tuned_for",
    "weight_table",
]  # fmt: skip
