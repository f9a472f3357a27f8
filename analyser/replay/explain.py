"""Why a move was made: who values the options of a decision, their values, and which features speak for the best."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from analyser.errors import DataError, UsageError
from cext.messages import count_noun
from cext.safe_files import escape_controls

if TYPE_CHECKING:
    from analyser.replay.timeline import Timeline
    from cext.kernel.game import Game, Position
    from cext.kernel.policy import WeightedPolicy
    from cext.kernel.simulation import Search

__all__ = [
    "Explanation", "Judge", "Option", "Term", "as_judge", "decision_of", "explain_decision", "judge_example",
    "judge_named", "judge_of_seat", "option_values",
]  # fmt: skip

POINTS = "points"
REWARD = "%"  # of what a search seeks: the share of the win, mixed with by how much a game is won
LEFT_OUT = np.iinfo(np.int64).min  # the value of a move that was not considered
MAX_OWN_GAMES = 1024  # games a decision: a search of more that a record names is asked again only where it is named


@dataclass(frozen=True)
class Judge:
    """A strategy that values moves."""

    name: str
    policy: WeightedPolicy | Search

    @property
    def search(self) -> Search | None:
        """The policy where it plays games out; None for a plan."""
        from cext.kernel.simulation import Search

        return self.policy if isinstance(self.policy, Search) else None

    @property
    def plan(self) -> WeightedPolicy | None:
        """The plan, or that which guides the search; None where none does."""
        from cext.kernel.policy import WeightedPolicy

        return self.policy if isinstance(self.policy, WeightedPolicy) else self.policy.prior

    @property
    def unit(self) -> str:
        """What its values are in."""
        return POINTS if self.search is None else REWARD


def as_judge(name: str, policy: object) -> Judge | None:
    """The policy as a judge; None where it values no moves: random players, strategies in Python."""
    from cext.kernel.policy import WeightedPolicy
    from cext.kernel.simulation import Search

    return Judge(name, policy) if isinstance(policy, WeightedPolicy | Search) else None


def judge_named(name: str, game: Game) -> Judge:
    """The judge that a user names; DataError where there is none of that name, UsageError where it values no moves."""
    from strategies import StrategyFileError, StrategyNotFound, load_strategy
    from strategies.catalogue import find

    try:
        kind = find(name, game.name).kind
        judge = None if kind in ("random", "python") else as_judge(name, load_strategy(name, game))
    except (StrategyNotFound, StrategyFileError) as error:
        raise DataError(f"--judge: {error}") from error
    if judge is None:
        kinds = {"random": "a random player", "python": "a strategy in Python"}
        kind_words = kinds.get(kind, "this strategy")
        raise UsageError(
            f"--judge {name}: {kind_words} values no moves: name a plan or a search, {judge_example(game)}"
        )
    return judge


def judge_of_seat(strategy: object, game: Game, *, max_games: int | None = MAX_OWN_GAMES) -> Judge | str:
    """The strategy that a record names as a judge; in words, why it is none. A record opens no path that it names, and
    runs no program. most: games a decision that a search may ask for, None: any number."""
    import strategies
    from strategies import StrategyFileError, StrategyNotFound, load_strategy
    from strategies.catalogue import files_of, find

    if not isinstance(strategy, str):
        return "nobody is named"
    try:
        source = find(strategy, game.name)
        if source.kind in ("random", "python"):
            return f"{'a random player' if source.kind == 'random' else 'a strategy in Python'} values no moves"
        shipped = Path(strategies.__file__).parent
        if source.kind == "package" or not all(shipped in path.parents for path in files_of(strategy, game.name)):
            return "a record opens no file that it names: name the plan with --judge"
        if source.search and max_games is not None and source.search.games > max_games:
            return f"a search of more than {max_games:,} games a decision is asked again only where it is named"
        return as_judge(strategy, load_strategy(strategy, game)) or "it values no moves"
    except StrategyNotFound:
        return "a person values no moves" if strategy == "human" else "there is no such strategy"
    except StrategyFileError as error:
        return escape_controls(str(error))


def judge_example(game: Game) -> str:
    """What may be written for a judge."""
    from strategies import list_strategies

    plans = [info.name for info in list_strategies(game.name) if info.kind == "weighted" and info.strength == "full"]
    return (
        f"for instance --judge {plans[0]} or --judge search:{plans[0]}:64" if plans else "for instance --judge mcts:200"
    )


@dataclass(frozen=True)
class Option:
    """A legal move and what the judge thinks of it."""

    place: int  # in the list of legal moves, from 0
    move: int
    text: str
    notation: str
    value: float | None  # points of a plan, or per cent of the reward of a search; None: left out, or not tried
    visits: int | None  # games a search played out after it; None for a plan
    plan_value: float | None  # points by the plan that guides a search; None without such a plan


@dataclass(frozen=True)
class Term:
    """A feature that counts in a plan, for the options in their order."""

    feature: str
    meaning: str
    unit: str
    weight: float  # points a unit
    units: tuple[float, ...]  # by option

    @property
    def points(self) -> tuple[float, ...]:
        """Units times weight, by option."""
        return tuple(self.weight * units for units in self.units)

    def points_over(self, other: int) -> float:
        """Points by which the first option is ahead of another in this feature."""
        return self.weight * (self.units[0] - self.units[other])


@dataclass(frozen=True)
class Explanation:
    """A decision as a judge sees it."""

    judge: Judge
    options: tuple[Option, ...]  # the judge's choice first, then by visits and value, those without a value last
    terms: tuple[Term, ...]  # of a plan: features that count in any option; of a search none

    @property
    def best(self) -> Option:
        """What the judge would do."""
        return self.options[0]

    def of(self, place: int) -> Option:
        """The option at that place of the legal list."""
        return next(option for option in self.options if option.place == place)


def explain_decision(position: Position, judge: Judge, *, seed: int = 0, deal: int = 0, index: int = 0) -> Explanation:
    """What the judge thinks of the legal moves of a position, with its draws at a seat's decision number `index`."""
    words, legal = position.game.words, position.moves()
    move, values, visits = judge.policy.evaluate(position, seed=seed, deal=deal, index=index)
    points = _plan_values(position, judge) if judge.search else None
    options = [
        Option(
            place=place,
            move=move,
            text=words.text(position, move),
            notation=words.notation(position, move),
            value=None if values is None or values[place] == LEFT_OUT else int(values[place]) / 1000,
            visits=None if visits is None else int(visits[place]),
            plan_value=None if points is None else int(points[place]) / 1000,
        )
        for place, move in enumerate(legal)
    ]
    # A plan with a temperature draws among moves of nearly equal value: what it thinks best is the highest.
    first = move if judge.search else None
    options.sort(
        key=lambda option: (option.move != first, option.value is None, -(option.visits or 0), -(option.value or 0))
    )
    return Explanation(judge, tuple(options), () if judge.search else tuple(_terms(position, judge, options)))


