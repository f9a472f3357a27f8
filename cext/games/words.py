"""Words that follow from what a game is: from its component files, or from a table on which nothing is hidden."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cext.games.components import ComponentSet, Tables, digest, provenance
from cext.kernel import json_schema as js
from cext.kernel.move_table import MoveTable
from cext.kernel.words import Words

if TYPE_CHECKING:
    from cext.kernel.game import Game, Position

__all__ = ["ComponentWords", "OpenWords"]

T = TypeVar("T", bound=Tables)


class ComponentWords(Words, Generic[T]):
    """Words of a game with component files.

    tables: what they became. components: the set they belong to. folder: where they lie; None: the shipped ones.
    """

    def __init__(
        self, game: "Game", moves: MoveTable, tables: T, components: ComponentSet[T], folder: Path | None
    ) -> None:
        super().__init__(game, moves=moves, content=components.plain(folder), provenance=provenance(tables))
        self.tables = tables
        self.components = components

    def facts(self) -> dict[str, Any]:
        """What reports say about the game."""
        return {**super().facts(), "digest": digest(self.tables)}

    def write_components(self, tables: Mapping[str, Any], folder: Path) -> None:
        """Component files with that content."""
        self.components.write(tables, Path(folder))

    def part_schemas(self) -> dict[str, js.Schema]:
        """JSON Schemas of the parts of a record."""
        return {**super().part_schemas(), "components": self.components.schema()}


class OpenWords(Words):
    """Words of a small game in which nothing is hidden: every player sees the fields of the state."""

    def view(self, position: "Position", seat: int) -> dict[str, Any]:
        """Whose turn it is, the points, and what lies on the table."""
        known = super().view(position, seat)
        return known | {name: value for name, value in self.read(position).items() if name not in (*known, "turns")}
