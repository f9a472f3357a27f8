"""What stands on the first screen holds together; what is behind it heads a section or is exploratory, and says so."""

from dataclasses import replace

import polars as pl
import pytest

from reports.answer import EXPLORATORY, SCREEN, SECTION, Doubt, OverPlans, Verdict
from reports.ask import QUESTIONS
from reports.facts import parse_facts
from reports.first_screen import coarse, screen_of, verdicts_of_screen, with_kinds
from reports.frames import ScenarioRun
from reports.sentences import FamilyReference
from reports.stats.verdict import ALPHA
from tests.reports.said import VERDICT, over_values, verdict_of
from tests.reports.stats.whole_report import Itself
from tests.reports.synthetic import FACTS, dealt, frames, free, run_of

SUBJECTS = ("star (B)", "moon (B)", "star (B), builder", "star (B), racer", "moon (B), builder", "moon (B), racer")


def kinds_of(p_alone: tuple[float, ...], *, decided: bool) -> list[str]:
    """Kinds of two verdicts of a screen, which has nine tenths of the error, and of four that refine them."""

    def judge(run: ScenarioRun) -> tuple[pl.DataFrame, list]:
        rows = {
            "subject": SUBJECTS,
            "p_alone": (0.0, 0.0, *p_alone),
            "has_direction": (decided, decided, True, True, True, False),
            "error_family": ("boards", "boards", *["plans"] * 4),
        }
        return pl.DataFrame(rows), [replace(VERDICT, subject=subject) for subject in SUBJECTS]

    rows, verdicts = with_kinds(run_of(*frames(free(2)), error_parts={"boards": 0.9}), judge)
    assert rows["kind"].to_list() == [verdict.kind for verdict in verdicts]
    assert [verdict.subject for verdict in verdicts_of_screen(verdicts)] == coarse(SUBJECTS) == list(SUBJECTS[:2])
    return rows["kind"].to_list()


@pytest.mark.parametrize(
    ("p", "decided", "behind"),
    [
        ((0.001, 0.002, 0.9, 0.9), False, [SECTION, EXPLORATORY, EXPLORATORY, EXPLORATORY]),
        ((0.001, 0.002, 0.9, 0.9), True, [SECTION, SECTION, EXPLORATORY, EXPLORATORY]),
        ((0.9, 0.9, 0.9, 0.0), True, [EXPLORATORY] * 4),  # it says nothing
        ((0.002, 0.9, 0.9, 0.9), False, [EXPLORATORY] * 4),
    ],
)
def test_what_holm_lets_pass_behind_the_screen_may_head_a_section(p, decided, behind):
    assert kinds_of(p, decided=decided) == [SCREEN, SCREEN, *behind]


@pytest.mark.parametrize("name", ["balance", "boards", "boards of the table", "openings", "tournament"])
def test_families_of_the_first_screen_share_five_percent(name):
    itself = Itself(name, 300)
    run = itself.played(1)
    rows, verdicts = itself.question.verdicts(run)
    families = set(rows.filter(pl.col("kind") == SCREEN)["error_family"])
    assert families
    assert families <= set(run.error_parts)
    assert sum(run.error_of(family) for family in families) <= ALPHA * (1 + 1e-9)
    behind = [verdict for verdict in verdicts if verdict.kind != SCREEN]
    assert bool(behind) == (name == "boards")
    if behind:
        assert sum(run.error_parts.values()) == pytest.approx(0.9)


@pytest.mark.parametrize("question", ["cards", "whatif"])
def test_so_do_those_of_the_other_questions(question):
    assert sum(QUESTIONS[question].error_parts(parse_facts(FACTS)).values()) == pytest.approx(1.0)


AMONG = FamilyReference("par", ("B side", "B sides"), where="with a B side in every seat", arms=("dealt",))
EIGHT = OverPlans(8, 0.05, 0.01, 0.09, 0.04, -0.08, 0.8, 6, 0, 2, (), "for the 8 bots we have")