def option_values(
    position: Position, judge: Judge, *, seed: int, deal: int, index: int
) -> tuple[int, list[float | None]]:
    """(place of the best option, value of each legal move): what explain_decision() says without words, many times
    as fast."""
    move, values, _ = judge.policy.evaluate(position, seed=seed, deal=deal, index=index)
    legal = position.moves()
    points = [None if value == LEFT_OUT else value / 1000 for value in (values.tolist() if values is not None else [])]
    if judge.search or values is None:
        return legal.index(move), points or [None] * len(legal)
    return int(values.argmax()), points


def _plan_values(position: Position, judge: Judge) -> Sequence[int] | None:
    """What the plan that guides a search thinks of the legal moves, in thousandths of a point."""
    if judge.plan is None:
        return None
    return [int(value) for value in position.values(judge.plan.weights[position.weight_set()])]


def _terms(position: Position, judge: Judge, options: Sequence[Option]) -> Iterator[Term]:
    """The features of a plan that are not 0 in every option; their points add up to the options' values."""
    assert judge.plan is not None
    weights = judge.plan.weights[position.weight_set()]
    units = np.array([position.features(option.move) for option in options])
    for at, (name, meaning, unit) in enumerate(position.game.feature_docs):
        if weights[at] and units[:, at].any():
            yield Term(name, meaning, unit, int(weights[at]) / 1000, tuple(units[:, at].tolist()))


# -- of a record ------------------------------------------------------------------------------------------------------


def _position_at(timeline: Timeline, ply: int, name: str) -> Position:
    """The position before decision number `ply`; UsageError where there is no such decision, or no choice in it,
    DataError where the record cannot be played by the rules."""
    decisions = [moment.next for moment in timeline.moments if moment.next is not None]
    if not 0 <= ply < len(decisions):
        raise UsageError(f"--explain {ply}: {name} has decisions 0 to {len(decisions) - 1}")
    if not timeline.positions:
        raise DataError(f"{name}: the record differs from the rules, its options have no values: {timeline.note}")
    position = timeline.positions[ply]
    if len(position.moves()) < 2:
        choices = [at for at, line in enumerate(decisions) if len(line["legal"]) > 1]
        near = sorted(sorted(choices, key=lambda at: abs(at - ply))[:2])
        other = f": decisions {' and '.join(map(str, near))} are the nearest with a choice" if near else ""
        raise UsageError(f"--explain {ply}: there was one legal move, nothing to explain{other}")
    return position


def _earlier_decisions(timeline: Timeline, ply: int) -> int:
    """How many decisions with a choice the seat that decides at `ply` had before."""
    decider = timeline.positions[ply].to_move
    return sum(
        position.to_move == decider and moment.next is not None and not moment.next["forced"]
        for moment, position in zip(timeline.moments[:ply], timeline.positions[:ply], strict=True)
    )


def decision_of(timeline: Timeline, ply: int, judge: Judge | None, *, name: str) -> tuple[Explanation, Option]:
    """(decision number `ply` of a record explained by the judge or by the player's own strategy, the option that was
    taken); name: of the record, for messages. UsageError where there is no such decision, no
    choice in it, or nobody values the moves, DataError where the record cannot be played by the rules."""
    position = _position_at(timeline, ply, name)
    line = timeline.moments[ply].next
    assert line is not None
    if judge is None:
        strategy = timeline.header["seats"][line["seat"] - 1]["strategy"]
        own_judge = judge_of_seat(strategy, position.game, max_games=None)
        if isinstance(own_judge, str):
            raise UsageError(
                f"--explain {ply}: {timeline.seat_name(line['seat'])}: {own_judge}: name who shall value its options, "
                f"{judge_example(position.game)}"
            )
        judge = own_judge
    header = timeline.header
    explanation = explain_decision(
        position, judge, seed=header["seed"], deal=header["deal"], index=_earlier_decisions(timeline, ply)
    )
    move = position.game.words.parse(position, line["move"])
    return explanation, next(option for option in explanation.options if option.move == move)


def hidden_options_note(explanation: Explanation, n_shown: int) -> str:
    """How many options are not shown, in words; "" for none."""
    n_hidden = len(explanation.options) - n_shown
    return f"… and {count_noun(n_hidden, 'other option')}" if n_hidden > 0 else ""
