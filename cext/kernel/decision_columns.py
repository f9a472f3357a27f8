"""The columns of the frame `decisions`, as a struct of record_buffer.pxd lists them: recorder, frames, the words of
`run.measures()` and SCHEMA.md are made of this list."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cext.kernel.declarations import read_declarations

__all__ = ["DECISION_COLUMNS", "LAYOUT", "DecisionColumn"]


@dataclass(frozen=True)
class DecisionColumn:
    """A column: its name, its type in the kernel and in polars, kind of its values, words, unit ("": none)."""

    name: str
    dtype: np.dtype[Any]
    type: str
    kind: str
    words: str
    unit: str = ""

    @property
    def is_optional(self) -> bool:
        """Whether rows may lack it: floats are values of moves, NaN where the strategy values none."""
        return self.dtype == np.float32


DECLARED = read_declarations(Path(__file__).with_name("record_buffer.pxd"))
LAYOUT = DECLARED.struct("DecisionColumns")  # of each column an array
PARTS = ("type in polars", "kind", "words", "unit")
DECISION_COLUMNS = tuple(
    DecisionColumn(name, LAYOUT[name].base, *texts)
    for name, *texts in DECLARED.field_docs("DecisionColumns", parts=PARTS, least=3)
)
