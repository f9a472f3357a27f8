"""Over how many printings an answer holds, and which unknown data decide it: evidence of every question."""

from reports.printings.measured import Printings
from reports.printings.piece import piece_of
from reports.printings.verdicts import over_printings, that_fail

__all__ = ["Printings", "over_printings", "piece_of", "that_fail"]
