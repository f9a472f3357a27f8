"""A game's facts parsed from the plain dictionary that it gives, and checked on the way."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reports.facts import (
    DEALT,
    OTHER_CLASS,
    Ability,
    Auction,
    Board,
    BoardFacts,
    BotFacts,
    Card,
    CardSet,
    CounterChart,
    FactsError,
    GameFacts,
    Line,
    MapFacts,
    MomentGrid,
    OpeningFacts,
    Places,
    Power,
    SectionWords,
    Series,
    Tip,
    Track,
    Use,
)  # fmt: skip
from reports.frame_columns import COLUMNS, COUNTER_KINDS, FrameColumn

__all__ = ["RESERVED", "FactValue", "parse_facts"]

# Columns of the frames and of the steps from them to the tables: no source and no tally may be called so.
RESERVED = frozenset(COLUMNS) | {"n", "deals", "games", "source", "group", "loose", "held", "won", "side"}
SOURCE_COLUMN = re.compile(r"score_(?!after_round_\d+$)")  # but for the running scores
RESERVED_ENDS = ("_low", "_high", "_se", "_deff")  # ends of the columns that stand beside an estimate


@dataclass(frozen=True)
class FactValue:
    """A value of the facts under its key, so that an error can name the game, the key and the reason."""

    game: str
    key: str
    value: Any

    def error(self, reason: str) -> FactsError:
        """The error that says so."""
        return FactsError(f"{self.game}: fact {self.key or 'facts'}: {reason}")

    def __getitem__(self, key: str) -> FactValue:
        fields = self.mapping()
        if key not in fields:
            raise self._under(key, None).error("is missing; analyser/SCHEMA.md says what a game must tell")
        return self._under(key, fields[key])

    def _under(self, key: str, value: Any) -> FactValue:
        return FactValue(self.game, f"{self.key}.{key}" if self.key else key, value)

    def mapping(self, *keys: str) -> Mapping[str, Any]:
        """The value as a mapping, with no other keys than these where any are given."""
        if not isinstance(self.value, Mapping):
            raise self.error(f"{self.value!r} is not a mapping")
        unknown = [str(key) for key in self.value if keys and key not in keys]
        if unknown:
            raise self.error(f"unknown key '{unknown[0]}'; known are {', '.join(keys)}")
        return self.value

    def get(self, key: str, parse: Callable[[FactValue], Any], default: Any) -> Any:
        """What is parsed of the value under a key; the default where nothing stands there (null, false, {})."""
        value = self.mapping().get(key)
        return default if value is None or value is False or value == {} else parse(self._under(key, value))

    def texts(self, *keys: str) -> list[str]:
        """The texts under these keys, which are all that the mapping has."""
        self.mapping(*keys)
        return [self[key].text() for key in keys]

    def entries(self) -> dict[str, FactValue]:
        """The values of a mapping by their keys."""
        return {str(key): self._under(str(key), value) for key, value in self.mapping().items()}

    def items(self) -> list[FactValue]:
        """The members of a list."""
        if not isinstance(self.value, Sequence) or isinstance(self.value, str):
            raise self.error(f"{self.value!r} is not a list")
        return [FactValue(self.game, f"{self.key}[{i}]", value) for i, value in enumerate(self.value)]

    def text(self, *, empty: bool = False) -> str:
        """A text, which says something unless it may be empty."""
        if not isinstance(self.value, str):
            raise self.error(f"{self.value!r} is not a text")
        if not self.value and not empty:
            raise self.error("is empty")
        return self.value

    def choice(self, *words: str) -> str:
        """One of these words."""
        if self.value not in words:
            raise self.error(f"{self.value!r} is not one of {', '.join(words)}")
        return str(self.value)

    def integer(self, *, minimum: int = 0) -> int:
        """A whole number not below `minimum`."""
        if not isinstance(self.value, int) or isinstance(self.value, bool) or self.value < minimum:
            raise self.error(f"{self.value!r} is not a whole number from {minimum} on")
        return self.value

    def pair(self, *, empty: bool = False) -> tuple[str, str]:
        """Two texts."""
        parts = self.items()
        if len(parts) != 2:
            raise self.error(f"{self.value!r} are not two texts")
        return parts[0].text(), parts[1].text(empty=empty)

    def tally(self, tallies: Mapping[str, str]) -> str:
        """The name of one of the game's tallies."""
        if not isinstance(self.value, str) or self.value not in tallies:
            raise self.error(f"{self.value!r} is not among the tallies of the game")
        return self.value


