"""What a run says of itself: how it was played, how strong its players are, and what a change changes."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from cext.player_classes import BEGINNERS
from reports.facts import GameFacts
from reports.frame_columns import BOARD
from reports.sentences import bot_names

if TYPE_CHECKING:
    from reports.stats.sequential import Looks

__all__ = [
    "Difference", "Edit", "Elo", "Fact", "Gained", "Replays", "RunFacts", "Strength", "StrengthTable",
    "between_edits", "expected_share",
]  # fmt: skip


Fact = str | int | float  # a single value in the head of a report


@dataclass(frozen=True)
class Elo:
    """A measured rating with its simultaneous 95 % interval; 0 is the mean strength of all that were measured together,
    by a tournament of so many games."""

    elo: float
    low: float
    high: float
    games: int

    @property
    def words(self) -> str:
        """As it is printed: the number, and half of its interval."""
        return f"{self.elo:+.0f} ±{(self.high - self.low) / 2:.0f}".replace("-", "−")


@dataclass(frozen=True)
class Strength:
    """What is known of a strategy."""

    strategy: str
    learner: bool = False  # plays weakly on purpose
    elo: Elo | None = None  # among the levels and plans of the game; None: not measured

    @property
    def words(self) -> str:
        """Its name, with its Elo where that is known."""
        return f"{self.strategy} ({self.elo.words})" if self.elo else self.strategy


@dataclass(frozen=True)
class StrengthTable:
    """The strategies of a run at a table of so many players, and the strongest player that was measured there."""

    players: int
    strategies: tuple[Strength, ...]
    strongest: Strength | None = None

    @property
    def line(self) -> str:
        """Who played and how strong they are, in a sentence or two."""
        missing = [row.strategy for row in self.strategies if not row.elo and row.strategy != "random"]
        has_elo = len(missing) < len(self.strategies)
        rated = " (Elo, 0 the mean of the game's players)" if has_elo else ""
        sentence = f"Bots that played{rated}: {', '.join(row.words for row in self.strategies)}."
        return f"{sentence} Not measured: {', '.join(missing)}." if missing else sentence

    @property
    def warnings(self) -> list[str]:
        """That a much stronger player is known than all who played; nothing where none is."""
        top, rated = self.strongest, [(row.elo.elo, row) for row in self.strategies if row.elo]
        if not (rated and top and top.elo):
            return []
        elo, best = max(rated, key=lambda pair: pair[0])
        if best.elo is None or top.elo.low <= best.elo.high:
            return []
        wins = 100 * expected_share(top.elo.elo - elo, self.players)
        text = (
            f"Stronger than all that played: {bot_names([top.strategy])}. By Elo ({top.elo.words}) it wins about "
            f"{wins:.0f} of 100 games alone among players like {best.words}, where {100 / self.players:.0f} are fair. "
            "What is said here holds for players like those that played; "
            f"--strategies {top.strategy} asks the stronger one."
        )
        return [text]

    @property
    def reading(self) -> str:
        """How to read the table."""
        games = next((row.elo.games for row in self.strategies if row.elo), 0)
        if not games:
            return "None of them was measured."
        return (
            f"Elo by a tournament of {games:,} games between the game's levels and bots, 0 their mean strength, with "
            f"95 % intervals, all together; {self.players} players, measured beforehand, where there are boards with "
            "the plain one in every seat."
        )

    def stored(self) -> dict[str, Any]:
        """As it is stored in report.json."""
        return asdict(self)


def expected_share(difference: float, players: int) -> float:
    """The win share, a fraction, of a player alone among equals that are so many Elo points weaker: Bradley and Terry
    1952, for one winner among several as Luce 1959 has it."""
    return float(1 / (1 + (players - 1) * 10 ** (-difference / 400)))


MOST_EDITS = 12  # edits of components that are told one by one


@dataclass(frozen=True)
class Edit:
    """A datum of the component files that is not as shipped; `row` and `field` say where in its file."""

    file: str
    row: str
    field: str
    shipped: str  # "": added
    edited: str  # "": removed

    @property
    def text(self) -> str:
        """In one line: "boards.toml, triangle, tracks: [3, 4, 3, 2, 3] → [3, 3, 3, 3, 3]"."""
        where = ", ".join(part for part in (self.file, self.row, self.field) if part)
        if not self.shipped:
            return f"{where}: added {self.edited}"
        return f"{where}: {self.shipped} → {self.edited}" if self.edited else f"{where}: removed {self.shipped}"


@dataclass(frozen=True)
class Replays:
    """Replay pages of games to look at: where they are to lie, seen from the report's page, and of how many of each
    kind. Those of a change's games lie in a folder a scenario; `scenario` is that of the games before it."""

    folder: str
    each: int
    scenario: str = ""


