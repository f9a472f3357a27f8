"""How often a whole report of a game against itself has a false word: nobody and nothing in it is stronger.

`python -m tests.reports.stats.whole_report REPORTS [QUESTION …] [GAMES …]` writes the table of
`reports/stats/README.md`: in so many reports of each question and size, the part that claim a difference in sight: by a
verdict with a direction or one that leans to a side, by the title or by the heading of a section; beside it the same if
each family erred in 5 % by itself.
"""

import itertools
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports.answer import EXPLORATORY, Answer
from reports.ask import QUESTIONS, ask
from reports.columns import Words
from reports.facts import parse_facts
from reports.first_screen import verdicts_of_screen
from reports.frames import Change, Frames, Retuned, ScenarioRun
from reports.questions.base import Evidence, Findings
from reports.questions.scenarios import COMPARISONS, SCENARIOS
from reports.questions.shared import levels_summary
from reports.run import Run
from reports.run_facts import Difference, RunFacts
from reports.stats.verdict import ALPHA, FAIR, FEW_DEALS, UNCLEAR
from tests.reports.synthetic import (
    BOARDS,
    FACTS,
    FOUR,
    MAP_FACTS,
    SIX,
    Game,
    counters,
    cross,
    dealt,
    frames,
    free,
    mirror,
    one_forced,
    openings,
    results_of,
    tables,
    tuned_openings,
)

SIZES = (50, 300, 20_000)
README = Path("reports/stats/README.md")
OPEN, CLOSE = "<!-- false words of a report -->", "<!-- end of false words of a report -->"
HEADS = (
    "question", "games", "reports", "false in sight", "by a verdict", "if each family erred in 5 % by itself",
    "in sight or exploratory", "half width over that",
)  # fmt: skip
LUCK, PLAY = 4.0, 5.0  # standard deviations of scores: of a deal for each seat, of a seat in a game
MARGIN = 0.02

# -- what claims a difference -----------------------------------------------------------------------------------------

NO_DIRECTION = (FAIR, UNCLEAR)
FAIR_WORDS = "fair|equally good|as good as [^;]+|as strong as before"
# What titles and headings may say of equals, phrase by phrase. All others claim a difference, so that a new sentence
# is counted until it stands here.
NO_CLAIM = (
    r"no .+|none .+|nobody .+|nothing .+|neither .+|.+ (is|are) not shown to .+",  # that nothing is sure
    r"not decided yet(: (whether|which) .+)?|too few games to say .+",
    rf".+ (is|are|stay|stays) ({FAIR_WORDS})(, .+ not decided yet)?|all are fair",
    r".+ wins? as often on \w+ as on \w+(, .+ not decided yet)?",  # maps
    r"the rulebook's tip(, .+,)? is (neither confirmed nor refuted|as good as others).*",
    r"the map does not matter: .+|with (the points played at the start|start points they) .+",
    r".+ is first of \w+, not significantly ahead of any other",
    r"in the hands of ordinary bots (no .+|all .+ equally good)",
    r"what cards have alike makes no great difference",
    # What is true of these games and compares nobody: how they go, what is chosen, what is changed.
    r"(winners get|in games won the player gets) (more points: \S+|\S+ more points) from tasks",  # what is left
    r"some sources go with winning",
    r"the leader .+ wins \d+ of 10( games)?|\d+ % of games are close|skill decides .+|owners use .+",
    r".+ % of turns .*go to .+|.+ hardly ever used.*|.+ nearly all .+|.+ the most frequent action",
    r"some (actions|rounds) are .+",
    r"chosen openings .+|bots choose different openings|.+ always opens? (with .+|alike|so)",
    r"what is played was chosen: .+",
    r"the player wins \S+ % of games|triangle: 0 → 1|win shares before and after",
)  # fmt: skip
IS_NO_CLAIM = re.compile("|".join(NO_CLAIM), re.IGNORECASE)
TUNED_MAKE = "players tuned for their board"  # what a doubt says of them, behind its other words


def claims(text: str) -> list[str]:
    """The phrases of a title or heading that claim a difference."""
    return [phrase for phrase in text.split("; ") if phrase and not IS_NO_CLAIM.fullmatch(phrase)]


# -- what is played ---------------------------------------------------------------------------------------------------