def parse_facts(mapping: Mapping[str, Any]) -> GameFacts:
    """The facts of a game; raises FactsError for the first thing that is wrong."""
    at = FactValue(str(mapping.get("name") or "game"), "", mapping)
    classes = _classes(at["classes"])
    sources, counters = _meanings(at["sources"], "source"), _counters(at["tallies"])
    tallies = {name: counter.words for name, counter in counters.items()}
    turns = at["opening_turns"].integer()
    boards = {name: _board(name, board, tallies) for name, board in at["boards"].entries().items()}
    return GameFacts(
        name=at["name"].text(),
        title=at["title"].text(),
        players=at["players"].integer(minimum=1),
        bots=at.get("bots", FactValue.integer, 0),
        opening_turns=turns,
        digest=at.get("digest", FactValue.text, ""),
        options=dict(at["options"].mapping()),
        provenance=_counts(at["provenance"]),
        rulings=_texts(at["rulings"]),
        classes=classes,
        sources=sources,
        counters=counters,
        running=at.get("running", lambda value: tuple(item.tally(tallies) for item in value.items()), ()),
        kinds=at.get("kinds", _texts, ()),
        offers=at.get("offers", _offers, {}),
        boards=boards,
        board=_board_facts(at["board"], tallies, boards),
        opening=_opening_facts(at["opening"], classes, turns),
        holdings=_labelled(at["holdings"], tallies),
        charts=_charts(at["charts"], tallies),
        grids=at.get("grids", lambda value: _grids(value, tallies), ()),
        scorepad=_scorepad(at["scorepad"], sources) if mapping.get("scorepad") else _plain_lines(sources),
        bot=at.get("bot", _bot, None),
        places=None if at["places"].value is None else _places(at["places"], tallies, boards),
        cards=at.get("cards", lambda value: _card_sets(value, tallies, classes), ()),
        powers=at.get(
            "powers", lambda value: tuple(Power(*item.texts("key", "name", "of")) for item in value.items()), ()
        ),
        mapping=mapping,
    )


def _meanings(entry: FactValue, kind: str) -> dict[str, str]:
    """Sources or tallies with their meanings; their names become columns, so they must not be columns already."""
    out: dict[str, str] = {}
    place = {"source": "Game.sources", "tally": "Game.tallies"}[kind]
    for item in entry.items():
        name, meaning = item.pair(empty=True)
        if name in out:
            raise item.error(f"there are two called '{name}': name every {kind} once in {place}")
        column = f"score_{name}" if kind == "source" else name
        reserved = column in RESERVED or name in RESERVED or name.endswith(RESERVED_ENDS)
        reserved = reserved or (kind == "tally" and SOURCE_COLUMN.match(name) is not None)
        if reserved:
            raise item.error(f"'{name}' is a name the frames use themselves: give the {kind} another one in {place}")
        if not re.fullmatch(r"\w+", name):
            raise item.error(f"'{name}' becomes the name of a column: letters, digits and _ only")
        out[name] = meaning
    return out


def _counters(entry: FactValue) -> dict[str, FrameColumn]:
    """Tallies with their kind, unit and meaning: [name, meaning, kind, unit], a count where no kind stands there."""
    items = [item.items() for item in entry.items()]
    pairs = [[part.value for part in parts[:2]] for parts in items]
    meanings = _meanings(FactValue(entry.game, entry.key, pairs), "tally")
    out: dict[str, FrameColumn] = {}
    for item, parts, (name, meaning) in zip(entry.items(), items, meanings.items(), strict=True):
        if len(parts) > 4:
            raise item.error(f"{item.value!r} are more than name, meaning, kind and unit")
        kind = parts[2].choice(*COUNTER_KINDS) if len(parts) > 2 else "count"
        unit = parts[3].text(empty=True) if len(parts) > 3 else "points" if kind == "points" else ""
        out[name] = FrameColumn(kind, unit, meaning)
    return out


