"""What a game says of itself, decoded once and checked, and what a run says of itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from reports.entry import Entry, FactsError

__all__ = [
    "RESERVED", "Ability", "Board", "BoardFacts", "CounterChart", "FactsError", "GameFacts", "MapFacts", "OpeningFacts",
    "Places", "RunFacts", "Series", "Tip", "UseWords",
]  # fmt: skip

RESERVED = frozenset({
    "game", "deal", "scenario", "lineup", "arm", "players", "seat", "strategy", "board", "plan", "score", "rank",
    "share60", "opening", "n", "deals", "games", "source", "group", "loose", "held", "won", "side",
})  # fmt: skip
"""Columns of the frames and of the steps from them to the tables: no source and no tally may be called so."""
RESERVED_ENDS = ("_low", "_high", "_se", "_deff")
"""Ends of the columns that stand beside an estimate."""
OTHER_CLASS = "x"
"""The letter that stands for any class but the one counted in the name of a forced opening."""


@dataclass(frozen=True)
class Ability:
    """An ability of a board, and the unit of what it brings ("" where nothing is counted)."""

    name: str
    brings: str


@dataclass(frozen=True)
class Board:
    """A board: its side (all of side A are taken for one and the same), and what nothing but this board needs."""

    name: str
    side: str
    label: str
    abilities: tuple[Ability, ...] = ()
    tracks: tuple[int, ...] = ()  # slots of each track
    provenance: Mapping[str, int] = field(default_factory=dict)  # data by status


@dataclass(frozen=True)
class UseWords:
    """Words of the section on abilities, where they are not used but held."""

    heading: str
    title: str
    subtitle: str
    reading: str
    unit: str


@dataclass(frozen=True)
class Series:
    """One game on each board, won by the best sum of a tally."""

    tally: str
    lowest: bool  # whether the lowest sum is the best


@dataclass(frozen=True)
class BoardFacts:
    """How boards are compared, and what the game calls them."""

    shared: bool  # a board is the whole table's: all seats have the same one
    nouns: tuple[str, str]  # one and several
    question: str
    other: str  # what a seat has that is not side A; "" where the nouns say it
    note: str  # what a comparison means in this game
    use: UseWords | None
    series: Series | None


@dataclass(frozen=True)
class Tip:
    """The rulebook's tip on the opening: numbers of turns of the class counted, in its words."""

    levels: tuple[int, ...]
    text: str


@dataclass(frozen=True)
class OpeningFacts:
    """How openings are compared: by the number of turns of one class, or by the class of the first turn."""

    letter: str  # the class counted; "": openings are compared by their first turn
    ordered: bool  # whether the groups have an order
    turn: tuple[str, str]  # what a turn is called: one and several
    name: str  # the turns that make an opening: "first round"
    tip: Tip | None
    confounded_by: str  # what a chosen opening depends on


@dataclass(frozen=True)
class CounterChart:
    """A chart of counters of winners and of all others; `tallies` are drawn under their labels."""

    key: str
    title: str
    subtitle: str
    reading: str
    unit: str
    tallies: Mapping[str, str]


@dataclass(frozen=True)
class MapFacts:
    """A board as a grid: rows of symbols, and of each symbol its word and colour (#rrggbb)."""

    rows: tuple[str, ...]
    legend: Mapping[str, tuple[str, str]]


@dataclass(frozen=True)
class Places:
    """Where on a map openings go: a tally holds the number of a square, row by row from 0 (-1: none)."""

    tallies: tuple[str, ...]
    noun: str
    boards: Mapping[str, MapFacts]


