"""A game against strategies, played by a person in the terminal."""

from analyser.play.session import Happened, Session
from analyser.play.talk import Talk

__all__ = ["Happened", "Session", "Talk"]