HEADER = (
    "design", "planned_games", "seed", "strategies", "beginners", "analyser_version", "engine", "configuration",
    "started", "games_per_second", "seconds_of_play", "pilot_design_effect", "pilot_rho", "components", "edited_data",
    "scenario", "looks",
)  # fmt: skip


@dataclass(frozen=True)
class RunFacts:
    """What a run says of itself, for the head of a report: how it was set up, by what, and how fast it was played. By
    default nothing is known."""

    design: str = ""  # schemes of its parts: "mirror, cross"
    planned_games: int = 0
    seed: int = 0
    strategies: tuple[str, ...] = ()
    analyser_version: str = ""
    engine: str = ""
    configuration: str = ""  # first digits of its digest
    started: str = ""
    games_per_second: int | None = None
    seconds_of_play: float | None = None
    pilot_design_effect: float | None = None
    pilot_rho: float | None = None
    components: str = ""  # folder with component files in place of the shipped ones
    edits: tuple[Edit, ...] = ()  # what they say otherwise
    scenarios: tuple[str, ...] = ("base",)
    scenario: str = "base"  # the one that is answered
    looks: tuple[int, ...] = ()  # games at each look at the question, this one included, the fewest first
    until: Looks | None = None  # where it is played until it is decided
    strength: StrengthTable | None = None  # of those who played
    classes: Mapping[str, str] = field(default_factory=dict)  # how well each strategy plays
    tuned: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # boards for which a strategy has own weights
    plan_families: Mapping[str, int] = field(default_factory=dict)  # number of each strategy's; {}: not measured
    classes_beside: tuple[str, ...] = ()  # of players, beside the one that counts, with tables of their own
    limits: Mapping[str, str] = field(default_factory=dict)  # what a strategy says that it cannot do, in a sentence
    milliseconds: Mapping[str, float] = field(default_factory=dict)  # of a decision of strategies that take long
    margin: float | None = None  # fraction of win share that was set before the games were played
    replays: Replays | None = None  # None: none will be written
    unrepeatable: tuple[str, ...] = ()  # strategies that chose otherwise when games were played again
    left_out: tuple[str, ...] = ()  # why plans of the game do not play, a sentence each
    failed_games: int = 0  # in batches that were given up
    varies: bool = False  # whether the game says how its unknown data may vary, so that printings can be played

    @property
    def beginners(self) -> tuple[str, ...]:
        """Strategies that play as beginners do."""
        return tuple(name for name, players in self.classes.items() if players == BEGINNERS)

    def title_of(self, game: GameFacts) -> str:
        """What was played: the game, whether its components were edited, the scenario where there are several."""
        title = f"{game.title} (edited components)" if self.edits else game.title
        return title if len(self.scenarios) < 2 else f"{title}, {self.scenario}"

    def other_margin(self, margin: float) -> str:
        """That a report judges by another margin than the one set before the games, in one sentence; "" where it does
        not."""
        if self.margin is None or abs(self.margin - margin) < 1e-9:
            return ""
        ends = f"from {100 * self.margin:g} to {100 * margin:g} of 100 games"
        return f"The margin was changed {ends} after the games were played: treat the verdicts as exploratory."

    @property
    def incomplete(self) -> str:
        """That games failed, and what that may do to the answer; "" where none did."""
        if not self.failed_games:
            return ""
        games = "1 game" if self.failed_games == 1 else f"{self.failed_games:,} games"
        return f"{games} failed and are missing here: those that were finished may differ from them."

    @property
    def unrepeated(self) -> str:
        """What is to be known of strategies that chose otherwise when games were played again; "" without any."""
        if not self.unrepeatable:
            return ""
        who = " and ".join(self.unrepeatable)
        is_not = "is not deterministic" if len(self.unrepeatable) == 1 else "are not deterministic"
        return f"{who} {is_not}: games of this run came out differently when they were replayed."

    @property
    def limit_lines(self) -> list[str]:
        """What strategies that played cannot do, a line for each such sentence."""
        players = {sentence: [name for name in self.strategies if self.limits.get(name) == sentence]
                   for sentence in self.limits.values()}  # fmt: skip
        return [f"{' and '.join(names)}: {sentence}" for sentence, names in players.items() if names]

    @property
    def edited(self) -> str:
        """The edits of the components in one sentence, so many of them that it can be read; "" without any."""
        if not self.edits:
            return ""
        more = f"; and {len(self.edits) - MOST_EDITS} more" if len(self.edits) > MOST_EDITS else ""
        edits = "; ".join(edit.text for edit in self.edits[:MOST_EDITS])
        data = "1 datum differs" if len(self.edits) == 1 else f"{len(self.edits)} data differ"
        return f"Played with edited components: {data} from the shipped ones: {edits}{more}."

    def header(self) -> dict[str, str | int | float]:
        """All that is known, for the head of a report; the scenario only where there are several."""
        if not self.design:
            return {}
        values: dict[str, Any] = {name: getattr(self, name, None) for name in HEADER}
        values |= {"edited_data": len(self.edits) or None, "looks": len(self.looks) or None}
        values |= {"scenario": self.scenario if len(self.scenarios) > 1 else None}
        texts = {name: ", ".join(value) if isinstance(value, tuple) else value for name, value in values.items()}
        return {name: value for name, value in texts.items() if value not in (None, "")}