@dataclass(frozen=True)
class GameFacts:
    """What a game says of itself, as `Game.facts()` and a run's manifest hold it (analyser/SCHEMA.md lists the keys).

    `players` are the seats that decide, `bots` those after them that do not. Mappings keep the game's own order.
    """

    name: str
    title: str
    players: int
    bots: int
    opening_turns: int
    digest: str  # of the component data; "" where the game gives none
    options: Mapping[str, Any]
    provenance: Mapping[str, int]  # component data by status
    rulings: tuple[str, ...]
    classes: Mapping[str, str]  # names of the move classes by letter, in the order of their numbers from 1
    sources: Mapping[str, str]  # scoring categories and their meaning
    tallies: Mapping[str, str]  # counters of a seat and their meaning
    boards: Mapping[str, Board]
    board: BoardFacts
    opening: OpeningFacts
    holdings: Mapping[str, str]  # tallies that are 0 or 1 at the end of a game, with their labels
    charts: tuple[CounterChart, ...]
    places: Places | None
    mapping: Mapping[str, Any] = field(repr=False, compare=False)  # as it was read

    @classmethod
    def read(cls, mapping: Mapping[str, Any]) -> GameFacts:
        """Decode and check the plain dictionary; raises FactsError for the first thing that is wrong."""
        at = Entry(str(mapping.get("name") or "game"), "", mapping)
        classes = _classes(at["classes"])
        sources, tallies = _named(at["sources"], "source"), _named(at["tallies"], "tally")
        turns = at["opening_turns"].whole()
        boards = {name: _board(name, board) for name, board in at["boards"].entries().items()}
        return cls(
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
            tallies=tallies,
            boards=boards,
            board=_board_facts(at["board"], tallies),
            opening=_opening_facts(at["opening"], classes, turns),
            holdings=_labelled(at["holdings"], tallies),
            charts=_charts(at["charts"], tallies),
            places=None if at["places"].value is None else _places(at["places"], tallies, boards),
            mapping=mapping,
        )

    @property
    def seats(self) -> int:
        """Seats that take part in the scoring: those of players, then those of bots."""
        return self.players + self.bots

    @property
    def par(self) -> float | None:
        """The win share of equals among those who decide; None with one decider: there is nobody to be equal to."""
        return 1.0 / self.players if self.players > 1 else None

    @property
    def letters(self) -> tuple[str, ...]:
        """Letter of each move class by its number; class 0 is ""."""
        return "", *self.classes

    @property
    def counted(self) -> int:
        """Number of the move class whose number in the opening is compared; 0: openings are compared by their first
        turn."""
        return self.letters.index(self.opening.letter)

    @property
    def tip_levels(self) -> tuple[int, ...]:
        """Numbers of turns of the class counted that the rulebook recommends."""
        return self.opening.tip.levels if self.counted and self.opening.tip else ()

    @property
    def shared(self) -> bool:
        """Whether a board is the whole table's: all seats have the same one."""
        return self.board.shared

    @property
    def nouns(self) -> tuple[str, str]:
        """What the game calls a board, and several of them."""
        return self.board.nouns

    @property
    def plain(self) -> int:
        """Number of the board every other is compared with."""
        return next((i for i, board in enumerate(self.boards.values()) if board.side == "A"), 0)

    @property
    def b_sides(self) -> tuple[int, ...]:
        """Numbers of the boards compared with `plain`; where each seat has its own, they exist once each."""
        if self.shared:
            return tuple(i for i in range(len(self.boards)) if i != self.plain)
        return tuple(i for i, board in enumerate(self.boards.values()) if board.side == "B")

    @property
    def a_sides(self) -> tuple[str, ...]:
        """Boards of side A, all taken for one and the same; of boards the table shares, the first."""
        named = tuple(name for name, board in self.boards.items() if board.side == "A")
        if self.shared:
            return (named or tuple(self.boards) or ("A",))[:1]
        return named or ("A",)

    @property
    def baseline(self) -> str:
        """What other boards are compared with, in words."""
        return self.label(self.a_sides[0]) if len(self.a_sides) == 1 else "A"

    def label(self, board: object) -> str:
        """A board in words; the name of an unknown one as it stands."""
        known = self.boards.get(str(board))
        return known.label if known else str(board).replace("_", " ")

    def board_rank(self, board: object) -> int:
        """Place of a board in the game's own order, for sorting; unknown ones come last."""
        names = list(self.boards)
        return names.index(str(board)) if str(board) in names else len(names)

    def header(self) -> dict[str, str | int]:
        """The single values, for the head of a report."""
        rows: dict[str, str | int] = {"name": self.name, "title": self.title, "players": self.players}
        rows |= {"bots": self.bots} if self.bots else {}
        rows |= {"opening_turns": self.opening_turns}
        return rows | ({"digest": self.digest} if self.digest else {})


@dataclass(frozen=True)
class RunFacts:
    """What a run says of itself, for the head of a report: how it was set up, by what, and how fast it was played."""

    design: str  # schemes of its parts: "mirror, cross"
    planned_games: int
    seed: int
    strategies: tuple[str, ...]
    analyser_version: str
    engine: str
    configuration: str  # first digits of its digest
    started: str
    games_per_second: int | None = None
    seconds_of_play: float | None = None
    pilot_design_effect: float | None = None
    pilot_rho: float | None = None
    components: str = ""  # folder with component files in place of the shipped ones
    scenarios: tuple[str, ...] = ("base",)
    scenario: str = "base"  # the one that is answered

    def header(self) -> dict[str, str | int | float]:
        """All that is known, for the head of a report; the scenario only where there are several."""
        rows: dict[str, str | int | float | None] = {
            "design": self.design,
            "planned_games": self.planned_games,
            "seed": self.seed,
            "strategies": ", ".join(self.strategies),
            "analyser_version": self.analyser_version,
            "engine": self.engine,
            "configuration": self.configuration,
            "started": self.started,
            "games_per_second": self.games_per_second,
            "seconds_of_play": self.seconds_of_play,
            "pilot_design_effect": self.pilot_design_effect,
            "pilot_rho": self.pilot_rho,
            "components": self.components or None,
            "scenario": self.scenario if len(self.scenarios) > 1 else None,
        }
        return {name: value for name, value in rows.items() if value is not None}


