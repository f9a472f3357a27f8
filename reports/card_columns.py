"""Columns that say which card a seat was told to begin with, or a move is made with: the card, or a trait of it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from reports.facts import CardSet, GameFacts
    from reports.frames import RunFrames

__all__ = ["AS_DEALT", "column_of", "forced_card", "has_cards", "has_moves", "moved_card"]

AS_DEALT = "as dealt"  # the level of seats in games in which nothing was forced


def column_of(cards: CardSet, trait: str) -> str:
    """The end of the name of a column that has the cards of a set, or their levels of a trait."""
    return f"{cards.key}_{trait}" if trait else cards.key


def _find_cards(name: str, facts: GameFacts) -> tuple[CardSet, dict[int, str]] | None:
    """The set of cards that such an end stands for, and the level of each card by its number; None: it is none."""
    for cards in facts.cards:
        for trait in ("", *cards.traits):
            if name == column_of(cards, trait):
                return cards, {card.number: card.traits[trait] if trait else card.label for card in cards.cards}
    return None


def has_cards(match: re.Match[str], facts: GameFacts, columns: Collection[str]) -> bool:
    """Whether a game has cards of that name which a seat can be told to begin with."""
    pair = _find_cards(match[1], facts)
    return pair is not None and pair[0].can_be_held


def has_moves(match: re.Match[str], facts: GameFacts, columns: Collection[str]) -> bool:
    """Whether a game has cards of that name which moves tell to be dealt, or played."""
    pair = _find_cards(match[2], facts)
    return pair is not None and bool(_kinds(match, pair[0]))


def _kinds(match: re.Match[str], cards: CardSet) -> list[str]:
    """Kinds of moves that are made with cards that were dealt, or played."""
    return list(cards.dealt) if match[1] == "dealt" else [use.kind for use in cards.uses if use.kind]


def forced_card(rows: pl.LazyFrame, run: RunFrames, match: re.Match[str]) -> pl.LazyFrame:
    """Which card a seat was told to begin with; as dealt in games in which no seat was told anything."""
    cards, levels = _cards_of(run, match[1])
    plans = {cards.plan(card): levels[card.number] for card in cards.cards}
    level = pl.col("forced_opening").cast(pl.String).replace_strict(plans, default=None, return_dtype=pl.String)
    level = pl.when(pl.col("arm").cast(pl.String) == "forced").then(level).otherwise(pl.lit(AS_DEALT))
    return rows.with_columns(level.cast(_enum([*levels.values(), AS_DEALT])).alias(match[0]))


def moved_card(rows: pl.LazyFrame, run: RunFrames, match: re.Match[str]) -> pl.LazyFrame:
    """Which card a move tells to be dealt or played; null for a move of another kind."""
    cards, levels = _cards_of(run, match[2])
    card = pl.when(pl.col("move_kind").cast(pl.String).is_in(_kinds(match, cards))).then(pl.col("a").cast(pl.Int64))
    level = card.replace_strict(levels, default=None, return_dtype=_enum(levels.values()))
    return rows.with_columns(level.alias(match[0]))


def _cards_of(run: RunFrames, name: str) -> tuple[CardSet, dict[int, str]]:
    pair = _find_cards(name, run.game)
    assert pair is not None
    return pair


def _enum(levels: Iterable[str]) -> pl.Enum:
    """The type of a column of these levels, in this order."""
    return pl.Enum(list(dict.fromkeys(levels)))
