"""Terms that several questions explain."""

from __future__ import annotations

__all__ = ["ELO", "WIN_POINTS"]

ELO = ("Elo", "The same advantage as a difference in Elo points against an average opponent.")
WIN_POINTS = ("Win points", "Win share times the number of players: 1 is par at any table size.")