# -- decoding ---------------------------------------------------------------------------------------------------------


def _named(entry: Entry, what: str) -> dict[str, str]:
    """Sources or tallies with their meanings; their names become columns, so they must not be columns already."""
    out: dict[str, str] = {}
    place = {"source": "Game.sources", "tally": "Game.tallies"}[what]
    for one in entry.each():
        name, meaning = one.pair(empty=True)
        if name in out:
            raise one.wrong(f"there are two called '{name}': name every {what} once in {place}")
        reserved = name in RESERVED or name.endswith(RESERVED_ENDS) or (what == "tally" and name.startswith("score_"))
        if reserved:
            raise one.wrong(f"'{name}' is a name the frames use themselves: give the {what} another one in {place}")
        if not re.fullmatch(r"\w+", name):
            raise one.wrong(f"'{name}' becomes the name of a column: letters, digits and _ only")
        out[name] = meaning
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


def _labelled(entry: Entry, tallies: Mapping[str, str]) -> dict[str, str]:
    """Labels by tally."""
    pairs = [(one, *one.pair()) for one in entry.each()]
    return {Entry(one.game, one.key, tally).tally(tallies): label for one, tally, label in pairs}


def _counts(entry: Entry) -> dict[str, int]:
    """Numbers of data by status."""
    return {status: one.whole() for status, one in entry.entries().items()}


def _board(name: str, entry: Entry) -> Board:
    known = entry.mapping("side", "label", "abilities", "tracks", "provenance")
    abilities, tracks = (entry[key].each() if key in known else [] for key in ("abilities", "tracks"))
    return Board(
        name=name,
        side=entry["side"].choice("A", "B"),
        label=entry["label"].text(),
        abilities=tuple(Ability(one["name"].text(), one["brings"].text(empty=True)) for one in abilities),
        tracks=tuple(one.whole(least=1) for one in tracks),
        provenance=_counts(entry["provenance"]) if "provenance" in known else {},
    )


def _board_facts(entry: Entry, tallies: Mapping[str, str]) -> BoardFacts:
    known = entry.mapping("scope", "noun", "question", "other", "use", "note", "series")
    series = entry["series"]
    words = ("heading", "title", "subtitle", "reading", "unit")
    if known.get("use"):
        entry["use"].mapping(*words)
    return BoardFacts(
        shared=entry["scope"].choice("seat", "table") == "table",
        nouns=entry["noun"].pair(),
        question=entry["question"].text(),
        other=entry["other"].text() if "other" in known else "",
        note=entry["note"].text(empty=True),
        use=UseWords(*(entry["use"][word].text() for word in words)) if known.get("use") else None,
        series=_series(series, tallies) if series.value else None,
    )


def _series(entry: Entry, tallies: Mapping[str, str]) -> Series:
    entry.mapping("tally", "best")
    return Series(entry["tally"].tally(tallies), entry["best"].choice("lowest", "highest") == "lowest")


def _opening_facts(entry: Entry, classes: Mapping[str, str], turns: int) -> OpeningFacts:
    entry.mapping("by", "class", "ordered", "turn", "name", "tip", "confounded_by")
    letter = ""
    if entry["by"].choice("number", "first") == "number" and classes:
        letter = next(iter(classes)) if entry["class"].value is None else entry["class"].choice(*classes)
    return OpeningFacts(
        letter=letter,
        ordered=bool(entry["ordered"].value),
        turn=entry["turn"].pair(),
        name=entry["name"].text(),
        tip=_tip(entry["tip"], turns) if entry["tip"].value else None,
        confounded_by=entry["confounded_by"].text(),
    )


def _tip(entry: Entry, turns: int) -> Tip:
    entry.mapping("levels", "text")
    levels = entry["levels"].each()
    for one in levels:
        if one.whole() > turns:
            raise one.wrong(f"an opening has {turns} turns: nobody can take {one.value}")
    return Tip(tuple(one.whole() for one in levels), entry["text"].text())


def _charts(entry: Entry, tallies: Mapping[str, str]) -> tuple[CounterChart, ...]:
    texts = ("key", "title", "subtitle", "reading", "unit")
    out: list[CounterChart] = []
    for one in entry.each():
        one.mapping(*texts, "tallies")
        words = {key: one[key].text(empty=key not in ("key", "title")) for key in texts}
        chart = CounterChart(**words, tallies=_labelled(one["tallies"], tallies))
        if not chart.key.isidentifier() or chart.key in {other.key for other in out}:
            raise one["key"].wrong(f"'{chart.key}' becomes the name of a file: letters, digits and _, each once")
        out.append(chart)
    return tuple(out)


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