def doubts_of(*verdicts: Verdict, unknown: str = "") -> dict[str, Doubt]:
    """The doubts of a screen in a run of 8 games on a B side in every seat, and of 40 others."""
    run = run_of(*frames(dealt(2) + free(10, first=2)))
    return {doubt.source: doubt for doubt in screen_of(verdicts, run, unknown=unknown).doubts}


def test_luck_is_half_the_widest_interval_shown_on_the_games_of_the_comparison_itself():
    luck = doubts_of(verdict_of("a", 5, 0.6, AMONG), verdict_of("b", -5, 0.4, AMONG))["Chance in the deals"]
    words = "8 games on 500 deals; both comparisons together, 95 % sure"
    assert (luck.amount, luck.words) == ("± 0.6 % of games", words)


def test_of_many_verdicts_those_in_the_chart_count():
    shown = [verdict_of(f"tile {n}", 20 - n, 0.6, AMONG) for n in range(12)]
    luck = doubts_of(*shown, verdict_of("tile 13", 0, 1.5, AMONG))["Chance in the deals"]
    assert (luck.amount, luck.words[-38:]) == ("± 0.6 % of games", "all 13 comparisons together, 95 % sure")


def test_who_plays_is_the_mean_over_plans_and_where_another_may_lie():
    played = doubts_of(replace(verdict_of("triangle", 5, 0.6, AMONG), plans=EIGHT))["Who plays"]
    assert played.amount == "± 4.0 % of games"
    spread, measured = played.words.rsplit("; ", 1)
    expected = "in the hands of another bot triangle may win 17.0 to 100.0 of 100 games; the mean over eight bots"
    assert spread == expected
    assert measured == "how alike they choose was not measured"


@pytest.mark.parametrize(
    ("over", "words"),
    [
        (
            replace(EIGHT, plans=3, low=None, high=None),
            "only three bots played; a spread over bots takes at least five",
        ),
        (replace(EIGHT, low=None, high=None), "fewer than 50 deals for each of eight bots"),
        (None, "one bot played; a spread over bots takes at least five"),
    ],
)
def test_too_few_plans_are_said_plainly(over, words):
    played = doubts_of(replace(verdict_of("triangle", 5, 0.6, AMONG), plans=over))["Who plays"]
    assert (played.amount, played.words) == ("not computed", words)


def test_unknown_data_have_their_interval_or_the_command_that_computes_it():
    triangle = verdict_of("triangle", 5, 0.6, AMONG)
    asked = doubts_of(triangle, unknown="`analyser boards toy --printings 40` tells")["Data we guess"]
    assert (asked.amount, asked.words) == ("not computed", "`analyser boards toy --printings 40` tells")
    drawn = doubts_of(over_values(triangle, -1, 11), unknown="")["Data we guess"]
    assert drawn.amount == "± 6.0 % of games"
    assert drawn.words.endswith("they put triangle anywhere from 24.0 to 36.0 %")
    assert "Data we guess" not in doubts_of(triangle)


def test_what_may_turn_the_verdict_stands_first_and_then_the_widest():
    strong = replace(verdict_of("triangle", 5, 0.6, AMONG), plans=EIGHT)
    assert list(doubts_of(strong, unknown="guessed")) == ["Data we guess", "Who plays", "Chance in the deals"]
    assert list(doubts_of(over_values(strong, 4, 6))) == ["Who plays", "Data we guess", "Chance in the deals"]
    unclear = verdict_of("triangle", 1, 3, AMONG)
    assert list(doubts_of(unclear, unknown="guessed")) == ["Chance in the deals", "Data we guess", "Who plays"]


@pytest.mark.parametrize("name", ["balance", "boards"])
def test_reports_of_a_game_against_itself_rarely_have_a_false_word(name):
    false = sum(report.in_sight for report in Itself(name, 300).reports(40))
    assert false <= 7  # of 5 % in 40 there are more once in 700
