"""A first screen is read over classes of players: what each makes of a board, and whose word it is."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from reports.answer import Over
from reports.findings import finding
from reports.first_screen import screen_row
from reports.run_facts import RunFacts
from tests.reports.synthetic import asked, dealt, frames, run_of

CLASSES = {
    "builder": "ordinary",
    "racer": "ordinary",
    "master": "strong",
    "expert of star": "tuned",
    "child": "beginners",
}
BIG = 1_500  # deals
Strength = Mapping[object, float]


def strong_run(strength: Strength, deals: int):
    """Games of the strong player on the same deals, as far as they go."""
    return run_of(
        *frames(dealt(deals, strategies=("master",)), seed=2, strength=strength), classes=CLASSES, alongside=3
    )


def verdicts_of(strength: Strength, *, strong: Strength, deals: int = BIG, beside: tuple[str, ...] = ()):
    """The verdicts of ordinary players, and of others in the same games, beside those of strong ones."""
    names = [name for name in ("builder", "racer", "expert of star", "child") if CLASSES[name] in ("ordinary", *beside)]
    games = frames(dealt(BIG * len(names), strategies=names), strength=strength)
    facts = RunFacts(classes={name: CLASSES[name] for name in names}, classes_beside=beside)
    answer = asked("boards", *games, run=facts, strong=strong_run(strong, deals), alongside=3)
    return answer, {verdict.name: verdict for verdict in answer.verdicts}


def test_what_all_classes_see_is_said_of_all_with_the_range_of_their_intervals():
    answer, verdict = verdicts_of({"star": 8}, strong={"star": 4})
    star = verdict["star"]
    assert star.is_for_every_class
    assert star.dissenting == ()
    ends = [end for each in star.classes for end in (each.low, each.high)]
    low, high = 25 + 100 * min(ends), 25 + 100 * max(ends)
    assert f"star wins {low:.1f} to {high:.1f} % of games for every class of player" in answer.screen.lead


def test_a_word_that_strong_players_are_shown_to_contradict_is_that_of_ordinary_ones():
    answer, verdict = verdicts_of({"star": 8}, strong={})
    star = verdict["star"]
    assert [each.players for each in star.dissenting] == ["strong"]
    assert "star is too strong for ordinary players" in answer.screen.finding.lower()
    strong = next(each for each in star.classes if each.players == "strong")
    assert f"star wins {25 + 100 * strong.effect:.1f} % of games with strong and" in answer.screen.lead
    (row,) = (row for row in answer.screen.rows if row.name == "star")
    assert row.word == "too strong (ordinary)"
    assert [mark.players for mark in row.classes] == ["strong"]


def test_a_class_that_lies_on_the_same_side_does_not_contradict_for_want_of_games():
    """Its interval is too wide for a word, but shows it to be even stronger."""
    _, verdict = verdicts_of({"star": 5}, strong={"star": 9}, deals=250)
    star = verdict["star"]
    strong = next(each for each in star.classes if each.players == "strong")
    assert (strong.is_precise, star.is_for_every_class) == (False, True)
    assert star.differing_pairs != ()
    assert finding([star]) == "Star is too strong"
    assert screen_row(star).word == "too strong"


def test_a_word_that_strong_players_alone_have_is_in_the_title():
    answer, verdict = verdicts_of({"star": 0.9}, strong={"star": 9})
    star = verdict["star"]
    assert star.verdict == "unclear"
    assert [(each.players, each.word) for each in star.other_words] == [("strong", "stronger")]
    assert answer.screen.finding == "For strong players star is too strong, square too weak"
    strong = next(each for each in star.classes if each.players == "strong")
    assert f"{25 + 100 * strong.effect:.1f} % of games with strong and" in answer.screen.lead
    (row,) = (row for row in answer.screen.rows if row.name == "star")
    assert (row.side, row.word) == ("unclear", "too strong (strong)")
    assert answer.screen.change is not None
    assert "It is unfair for strong players" in answer.screen.change[1]


def test_a_class_that_is_only_imprecise_neither_changes_the_word_nor_counts_as_disagreement():
    answer, verdict = verdicts_of({"star": 8}, strong={"star": 8}, deals=60)
    star = verdict["star"]
    strong = next(each for each in star.classes if each.players == "strong")
    assert not strong.is_precise
    assert strong.word == "unclear"
    assert star.dissenting == ()
    assert answer.screen.finding.startswith("Star is too strong")
    who = next(doubt.words for doubt in answer.screen.doubts if doubt.source == "Who plays")
    half = max((e.high - e.low) / 2 for v in verdict.values() for e in v.classes if e.players == "strong")
    assert f"strong players known to ± {100 * half:.1f} % (--strong 10m plays longer)" in who


def test_a_class_with_fewer_than_fifty_deals_is_not_drawn():
    answer, _ = verdicts_of({"star": 8}, strong={"star": 8}, deals=40)
    assert [row.classes for row in answer.screen.rows] == [()] * 4


def test_each_class_has_the_numbers_of_its_own_games():
    strength = {"star": 3, ("expert of star", "star"): 9, ("child", "star"): -12}
    answer, verdict = verdicts_of(strength, strong={}, beside=("tuned", "beginners"))
    by_class = {each.players: each for each in verdict["star"].classes}
    assert list(by_class) == ["strong", "tuned", "ordinary", "beginners"]
    assert by_class["tuned"].low > by_class["ordinary"].high > by_class["ordinary"].low > 0 > by_class["beginners"].high
    assert {each.players for each in verdict["star"].dissenting} == {"strong"}
    (row,) = (row for row in answer.screen.rows if row.name == "star")
    assert {mark.players: mark.value for mark in row.classes} == {
        players: pytest.approx(25 + 100 * each.effect) for players, each in by_class.items() if players != "ordinary"
    }


def test_who_asks_for_a_class_gets_its_answer_alone():
    games = frames(dealt(200, strategies=("builder", "racer")), strength={"star": 8})
    facts = RunFacts(classes={"builder": "ordinary", "racer": "ordinary"})
    answer = asked("boards", *games, run=facts, strong=strong_run({}, 200), player_class="ordinary")
    assert all(verdict.classes == () for verdict in answer.verdicts)


def test_equal_classes_are_rarely_told_apart():
    """In 20 runs a false difference is expected in a third of a run; without families it would be in four."""
    told_apart = 0
    for seed in range(20):
        games = frames(dealt(160), seed=10 + seed, strength={"star": 5})
        strong = run_of(
            *frames(dealt(80, strategies=("master",)), seed=10 + seed, strength={"star": 5}),
            classes=CLASSES, alongside=3,
        )  # fmt: skip
        answer = asked("boards", *games, run=RunFacts(classes={"builder": "ordinary"}), strong=strong, alongside=3)
        told_apart += any(verdict.differing_pairs for verdict in answer.verdicts)
    assert told_apart <= 2


def test_families_of_plans_do_not_hide_the_classes():
    """Where plans choose alike they are compared one by one, and combined: a row of a board is still one."""
    games = frames(dealt(300, strategies=("builder", "racer")), strength={"star": 8})
    facts = RunFacts(classes={"builder": "ordinary", "racer": "ordinary"}, plan_families={"builder": 0, "racer": 0})
    answer = asked("boards", *games, run=facts, strong=strong_run({"star": 8}, 300), alongside=3)
    assert [[each.players for each in verdict.classes] for verdict in answer.verdicts[:4]] == [
        ["strong", "ordinary"]
    ] * 4


def test_guessed_data_do_not_change_for_whom_a_word_is():
    """Whose word it is is read off deals; in how many versions of the guessed data it holds is another matter."""
    _, verdict = verdicts_of({"star": 8}, strong={})
    few = Over(8, 2000, None, None, None, None, "unclear", "", 3, None, None, {}, "")
    star = replace(verdict["star"], over=few)
    assert star.dissenting == verdict["star"].dissenting != ()
    assert screen_row(star).word == "unclear, 3 of 8 too strong"
    most = replace(star, over=replace(few, verdict="stronger", holds=5))
    assert finding([most]) == "As we guess its data star is too strong for ordinary players"
    assert screen_row(most).word == "too strong, 5 of 8 (ordinary)"
