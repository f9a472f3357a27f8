"""Verdicts over printings: the word is that of the widest interval, and what does not hold is said."""

from dataclasses import replace

import numpy as np
import pytest

from reports.answer import EXPLORATORY
from reports.first_screen import coarse
from reports.page.html import card
from reports.printings import over_printings, that_fail
from reports.printings.measured import Measured
from reports.printings.verdicts import region
from reports.stats.random_effects import spread_of
from tests.reports.said import VERDICT as SHIPPED


def printings(mean: float, sd: float, n: int = 40) -> Measured:
    """So many printings whose effects are spread exactly so."""
    effect = np.linspace(-1, 1, n)
    effect = mean + sd * effect / effect.std(ddof=1)
    spread = spread_of(effect, [1e-4] * n)
    assert spread is not None
    return Measured("star (B)", tuple(range(1, n + 1)), tuple(effect), (1e-4,) * n, 2000, spread)


def test_a_verdict_that_holds_keeps_its_word_and_counts_the_printings() -> None:
    found = over_printings(SHIPPED, printings(0.06, 0.01))
    assert found.over is not None
    assert (found.word, found.over.holds) == ("stronger", 40)
    assert that_fail([found]) == []
    assert found.over.sentence == (
        "Star (B) is stronger (beyond the margin of 2.0 pp) in 40 of 40 admissible printings (95 %: 91 to 100 %); "
        "effect +6.0 pp in the shipped one, +4.0 to +8.0 pp over all."
    )


def test_a_verdict_that_does_not_hold_is_undecided_and_said_first() -> None:
    found = over_printings(SHIPPED, printings(0.03, 0.05))
    assert found.word == "undecided"
    assert found.over is not None
    assert found.over.holds is not None
    assert 20 < found.over.holds < 30
    (warning,) = that_fail([found])
    assert warning.startswith(
        "The one verdict on the shipped printing does not hold over all admissible printings: star (B)"
    )
    printed = card(found)
    assert printed.verdict == "undecided over printings"
    assert printed.sentence.startswith("Star (B) is stronger")
    assert dict(printed.numbers)["over printings"].startswith("+3.0 pp [−7.")


def test_the_word_is_that_of_the_widest_interval() -> None:
    few = replace(SHIPPED, verdict="undecided", low=-0.05, high=0.17)
    found = over_printings(few, printings(0.06, 0.005))
    assert found.over is not None
    assert found.over.verdict == "stronger"
    assert found.word == "undecided"
    assert card(found).verdict == "undecided"


def test_a_refinement_is_no_verdict_of_its_own_in_the_warning() -> None:
    fine = replace(SHIPPED, subject="star (B), builder", kind=EXPLORATORY)
    both = [over_printings(one, printings(0.03, 0.05)) for one in (SHIPPED, fine)]
    assert that_fail(both)[0].startswith("The one verdict ")
    assert coarse(["star (B)", "star (B), builder", "circle (B)"]) == ["star (B)", "circle (B)"]


def test_a_subject_without_printings_stays_as_it_is() -> None:
    assert over_printings(SHIPPED, None) is SHIPPED


@pytest.mark.parametrize(
    ("word", "leaning", "holds"),
    [
        ("stronger", "", (0.02, np.inf)),
        ("weaker", "", (-np.inf, -0.02)),
        ("slightly stronger", "", (0.0, 0.02)),
        ("slightly weaker", "", (-0.02, 0.0)),
        ("fair", "", (-0.02, 0.02)),
        ("undecided", "stronger", (0.0, np.inf)),
        ("undecided", "weaker", (-np.inf, 0.0)),
        ("undecided", "", None),
    ],
)
def test_every_word_is_true_in_a_region(word: str, leaning: str, holds: tuple[float, float] | None) -> None:
    assert region(replace(SHIPPED, verdict=word, leaning=leaning)) == holds  # type: ignore[arg-type]
