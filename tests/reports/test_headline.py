"""What verdicts come to in a few words: which are named, with which numbers, and in which order."""

from __future__ import annotations

from dataclasses import replace

import pytest
from reports.headline import by_size, headline

from reports.answer import Verdict
from reports.stats.verdict import CHANGED, judge
from tests.reports.said import OVER, VERDICT


def verdict(name: str, effect: float, half: float, family: str = "Against A", deals: int = 500) -> Verdict:
    """A verdict whose word is that of its interval, all in percentage points."""
    low, high = (effect - half) / 100, (effect + half) / 100
    found = judge(low, high, deals, 0.02)
    return replace(
        VERDICT,
        subject=name,
        name=name,
        family=family,
        effect=effect / 100,
        low=low,
        high=high,
        verdict=found.verdict,
        leaning=found.leaning,
    )


def test_like_verdicts_are_gathered_the_largest_first_with_its_numbers() -> None:
    told = [verdict("circle", 9.5, 3), verdict("star", 5.2, 5.7), verdict("triangle", 14.5, 6), verdict("pit", -8, 2)]
    assert headline(told) == (
        "Against A: triangle (+14.5 pp, 8.5 to 20.5) and circle are stronger; pit (−8.0 pp, −10.0 to −6.0) is weaker; "
        "star (+5.2 pp, −0.5 to 10.9) is undecided."
    )


def test_each_family_has_a_sentence_in_the_order_of_the_first_of_each() -> None:
    told = [verdict("seat 1", 5, 1, "Seats"), verdict("walls", -5, 1, "Strategies"), verdict("seat 2", -5, 1, "Seats")]
    first, second = headline(told).split(". ")
    assert first.startswith("Seats: seat 1 (+5.0 pp, 4.0 to 6.0) is stronger; seat 2 ")
    assert second == "Strategies: walls (−5.0 pp, −6.0 to −4.0) is weaker."


@pytest.mark.parametrize(
    ("half", "effects", "says"),
    [
        (1, (0.5, -0.7), "Seats: both are fair within 2.0 pp; the furthest is seat 2 (−0.7 pp, −1.7 to 0.3)."),
        (1, (0.5, -0.7, 0), "Seats: all 3 are fair within 2.0 pp; the furthest is seat 2 (−0.7 pp, −1.7 to 0.3)."),
        (3, (0.5, -0.7), "Seats: neither is decided; the furthest is seat 2 (−0.7 pp, −3.7 to 2.3)."),
        (3, (0.5, -0.7, 0), "Seats: none of 3 is decided; the furthest is seat 2 (−0.7 pp, −3.7 to 2.3)."),
    ],
)
def test_where_all_are_alike_the_furthest_is_named(half: float, effects: tuple[float, ...], says: str) -> None:
    assert headline([verdict(f"seat {i + 1}", effect, half, "Seats") for i, effect in enumerate(effects)]) == says


def test_a_leaning_is_said_to_be_undecided() -> None:
    said = headline([verdict("a", 3, 2, ""), verdict("b", 2.5, 2, ""), verdict("c", -3, 2, "")])
    assert said == (
        "A (+3.0 pp, 1.0 to 5.0) and b lean stronger (undecided); c (−3.0 pp, −5.0 to −1.0) leans weaker (undecided)."
    )


def test_of_many_like_verdicts_three_are_named() -> None:
    said = headline([verdict(name, 10 - place, 1) for place, name in enumerate("abcdef")])
    assert said == "Against A: a (+10.0 pp, 9.0 to 11.0), b, c and 3 more are stronger."


def test_a_change_gains_and_loses() -> None:
    words = [replace(one, verdict=CHANGED[one.verdict]) for one in (verdict("a", 9, 1), verdict("b", -9, 1))]
    assert headline(words) == "Against A: a (+9.0 pp, 8.0 to 10.0) gains; b (−9.0 pp, −10.0 to −8.0) loses."


def test_the_word_and_the_interval_are_those_of_the_widest() -> None:
    over = replace(OVER, low=-0.01, high=0.2)
    said = headline([replace(verdict("star", 9, 1), over=over)])
    assert said == "Against A: star (+9.0 pp, −1.0 to 20.0 over 40 printings) is undecided."


def test_verdicts_are_sorted_by_size_in_their_families() -> None:
    told = [verdict("a", -5, 1, "X"), verdict("m", 1, 1, "Y"), verdict("b", 7, 1, "X"), verdict("c", 0, 1, "X")]
    none = replace(told[0], name="d", effect=None)
    assert [one.name for one in by_size([none, *told])] == ["b", "c", "a", "d", "m"]


def test_without_verdicts_there_is_nothing_to_say() -> None:
    assert headline([]) == ""
