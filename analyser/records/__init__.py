"""Game records: one game in one file that a stranger can check with the rulebook; README.md is the format."""

from analyser.records.file import Record, Step, game_of, positions, read_record, record_text, start_of, write_record
from analyser.records.format import FORMAT, FORMAT_VERSION, Line, Seat, record_lines

__all__ = [
    "FORMAT", "FORMAT_VERSION", "Line", "Record", "Seat", "Step", "game_of", "positions", "read_record", "record_lines",
    "record_text", "start_of", "write_record",
]  # fmt: skip