NOT_THERE = "–"


@dataclass(frozen=True)
class Difference:
    """One thing that a change makes otherwise: what it is, as it is before and after; `change`: the label of the
    change, where there are several; `factor` and `level`: the board or the seat that it is a datum of, as frames have
    it ("": of neither)."""

    change: str
    what: str
    before: str
    after: str
    factor: str = ""
    level: str = ""

    @classmethod
    def of_board(cls, board: str, *words: str) -> Difference:
        """A difference in a datum of this board ("": of no board)."""
        return cls(*words, *((BOARD, board) if board else ()))


@dataclass(frozen=True)
class Gained:
    """What a strategy tuned for a side of a change gained on fresh deals over as it came, with 95 % intervals: `side`
    is a change's label or before; `plan_side`: the side whose search found the plan that it plays there by, the best
    there of all that were found; None: none gained, it plays as it comes."""

    side: str
    strategy: str
    plan_side: str | None
    generations: int
    deals: int
    share: float  # of win share
    share_low: float
    share_high: float
    ahead: float  # of points ahead of the mean opponent
    ahead_low: float
    ahead_high: float


def between_edits(
    label: str, game: GameFacts, old_edits: Sequence[Edit], new_edits: Sequence[Edit]
) -> list[Difference]:
    """Where two sets of component files differ, given by their edits of the shipped ones, in the game's words: a list
    place by place."""
    sides: list[dict[tuple[str, str, str], Edit]] = [
        {(edit.file, edit.row, edit.field): edit for edit in edits} for edits in (old_edits, new_edits)
    ]
    differences = []
    for key in dict.fromkeys([*sides[0], *sides[1]]):
        old, new = sides[0].get(key), sides[1].get(key)
        shipped = next(edit.shipped for edit in (old, new) if edit is not None)
        values = [shipped if edit is None else edit.edited for edit in (old, new)]
        if values[0] != values[1]:
            _, row, field = key
            board = next((part for part in (row, *field.split(".")) if part in game.boards), "")
            differences += [Difference.of_board(board, label, *words) for words in _describe_edit(game, *key, *values)]
    return differences


def _describe_edit(
    game: GameFacts, file: str, row: str, field: str, old_value: str, new_value: str
) -> Iterator[tuple[str, str, str]]:
    """What an edit sets, as it is before and after: "triangle (B), region 4", "2 slots", "3 slots"."""
    board = game.boards.get(row)
    where = [board.label] if board else [part for part in (file, row) if part]
    lists = [_parse_list(value) for value in (old_value, new_value)]
    tracks, unit = (board.tracks if board and field == "tracks" else ()), ""
    if lists[0] is None or lists[1] is None or len(lists[0]) != len(lists[1]):
        parts = [part for part in (*where, field.replace("_", " ")) if part]
        yield ", ".join(parts), old_value or NOT_THERE, new_value or NOT_THERE
        return
    if len(tracks) == len(lists[0]) and game.board.tracks is not None:
        unit = f" {game.board.tracks.unit}"
    for place, (old, new) in enumerate(zip(*lists, strict=True)):
        if old != new:
            words = (game.board.fields if board else {}).get(field, f"{field.replace('_', ' ')} {{n}}".strip())
            name = tracks[place].name if unit else words.replace("{n}", str(place + 1))
            yield ", ".join((*where, name)), f"{_format_value(old)}{unit}", f"{_format_value(new)}{unit}"


def _parse_list(text: str) -> list[Any] | None:
    """The list that a text is; None for any other text."""
    try:
        value = json.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, list) else None


def _format_value(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)
