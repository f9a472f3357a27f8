"""What a game tells of itself in a game record, with defaults that are right for every game."""

import json
from copy import deepcopy

__all__ = ["Chronicle"]

SHOWN = 8   # legal moves named where a text is none


cdef class Chronicle:
    """The base of Game that holds these hooks; an engine replaces them with the rulebook's words."""

    # -- moves ------------------------------------------------------------------------------------------------------

    def notation(self, position, move):
        """A short text for a move, different for every legal move of a position."""
        fields = self.describe(position, move)
        return "-".join(str(part) for part in fields.values())

    def parse(self, position, text):
        """The legal move with that notation; raises ValueError with one line that says what was expected."""
        offered = {self.notation(position, move): move for move in position.moves()}
        if text.strip() in offered:
            return offered[text.strip()]
        if not offered:
            raise ValueError(f"{text.strip()!r} is no move: the game is over")
        shown = ", ".join(list(offered)[:SHOWN]) + (f", … ({len(offered)} moves)" if len(offered) > SHOWN else "")
        stage = self.stages[position.clock()[2]]
        expected = (self.expected or {}).get(stage, "one of these")
        raise ValueError(f"{text.strip()!r} is not a legal move: write {expected}: {shown}")

    # -- the beginning ------------------------------------------------------------------------------------------------

    def setup(self, position):
        """Every random input of a position as deal() made it, and whatever else the set-up fixed, as plain data."""
        return {"position": self.state(position)}

    def dealt(self, setup, *, seed, deal=0, boards=None):
        """The position whose setup() this is; equal to deal(seed=…, deal=…, boards=…) for the set-up of that deal."""
        return self.position_from(setup["position"])

    def component_tables(self):
        """The component tables in force, file by file, as plain data."""
        return {} if self.content is None else deepcopy(self.content)

    def write_components(self, tables, folder):
        """Write component_tables() as files from which load_game(…, components=folder) reads the same tables."""
        if tables:
            raise ValueError(f"{self.name} has no component tables")

    # -- the course ---------------------------------------------------------------------------------------------------

    def whole_state(self, position):
        """Everything on the table, in hands and in decks."""
        return {"state": self.state(position)}

    def milestones(self, before, after):
        """[(names, whole state), …]: turns and phases that ended on the way from one position to the next, in order,
        each with the state at that moment; before=None: from the set-up to the first decision."""
        if before is None:
            return [(["set-up"], self.whole_state(after))]
        round_, turn, _ = before.clock()
        if after.to_move is not None and (*after.clock()[:2], after.to_move) == (round_, turn, before.to_move):
            return []
        return [([f"round {round_}, turn {turn + 1} of player {before.to_move + 1}"], self.whole_state(after))]

    def events(self, before, move, after):
        """What followed from a move without a choice, in the order it happened, one line of words each; before=None:
        from the set-up to the first decision."""
        return []

    def record_schema(self):
        """JSON Schemas of the parts of a record that are the game's own: fields, set_up, components, state."""
        if self.folder is None:
            return {}
        return json.loads((self.folder / "words" / "record.schema.json").read_text(encoding="utf-8"))["$defs"]