def _classes(entry: FactValue) -> dict[str, str]:
    """Names of the move classes by letter, without class 0."""
    members = entry.items()
    if not members or list(members[0].value) != ["", ""]:
        raise entry.error("class 0 stands for moves of no class: the first must be ['', '']")
    out: dict[str, str] = {}
    for item in members[1:]:
        letter, name = item.pair()
        if len(letter) != 1 or letter == OTHER_CLASS:
            raise item.error(
                f"'{letter}' is not a single letter, or is {OTHER_CLASS}, which stands for any other class"
            )
        if letter in out:
            raise item.error(f"'{letter}' is the letter of two classes")
        out[letter] = name
    return out


def _offers(entry: FactValue) -> dict[str, str]:
    """What the bits of `offered` number, by kind of decision."""
    return {stage: kind.choice("kind", "a", "class") for stage, kind in entry.entries().items()}


def _texts(entry: FactValue) -> tuple[str, ...]:
    return tuple(item.text() for item in entry.items())


def _labelled(entry: FactValue, tallies: Mapping[str, str]) -> dict[str, str]:
    """Labels by tally."""
    pairs = [(item, *item.pair()) for item in entry.items()]
    return {FactValue(item.game, item.key, tally).tally(tallies): label for item, tally, label in pairs}


def _counts(entry: FactValue) -> dict[str, int]:
    """Numbers of data by status."""
    return {status: item.integer() for status, item in entry.entries().items()}


def _board(name: str, entry: FactValue, tallies: Mapping[str, str]) -> Board:
    entry.mapping("side", "label", "abilities", "tracks", "provenance")
    return Board(
        name=name,
        side=entry["side"].choice("A", "B"),
        label=entry["label"].text(),
        abilities=entry.get("abilities", lambda value: tuple(_ability(item, tallies) for item in value.items()), ()),
        tracks=entry.get("tracks", lambda value: tuple(_track(item, tallies) for item in value.items()), ()),
        provenance=entry.get("provenance", _counts, {}),
    )


def _ability(entry: FactValue, tallies: Mapping[str, str]) -> Ability:
    fields = entry.mapping("name", "brings", "uses", "brought")
    unit = entry["brings"].text(empty=True)
    yields = entry["brought"].tally(tallies) if unit or "brought" in fields else ""
    return Ability(entry["name"].text(), unit, entry["uses"].tally(tallies), yields)


def _track(entry: FactValue, tallies: Mapping[str, str]) -> Track:
    entry.mapping("name", "slots", "tally")
    return Track(entry["name"].text(), entry["slots"].integer(minimum=1), entry["tally"].tally(tallies))


def _board_facts(entry: FactValue, tallies: Mapping[str, str], boards: Mapping[str, Board]) -> BoardFacts:
    """What a game does not say, is said here: its boards are called so, and compared as they are."""
    fields = entry.mapping(
        "scope", "single", "noun", "question", "other", "use", "tracks", "note", "series", "taken", "priced", "auction",
        "others",
    )  # fmt: skip
    nouns = entry.get("noun", FactValue.pair, ("board", "boards"))
    if any(board.tracks for board in boards.values()) and "tracks" not in fields:
        raise entry.error("boards have tracks: say under 'tracks' what a page says of them")
    return BoardFacts(
        shared=entry["scope"].choice("seat", "table") == "table",
        single=bool(fields.get("single")),
        nouns=nouns,
        question=entry.get("question", FactValue.text, f"are the {nouns[1]} balanced?"),
        other=entry.get("other", FactValue.text, ""),
        note=entry["note"].text(empty=True) if "note" in fields else "",
        use=entry.get("use", _section_words, None),
        tracks=entry.get("tracks", _section_words, None),
        series=entry.get("series", lambda value: _series(value, tallies), None),
        is_chosen=bool(fields.get("taken")),
        priced=bool(fields.get("priced")),
        others=entry.get("others", FactValue.text, ""),
        auction=entry.get("auction", _auction, None),
    )


