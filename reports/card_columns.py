"""Columns that say which card a seat was told to begin with, or a move is made with: the card, or a trait of it."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING

import polars as pl

from reports.frame_columns import FORCED_ARMS

if TYPE_CHECKING:
    from reports.card_facts import CardSet
    from reports.facts import GameFacts
    from reports.frames import ScenarioRun

__all__ = ["AS_DEALT", "column_of", "forced_card", "has_cards", "has_moves", "moved_card"]

AS_DEALT = "as dealt"  # the level of seats in games in which nothing was forced


def column_of(cards: CardSet, trait: str) -> str:
    """What follows `forced_`, `dealt_` or `played_` in a column's name: the cards of a set, or a trait of them."""
    return f"{cards.key}_{trait}" if trait else cards.key


def _sets_of(name: str, facts: GameFacts) -> list[tuple[CardSet, dict[int, str]]]:
    """The set of cards with this name and the level of each card by its number; empty for any other name."""
    return [
        (cards, {card.number: card.traits[trait] if trait else card.label for card in cards.cards})
        for cards in facts.cards
        for trait in ("", *cards.traits)
        if name == column_of(cards, trait)
    ]


def has_cards(match: re.Match[str], facts: GameFacts, columns: Collection[str]) -> bool:
    """Whether a game has cards of that name which a seat can be told to begin with."""
    return any(cards.can_be_held for cards, _ in _sets_of(match[1], facts))


def has_moves(match: re.Match[str], facts: GameFacts, columns: Collection[str]) -> bool:
    """Whether a game has cards of that name whose dealing, or playing, is a move."""
    return any(_kinds(match, cards) for cards, _ in _sets_of(match[2], facts))


def _kinds(match: re.Match[str], cards: CardSet) -> list[str]:
    """Kinds of moves that are made with cards that were dealt, or played."""
    return list(cards.dealt) if match[1] == "dealt" else [use.kind for use in cards.uses if use.kind]


def forced_card(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """The card that a seat was told to begin with; as dealt in games in which no seat was told anything."""
    ((cards, levels),) = _sets_of(match[1], run.game)
    kind = pl.Enum(list(dict.fromkeys([*levels.values(), AS_DEALT])))
    plans = {cards.plan(card): levels[card.number] for card in cards.cards}
    card = pl.col("forced_opening").cast(pl.String).replace_strict(plans, default=None, return_dtype=kind)
    is_told = pl.col("arm").cast(pl.String).is_in(FORCED_ARMS)
    return rows.with_columns(pl.when(is_told).then(card).otherwise(pl.lit(AS_DEALT, kind)).alias(match[0]))


def moved_card(rows: pl.LazyFrame, run: ScenarioRun, match: re.Match[str]) -> pl.LazyFrame:
    """The card that a move is made with; null for a move of another kind."""
    ((cards, levels),) = _sets_of(match[2], run.game)
    kind = pl.Enum(list(dict.fromkeys(levels.values())))
    card = pl.when(pl.col("move_kind").cast(pl.String).is_in(_kinds(match, cards))).then(pl.col("a").cast(pl.Int64))
    return rows.with_columns(card.replace_strict(levels, default=None, return_dtype=kind).alias(match[0]))
