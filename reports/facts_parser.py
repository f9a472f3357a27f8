"""A game's facts read from the plain dictionary that it gives, by the types of their fields, and checked on the way."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass, replace
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from reports.facts import DEALT, OTHER_CLASS, CardSet, FactsError, GameFacts, Line, MapFacts
from reports.frame_columns import COLUMNS, COUNTER_KINDS, FrameColumn

__all__ = ["RESERVED", "parse_facts"]

# Columns of the frames and of the steps from them to the tables: no source and no tally may be called so.
RESERVED = frozenset(COLUMNS) | {"n", "deals", "games", "source", "group", "loose", "held", "won", "side"}
SOURCE_COLUMN = re.compile(r"score_(?!after_round_\d+$)")  # but for the running scores
RESERVED_ENDS = ("_low", "_high", "_se", "_deff")  # ends of the columns that stand beside an estimate
# Keys of fields that are called otherwise in the dictionary.
KEYS = {
    "counters": "tallies", "gains": "brought", "held_note": "held", "is_chosen": "taken", "letter": "class",
    "min_bid": "least", "nouns": "noun", "page_question": "question",
}  # fmt: skip


def parse_facts(mapping: Mapping[str, Any]) -> GameFacts:
    """The facts of a game; raises FactsError for the first thing that is wrong."""
    name = str(mapping.get("name") or "game")
    plain = _Reader(name, {})
    entries = {key: plain.members(_required(plain, mapping, key), key) for key in ("sources", "tallies", "classes")}
    classes, sources = _classes(plain, entries["classes"]), _meanings(plain, entries["sources"], "source")
    counters = _counters(plain, entries["tallies"])
    reader = _Reader(name, {"tally": counters, "class": classes})
    read = {"classes": classes, "sources": sources, "counters": counters, "mapping": mapping}
    facts: GameFacts = reader.record(GameFacts, mapping, "", read)
    opening, first = facts.opening, next(iter(classes), "")
    letter = opening.letter or first if opening.by == "number" and classes else ""
    turns = opening.name or f"first {facts.opening_turns} turns"
    plain_lines = (Line(source, source.replace("_", " "), (source,)) for source in sources)
    facts = replace(
        facts, opening=replace(opening, letter=letter, name=turns), scorepad=facts.scorepad or tuple(plain_lines)
    )
    for key, reason in _problems(facts):
        raise reader.error(key, reason)
    return facts


@dataclass(frozen=True)
class _Reader:
    """Reads values of a game's facts by their types; `names` are those that a field may hold, by what they are of."""

    game: str
    names: Mapping[str, Iterable[str]]

    def error(self, key: str, reason: str) -> FactsError:
        """The error that says what is wrong where."""
        return FactsError(f"{self.game}: fact {key or 'facts'}: {reason}")

    def read(self, kind: Any, value: Any, key: str, *, empty: bool = False) -> Any:
        """A value of a type: a record, a mapping, a list, a choice, a text that says something unless it may be empty,
        a whole number, or yes and no."""
        if kind is str:
            return self.text(value, key, empty=empty)
        if is_dataclass(kind):
            return self.record(kind, value, key)
        origin = get_origin(kind)
        if origin is Annotated:
            kind, of = get_args(kind)
            return self.number(value, key, of) if kind is int else self.name(value, key, of)
        if origin is UnionType:  # of a type and None
            return None if value is None else self.read(get_args(kind)[0], value, key)
        if origin is Literal:
            return self.choice(value, key, get_args(kind))
        if origin is Mapping:
            return self.mapping(get_args(kind), value, key)
        if origin is tuple:
            return self.listed(get_args(kind), value, key)
        return self.number(value, key) if kind is int else bool(value) if kind is bool else value

    def record(self, kind: Any, value: Any, key: str, read: Mapping[str, Any] | None = None) -> Any:
        """A record of a mapping by the names of its fields; read: of a game those that are read already."""
        entries = self.entries(value, key)
        types, places = _types(kind), {KEYS.get(part.name, part.name): part for part in fields(kind)}
        if unknown := [name for name in entries if name not in places and read is None]:
            raise self.error(key, f"unknown key '{unknown[0]}'; known are {', '.join(places)}")
        values = dict(read or {})
        for name, part in places.items():
            if part.name in values:
                continue
            if _is_optional(part):
                if (entry := entries.get(name)) is not None and entry is not False and entry != {}:
                    values[part.name] = self.read(types[part.name], entry, _under(key, name), empty=part.default == "")
            else:
                values[part.name] = self.read(types[part.name], _required(self, entries, name, key), _under(key, name))
        return kind(**values)

    def mapping(self, kinds: tuple[Any, ...], value: Any, key: str) -> dict[str, Any]:
        """A mapping, or a list of pairs that makes one; a record in it has its key as its name where it has one."""
        key_kind, kind = kinds
        if not isinstance(value, Mapping):
            items = [(self.pair(item, at), at) for item, at in self.members(value, key)]
            return {self.read(key_kind, name, at): label for (name, label), at in items}
        has_name = is_dataclass(kind) and any(part.name == "name" for part in fields(kind))
        entries = self.entries(value, key)
        if has_name:
            entries = {name: {**self.entries(x, _under(key, name)), "name": name} for name, x in entries.items()}
        return {name: self.read(kind, x, _under(key, name)) for name, x in entries.items()}

    def listed(self, kinds: tuple[Any, ...], value: Any, key: str) -> tuple[Any, ...]:
        """All members of a list; or a pair of texts."""
        if kinds[-1] is not Ellipsis:
            return self.pair(value, key)
        return tuple(self.read(kinds[0], item, at) for item, at in self.members(value, key))

    def entries(self, value: Any, key: str) -> dict[str, Any]:
        """The values of a mapping by their keys."""
        if not isinstance(value, Mapping):
            raise self.error(key, f"{value!r} is not a mapping")
        return {str(name): entry for name, entry in value.items()}

    def members(self, value: Any, key: str) -> list[tuple[Any, str]]:
        """The members of a list, each with its key."""
        if not isinstance(value, Sequence) or isinstance(value, str):
            raise self.error(key, f"{value!r} is not a list")
        return [(item, f"{key}[{i}]") for i, item in enumerate(value)]

    def pair(self, value: Any, key: str, *, empty: bool = False) -> tuple[str, str]:
        """Two texts, the second of which may be empty."""
        parts = self.members(value, key)
        if len(parts) != 2:
            raise self.error(key, f"{value!r} are not two texts")
        return self.text(*parts[0]), self.text(*parts[1], empty=empty)

    def text(self, value: Any, key: str, *, empty: bool = False) -> str:
        """A text, which says something unless it may be empty."""
        if not isinstance(value, str):
            raise self.error(key, f"{value!r} is not a text")
        if not value and not empty:
            raise self.error(key, "is empty")
        return value

    def number(self, value: Any, key: str, minimum: int = 0) -> int:
        """A whole number not below `minimum`."""
        if not isinstance(value, int) or isinstance(value, bool) or value < minimum:
            raise self.error(key, f"{value!r} is not a whole number from {minimum} on")
        return value

    def choice(self, value: Any, key: str, words: Iterable[str]) -> str:
        """One of these words."""
        if value not in tuple(words):
            raise self.error(key, f"{value!r} is not one of {', '.join(words)}")
        return str(value)

    def name(self, value: Any, key: str, of: str) -> str:
        """The name of one of the game's tallies or classes."""
        if of == "class":
            return self.choice(value, key, self.names[of])
        if value not in tuple(self.names[of]):
            raise self.error(key, f"{value!r} is not among the tallies of the game")
        return str(value)


