"""Runs made up with cards of known effects: a hand for each of four seats from a deck, one deal a block."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from reports.answer import Answer
from reports.ask import ask
from reports.facts_parser import parse_facts
from reports.frames import Frames
from tests.reports.synthetic import ARMS, FACTS

DECK = 20  # cards, five to each seat
ROTATIONS = 4
COURT = "RAGHPW"  # classes of moves that play to the court


def label(number: int) -> str:
    return f"{number}: {suit(number)}"


def suit(number: int) -> str:
    return "red" if number <= DECK // 2 else "black"


CARDS: dict[str, Any] = {
    "key": "cards",
    "noun": ["card", "cards"],
    "cards": [{"number": n, "label": label(n), "traits": {"suit": suit(n)}} for n in range(1, DECK + 1)],
    "traits": [["suit", "suit"]],
    "dealt": ["play"],
    "uses": [
        {"key": "own", "label": "played on the own board", "kind": "play", "classes": "U"},
        {"key": "court", "label": "played to the court", "kind": "play", "classes": COURT},
    ],
    "held": "in place of its first card",
}
TOLD = {**FACTS, "cards": [CARDS]}


def made_up(
    effects: dict[int, float],
    deals: int,
    *,
    seed: int = 1,
    forced: bool = False,
    pair: tuple[int, int, float] | None = None,
) -> Frames:
    """Games whose seats win by what they hold: share 1/4 plus each card's effect, less what the others' bring.

    The first seat plays odd cards to its own board, others at random. forced: a fifth game of a deal, in which seat 1
    holds the card number 1 + deal % DECK in place of its first one, is played too. pair: two cards, and what both bring
    in one hand beyond what each does. Cards are played in the order of the hand, one a round.
    """
    rng = np.random.default_rng(seed)
    worth = np.array([effects.get(n, 0.0) for n in range(1, DECK + 1)])
    rows: list[dict[str, Any]] = []
    moves: list[dict[str, Any]] = []
    for deal in range(deals):
        hands = rng.permutation(DECK).reshape(4, -1)
        for step in range(ROTATIONS + forced):
            held, plan = hands, None
            if step == ROTATIONS:
                number = deal % DECK
                held, plan = exchanged(hands, number), f"cards {number + 1}"
            gain = worth[held].sum(axis=1)
            if pair is not None:
                gain += pair[2] * (np.isin(held + 1, pair[:2]).sum(axis=1) == 2)
            chance = 0.25 + (gain - gain.mean())
            winner = int(rng.choice(4, p=chance / chance.sum()))
            game = len(rows) // 4
            rows += [
                {"game": game, "deal": deal, "lineup": step % ROTATIONS, "arm": "chosen" if plan is None else "forced",
                 "seat": seat + 1, "strategy": "one", "board": "A", "forced_opening": plan if seat == 0 else None,
                 "score": 10 + int(held[seat][0] == 0), "rank": 1 if seat == winner else 2,
                 "win_share60": 60 * (seat == winner), "opening": "U"}
                for seat in range(4)
            ]  # fmt: skip
            if plan is None:
                own = rng.random(held.shape) < 0.5
                moves += [
                    {
                        "game": game,
                        "seat": seat + 1,
                        "move_kind": "play",
                        "round": at + 1,
                        "a": int(card) + 1,
                        "move_class": 1 if own[seat, at] else 2,
                    }
                    for seat in range(4)
                    for at, card in enumerate(held[seat])
                ]
    seats = pl.DataFrame(rows).with_columns(pl.col("arm").cast(ARMS), scenario=pl.lit("base"))
    games = seats.group_by("game", "deal", "lineup", "arm", maintain_order=True).agg(
        winners=pl.lit(1),
        winning_margin=pl.lit(1),
        lead_changes=pl.lit(0),
        n_decisions=pl.lit(20),
        n_legal_moves=pl.lit(60),
    )
    return Frames(seats, games, pl.DataFrame(moves))


def exchanged(hands: np.ndarray, card: int) -> np.ndarray:
    """Seat 1 has the card in place of its first one; nothing where it has it."""
    out = hands.copy()
    if card not in hands[0]:
        out[hands == card], out[0, 0] = hands[0, 0], card
    return out


def asked(frames: Frames, facts: dict[str, Any] = TOLD, margin: float = 0.02) -> Answer:
    """The answer from these frames."""
    return ask("cards", frames, game=parse_facts(facts), margin=margin)