STEPS = ("flat:10", "flat:20", "flat:40", *FOUR[:3])  # three of one search, which thinks more and more
OWN = {f"own {board}": (board,) for board in BOARDS[1:]}  # plans tuned for a board
DECK = 20  # cards, five to each seat
CARDS = {
    "key": "cards",
    "nouns": ["card", "cards"],
    "cards": [
        {"number": n, "label": f"card {n}", "traits": {"suit": "rbgy"[n % 4]}, "tallies": {"dealt": f"dealt_{n}"}}
        for n in range(1, DECK + 1)
    ],
    "traits": {"suit": "suit"},
    "held_note": "in place of its first card",
}
WORDS = {"title": "What?", "subtitle": "S", "reading": "R"}
DOINGS = ("power_uses_0", "power_brought_0", "unrest_qin")
COUNTED = {**FACTS, "charts": [{**WORDS, "key": "doings", "unit": "times", "tallies": {x: x for x in DOINGS}}]}
CARD_FACTS = {
    **FACTS,
    "cards": [CARDS],
    "counters": {**FACTS["counters"], **counters(*(f"dealt_{n}" for n in range(1, DECK + 1)))},
}
SOLO = {**COUNTED, "players": 1, "bots": 3, "bot": {"name": "House"}, "opening": {**FACTS["opening"], "tip": None}}


def own_deals(strategies: Sequence[str] = SIX) -> Callable[[int], list[Game]]:
    """Six plans, four at a table, each game on a deal of its own."""
    seatings = list(itertools.permutations(strategies, 4))

    def play(games: int) -> list[Game]:
        return [(game, 0, "free", [(plan, "A", None) for plan in seatings[17 * game % 360]]) for game in range(games)]

    return play


