"""Titles, leads and sentences: right English for every kind of reference, word and number of things compared."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import polars as pl
import pytest

from reports.answer import OverPlans, Verdict, sentence
from reports.columns import Words
from reports.estimators.change_effects import ShareChange, SideShare
from reports.estimators.opening_verdicts import groups_finding
from reports.estimators.openings import Grouping
from reports.estimators.people import Nearest
from reports.estimators.sides import KINDS
from reports.facts import parse_facts
from reports.findings import finding, headings
from reports.first_screen import by_size, settling
from reports.leads import lead
from reports.questions import whatif
from reports.questions.base import MAX_WORDS, Evidence, Section
from reports.questions.people import PeopleFacts, title_of
from reports.sentences import BOTS, FamilyReference, bot_names, join_names, more_games, pp, signed_pp
from reports.stats.verdict import FAIR, STRONGER, UNCLEAR, WEAKER
from tests.reports.said import PAR, over_values, verdict_of
from tests.reports.synthetic import FACTS

# What the questions compare, as they do it.
AMONG = FamilyReference("par", ("B side", "B sides"), where="with a B side in every seat", arms=("dealt",))
AGAINST = FamilyReference("level", ("player board", "player boards"), "A", "in the same seat of the same deal")
SEATS = FamilyReference("par", ("seat", "seats"))
PLANS = FamilyReference("par", BOTS)
ON_MAP = FamilyReference("level", ("seat", "seats"), "on Bird")
NUMBERS = FamilyReference(
    "rest", ("number", "numbers"), "the mean of the other numbers", "forced on the same deals", "opening with {name}"
)
TIP = FamilyReference("level", ("tip", "tips"), "all other numbers", "forced on the same deals", "opening with {name}")
STANDING = FamilyReference("each", BOTS, "racer")
CHANGE = FamilyReference("before", ("player board", "player boards"))
PAR_OF_BOARDS = FamilyReference("par", ("player board", "player boards"))
BESIDE_A = FamilyReference("level", ("player board", "player boards"), "A")
DEALT = FamilyReference(
    "without", ("card", "cards"), "with a random other", "as chance deals", "one more card with the {name}"
)
Ends = tuple[float, float]  # an effect in percentage points, and half of its interval
STRONG, WEAK, INSIDE, LEANING, OPEN = (5.3, 1.0), (-5.1, 1.0), (0.7, 0.9), (4.0, 3.0), (1.0, 3.0)


def family(reference: FamilyReference, effects: Mapping[str, Ends], name: str = "", **more: Any) -> list[Verdict]:
    """Verdicts of these effects by name."""
    return [verdict_of(who, *ends, reference, family=name, **more) for who, ends in effects.items()]


def names_with(effects: Ends, *names: str) -> dict[str, Ends]:
    """The same effect for all."""
    return dict.fromkeys(names, effects)


NUMBER_NAMES = [str(n) for n in range(7)]
ON_LAKES = [f"seat {n} on Lakes (reconstructed)" for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("reference", "effects", "title"),
    [
        (AMONG, {"star (B)": WEAK, "moon (B)": INSIDE, "sun (B)": STRONG}, "Sun is too strong, star too weak"),
        (AMONG, names_with(INSIDE, *"abcde"), "All five B sides are fair"),
        (AMONG, names_with(INSIDE, *"abcde") | {"f": OPEN}, "A, b, c and 2 more are fair, f is not decided yet"),
        (AMONG, {"a": INSIDE, "b": OPEN, "c": OPEN}, "A is fair, the other two B sides are not decided yet"),
        (AMONG, names_with(OPEN, "a", "b") | {"c": LEANING}, "Not decided yet: c may be too strong"),
        (SEATS, names_with(INSIDE, "seat 1", "seat 2"), "Both seats are fair"),
        (SEATS, names_with(OPEN, "seat 1", "seat 2"), "Not decided yet: whether the two seats are fair"),
        (PLANS, {"a": STRONG, "b": WEAK}, "The a bot is too strong, the b bot too weak"),
        (PLANS, {"a": INSIDE, "b": INSIDE, "c": OPEN}, "Bots a and b are fair, the c bot is not decided yet"),
        (AGAINST, {"a": STRONG, "b": (9.0, 1.0), "c": WEAK}, "B and a are stronger than A, c is weaker"),
        (AGAINST, {"a": LEANING}, "Not decided yet: a may be stronger than A"),
        (ON_MAP, dict(zip(ON_LAKES, (STRONG, INSIDE, WEAK), strict=True)),
         "Seat 1 on Lakes wins more than on Bird, seat 3 on Lakes less"),
        (ON_MAP, names_with(INSIDE, *ON_LAKES), "All three seats win as often as on Bird"),
        (ON_MAP, dict(zip(ON_LAKES, (LEANING, OPEN, OPEN), strict=True)),
         "Not decided yet: seat 1 on Lakes may win more than on Bird"),
        (NUMBERS, names_with(STRONG, *NUMBER_NAMES), "All seven numbers are stronger than the other numbers"),
        (NUMBERS, names_with(INSIDE, *NUMBER_NAMES), "All seven numbers are equally good"),
        (NUMBERS, {"0": STRONG, "1": INSIDE, "2": WEAK},
         "Opening with 0 is stronger than the other numbers, opening with 2 weaker"),
        (NUMBERS, {"0": INSIDE, "1": INSIDE, "2": OPEN},
         "Opening with 0 or 1 is about average, opening with 2 is not decided yet"),
        (TIP, {"3 or 4": INSIDE}, "Opening with 3 or 4 is as good as all other numbers"),
        (TIP, {"3 or 4": OPEN}, "Not decided yet: whether opening with 3 or 4 is as good as all other numbers"),
        (STANDING, {"a": STRONG, "b": OPEN, "c": WEAK},
         "The a bot is better than the racer bot and the c bot is worse than the racer bot"),
        (STANDING, names_with(INSIDE, "a", "b"),
         "The a bot is as good as the racer bot and the b bot is as good as the racer bot"),
        (STANDING, names_with(OPEN, "a", "b"), "Not decided yet: which bots are better"),
        (STANDING, {"a": OPEN}, "Not decided yet: whether the a bot is better than the racer bot"),
        (CHANGE, {"a": STRONG, "b": INSIDE, "c": WEAK}, "A becomes stronger, c weaker"),
        (CHANGE, names_with(INSIDE, "a", "b", "c"), "All three player boards stay as strong as before"),
        (CHANGE, {"a": LEANING, "b": OPEN}, "Not decided yet: a may become stronger"),
        (DEALT, {"red": STRONG, "blue": INSIDE, "black": WEAK}, "Red is stronger than other cards, black weaker"),
        (DEALT, names_with(INSIDE, "red", "blue"), "Both cards are equally good"),
    ],
)  # fmt: skip
def test_a_title_says_who_is_strong_or_that_all_are_fair_or_what_is_open(reference, effects, title):
    assert finding(family(reference, effects)) == title


@pytest.mark.parametrize(
    ("reference", "effects", "words"),
    [
        (AMONG, {"sun (B)": STRONG, "moon (B)": INSIDE, "star (B)": WEAK},
         ("With a B side in every seat, where 25 % is fair, sun wins 30.3 % of games and star 19.9 %. Moon is fair, at "
         "most 0.7 of 100 games off.")),
        (AMONG, {"sun": STRONG, **names_with(INSIDE, *"abcde")},
         ("With a B side in every seat, where 25 % is fair, sun wins 30.3 % of games. Five other B sides are fair, at "
         "most 0.7 of 100 games off.")),
        (PLANS, {"a": OPEN, "b": LEANING}, ("Where 25 % is fair, the b bot wins 29.0 % of games, 95 % sure: 26.0 to "
         "32.0 %.")),
        (AGAINST, names_with(STRONG, *"abcdef"),
         ("In the same seat of the same deal, a wins 5.3 more of 100 games than A, b 5.3 more, c 5.3 more and "
         "three more differ too.")),
        (AGAINST, names_with(INSIDE, "a", "b"),
         ("In the same seat of the same deal, each of the two player boards wins as often as A, give or take 0.7 "
         "of 100.")),
        (ON_MAP, dict(zip(ON_LAKES, (STRONG, INSIDE, WEAK), strict=True)),
         ("Seat 1 on Lakes wins 5.3 more of 100 games than on Bird and seat 3 on Lakes 5.1 fewer. Seat 2 on Lakes "
         "wins as often as on Bird, at most 0.7 of 100 games off.")),
        (NUMBERS, {"0": STRONG, "6": WEAK},
         ("Forced on the same deals, opening with 0 wins 5.3 more of 100 games than the mean of the other numbers "
         "and opening with 6 wins 5.1 fewer.")),
        (STANDING, {"a": STRONG, "b": WEAK, "c": INSIDE},
         ("The a bot wins 5.3 more of 100 games than the racer bot and the b bot 5.1 fewer than the racer bot. The c "
         "bot is as good as the racer bot, at most 0.7 of 100 games off.")),
        (DEALT, names_with(INSIDE, "red", "blue"),
         "As chance deals, none of them is worth more than 0.7 of 100 games either way."),
    ],
)  # fmt: skip
def test_a_lead_has_the_numbers_of_who_is_strong_and_how_far_the_others_are_off(reference, effects, words):
    assert lead(family(reference, effects), PAR) == words


@pytest.mark.parametrize(
    ("reference", "low", "words"),
    [
        (AMONG, -1, "a is too strong, with others that the rulebook allows it may be fair; b is too weak"),
        (ON_MAP, -1, ("a wins more than on Bird, with others that the rulebook allows it may win as often; b wins less "
         "than on Bird")),
        (STANDING, -1, ("the a bot is better than the racer bot, with others that the rulebook allows it may be as "
         "good as the racer bot or worse; the b bot is worse than the racer bot")),
        (CHANGE, -9, ("a becomes stronger, with others that the rulebook allows it may be unchanged or weaker; b "
         "becomes weaker")),
    ],
)  # fmt: skip
def test_what_other_data_may_overturn_is_said_first(reference, low, words):
    strong, weak = family(reference, {"a": STRONG, "b": WEAK})
    assert finding([over_values(strong, low, 12), weak]) == f"With the values we guessed {words}"


def test_of_several_families_the_strong_come_first_and_what_is_open_last():
    def title(seats: Ends, plans: Ends) -> str:
        first = family(SEATS, names_with(seats, "seat 1", "seat 2"), "Seats")
        return finding([*first, *family(PLANS, {"a": plans, "b": INSIDE, "c": INSIDE}, "Bots")])

    assert title(INSIDE, INSIDE) == "Both seats and all three bots are fair"
    assert title(INSIDE, STRONG) == "The a bot is too strong; both seats are fair"
    assert title(OPEN, STRONG) == "The a bot is too strong; not decided yet: whether all seats are fair"
    assert title(OPEN, INSIDE) == "All three bots are fair; not decided yet: whether the two seats are fair"
    tuned = replace(PLANS, where="with players tuned for it")
    twice = [*family(PLANS, {"a": STRONG}), *family(tuned, {"a": STRONG}, "Tuned")]
    assert finding(twice) == "The a bot is too strong"  # it is not said again
    assert lead(twice, PAR).endswith(" With players tuned for it, the a bot wins 30.3 % of games.")


def test_a_lead_says_that_it_rests_on_guessed_data():
    verdicts = family(SEATS, {"seat 1": STRONG, "seat 2": INSIDE})
    first, second = lead(verdicts, PAR, is_guessed=True).split(". ")
    assert first == "Where 25 % is fair, seat 1 wins 30.3 % of games, as we guess its data"
    assert "guess" not in second
    assert lead(verdicts[1:], PAR, is_guessed=True).endswith(", as we guess its data.")


def test_a_lead_says_for_whom_a_mean_over_plans_holds():
    words = "too strong on average; too strong for walls"
    plans = OverPlans(8, 0.05, -0.03, 0.13, 0.06, -0.1, 0.2, 4, 2, 2, (), words)
    (verdict,) = family(SEATS, {"seat 1": STRONG})
    assert lead([replace(verdict, plans=plans)], PAR) == (
        "Where 25 % is fair, seat 1 wins 30.3 % of games, in the hands of the eight bots we have. Seat 1 is too "
        "strong on average; too strong for walls."
    )


@pytest.mark.parametrize(
    ("ends", "more", "ending"),
    [
        (STRONG, {}, "+4.3 to +6.3): too strong."),
        (INSIDE, {}, "−0.2 to +1.6): fair within 2.0 of 100 games."),
        (LEANING, {}, "unclear, leaning too strong; about 51,700 games would probably settle it."),
        (OPEN, {"settled_by": "plans"},
         "unclear; bots differ too much for more games to settle it: tune more of them."),
        (OPEN, {"settled_by": "data"},
         "unclear; more games will not settle it: look up the values that the rulebook leaves open."),
        ((2.0, 0.1), {"settled_by": "tolerance"},
         "unclear, leaning too strong; close to your tolerance: more games will hardly settle it."),
        (OPEN, {"settled_by": "play"}, "unclear; games are still being played."),
        (STRONG, {"deals": 30}, "unclear; fewer than 50 deals are too few to judge by."),
    ],
)  # fmt: skip
def test_a_sentence_ends_with_its_word_and_what_an_unclear_one_waits_for(ends, more, ending):
    (verdict,) = family(AMONG, {"star": ends}, **more)
    assert sentence(verdict, PAR).startswith("Star wins ")
    assert sentence(verdict, PAR).endswith(ending)


def test_undecided_names_what_is_needed_and_nothing_has_no_title():
    words = "about 52,000 games would probably decide A (`--more 27k`)"
    assert settling(family(AMONG, {"A": OPEN}), 25_300) == words
    assert settling(family(AMONG, {"A": OPEN}), 60_000) == words.partition(" (")[0]  # of other games than these
    assert finding([]) == ""


def test_numbers_have_a_true_minus_and_no_minus_zero():
    assert [pp(-0.0312), pp(-0.0001), signed_pp(0.0312), signed_pp(0.0001)] == ["−3.1", "0.0", "+3.1", "0.0"]


def test_bots_are_called_bots():
    assert bot_names(["walls"]) == "the walls bot"
    assert bot_names(["palaces", "walls"]) == "bots palaces and walls"
    assert bot_names(["walls on Lakes"]) == "the walls bot on Lakes"
    assert bot_names(["walls (always played star)"]) == "the walls bot (always played star)"


def test_differences_of_win_share_are_of_100_games():
    assert [more_games(0.0482), more_games(-0.003)] == ["4.8 more of 100 games", "0.3 fewer of 100 games"]


def heading(*members: Verdict) -> str:
    """The heading of a section with this finding."""
    evidence = Evidence({}, Words(parse_facts(FACTS)))
    shown = Section("key", "", lambda evidence: headings(members)).section(evidence)
    assert shown is not None
    assert len(shown.heading.split()) <= MAX_WORDS
    assert shown.sentence == ("" if shown.heading == finding(members) else f"{finding(members)}.")
    return shown.heading


def test_a_heading_has_nine_words_and_a_sentence_the_rest():
    of_seats = family(SEATS, names_with(STRONG, "seat 1", "seat 2") | names_with(WEAK, "seat 3", "seat 4"))
    assert heading(*of_seats[:1]) == "Seat 1 is too strong"
    assert heading(*of_seats) == "Two seats are too strong, two too weak"
    of_sides = family(AGAINST, {"a very long name of a player board": STRONG, "another very long one": WEAK})
    assert heading(*of_sides) == "One player board is stronger than A, one weaker"
    assert heading(over_values(of_seats[0], -1, 12), of_seats[2]) == "It depends on data we guess"
    both = [*family(ON_MAP, names_with(OPEN, *ON_LAKES)), *family(PLANS, names_with(OPEN, "a", "b"), "Bots")]
    assert heading(*both) == "Not decided yet"


def test_lists_name_a_few():
    lists = ["a", "a and b", "a, b and c", "a, b and 2 more"]
    assert [join_names(list("abcd"[:n]), max_names=2) for n in range(1, 5)] == lists


def test_verdicts_are_sorted_by_size_in_their_families():
    verdicts = [verdict_of(name, size, 1, family=family) for name, size, family in
                (("a", -5, "X"), ("m", 1, "Y"), ("b", 7, "X"), ("c", 0, "X"))]  # fmt: skip
    unmeasured = replace(verdicts[0], name="d", effect=None)
    assert [verdict.name for verdict in by_size([unmeasured, *verdicts])] == ["b", "c", "a", "d", "m"]


@pytest.mark.parametrize(
    ("effects", "norm", "words", "title"),
    [
        (STRONG, PAR_OF_BOARDS, (FAIR, STRONGER),
         "A wins 30.3 instead of 25.0 of 100 games: fair before, too strong now"),
        (WEAK, PAR_OF_BOARDS, (STRONGER, FAIR),
         "A wins 19.9 instead of 25.0 of 100 games: too strong before, fair now"),
        (STRONG, BESIDE_A, (WEAKER, FAIR),
         "A wins 30.3 instead of 25.0 of 100 games: weaker than A before, as good as A now"),
        (WEAK, PAR_OF_BOARDS, (WEAKER, WEAKER), "A wins 19.9 instead of 25.0 of 100 games: too weak before and now"),
        (WEAK, PAR_OF_BOARDS, (STRONGER, UNCLEAR),
         "A wins 19.9 instead of 25.0 of 100 games: too strong before, not decided now"),
        (WEAK, PAR_OF_BOARDS, (UNCLEAR, UNCLEAR),
         "A wins 19.9 instead of 25.0 of 100 games: whether it is fair is not decided"),
        (WEAK, BESIDE_A, ("", ""), "A wins 19.9 instead of 25.0 of 100 games"),
        (INSIDE, PAR_OF_BOARDS, (FAIR, FAIR), "A wins as often as before, 25.7 of 100 games: fair before and now"),
        (OPEN, PAR_OF_BOARDS, (FAIR, FAIR), "A track: 2 → 3: what it does is not decided yet"),
    ],
)  # fmt: skip
def test_a_change_is_told_by_the_win_share_of_what_is_changed(effects, norm, words, title):
    (verdict,) = family(CHANGE, {"a": effects})
    before, after = (SideShare(x, x, x, x - PAR, w) for x, w in zip((PAR, PAR + verdict.effect), words, strict=True))
    change = ShareChange(KINDS[0], "a", "after", "a", before, after, norm, verdict)
    told = [change] if verdict.word != UNCLEAR else []
    assert whatif.title_of([change], told, "A track: 2 → 3", several=False) == title


def test_a_change_that_moves_nothing_says_so():
    (verdict,) = family(CHANGE, {"a": INSIDE})
    side = SideShare(PAR, PAR, PAR)
    change = ShareChange(KINDS[0], "a", "after", "a", side, side, PAR_OF_BOARDS, verdict)
    title = whatif.title_of([change], [], "Length: 2 → 3", several=False)
    assert title == "No player board wins 2.0 more or fewer of 100 games by the change"


@pytest.mark.parametrize(
    ("sides", "title"),
    [
        ([("0 unify turns", "more", ""), ("2 unify turns", "fair", ""), ("6 unify turns", "less", "")],
         "Opening with 0 unify turns is stronger, with 6 weaker"),
        ([("0 unify turns", "unclear", "stronger"), ("6 unify turns", "unclear", "")],
         "Opening with 0 unify turns may be stronger, not decided"),
        ([("0 unify turns", "fair", ""), ("6 unify turns", "fair", "")], "All numbers of unify turns are equally good"),
        ([("0 unify turns", "unclear", ""), ("6 unify turns", "fair", "")],
         "No number of unify turns is shown to be better or worse than the others"),
    ],
)  # fmt: skip
def test_openings_are_told_by_their_numbers(sides, title):
    assert groups_finding(sides, Grouping(parse_facts(FACTS))) == title


LEVELS = ("novice", "experienced")


def title(novice: tuple[float, str | None], experienced: tuple[float, str | None], *, share: float = 1.0) -> str:
    """The title where novices are nearest in that share of resamples; of each level the difference and its verdict."""
    rows = [
        {"level": name, "difference": x, "verdict": word}
        for name, (x, word) in zip(LEVELS, (novice, experienced), strict=True)
    ]
    ends = [np.array(pair) for pair in ((0.1, 0.9), (0.0, 0.8), (0.2, 1.0), (share, 1 - share))]
    near = Nearest(LEVELS, *ends)
    facts = PeopleFacts("toy", "experienced", 60, 100, 180, 0, 0, 0, 1.0, False, ())
    return title_of({"score": pl.DataFrame(rows)}, near, facts)


@pytest.mark.parametrize(
    ("novice", "experienced", "share", "expected"),
    [
        ((1, "unclear"), (-20, "lower"), 1.0,
         "People score most like novice bots; they score 20.0 points less than experienced bots"),
        ((30, "higher"), (10, "higher"), 1.0,
         "People score most like novice bots, but 30.0 points more than these"),
        ((30, "higher"), (10, "higher"), 0.7,
         "People score most like novice or experienced bots, but 30.0 points more than novice bots"),
        ((1, "unclear"), (2, "unclear"), 1.0,
         "People score most like novice bots; in points they are not shown to differ from experienced bots either"),
        ((1, None), (2, None), 1.0,
         "Not decided yet, 60 plays are fewer than 50; so far people score most like novice bots"),
    ],
)  # fmt: skip
def test_a_title_names_the_nearest_level_and_how_far_people_are_off(novice, experienced, share, expected):
    assert title(novice, experienced, share=share) == expected
