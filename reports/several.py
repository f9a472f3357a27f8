"""Answers to one question from several scenarios of a run, one report for all, and the scenarios side by side."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import polars as pl

from reports.answer import CHANCE, FirstScreen, ScreenRow
from reports.findings import in_name_order
from reports.first_screen import verdicts_of_screen
from reports.questions.base import Question, Table
from reports.questions.scenarios import COMPARISONS, SCENARIOS, tables_of
from reports.questions.shared import levels_summary
from reports.sentences import join_names, sentence_case

if TYPE_CHECKING:
    from reports.answer import Answer
    from reports.facts import GameFacts
    from reports.run import Run

__all__ = [
    "LEVEL", "ScenarioAnswer", "ScenarioComparison", "Several", "compare_scenarios", "finding_of_all",
]  # fmt: skip


@dataclass(frozen=True)
class ScenarioComparison:
    """A comparison of scenarios: its tables, the scenarios' labels in the run's order, and the game as the first of
    them has it."""

    tables: Mapping[str, pl.DataFrame]
    labels: tuple[str, ...]
    game: GameFacts

    @property
    def printed(self) -> dict[str, Table]:
        """Its tables by name, as a page prints them."""
        return {table.name: replace(table, scenarios=self.labels) for table in tables_of(self.game)}


def compare_scenarios(question: Question, run: Run) -> ScenarioComparison | None:
    """How a question compares scenarios with the first of them, on the same deals; None where it does not, or where
    they have different seats."""
    if not question.compares_scenarios or len({(each.players, each.game.bots) for each in run.scenarios}) > 1:
        return None
    pieces = zip(SCENARIOS.tables, COMPARISONS, strict=True)
    tables = {table.name: table.shaped(compare(run)) for table, compare in pieces}
    return ScenarioComparison(tables, tuple(scenario.name for scenario in run.scenarios), run.scenarios[0].game)


LEVEL, OPPONENT = "level", "opponent"  # what scenarios differ in: skill levels of players, whom the player meets
PHRASES = 3  # of a title
MAX_NAMES = 3  # in a phrase


def finding_of_all(screens: Sequence[tuple[str, FirstScreen]], *, by: str = "") -> str:
    """What the first screens of scenarios, each with its label, come to, as a title: who is too strong or too weak,
    and where; where nothing is judged the finding of each. by: what the scenarios differ in."""
    findings: dict[str, list[str]] = {}
    for label, screen in screens:
        findings.setdefault(screen.finding, []).append(label)
    if len(findings) == 1:
        return next(iter(findings))
    where = partial(_where, by=by)
    if all(screen.fair and screen.margin for _, screen in screens):
        return sentence_case("; ".join(_claims(screens, where) or _fair_and_open(screens, where)))
    firsts: dict[str, list[str]] = {}
    for finding, labels in findings.items():
        firsts.setdefault(finding.partition("; ")[0], []).append(" and ".join(labels))
    phrases = list(firsts.items()) if len(firsts) <= PHRASES else [list(firsts.items())[at] for at in (0, -1)]
    if start := _shared_start(list(firsts)):
        against = "against" if by == OPPONENT else "with"
        rests = [f"{first.removeprefix(start)} {against} {join_names(labels)}" for first, labels in phrases]
        return join_names([start + rests[0], *(rest.replace(" of games", "") for rest in rests[1:])])
    return "; ".join(f"{', '.join(labels)}: {first[:1].lower()}{first[1:]}" for first, labels in phrases)


def _shared_start(findings: Sequence[str]) -> str:
    """The words with which all begin, up to a number in which they differ; "" where they differ otherwise."""
    starts = {match[0] for finding in findings if (match := re.match(r"\D+(?=\d)", finding))}
    return starts.pop() if len(starts) == 1 and all(re.search(r"\d", finding) for finding in findings) else ""


def _claims(screens: Sequence[tuple[str, FirstScreen]], where: Callable[..., str]) -> list[str]:
    """Who is too strong or too weak, and where, what holds in most scenarios first."""
    labels_of: dict[tuple[str, str], list[str]] = {}
    for label, screen in screens:
        rows = [row for row in screen.rows if row.side in ("more", "less")]
        for row in sorted(rows, key=lambda row: -abs(row.value - (screen.fair or 0.0))):
            labels_of.setdefault((row.name, row.word), []).append(label)
    names_of: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for (name, word), labels in labels_of.items():
        names_of.setdefault((word, tuple(labels)), []).append(name)
    by_reach = sorted(names_of.items(), key=lambda item: -len(item[0][1]))
    phrases = []
    for at, ((word, scenarios), names) in enumerate(by_reach[:PHRASES]):
        verb = "is" if len(names) == 1 else "are"
        if all(name.startswith("seat ") for name in names):
            names = in_name_order(names)
        phrases.append(f"{join_names(names, max_names=MAX_NAMES)} {verb} {word} {where(scenarios, short=at > 0)}")
    return phrases


def _fair_and_open(screens: Sequence[tuple[str, FirstScreen]], where: Callable[..., str]) -> list[str]:
    """Where all is fair, and where that is not decided."""
    fair = [label for label, screen in screens if all(row.side == "fair" for row in screen.rows)]
    open_ = [label for label, _ in screens if label not in fair]
    phrases = [f"nothing is too strong or too weak {where(fair)}"] if fair else []
    return [*phrases, f"not decided yet {where(open_, short=bool(fair))}"] if open_ else phrases


def _where(labels: Sequence[str], *, by: str, short: bool = False) -> str:
    """Scenarios in a sentence: "with 2 to 4 players", in short "with 2 to 4"; "with novice and expert players"."""
    numbers = [int(label.partition(" ")[0]) for label in labels if re.fullmatch(r"\d+ players?", label)]
    if len(numbers) != len(labels):
        return f"with {join_names(labels)}{' players' * (by == LEVEL)}"
    in_a_row = len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1))
    span = f"{numbers[0]} to {numbers[-1]}" if in_a_row else join_names([str(number) for number in numbers])
    return f"with {span}{'' if short else ' player' if numbers == [1] else ' players'}"


@dataclass(frozen=True)
class ScenarioAnswer:
    """The answer of a scenario: the scenario's name, and what it is called where there are several."""

    scenario: str
    label: str
    answer: Answer
    game: GameFacts