def _section_words(entry: FactValue) -> SectionWords:
    return SectionWords(*entry.texts("heading", "title", "subtitle", "reading", "unit"))


def _series(entry: FactValue, tallies: Mapping[str, str]) -> Series:
    entry.mapping("tally", "best")
    return Series(entry["tally"].tally(tallies), entry["best"].choice("lowest", "highest") == "lowest")


def _auction(entry: FactValue) -> Auction:
    entry.mapping("option", "value", "left", "purse", "least")
    option, value, left = (entry[word].text() for word in ("option", "value", "left"))
    return Auction(option, value, left, entry["purse"].integer(minimum=1), entry["least"].integer(minimum=0))


def _opening_facts(entry: FactValue, classes: Mapping[str, str], turns: int) -> OpeningFacts:
    """What a game does not say, is said here: groups without an order, turns that are called so, no tip."""
    fields = entry.mapping("by", "class", "ordered", "turn", "name", "tip", "confounded_by")
    letter = ""
    if entry["by"].choice("number", "first") == "number" and classes:
        letter = entry["class"].choice(*classes) if fields.get("class") is not None else next(iter(classes))
    return OpeningFacts(
        letter=letter,
        ordered=bool(fields.get("ordered")),
        turn=entry.get("turn", FactValue.pair, ("turn", "turns")),
        name=entry.get("name", FactValue.text, f"first {turns} turns"),
        tip=entry.get("tip", lambda value: _tip(value, turns), None),
        confounded_by=entry.get("confounded_by", FactValue.text, "what they held"),
    )


def _tip(entry: FactValue, turns: int) -> Tip:
    entry.mapping("levels", "text")
    levels = entry["levels"].items()
    for item in levels:
        if item.integer() > turns:
            raise item.error(f"an opening has {turns} turns: nobody can take {item.value}")
    return Tip(tuple(item.integer() for item in levels), entry["text"].text())


def _charts(entry: FactValue, tallies: Mapping[str, str]) -> tuple[CounterChart, ...]:
    out: list[CounterChart] = []
    for item in entry.items():
        fields = item.mapping("key", "title", "subtitle", "reading", "unit", "tallies", "by_round")
        words = _chart_words(item, "unit", keys={other.key for other in out})
        labels = _labelled(item["tallies"], tallies)
        out.append(CounterChart(**words, tallies=labels, by_round=bool(fields.get("by_round"))))
    return tuple(out)


def _chart_words(entry: FactValue, *more: str, keys: Collection[str]) -> dict[str, str]:
    """Key and words of a chart; `keys`: those of others."""
    texts = ("key", "title", "subtitle", "reading", *more)
    words = {key: entry[key].text(empty=key not in ("key", "title")) for key in texts}
    key = words["key"]
    if not key.isidentifier() or key in keys:
        raise entry["key"].error(f"'{key}' becomes the name of a file: letters, digits and _, each once")
    return words


def _grids(entry: FactValue, tallies: Mapping[str, str]) -> tuple[MomentGrid, ...]:
    out: list[MomentGrid] = []
    for item in entry.items():
        item.mapping("key", "title", "subtitle", "reading", "rows")
        words = _chart_words(item, keys={other.key for other in out})
        out.append(MomentGrid(**words, rows=tuple(_labelled(row, tallies) for row in item["rows"].items())))
    return tuple(out)


def _scorepad(entry: FactValue, sources: Mapping[str, str]) -> tuple[Line, ...]:
    """Its lines; together they hold every category once."""
    out = []
    for item in entry.items():
        item.mapping("name", "label", "sources")
        line = Line(item["name"].text(), item["label"].text(), _texts(item["sources"]))
        if line.sources != (line.name,) and (line.name in sources or len(line.sources) < 2):
            raise item["name"].error(f"'{line.name}': a line of one category has its name, one of several another")
        out.append(line)
    if sorted(source for line in out for source in line.sources) != sorted(sources):
        raise entry.error("its lines do not hold each of the game's sources once")
    return tuple(out)


def _plain_lines(sources: Mapping[str, str]) -> tuple[Line, ...]:
    """A line for every category."""
    return tuple(Line(name, name.replace("_", " "), (name,)) for name in sources)


