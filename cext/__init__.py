"""Compiled part of the analyser: the game-agnostic kernel and one engine per game."""