def of_boards(games: int) -> list[Game]:
    """Mirror games of two plans, dealt and crossed ones."""
    deals = max(games // 64, 1)
    each = max(games // 16, 1)
    lines = mirror(deals) + dealt(each, first=deals) + cross(each, first=deals + each)
    return lines[:games] if games < 64 else lines


def tuned_to_boards(games: int) -> list[Game]:
    """The same, and mirror and dealt games of plans that are tuned for a board, each at its own."""
    first, deals = of_boards(games // 2), max(games // 256, 1)
    lines = first + mirror(deals, strategies=tuple(OWN), pattern="half")
    for deal, lineup, arm, seats in dealt(max(games // 16, 1), strategies=("builder",)):
        own = [(f"own {board}" if at == deal % 4 else plan, board, None) for at, (plan, board, _) in enumerate(seats)]
        lines.append((deal, lineup, arm, own))
    return lines


def of_cards(games: int) -> list[Game]:
    """Four rotations of a deal as dealt, and one of them again in which a seat begins with a card."""
    lines: list[Game] = []
    for deal in range(-(-games // 5)):
        lines += free(1, arm="chosen", first=deal)
        lines.append(one_forced(deal, "forced", f"cards {1 + deal % DECK}"))
    return lines


def of_changes(games: int) -> list[Game]:
    """Mirror and crossed games of one side of a change."""
    deals = max(games // 64, 1)
    return mirror(deals) + cross(max((games - 32 * deals) // 4, 1), first=deals)


@dataclass(frozen=True)
class Played:
    """What is asked of what games: `runs` of the same deals and line-ups, which are sides of a change, or levels of
    players or scenarios side by side."""

    question: str
    lines: Callable[[int], list[Game]]
    facts: Mapping[str, Any] = field(default_factory=lambda: FACTS)
    tuned: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    runs: int = 1


PLAYED: Mapping[str, Played] = {
    "balance": Played("balance", own_deals(), COUNTED),
    "balance, three levels": Played("balance", own_deals(), runs=3),
    "balance, two scenarios": Played("balance", own_deals(), runs=2),
    "balance, one decides": Played("balance", own_deals(), SOLO),
    "boards": Played("boards", of_boards),
    "boards, tuned players": Played("boards", tuned_to_boards, tuned=OWN),
    "boards of the table": Played("boards", lambda games: tables(-(-games // 16)), MAP_FACTS),
    "openings": Played("openings", lambda games: openings(-(-games // 11))),
    "openings, tuned players": Played("openings", lambda games: tuned_openings(-(-games // 18), each=1)),
    "cards": Played("cards", of_cards, CARD_FACTS),
    "whatif": Played("whatif", of_changes, runs=2),
    "whatif, tuned players": Played("whatif", of_changes, runs=4),
    "tournament": Played("tournament", own_deals(STEPS)),
}


class Report(NamedTuple):
    """Whether a report claims a difference: anywhere in sight; by a verdict in sight; by one of the first screen if
    each family erred by itself; in sight or folded away; and what titles and headings claim."""

    in_sight: bool
    by_verdict: bool
    by_itself: bool
    anywhere: bool
    words: tuple[str, ...] = ()


class Itself:
    """Reports of a game against itself: the same line-ups again and again, each time with other luck."""

    def __init__(self, name: str, games: int) -> None:
        self.name, self.of = name, PLAYED[name]
        self.lines = self.of.lines(games)
        seats, self.games = frames(self.lines)
        self.game, self.question = parse_facts(dict(self.of.facts)), QUESTIONS[self.of.question]
        self.seats = seats if self.game.par else seats.with_columns(strategy=pl.when(seat=1).then("strategy"))
        self.deal = np.array([line[0] for line in self.lines])
        tallies = [name for name in self.game.tallies if not name.startswith(("dealt_", "score_after_"))]
        self.counters = ["score_governors", "score_walls", *tallies]

    def _frames(self, rng: np.random.Generator, luck: NDArray[np.float64], hands: NDArray[np.int64]) -> Frames:
        """Games whose scores are the luck of the deal and chance, and counters that are nothing but chance."""
        deal, shape = self.deal, (len(self.deal), 4)
        score = np.rint(40 + luck[deal] + rng.normal(0, PLAY, shape)).astype(np.int16)
        share, rank, winners, margin = results_of(score)
        columns = {"score": score, "win_share60": share, "rank": rank}
        for name in self.counters:
            columns[name] = rng.integers(0, 6, (len(luck), 4))[deal] + rng.integers(0, 6, shape)
        columns["score_tasks"] = score - columns["score_governors"] - columns["score_walls"]
        columns |= {"score_after_round_1": score // 3, "score_after_round_2": score // 2 + rng.integers(0, 4, shape)}
        if any(cards.key == "cards" for cards in self.game.cards):
            columns |= {f"dealt_{n}": hands[deal, n - 1][:, None] == np.arange(4) for n in range(1, DECK + 1)}
        types = dict.fromkeys(columns, pl.Int16) | {name: self.seats.schema[name] for name in ("win_share60", "rank")}
        drawn = {name: pl.Series(name, values.ravel()).cast(types[name]) for name, values in columns.items()}
        games = self.games.with_columns(winners=pl.Series(winners), winning_margin=pl.Series(margin))
        return Frames(self.seats.with_columns(**drawn), games)

    def runs(self, seed: int) -> list[ScenarioRun]:
        """Runs of it, on the same deals."""
        rng, deals = np.random.default_rng(seed), self.deal.max() + 1
        luck = rng.normal(0, LUCK, (deals, 4))
        hands = rng.permuted(np.broadcast_to(np.arange(DECK) % 4, (deals, DECK)), axis=1)
        parts = self.question.error_parts(self.game)
        common: dict[str, Any] = {"game": self.game, "margin": MARGIN, "seed": seed, "error_parts": parts}
        drawn = [self._frames(rng, luck, hands) for _ in range(self.of.runs)]
        return [ScenarioRun.of(one, **common, tuned=self.of.tuned) for one in drawn]

    def played(self, seed: int) -> ScenarioRun:
        """A run of it, with those that it is held against."""
        first, *others = self.runs(seed)
        if not self.question.is_joint:
            return first
        change = Change("after", others[0], (Difference("after", "triangle", "0", "1"),))
        return replace(first, changes=(change,), retuned=Retuned(tuple(others[1:]), ()) if others[1:] else None)

    def answers(self, seed: int) -> Iterator[Answer]:
        """The answers of a report, those of levels holding together."""
        facts = RunFacts("toy", len(self.deal), seed, SIX, "0", "toy", "0", "2026-01-01", tuned=self.of.tuned)
        levels = self.of.runs if self.name.endswith("levels") else 1
        runs = self.runs(seed) if levels > 1 else [self.played(seed)]
        for run in runs:
            yield ask(
                self.of.question, Frames(run.table, run.games), game=self.game, run=facts, margin=MARGIN,
                changes=run.changes, retuned=run.retuned, alongside=levels,
            )  # fmt: skip

    def sentences(self, answers: Sequence[Answer]) -> Iterator[str]:
        """The titles and headings of a report, what doubts say of tuned players, and how levels differ."""
        if len(answers) > 1:
            levels = [("", verdicts_of_screen(answer.verdicts)) for answer in answers]
            yield from re.findall("it (?:grows|falls) by", levels_summary(levels))
        for answer in answers:
            yield answer.screen.finding
            of_tuned = [doubt.words.partition(TUNED_MAKE) for doubt in answer.screen.doubts]
            yield from (f"{who}{does}" for _, who, does in of_tuned)
            evidence = Evidence(answer.tables, Words(self.game), 100 * MARGIN, verdicts=tuple(answer.verdicts))
            for section in self.question.sections:
                if section.key != "examples":
                    yield from _texts(section.finding(evidence))

    def side_by_side(self, seed: int) -> str:
        """The finding of scenarios side by side."""
        labels = [f"scenario {number}" for number in range(self.of.runs)]
        scenarios = Run(
            tuple(run.played_with(scenario=label) for label, run in zip(labels, self.runs(seed), strict=True))
        )
        table, make = SCENARIOS.tables[0], COMPARISONS[0]
        tables = {table.name: table.shaped(make(scenarios))}
        return _texts(SCENARIOS.finding(Evidence(tables, Words(self.game), 100 * MARGIN, tuple(labels))))[0]

    def reports(self, number: int) -> list[Report]:
        """What so many of them say, without what takes long and has no word: games to ask for."""
        with ExitStack() as stack:
            for module in ("effects", "estimates"):
                stack.enter_context(patch(f"reports.{module}.games_needed", return_value=None))
            return [self.report(seed) for seed in range(number)]

    def report(self, seed: int) -> Report:
        """What a report of it says."""
        if self.name.endswith("scenarios"):  # which have a report each, and one heading together
            words = tuple(claims(self.side_by_side(seed)))
            return Report(bool(words), False, False, bool(words), words)
        answers = list(self.answers(seed))
        verdicts = [verdict for answer in answers for verdict in answer.verdicts]
        false = [verdict for verdict in verdicts if verdict.leaning or verdict.verdict not in NO_DIRECTION]
        by_verdict = any(verdict.kind != EXPLORATORY for verdict in false)
        # p is 5 % where an interval touches 0: at a part of the error that many times what the family alone has.
        part = min(self.question.error_parts(self.game).values(), default=1.0) / len(answers)
        of_screen = [verdict for verdict in verdicts_of_screen(verdicts) if verdict.deals >= FEW_DEALS]
        words = tuple(claim for text in self.sentences(answers) for claim in claims(text))
        return Report(
            in_sight=by_verdict or bool(words),
            by_verdict=by_verdict,
            by_itself=any(verdict.p is not None and verdict.p * part < ALPHA for verdict in of_screen),
            anywhere=bool(false or words),
            words=words,
        )


def _texts(finding: Findings) -> tuple[str, ...]:
    """All that a heading, or the sentence below it, may say."""
    return (finding,) if isinstance(finding, str) else finding


def half_width(name: str, games: int) -> float:
    """Half width of an interval of the first screen over what it is if each family errs in 5 % by itself."""
    itself = Itself(name, games)
    run = itself.played(1)

    def width(run: ScenarioRun) -> float:
        verdicts = verdicts_of_screen(itself.question.verdicts(run)[1])
        return float(np.mean([one.high - one.low for one in verdicts if one.high is not None and one.low is not None]))

    return width(run) / width(replace(run, error_parts={}, _results={})) if run.par else 1.0


# -- the table --------------------------------------------------------------------------------------------------------


def main(reports: int, names: Sequence[str], sizes: Sequence[int]) -> None:
    """Write the rows, each when it is there, in the place of those of the same question and size; and print what titles
    and headings claimed."""
    for games, name in itertools.product(sizes, names):
        itself = Itself(name, games)
        found = itself.reports(reports)
        rates = " | ".join(f"{100 * rate:.1f} %" for rate in np.array([one[:4] for one in found]).mean(axis=0))
        row = f"| {name} | {games:,} | {reports:,} | {rates} | {half_width(name, games):.2f} |"
        print(row, *(f"   {words}" for one in found for words in one.words), sep="\n", flush=True)
        _write(row)


def _write(row: str) -> None:
    """Put a row into the table of the README, whose rows are in the order of sizes and questions."""
    before, _, rest = README.read_text().partition(OPEN)
    table, _, after = rest.partition(CLOSE)
    rows = {tuple(one.split(" | ")[:2]): one for one in [*table.strip().splitlines()[2:], row]}
    order = [(f"| {name}", f"{games:,}") for games, name in itertools.product(SIZES, PLAYED)]
    lines = [f"| {' | '.join(HEADS)} |", "|---" * len(HEADS) + "|", *(rows[key] for key in order if key in rows)]
    README.write_text("\n".join([f"{before}{OPEN}", *lines, f"{CLOSE}{after}"]))


if __name__ == "__main__":
    words = sys.argv[1:] or ["2000"]
    sizes = [int(word) for word in words[1:] if word.isdigit()]
    main(int(words[0]), [word for word in words[1:] if not word.isdigit()] or list(PLAYED), sizes or SIZES)
