"""A game record to watch: step by step in the terminal, as a log, or as one page for a browser."""

from analyser.replay.drawing import Drawing, drawing_of
from analyser.replay.log import log_lines
from analyser.replay.story import Frame, Story, story_of

__all__ = ["Drawing", "Frame", "Story", "drawing_of", "log_lines", "story_of"]
