"""What a reader of an answer reads: one run a file, whole, so that every change of words is seen where it is read.

Between them the files have every question of a run, every kind of verdict, several classes of players, tuned players,
printings, scenarios, numbers of players, and one player alone. Those of a designer's own game and of people, decisions
and repairs stand beside the tests that play them (tests/cli/golden, tests/analyser/repair/golden).
"""

from collections.abc import Callable

import pytest

from reports.answer import Answer
from reports.ask import QUESTIONS
from reports.facts import parse_facts
from reports.frames import Change, Retuned
from reports.questions.base import MAX_WORDS
from reports.run import Run
from reports.run_facts import Difference, Gained, RunFacts
from reports.several import LEVEL, ScenarioAnswer, Several, compare_scenarios
from tests.reports.cards import made_up as cards
from tests.reports.golden_text import text_of, text_of_answer
from tests.reports.real import RUNS, facts_of
from tests.reports.sections import shown_sections
from tests.reports.synthetic import (
    FACTS,
    FOUR,
    SIX,
    asked,
    dealt,
    frames,
    free,
    mirror,
    priced,
    run_of,
    tuned_openings,
)

Golden = Callable[[str, str], str]


# Beginners and tuned players beside ordinary ones; a map of the table; printings, on fewer than 50 deals; a ladder of
# searches, played until it was decided; one who plays alone against a bot.
@pytest.mark.parametrize("name", ["boards", "maps", "goals", "tournament", "solo"])
def test_answers_of_runs_of_the_shipped_games(name: str, answers: dict[str, Answer], golden: Golden) -> None:
    text = text_of_answer(answers[name], facts_of(name))
    assert text == golden(f"{name}.txt", text)


@pytest.mark.parametrize("name", RUNS)
def test_headings_have_nine_words(name: str, answers: dict[str, Answer]) -> None:
    sections = shown_sections(answers[name], facts_of(name)).values()
    assert all(0 < len(section.heading.split()) <= MAX_WORDS for section in sections)


def boards_of_unlike_worth() -> str:
    """One too strong, one too weak, two fair, in the hands of six plans; played at prices that make all fair."""
    worth = {"A": 3.0, "circle": 3.0, "square": 3.0, "triangle": 6.0, "star": 0.0}
    lines = mirror(20, strategies=SIX) + dealt(900, first=20, strategies=SIX)
    return text_of_answer(asked("boards", *priced(lines, 500, {"triangle": 3, "star": -3}, worth), margin=0.04))


def balance_with_two_to_four_players() -> str:
    """The second seat is too strong with four players, leans with three; with two there are too few deals."""
    told = []
    for players, deals, strength in ((4, 1200, 4.0), (3, 200, 1.5), (2, 30, 1.0)):
        facts = {**FACTS, "players": players}
        lines = free(deals, strategies=FOUR[:players])
        answer = asked("balance", *frames(lines, players=players, strength={2: strength}), facts=facts)
        told.append(ScenarioAnswer(f"{players}-players", f"{players} players", answer, parse_facts(facts)))
    return text_of(Several("Toy: is the game balanced?", "players", told))


def balance_from_novice_to_expert() -> str:
    """A seat that only experts make more of, all levels on the same deals."""
    game, runs, told = parse_facts(FACTS), [], []
    for level, strength in (("novice", 0.0), ("journeyman", 0.5), ("expert", 6.0)):
        seats, games = frames(free(500, strategies=(level,) * 4), strength={1: strength})
        run = RunFacts(scenarios=("novice", "journeyman", "expert"), scenario=level, classes={level: "ordinary"})
        runs.append(run_of(seats, games).played_with(scenario=level))
        told.append(ScenarioAnswer(level, level, asked("balance", seats, games, run=run, alongside=3), game))
    both = compare_scenarios(QUESTIONS["balance"], Run(tuple(runs)))
    return text_of(Several("Toy: is the game balanced?", LEVEL, told, both))


def openings_by_tuned_plans() -> str:
    """The rulebook's tip is right for plans tuned to it, and wrong for others."""
    plan = {u: "U" * u + "x" * (6 - u) for u in range(7)}
    strength = {(who, plan[6]): 4.0 for who in FOUR} | {(f"open{u}", plan[u]): 6.0 for u in (3, 4)}
    return text_of_answer(asked("openings", *frames(tuned_openings(500), strength=strength)))


def cards_dealt_and_held() -> str:
    """One kind of card is worth more than others, whether dealt or put into a hand."""
    effects = {number: 0.04 * (number <= cards.DECK // 2) for number in range(1, cards.DECK + 1)}
    answer = cards.asked(cards.made_up(effects, 500, forced=True, pair=(3, 15, 0.1)))
    return text_of_answer(answer, cards.TOLD)


def change_played_by_tuned_players() -> str:
    """A board that gains by a change in the hands of players as they are, and less once they know it."""

    def played(more: float) -> tuple[object, object]:
        return frames(mirror(120) + dealt(200, first=120), strength={"triangle": more})

    sides = [run_of(*played(more)) for more in (6.0, 2.0)]
    changes = [Change("after", sides[0], (Difference("after", "triangle", "0", "6"),), "bonus", None)]
    gained = (
        Gained("before", "builder", "after", 9, 500, 0.02, 0.01, 0.03, 1.0, 0.5, 1.5),
        Gained("after", "builder", None, 9, 500, 0.0, -0.01, 0.01, 0.0, -0.5, 0.5),
    )
    before = played(0.0)
    retuned = Retuned((run_of(*before), sides[1]), gained)
    return text_of_answer(asked("whatif", *before, changes=changes, retuned=retuned))


@pytest.mark.parametrize(
    "make",
    [
        boards_of_unlike_worth,
        balance_with_two_to_four_players,
        balance_from_novice_to_expert,
        openings_by_tuned_plans,
        cards_dealt_and_held,
        change_played_by_tuned_players,
    ],
)
def test_answers_of_runs_of_known_effects(make: Callable[[], str], golden: Golden) -> None:
    text = make()
    assert text == golden(f"{make.__name__}.txt", text)
