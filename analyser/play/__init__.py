"""A game against strategies, played by a person in the terminal."""

from analyser.play.dialogue import Dialogue
from analyser.play.session import MadeMove, Session

__all__ = ["Dialogue", "MadeMove", "Session"]