def _scenario_row(answered: ScenarioAnswer) -> ScreenRow:
    """How often the one who decides wins in a scenario, over all bots and by each."""
    tables = answered.answer.tables
    shares = [100.0 * share for share in tables["strategies"]["share"]]
    row = ScreenRow.of_estimate(answered.label, tables["seats"].row(0, named=True), "share")
    return replace(row, dots=tuple(shares) if len(shares) > 1 else ())


@dataclass(frozen=True)
class Several:
    """The answers of a run, at least one of them; `by` says what their scenarios differ in: players, the name of an
    option, level, or scenario. `comparison`: the scenarios side by side, where the question compares them."""

    title: str
    by: str
    answers: Sequence[ScenarioAnswer]
    comparison: ScenarioComparison | None = None

    @property
    def labels(self) -> str:
        """The scenarios in few words: "2, 3 and 4 players"."""
        if self.by == "players":
            return f"{join_names([str(each.game.players) for each in self.answers])} players"
        return join_names([each.label for each in self.answers])

    @property
    def context(self) -> str:
        """What was played and what is asked, in small print over the finding."""
        if len(self.answers) == 1:
            return self.answers[0].answer.context
        game, _, question = self.title.rpartition(": ")
        return f"{game} · {self.labels} · {question}"

    @property
    def finding(self) -> str:
        """What all answers come to, as a title."""
        bot = self.answers[0].game.bot
        by = OPPONENT if bot is not None and bot.option == self.by else self.by
        return finding_of_all([(each.label, each.answer.screen) for each in self.answers], by=by)

    @property
    def is_of_one(self) -> bool:
        """Whether one player decides in several scenarios: how often each is won is one chart."""
        return len(self.answers) > 1 and all(
            each.game.par is None and "seats" in each.answer.tables and each.answer.screen.rows for each in self.answers
        )

    @property
    def screen(self) -> FirstScreen:
        """What a reader sees first: the screen of the first answer under the finding of all; where one player decides
        with a row for each scenario, and in it a dot for each bot."""
        first = self.answers[0]
        screen = replace(first.answer.screen, finding=self.finding)
        if len(self.answers) > 1 and screen.lead:
            screen = replace(screen, lead=f"{first.label}: {screen.lead}")
        if not self.is_of_one:
            return screen
        rows = tuple(map(_scenario_row, self.answers))
        half = max(row.high - row.low for row in rows) / 2
        amount = f"± {half:.1f} % of games"
        doubts = (replace(each, amount=amount) if each.source == CHANCE else each for each in screen.doubts)
        return replace(screen, rows=rows, axis="win share, %", doubts=tuple(doubts))

    @property
    def summary(self) -> str:
        """What the answers come to together, before each of them; "" where they are told one by one."""
        if self.by != LEVEL or len(self.answers) < 2:
            return ""
        return levels_summary([(each.label, verdicts_of_screen(each.answer.verdicts)) for each in self.answers])

    @property
    def families(self) -> str:
        """What holds together, and what does not; "" where there is one answer, or no verdict."""
        if len(self.answers) == 1 or not any(each.answer.verdicts for each in self.answers):
            return ""
        if self.by == LEVEL:
            return (
                "All seats of a game are played by one level, and all levels play the same deals. Intervals of a "
                "family of comparisons hold together over all levels."
            )
        return "Intervals of a scenario hold together, those of different scenarios do not."
