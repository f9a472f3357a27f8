"""A game record to watch: step by step in the terminal, as a log, or as one page for a browser."""

from analyser.replay.log import log_lines
from analyser.replay.renderer import TableRenderer, renderer_of
from analyser.replay.timeline import Moment, Timeline, build_timeline

__all__ = ["Moment", "TableRenderer", "Timeline", "build_timeline", "log_lines", "renderer_of"]
