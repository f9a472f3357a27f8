"""A game's facts decoded from the plain dictionary it tells, and checked on the way."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

from reports.card_facts import card_sets
from reports.entry import Entry
from reports.facts import (
    OTHER_CLASS,
    Ability,
    Auction,
    Board,
    BoardFacts,
    BotFacts,
    CounterChart,
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
)  # fmt: skip
from reports.frame_columns import COLUMNS, COUNTER_KINDS, FrameColumn

__all__ = ["RESERVED", "decoded"]

# Columns of the frames and of the steps from them to the tables: no source and no tally may be called so.
RESERVED = frozenset(COLUMNS) | {"n", "deals", "games", "source", "group", "loose", "held", "won", "side"}
SOURCE_COLUMN = re.compile(r"score_(?!after_round_\d+$)")  # but for the running scores
RESERVED_ENDS = ("_low", "_high", "_se", "_deff")  # ends of the columns that stand beside an estimate


def decoded(mapping: Mapping[str, Any]) -> GameFacts:
    """The facts of a game; raises FactsError for the first thing that is wrong."""
    at = Entry(str(mapping.get("name") or "game"), "", mapping)
    classes = _classes(at["classes"])
    sources, counters = _named(at["sources"], "source"), _counters(at["tallies"])
    tallies = {name: counter.words for name, counter in counters.items()}
    turns = at["opening_turns"].whole()
    boards = {name: _board(name, board, tallies) for name, board in at["boards"].entries().items()}
    return GameFacts(
        name=at["name"].text(),
        title=at["title"].text(),
        players=at["players"].whole(least=1),
        bots=at["bots"].whole() if "bots" in mapping else 0,
        opening_turns=turns,
        digest=at["digest"].text() if "digest" in mapping else "",
        options=dict(at["options"].mapping()),
        provenance=_counts(at["provenance"]),
        rulings=tuple(one.text() for one in at["rulings"].each()),
        classes=classes,
        sources=sources,
        counters=counters,
        running=tuple(one.tally(tallies) for one in at["running"].each()) if "running" in mapping else (),
        kinds=tuple(one.text() for one in at["kinds"].each()) if "kinds" in mapping else (),
        offers=_offers(at["offers"]) if "offers" in mapping else {},
        boards=boards,
        board=_board_facts(at["board"], tallies, boards),
        opening=_opening_facts(at["opening"], classes, turns),
        holdings=_labelled(at["holdings"], tallies),
        charts=_charts(at["charts"], tallies),
        grids=_grids(at["grids"], tallies) if "grids" in mapping else (),
        scorepad=_scorepad(at["scorepad"], sources) if mapping.get("scorepad") else _plain_lines(sources),
        bot=_bot(at["bot"]) if mapping.get("bot") else None,
        places=None if at["places"].value is None else _places(at["places"], tallies, boards),
        cards=card_sets(at["cards"], tallies, classes) if "cards" in mapping else (),
        powers=tuple(_power(one) for one in at["powers"].each()) if "powers" in mapping else (),
        mapping=mapping,
    )


def _named(entry: Entry, what: str) -> dict[str, str]:
    """Sources or tallies with their meanings; their names become columns, so they must not be columns already."""
    out: dict[str, str] = {}
    place = {"source": "Game.sources", "tally": "Game.tallies"}[what]
    for one in entry.each():
        name, meaning = one.pair(empty=True)
        if name in out:
            raise one.wrong(f"there are two called '{name}': name every {what} once in {place}")
        column = f"score_{name}" if what == "source" else name
        reserved = column in RESERVED or name in RESERVED or name.endswith(RESERVED_ENDS)
        reserved = reserved or (what == "tally" and SOURCE_COLUMN.match(name) is not None)
        if reserved:
            raise one.wrong(f"'{name}' is a name the frames use themselves: give the {what} another one in {place}")
        if not re.fullmatch(r"\w+", name):
            raise one.wrong(f"'{name}' becomes the name of a column: letters, digits and _ only")
        out[name] = meaning
    return out


def _counters(entry: Entry) -> dict[str, FrameColumn]:
    """Tallies with their kind, unit and meaning: [name, meaning, kind, unit], a count where no kind stands there."""
    told = [one.each() for one in entry.each()]
    pairs = [[part.value for part in parts[:2]] for parts in told]
    named = _named(Entry(entry.game, entry.key, pairs), "tally")
    out: dict[str, FrameColumn] = {}
    for one, parts, (name, meaning) in zip(entry.each(), told, named.items(), strict=True):
        if len(parts) > 4:
            raise one.wrong(f"{one.value!r} are more than name, meaning, kind and unit")
        kind = parts[2].choice(*COUNTER_KINDS) if len(parts) > 2 else "count"
        unit = parts[3].text(empty=True) if len(parts) > 3 else "points" if kind == "points" else ""
        out[name] = FrameColumn(kind, unit, meaning)
    return out


def _classes(entry: Entry) -> dict[str, str]:
    """Names of the move classes by letter, without class 0."""
    members = entry.each()
    if not members or list(members[0].value) != ["", ""]:
        raise entry.wrong("class 0 stands for moves of no class: the first must be ['', '']")
    out: dict[str, str] = {}
    for one in members[1:]:
        letter, name = one.pair()
        if len(letter) != 1 or letter == OTHER_CLASS:
            raise one.wrong(f"'{letter}' is not a single letter, or is {OTHER_CLASS}, which stands for any other class")
        if letter in out:
            raise one.wrong(f"'{letter}' is the letter of two classes")
        out[letter] = name
    return out


def _offers(entry: Entry) -> dict[str, str]:
    """What the bits of `offered` number, by kind of decision."""
    return {stage: what.choice("kind", "a", "class") for stage, what in entry.entries().items()}


def _power(entry: Entry) -> Power:
    """What cards, a board or tiles do that can be forbidden."""
    entry.mapping("key", "name", "of")
    return Power(entry["key"].text(), entry["name"].text(), entry["of"].text())


def _labelled(entry: Entry, tallies: Mapping[str, str]) -> dict[str, str]:
    """Labels by tally."""
    pairs = [(one, *one.pair()) for one in entry.each()]
    return {Entry(one.game, one.key, tally).tally(tallies): label for one, tally, label in pairs}


def _counts(entry: Entry) -> dict[str, int]:
    """Numbers of data by status."""
    return {status: one.whole() for status, one in entry.entries().items()}


def _board(name: str, entry: Entry, tallies: Mapping[str, str]) -> Board:
    known = entry.mapping("side", "label", "abilities", "tracks", "provenance")
    abilities, tracks = (entry[key].each() if key in known else [] for key in ("abilities", "tracks"))
    return Board(
        name=name,
        side=entry["side"].choice("A", "B"),
        label=entry["label"].text(),
        abilities=tuple(_ability(one, tallies) for one in abilities),
        tracks=tuple(_track(one, tallies) for one in tracks),
        provenance=_counts(entry["provenance"]) if "provenance" in known else {},
    )


def _ability(entry: Entry, tallies: Mapping[str, str]) -> Ability:
    known = entry.mapping("name", "brings", "uses", "brought")
    brings = entry["brings"].text(empty=True)
    brought = entry["brought"].tally(tallies) if brings or "brought" in known else ""
    return Ability(entry["name"].text(), brings, entry["uses"].tally(tallies), brought)


def _track(entry: Entry, tallies: Mapping[str, str]) -> Track:
    entry.mapping("name", "slots", "tally")
    return Track(entry["name"].text(), entry["slots"].whole(least=1), entry["tally"].tally(tallies))


def _board_facts(entry: Entry, tallies: Mapping[str, str], boards: Mapping[str, Board]) -> BoardFacts:
    """What a game does not say, is said here: its boards are called so, and compared as they are."""
    known = entry.mapping(
        "scope",
        "single",
        "noun",
        "question",
        "other",
        "use",
        "tracks",
        "note",
        "series",
        "taken",
        "priced",
        "auction",
        "others",
    )
    nouns = entry["noun"].pair() if "noun" in known else ("board", "boards")
    if any(board.tracks for board in boards.values()) and "tracks" not in known:
        raise entry.wrong("boards have tracks: say under 'tracks' what a page says of them")
    return BoardFacts(
        shared=entry["scope"].choice("seat", "table") == "table",
        single=bool(known.get("single")),
        nouns=nouns,
        question=entry["question"].text() if "question" in known else f"are the {nouns[1]} balanced?",
        other=entry["other"].text() if "other" in known else "",
        note=entry["note"].text(empty=True) if "note" in known else "",
        use=_section_words(entry["use"]) if known.get("use") else None,
        tracks=_section_words(entry["tracks"]) if known.get("tracks") else None,
        series=_series(entry["series"], tallies) if known.get("series") else None,
        taken=bool(known.get("taken")),
        priced=bool(known.get("priced")),
        others=entry["others"].text() if "others" in known else "",
        auction=_auction(entry["auction"]) if known.get("auction") else None,
    )


def _section_words(entry: Entry) -> SectionWords:
    words = ("heading", "title", "subtitle", "reading", "unit")
    entry.mapping(*words)
    return SectionWords(*(entry[word].text() for word in words))


def _series(entry: Entry, tallies: Mapping[str, str]) -> Series:
    entry.mapping("tally", "best")
    return Series(entry["tally"].tally(tallies), entry["best"].choice("lowest", "highest") == "lowest")


def _auction(entry: Entry) -> Auction:
    entry.mapping("option", "value", "left", "purse", "least")
    option, value, left = (entry[word].text() for word in ("option", "value", "left"))
    return Auction(option, value, left, entry["purse"].whole(least=1), entry["least"].whole(least=0))


def _opening_facts(entry: Entry, classes: Mapping[str, str], turns: int) -> OpeningFacts:
    """What a game does not say, is said here: groups without an order, turns that are called so, no tip."""
    known = entry.mapping("by", "class", "ordered", "turn", "name", "tip", "confounded_by")
    letter = ""
    if entry["by"].choice("number", "first") == "number" and classes:
        letter = entry["class"].choice(*classes) if known.get("class") is not None else next(iter(classes))
    return OpeningFacts(
        letter=letter,
        ordered=bool(known.get("ordered")),
        turn=entry["turn"].pair() if "turn" in known else ("turn", "turns"),
        name=entry["name"].text() if "name" in known else f"first {turns} turns",
        tip=_tip(entry["tip"], turns) if known.get("tip") else None,
        confounded_by=entry["confounded_by"].text() if "confounded_by" in known else "what they held",
    )


def _tip(entry: Entry, turns: int) -> Tip:
    entry.mapping("levels", "text")
    levels = entry["levels"].each()
    for one in levels:
        if one.whole() > turns:
            raise one.wrong(f"an opening has {turns} turns: nobody can take {one.value}")
    return Tip(tuple(one.whole() for one in levels), entry["text"].text())


def _charts(entry: Entry, tallies: Mapping[str, str]) -> tuple[CounterChart, ...]:
    out: list[CounterChart] = []
    for one in entry.each():
        known = one.mapping("key", "title", "subtitle", "reading", "unit", "tallies", "by_round")
        words = _chart_words(one, "unit", taken={other.key for other in out})
        labels = _labelled(one["tallies"], tallies)
        out.append(CounterChart(**words, tallies=labels, by_round=bool(known.get("by_round"))))
    return tuple(out)


def _chart_words(entry: Entry, *more: str, taken: Collection[str]) -> dict[str, str]:
    """Key and words of a chart; `taken`: keys of others."""
    texts = ("key", "title", "subtitle", "reading", *more)
    words = {key: entry[key].text(empty=key not in ("key", "title")) for key in texts}
    key = words["key"]
    if not key.isidentifier() or key in taken:
        raise entry["key"].wrong(f"'{key}' becomes the name of a file: letters, digits and _, each once")
    return words


def _grids(entry: Entry, tallies: Mapping[str, str]) -> tuple[MomentGrid, ...]:
    out: list[MomentGrid] = []
    for one in entry.each():
        one.mapping("key", "title", "subtitle", "reading", "rows")
        words = _chart_words(one, taken={other.key for other in out})
        out.append(MomentGrid(**words, rows=tuple(_labelled(row, tallies) for row in one["rows"].each())))
    return tuple(out)


def _scorepad(entry: Entry, sources: Mapping[str, str]) -> tuple[Line, ...]:
    """Its lines; together they hold every category once."""
    out = []
    for one in entry.each():
        one.mapping("name", "label", "sources")
        named = tuple(source.text() for source in one["sources"].each())
        line = Line(one["name"].text(), one["label"].text(), named)
        alone = line.sources == (line.name,)
        if not alone and (line.name in sources or len(line.sources) < 2):
            raise one["name"].wrong(f"'{line.name}': a line of one category has its name, one of several another")
        out.append(line)
    held = [source for line in out for source in line.sources]
    if sorted(held) != sorted(sources):
        raise entry.wrong("its lines do not hold each of the game's sources once")
    return tuple(out)


def _plain_lines(sources: Mapping[str, str]) -> tuple[Line, ...]:
    """A line for every category."""
    return tuple(Line(name, name.replace("_", " "), (name,)) for name in sources)


def _bot(entry: Entry) -> BotFacts:
    known = entry.mapping("name", "option", "labels")
    labels = {value: one.text() for value, one in entry["labels"].entries().items()} if "labels" in known else {}
    return BotFacts(entry["name"].text(), entry["option"].text() if "option" in known else "", labels)


def _places(entry: Entry, tallies: Mapping[str, str], boards: Mapping[str, Board]) -> Places:
    entry.mapping("tallies", "noun", "boards")
    drawn = {name: _map(one) for name, one in entry["boards"].entries().items()}
    unknown = [name for name in drawn if name not in boards]
    if unknown:
        raise entry["boards"].wrong(f"'{unknown[0]}' is not among the boards of the game")
    return Places(tuple(one.tally(tallies) for one in entry["tallies"].each()), entry["noun"].text(), drawn)


def _map(entry: Entry) -> MapFacts:
    entry.mapping("rows", "legend")
    rows = tuple(one.text() for one in entry["rows"].each())
    legend = {symbol: one.pair() for symbol, one in entry["legend"].entries().items()}
    for symbol, (_, colour) in legend.items():
        if not re.fullmatch("#[0-9a-f]{6}", colour):
            raise entry["legend"][symbol].wrong(f"'{colour}' is not a colour, #rrggbb in lower case")
    unknown = sorted({symbol for row in rows for symbol in row} - set(legend))
    if unknown:
        raise entry["rows"].wrong(f"'{unknown[0]}' does not stand in the legend")
    return MapFacts(rows, legend)
