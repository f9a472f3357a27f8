"""What stands on the first screen holds together; what is behind it heads a section or is exploratory, and says so."""

from dataclasses import replace

import polars as pl
import pytest

from reports.answer import EXPLORATORY, SCREEN, SECTION
from reports.ask import QUESTIONS
from reports.first_screen import coarse, verdicts_of_screen, with_kinds
from reports.frames import Frames, RunFrames
from reports.stats.families import ALPHA
from tests.reports.said import VERDICT
from tests.reports.stats.whole_report import PLAYED, Itself
from tests.reports.synthetic import FACTS, GameFacts, frames, free

SUBJECTS = ("star (B)", "moon (B)", "star (B), builder", "star (B), racer", "moon (B), builder", "moon (B), racer")


def kinds_of(p_alone: tuple[float, ...], *, decided: bool) -> list[str]:
    """Kinds of two verdicts of a screen, which has nine tenths of the error, and of four that refine them."""

    def judge(run: RunFrames) -> tuple[pl.DataFrame, list]:
        rows = {
            "subject": SUBJECTS,
            "p_alone": (0.0, 0.0, *p_alone),
            "has_direction": (decided, decided, True, True, True, False),
            "error_family": ("boards", "boards", *["plans"] * 4),
        }
        return pl.DataFrame(rows), [replace(VERDICT, subject=subject) for subject in SUBJECTS]

    found = Frames(*frames(free(2)))
    run = RunFrames.of(found, game=GameFacts.read(FACTS), margin=0.02, error_parts={"boards": 0.9})
    rows, verdicts = with_kinds(judge)(run)
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
def test_what_holm_lets_pass_behind_the_screen_may_head_a_section(
    p: tuple[float, ...], decided: bool, behind: list[str]
) -> None:
    assert kinds_of(p, decided=decided) == [SCREEN, SCREEN, *behind]


@pytest.mark.parametrize("name", PLAYED)
def test_families_of_the_first_screen_share_five_percent(name: str) -> None:
    itself = Itself(name, 300)
    run = itself.played(1)
    rows, verdicts = itself.question.judged(run)
    families = set(rows.filter(pl.col("kind") == SCREEN)["error_family"])
    assert families
    assert families <= set(run.error_parts)
    assert sum(run.error_of(family) for family in families) <= ALPHA * (1 + 1e-9)
    behind = [verdict for verdict in verdicts if verdict.kind != SCREEN]
    assert bool(behind) == (name == "boards")
    if behind:
        assert sum(run.error_parts.values()) == pytest.approx(0.9)


@pytest.mark.parametrize("question", ["cards", "whatif"])
def test_so_do_those_of_the_other_questions(question: str) -> None:
    assert sum(QUESTIONS[question].error_parts(GameFacts.read(FACTS)).values()) == pytest.approx(1.0)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["balance", "boards"])
def test_reports_of_a_game_against_itself_rarely_have_a_false_word(name: str) -> None:
    reports = 40
    itself = Itself(name, 300)
    false = sum(itself.report(seed).in_sight for seed in range(reports))
    assert false <= 7  # of 5 % in 40 there are more once in 700
