"""The moves of Pebbles in words: a module where larger games have a folder."""

from cext.kernel import json_schema as js
from cext.kernel.move_table import MoveField, MoveKind, MoveTable

STONES = MoveField("stones", js.whole(1, 3), lambda at, move: move.a)
MOVES = MoveTable(MoveKind(name="take", fields=(STONES,), text="takes {stones} stones", notation="{stones}"))