def _bot(entry: FactValue) -> BotFacts:
    labels = entry.get("labels", lambda value: {key: item.text() for key, item in value.entries().items()}, {})
    return BotFacts(entry["name"].text(), entry.get("option", FactValue.text, ""), labels)


def _places(entry: FactValue, tallies: Mapping[str, str], boards: Mapping[str, Board]) -> Places:
    entry.mapping("tallies", "noun", "boards")
    maps = {name: _map(item) for name, item in entry["boards"].entries().items()}
    unknown = [name for name in maps if name not in boards]
    if unknown:
        raise entry["boards"].error(f"'{unknown[0]}' is not among the boards of the game")
    return Places(tuple(item.tally(tallies) for item in entry["tallies"].items()), entry["noun"].text(), maps)


def _map(entry: FactValue) -> MapFacts:
    entry.mapping("rows", "legend")
    rows = _texts(entry["rows"])
    legend = {symbol: item.pair() for symbol, item in entry["legend"].entries().items()}
    for symbol, (_, colour) in legend.items():
        if not re.fullmatch("#[0-9a-f]{6}", colour):
            raise entry["legend"][symbol].error(f"'{colour}' is not a colour, #rrggbb in lower case")
    unknown = sorted({symbol for row in rows for symbol in row} - set(legend))
    if unknown:
        raise entry["rows"].error(f"'{unknown[0]}' does not stand in the legend")
    return MapFacts(rows, legend)


def _card_sets(entry: FactValue, tallies: Mapping[str, str], classes: Mapping[str, str]) -> tuple[CardSet, ...]:
    """The sets of a game; raises FactsError for the first thing that is wrong."""
    out: list[CardSet] = []
    for item in entry.items():
        fields = item.mapping("key", "noun", "cards", "traits", "dealt", "uses", "held")
        key = item["key"].text()
        if not key.isidentifier() or any(key == other.key for other in out):
            raise item["key"].error(f"'{key}' stands in columns and names of files: letters, digits and _, each once")
        traits = item.get("traits", lambda value: dict(pair.pair() for pair in value.items()), {})
        uses = item.get("uses", lambda value: tuple(_use(use, classes) for use in value.items()), ())
        counted_uses = {DEALT, *(use.key for use in uses)}
        out.append(
            CardSet(
                key=key,
                noun=item["noun"].pair(),
                cards=tuple(_card(card, traits, counted_uses, tallies) for card in item["cards"].items()),
                traits=traits,
                dealt=item.get("dealt", _texts, ()),
                uses=uses,
                can_be_held=bool(fields.get("held")),
                held_note=item.get("held", lambda value: value.text(empty=True), ""),
            )
        )
        numbers = [card.number for card in out[-1].cards]
        if len(set(numbers)) < len(numbers):
            raise item["cards"].error("two cards of a set have the same number")
    return tuple(out)


def _use(entry: FactValue, classes: Mapping[str, str]) -> Use:
    entry.mapping("key", "label", "kind", "classes")
    letters = entry.get("classes", FactValue.text, "")
    for letter in letters:
        if letter not in classes:
            raise entry["classes"].error(f"'{letter}' is the letter of no class of moves")
    return Use(entry["key"].text(), entry["label"].text(), entry.get("kind", FactValue.text, ""), letters)


def _card(entry: FactValue, traits: Mapping[str, str], counted_uses: set[str], tallies: Mapping[str, str]) -> Card:
    entry.mapping("number", "label", "traits", "tallies")
    card_traits = entry.get("traits", lambda value: {key: item.text() for key, item in value.entries().items()}, {})
    if set(card_traits) != set(traits):
        raise entry.error(f"its traits must be those of the set: {', '.join(traits) or 'none'}")
    counters = entry.get(
        "tallies", lambda value: {key: item.tally(tallies) for key, item in value.entries().items()}, {}
    )
    if unknown := sorted(set(counters) - counted_uses):
        raise entry["tallies"].error(f"'{unknown[0]}' is neither {DEALT} nor the key of a use")
    return Card(entry["number"].integer(), entry["label"].text(), card_traits, counters)
