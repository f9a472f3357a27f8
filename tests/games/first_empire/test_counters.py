"""Counters of a seat against what is seen from outside: states of whole games, decision by decision."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from cext.games import load_game
from cext.games.first_empire.data import components as files
from cext.kernel.game import Game, Position

N_ROUNDS = 5
FIRST_OWN = 121
SITES = (1, 2, 3)
GAMES = 16


@cache
def game(players: int) -> Game:
    return load_game("first_empire", players=players)


def watched(players: int, seed: int) -> tuple[Position, list[Counter[str]]]:
    """The end of a random game, and for each player what was seen to happen."""
    draw, position = Random(seed), game(players).deal(seed=seed)
    seen: list[Counter[str]] = [Counter() for _ in range(players)]
    after = game(players).state(position)
    while position.to_move is not None:
        position.apply(draw.choice(position.moves()))
        before, after = after, game(players).state(position)
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
        state: dict[str, Any] = game(players).state(position)
        for seat, counted in enumerate(seen):
            told = position.counters(seat)
            assert told["workers_hired"] == counted["workers"]
            assert told["tokens_taken"] == counted["tokens"]
            for number in range(1, N_ROUNDS + 1):
                assert told[f"ship_after_round_{number}"] == counted[f"ship {number}"]
            for k, spot in enumerate(spots):
                where = ("chu", "wei", "zhao", "qi", "yan")[spot.place] if spot.kind == 0 else "elixir"
                where = f"site_{spot.place + 1}" if spot.kind == 1 else where
                assert told[f"validated_{where}"] == counted[f"spot {k}"]
                happened[f"validated {where}"] += told[f"validated_{where}"] > 0
            placed = {card for region in state["seat"][seat]["card"] for card in region if card >= FIRST_OWN}
            held = [value for name, value in told.items() if name.startswith("holds_")]
            assert held == [number in placed for number in range(FIRST_OWN, FIRST_OWN + 10)]
            assert sum(held) == told["alchemist_cards"]
            happened["masters"] += any(held[5:])
            happened["tokens"] += counted["tokens"]
    assert {f"validated site_{n}" for n in SITES} <= (+happened).keys()
    assert min(happened["masters"], happened["tokens"]) > 0


def test_li_si_has_counters_of_his_own() -> None:
    """His ship, soldiers, cards and tokens, in the row of seat 2."""
    rows = []
    for seed in range(GAMES):
        draw, position = Random(seed), game(1).deal(seed=seed)
        while position.to_move is not None:
            position.apply(draw.choice(position.moves()))
        told, his = position.counters(1), game(1).state(position)["seat"][1]
        assert told["ship_after_round_5"] == told["ship"] == his["ship"]
        assert sum(told[f"validated_{name}"] > 0 for name in validated_names()) == told["soldiers_placed"]
        rows.append(told)
    assert min(row["tokens_taken"] for row in rows) > 0
    assert min(row["ship"] for row in rows) > 0
    assert max(row["workers_hired"] for row in rows) == 0


def validated_names() -> list[str]:
    return ["chu", "wei", "zhao", "qi", "yan", *(f"site_{n}" for n in SITES), "elixir"]
