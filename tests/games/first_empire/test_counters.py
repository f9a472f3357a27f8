"""Counters of a seat against what is seen from outside: states of whole games, decision by decision."""

from collections import Counter
from itertools import chain
from random import Random
from typing import Any

import pytest

from cext.games.first_empire.data import components as files
from cext.games.first_empire.data.component_types import REGIONS
from cext.kernel.game import Position
from tests.games.first_empire.conftest import loaded

N_ROUNDS = 5
FIRST_OWN = 121
SITES = (1, 2, 3)
GAMES = 16


def watched(players: int, seed: int) -> tuple[Position, list[Counter[str]]]:
    """The end of a random game, and for each player what was seen to happen."""
    draw, position = Random(seed), loaded(players).deal(seed=seed)
    seen: list[Counter[str]] = [Counter() for _ in range(players)]
    after = loaded(players).state(position)
    while position.to_move is not None:
        position.apply(draw.choice(position.moves()))
        before, after = after, loaded(players).state(position)
        for old, new, counted in zip(before["seat"], after["seat"], seen, strict=False):
            counted["workers"] += max(0, sum(new["workers"]) - sum(old["workers"]))
            counted["tokens"] += sum(max(0, n - o) for o, n in zip(old["small"], new["small"], strict=True))
            for k in range(9):
                if (new["spots"] & ~old["spots"]) >> k & 1:
                    counted[f"spot {after['spot'][k]}"] = before["round"] + 1
            if position.to_move is None or after["round"] > before["round"]:
                counted[f"ship {before['round'] + 1}"] = new["ship"]
    return position, seen


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_counters_are_what_was_seen_to_happen(players: int) -> None:
    happened: Counter[str] = Counter()
    spots = files.load().mausoleum
    for seed in range(GAMES // players):
        position, seen = watched(players, seed)
        state: dict[str, Any] = loaded(players).state(position)
        for seat, counted in enumerate(seen):
            told = position.counters(seat)
            assert told["workers_hired"] == counted["workers"]
            assert told["tokens_taken"] == counted["tokens"]
            for number in range(1, N_ROUNDS + 1):
                assert told[f"ship_after_round_{number}"] == counted[f"ship {number}"]
            for k, spot in enumerate(spots):
                where = (REGIONS[spot.place % 5], f"site_{spot.place + 1}", "elixir")[spot.kind]
                assert told[f"validated_{where}"] == counted[f"spot {k}"]
                happened[f"validated {where}"] += told[f"validated_{where}"] > 0
            placed = {card for region in state["seat"][seat]["card"] for card in region if card >= FIRST_OWN}
            held = [value for name, value in told.items() if name.startswith("holds_")]
            assert held == [number in placed for number in range(FIRST_OWN, FIRST_OWN + 10)]
            assert sum(held) == told["alchemist_cards"]
            happened["masters"] += any(held[5:])
            happened["tokens"] += counted["tokens"]
            spaces = zip(chain(*state["space"]), chain(*state["governor"]), strict=True)
            lying = {tile for tile, owner in spaces if tile and owner == seat + 1}
            assert {number for number in range(1, 11) if told[f"governor_tile_{number}"]} == lying
            happened["tiles"] += len(lying)
    assert {f"validated site_{n}" for n in SITES} <= (+happened).keys()
    assert min(happened["masters"], happened["tokens"], happened["tiles"]) > 0


def test_li_si_has_counters_of_his_own() -> None:
    """His ship, soldiers, cards and tokens, in the row of seat 2."""
    rows = []
    for seed in range(GAMES):
        draw, position = Random(seed), loaded(1).deal(seed=seed)
        while position.to_move is not None:
            position.apply(draw.choice(position.moves()))
        told, his = position.counters(1), loaded(1).state(position)["seat"][1]
        assert told["ship_after_round_5"] == told["ship"] == his["ship"]
        validated = [value for name, value in told.items() if name.startswith("validated_")]
        assert len(validated) - validated.count(0) == told["soldiers_placed"]
        rows.append(told)
    assert min(row["tokens_taken"] for row in rows) > 0
    assert min(row["ship"] for row in rows) > 0
    assert max(row["workers_hired"] for row in rows) == 0
