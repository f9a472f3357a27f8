"""Runs made up with cards of known effects: a hand for each of four seats from a deck, one deal a block."""

from typing import Any

import numpy as np
import polars as pl

from reports.answer import Answer
from reports.ask import ask
from reports.facts import parse_facts
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
    "nouns": ["card", "cards"],
    "cards": [{"number": n, "label": label(n), "traits": {"suit": suit(n)}} for n in range(1, DECK + 1)],
    "traits": {"suit": "suit"},
    "dealt": ["play"],
    "uses": [
        {"key": "own", "label": "played on the own board", "kind": "play", "classes": "U"},
        {"key": "court", "label": "played to the court", "kind": "play", "classes": COURT},
    ],
    "held_note": "in place of its first card",
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
    held, winner, own = [], [], []
    steps = ROTATIONS + forced
    for deal in range(deals):
        hands = rng.permutation(DECK).reshape(4, -1)
        for step in range(steps):
            held.append(hands if step < ROTATIONS else exchanged(hands, deal % DECK))
            gain = worth[held[-1]].sum(axis=1)
            if pair is not None:
                gain += pair[2] * (np.isin(held[-1] + 1, pair[:2]).sum(axis=1) == 2)
            chance = np.cumsum(0.25 + (gain - gain.mean()))
            winner.append(np.searchsorted(chance, chance[-1] * rng.random(), side="right"))
            if step < ROTATIONS:
                own.append(rng.random(hands.shape) < 0.5)
    cards = np.array(held)  # [game, seat, place in the hand]
    n = len(cards)
    deal_of, lineup = np.divmod(np.arange(n), steps)
    is_forced = lineup == ROTATIONS
    seat, won = np.tile(np.arange(4), n), (np.array(winner)[:, None] == np.arange(4)).ravel()
    arm = np.where(is_forced, "forced", "chosen")
    games = pl.DataFrame({"game": np.arange(n), "deal": deal_of, "lineup": lineup % ROTATIONS, "arm": arm})
    plan = pl.when((pl.col("arm") == "forced") & (pl.col("seat") == 1)).then(
        pl.format("cards {}", pl.col("deal") % DECK + 1)
    )
    seats = games.select(pl.all().repeat_by(4).explode()).with_columns(
        seat=seat + 1, strategy=pl.lit("one"), board=pl.lit("A"), score=10 + (cards[:, :, 0].ravel() == 0),
        rank=np.where(won, 1, 2), win_share60=60 * won, opening=pl.lit("U"), scenario=pl.lit("base"),
    ).with_columns(pl.col("arm").cast(ARMS), forced_opening=plan)  # fmt: skip
    shape = int((~is_forced).sum()), 4, DECK // 4
    game, place = np.flatnonzero(~is_forced)[:, None, None], np.arange(shape[2])
    columns = {
        "game": game,
        "deal": deal_of[game],
        "seat": np.arange(1, 5)[:, None],
        "round": place + 1,
        "a": cards[~is_forced] + 1,
    }
    columns["move_class"] = np.where(own, 1, 2)
    moves = pl.DataFrame({name: np.broadcast_to(x, shape).ravel() for name, x in columns.items()})
    ends = {"winners": 1, "winning_margin": 1, "lead_changes": 0, "n_decisions": 20, "n_legal_moves": 60}
    games = games.with_columns(pl.col("arm").cast(ARMS), **{name: pl.lit(x) for name, x in ends.items()})
    return Frames(seats, games, moves.with_columns(move_kind=pl.lit("play")))


def exchanged(hands: np.ndarray, card: int) -> np.ndarray:
    """Seat 1 has the card in place of its first one; nothing where it has it."""
    out = hands.copy()
    if card not in hands[0]:
        out[hands == card], out[0, 0] = hands[0, 0], card
    return out


def asked(frames: Frames, facts: dict[str, Any] = TOLD, margin: float = 0.02) -> Answer:
    """The answer from these frames."""
    return ask("cards", frames, game=parse_facts(facts), margin=margin)
