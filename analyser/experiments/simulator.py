"""Simulators: the game of a scenario, loaded, with the policies that play it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from analyser.experiments.config import PreparedScenario, board_numbers
from analyser.experiments.loading import load_policies, load_scenario, load_without
from analyser.experiments.scenario import Scenario
from analyser.experiments.schedule import Forbidden, ForcedOpening, GameRows
from analyser.heartbeat import announce_policies
from reports.facts import parse_facts

__all__ = ["Simulator", "plain_simulator"]


@dataclass(frozen=True)
class Simulator:
    """A game with one policy for each of its scenario's strategies, each loaded when it is first asked for: a
    program of somebody's only where it plays."""

    prepared: PreparedScenario
    load_game: Callable[[], Any]
    load_players: Callable[[Sequence[str], Any], Sequence[Any]]  # by their names, for the game

    @cached_property
    def game(self) -> Any:
        """The game, as the scenario has it; DataError in the loader's words."""
        return self.load_game()

    @cached_property
    def policies(self) -> Sequence[Any]:
        """A policy for each of the scenario's strategies; DataError in the loader's words."""
        return self.load_players(self.prepared.names, self.game)

    def with_strategies(self, names: Sequence[str]) -> Simulator:
        """The same game for these strategies alone."""
        prepared = replace(self.prepared, strategies=tuple(names))
        return Simulator(prepared, lambda: self.game, self.load_players)

    def play(self, rows: GameRows, forced: Sequence[ForcedOpening] = ()) -> Any:
        """The kernel's GameResults for these rows; raises what stops a policy."""
        from cext.kernel.match import play_games

        policies, policy = self._with_tuned(rows, forced)  # first: to load one marks the heartbeat, too
        announce_policies(self.prepared.names)
        return play_games(
            self.game,
            policies,
            seed=self.prepared.seed,
            games=rows.game,
            deals=rows.deal,
            policy=policy,
            board=rows.board,
            forced_opening=rows.forced_opening,
            forced_openings=[list(opening.masks) for opening in forced],
            card_of_opening=[opening.card for opening in forced],
            forbidden_by_opening=[self._forbidden(opening) for opening in forced],
            record=rows.record,
            start=rows.start_points,
            redraw=rows.redraw,
        )

    def _with_tuned(self, rows: GameRows, forced: Sequence[ForcedOpening]) -> tuple[list[Any], Any]:
        """The policies, those of plans tuned for what one seat does without behind them, and who plays [game, seat]."""
        names, files = self.prepared.names, self.prepared.scenario.retuned
        of = [(number, name, at) for at in range(len(forced)) for number, name in enumerate(names)]
        tuned = [(number, at, file) for number, name, at in of if (file := files.get(f"{name} {forced[at].name}"))]
        if not tuned:
            return list(self.policies), rows.policy
        player = np.repeat(np.arange(len(names), dtype=np.uint8)[:, None], len(forced) + 1, axis=1)  # the last: free
        for place, (number, at, _) in enumerate(tuned):
            player[number, at] = len(names) + place
        key = tuple(file for *_, file in tuned)
        if key not in self._tuned_policies:
            self._tuned_policies[key] = self.load_players(key, self.game)
        return [*self.policies, *self._tuned_policies[key]], player[rows.policy, rows.forced_opening]

    @cached_property
    def _tuned_policies(self) -> dict[tuple[str, ...], Sequence[Any]]:
        """Plans that were tuned, by their files, each loaded when it is first asked for."""
        return {}

    def _forbidden(self, opening: ForcedOpening) -> tuple[int, int, Any]:
        """What a seat told so does not choose, by masks of classes and kinds, and the game by whose rules it moves."""
        if not isinstance(opening, Forbidden):
            return 0, 0, self.game
        if opening.powers and opening.powers not in self._games_without:
            self._games_without[opening.powers] = load_without(
                self.prepared.game.name, self.prepared.scenario, opening.powers
            )
        return *opening.masks_in(self.game), self._games_without.get(opening.powers, self.game)

    @cached_property
    def _games_without(self) -> dict[tuple[str, ...], Any]:
        """The game by the abilities that it is without, each loaded when it is first asked for."""
        return {}

    def shares(self, games: Any) -> Any:
        """Win shares [game, player]."""
        return self.of_players(games.seats["win_share60"]).astype(np.float64) / 60

    def of_players(self, column: Any) -> Any:
        """A column of one value a seat as [game, player]: the seats that decide."""
        game = self.prepared.game
        return np.asarray(column).reshape(-1, game.seats)[:, : game.players]


def plain_simulator(game: str, scenario: Scenario, strategies: Sequence[str], *, seed: int) -> Simulator:
    """The game of a scenario for these strategies, with the plain board in every seat; DataError as from loading."""
    loaded = load_scenario(game, scenario)
    facts = parse_facts(loaded.facts())
    boards = board_numbers((), facts)
    prepared = PreparedScenario(
        game=facts, strategies=tuple(strategies), boards=boards, games=0, seed=seed, scenario=scenario
    )
    return Simulator(prepared, lambda: loaded, load_policies)