@cache
def _types(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _is_optional(part: Field[Any]) -> bool:
    return part.default is not MISSING or part.default_factory is not MISSING


def _under(key: str, name: str) -> str:
    return f"{key}.{name}" if key else name


def _required(reader: _Reader, entries: Mapping[str, Any], name: str, key: str = "") -> Any:
    if name not in entries:
        raise reader.error(_under(key, name), "is missing; analyser/SCHEMA.md says what a game must tell")
    return entries[name]


# -- names of the game's own ------------------------------------------------------------------------------------------


def _meanings(reader: _Reader, items: Iterable[tuple[Any, str]], kind: str) -> dict[str, str]:
    """Sources or tallies with their meanings; their names become columns, so they must not be columns already."""
    meanings: dict[str, str] = {}
    place = {"source": "Game.sources", "tally": "Game.tallies"}[kind]
    for item, key in items:
        name, meaning = reader.pair(item, key, empty=True)
        if name in meanings:
            raise reader.error(key, f"there are two called '{name}': name every {kind} once in {place}")
        column = f"score_{name}" if kind == "source" else name
        reserved = column in RESERVED or name in RESERVED or name.endswith(RESERVED_ENDS)
        if reserved or (kind == "tally" and SOURCE_COLUMN.match(name)):
            reason = f"'{name}' is a name the frames use themselves: give the {kind} another one in {place}"
            raise reader.error(key, reason)
        if not re.fullmatch(r"\w+", name):
            raise reader.error(key, f"'{name}' becomes the name of a column: letters, digits and _ only")
        meanings[name] = meaning
    return meanings


def _counters(reader: _Reader, items: Sequence[tuple[Any, str]]) -> dict[str, FrameColumn]:
    """Tallies with their kind, unit and meaning: [name, meaning, kind, unit], a count where no kind stands there."""
    lists = [reader.members(item, key) for item, key in items]
    pairs = [([value for value, _ in parts[:2]], key) for parts, (_, key) in zip(lists, items, strict=True)]
    counters: dict[str, FrameColumn] = {}
    meanings = _meanings(reader, pairs, "tally")
    for parts, (item, key), (name, meaning) in zip(lists, items, meanings.items(), strict=True):
        if len(parts) > 4:
            raise reader.error(key, f"{item!r} are more than name, meaning, kind and unit")
        kind = reader.choice(*parts[2], COUNTER_KINDS) if len(parts) > 2 else "count"
        unit = reader.text(*parts[3], empty=True) if len(parts) > 3 else "points" if kind == "points" else ""
        counters[name] = FrameColumn(kind, unit, meaning)
    return counters


def _classes(reader: _Reader, items: Sequence[tuple[Any, str]]) -> dict[str, str]:
    """Names of the move classes by letter, without class 0."""
    if not items or list(items[0][0]) != ["", ""]:
        raise reader.error("classes", "class 0 stands for moves of no class: the first must be ['', '']")
    classes: dict[str, str] = {}
    for item, key in items[1:]:
        letter, name = reader.pair(item, key)
        if len(letter) != 1 or letter == OTHER_CLASS:
            reason = f"'{letter}' is not a single letter, or is {OTHER_CLASS}, which stands for any other class"
            raise reader.error(key, reason)
        if letter in classes:
            raise reader.error(key, f"'{letter}' is the letter of two classes")
        classes[letter] = name
    return classes


# -- what does not fit together ------------------------------------------------------------------------------------

Problems = Iterator[tuple[str, str]]  # the key of each, and the reason


def _problems(facts: GameFacts) -> Problems:
    """What does not fit together in the game."""
    uses = {"charts": "becomes the name of a file", "grids": "becomes the name of a file"}
    for name, use in (uses | {"cards": "stands in columns and names of files"}).items():
        keys = [part.key for part in getattr(facts, name)]
        for i, key in enumerate(keys):
            if not key.isidentifier() or key in keys[:i]:
                yield f"{name}[{i}].key", f"'{key}' {use}: letters, digits and _, each once"
    for i, cards in enumerate(facts.cards):
        yield from ((f"cards[{i}].{key}", reason) for key, reason in _problems_of_cards(cards, facts.classes))
    for name, board in facts.boards.items():
        for i, ability in enumerate(board.abilities):
            if ability.brings and not ability.gains:
                yield f"boards.{name}.abilities[{i}].brought", f"is missing: what counts the {ability.brings}"
    if any(board.tracks for board in facts.boards.values()) and facts.board.tracks is None:
        yield "board", "boards have tracks: say under 'tracks' what a page says of them"
    for i, level in enumerate(facts.opening.tip.levels if facts.opening.tip else ()):
        if level > facts.opening_turns:
            yield f"opening.tip.levels[{i}]", f"an opening has {facts.opening_turns} turns: nobody can take {level}"
    for name, grid in (facts.places.boards if facts.places else {}).items():
        if name not in facts.boards:
            yield "places.boards", f"'{name}' is not among the boards of the game"
        yield from ((f"places.boards.{name}.{key}", reason) for key, reason in _problems_of_map(grid))
    for i, line in enumerate(facts.scorepad):
        if line.sources != (line.name,) and (line.name in facts.sources or len(line.sources) < 2):
            reason = f"'{line.name}': a line of one category has its name, one of several another"
            yield f"scorepad[{i}].name", reason
    if sorted(source for line in facts.scorepad for source in line.sources) != sorted(facts.sources):
        yield "scorepad", "its lines do not hold each of the game's sources once"


def _problems_of_cards(cards: CardSet, letters: Mapping[str, str]) -> Problems:
    """Cards and uses that do not fit the set; letters: of the classes of moves."""
    for i, use in enumerate(cards.uses):
        for letter in set(use.classes) - set(letters):
            yield f"uses[{i}].classes", f"'{letter}' is the letter of no class of moves"
    keys = {DEALT, *(use.key for use in cards.uses)}
    for i, card in enumerate(cards.cards):
        if set(card.traits) != set(cards.traits):
            yield f"cards[{i}]", f"its traits must be those of the set: {', '.join(cards.traits) or 'none'}"
        for key in sorted(set(card.tallies) - keys):
            yield f"cards[{i}].tallies", f"'{key}' is neither {DEALT} nor the key of a use"
    if len({card.number for card in cards.cards}) < len(cards.cards):
        yield "cards", "two cards of a set have the same number"


def _problems_of_map(grid: MapFacts) -> Problems:
    """Colours that are none, and symbols without a word."""
    for symbol, (_, colour) in grid.legend.items():
        if not re.fullmatch("#[0-9a-f]{6}", colour):
            yield f"legend.{symbol}", f"'{colour}' is not a colour, #rrggbb in lower case"
    for symbol in sorted({symbol for row in grid.rows for symbol in row} - set(grid.legend)):
        yield "rows", f"'{symbol}' does not stand in the legend"
