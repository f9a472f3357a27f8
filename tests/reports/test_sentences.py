"""Titles, leads and sentences: right English for every kind of reference, word and number of things compared."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from reports.answer import OverPlans, Verdict, sentence
from reports.ask import by_size
from reports.estimators.people import Nearest
from reports.findings import finding, lead, settling
from reports.questions.people import PeopleFacts, title_of
from reports.sentences import FamilyReference, join_names, pp, signed_pp
from tests.reports.game_screens import screens
from tests.reports.real import game_facts, told
from tests.reports.said import PAR, over_values, verdict_of

# What the questions compare, as they do it: each with names, two of which are the strongest and the weakest.
AMONG = FamilyReference("par", ("B side", "B sides"), where="with a B side in every seat", arms=("dealt",))
AGAINST = FamilyReference("level", ("player board", "player boards"), "A", "in the same seat of the same deal")
SEATS = FamilyReference("par", ("seat", "seats"))
PLANS = FamilyReference("par", ("strategy", "strategies"))
ON_MAP = FamilyReference("level", ("seat", "seats"), "on Bird")
NUMBERS = FamilyReference(
    "rest", ("number", "numbers"), "the mean of the other numbers", "forced on the same deals", "opening with {name}"
)
TIP = FamilyReference("level", ("tip", "tips"), "all other numbers", "forced on the same deals", "opening with {name}")
STANDING = FamilyReference("each", ("strategy", "strategies"), "racer")
CHANGE = FamilyReference("before", ("player board", "player boards"))
DEALT = FamilyReference(
    "without", ("card", "cards"), "with a random other", "as chance deals", "one more card with the {name}"
)
BOARDS = ("triangle (B)", "circle (B)", "square (B)", "star (B)")
ALL: dict[str, tuple[FamilyReference, Sequence[str], float]] = {
    "boards of ZhanGuo, 4 players, among the other sides": (AMONG, BOARDS, 0.25),
    "boards of ZhanGuo, 4 players, against A": (AGAINST, BOARDS, 0.25),
    "tiles of First Empire, 4 players": (
        replace(AMONG, noun=("starting tile", "starting tiles"), where="with a starting tile in every seat"),
        [f"tile {n} ({n} soldiers, ship 1 space)" for n in range(1, 13)], 0.25,
    ),
    "maps of Qin, 4 players": (ON_MAP, [f"seat {n} on Lakes (reconstructed)" for n in range(1, 5)], 0.25),
    "seats, 5 players": (SEATS, [f"seat {n}" for n in range(1, 6)], 0.2),
    "seats, 2 players": (SEATS, ("seat 1", "seat 2"), 0.5),
    "strategies, 3 players": (PLANS, ("builder", "racer", "walls"), 1 / 3),
    "openings of ZhanGuo": (NUMBERS, [str(n) for n in range(7)], 0.25),
    "the rulebook's tip": (TIP, ("3 or 4",), 0.25),
    "tournament": (STANDING, ("builder", "tasks", "walls"), 0.25),
    "whatif, boards": (CHANGE, ("A", *BOARDS), 0.25),
    "cards": (DEALT, ("ability VP per laws card", "trigger Recruit 1 official", "red", "ability 3 VP"), 0.25),
}  # fmt: skip

# With how many players each game is played; one who decides alone is judged by nobody.
COUNTS = {"zhanguo": (4, 3, 2), "first_empire": (4, 3, 2, 1), "qin": (4, 3, 2), "middle_kingdom": (5, 4, 3, 2)}


def cases(reference: FamilyReference, names: Sequence[str], par: float) -> Iterator[tuple[str, list[Verdict]]]:
    """Families of every kind: effects in points with half of their intervals, by name."""

    def family(*numbers: tuple[float, float], **more: object) -> list[Verdict]:
        return [verdict_of(name, *pair, reference, par=par, **more) for name, pair in zip(names, numbers, strict=False)]

    n = len(names)
    middle = [(0.7, 0.9), (-0.4, 0.9)] * n
    yield "one strong, one weak", family((5.3, 1), *middle[: n - 2], (-5.1, 1))
    if reference.kind != "par":
        yield "all strong", family(*[(9.0 - i / 2, 1.0) for i in range(n)])
    yield "all fair", family(*[(1.0 - i / 9, 0.5) for i in range(n)])
    yield "some fair, some open", family(*middle[: n - 1], (1.6, 2.0))
    yield "one weak, some open", family((-6.0, 1.0), *[(1.0, 3.0)] * (n - 1))
    yield "all open, for more games", family(*[(1.0, 3.0)] * n)
    yield "all open, one leans", family((4.0, 3.0), *[(1.0, 3.0)] * (n - 1))
    yield "all open, plans differ", family(*[(1.0, 3.0)] * n, settled_by="plans")
    yield "all open, close to the tolerance", family(*[(2.0, 0.1)] * n, settled_by="tolerance")
    yield "below 50 deals", family(*[(5.0, 1.0)] * n, deals=30)
    strong = family((5.3, 1), *middle[: n - 2], (-5.1, 1))
    yield "one does not hold with other data", [over_values(strong[0], -1, 12), *strong[1:]]


def text_of(verdicts: Sequence[Verdict], par: float) -> list[str]:
    """The title, the lead, and the sentences of the first, of the last and of one that is not like them."""
    shown = {verdict.verdict: verdict for verdict in reversed(verdicts)}.values()
    return [finding(verdicts), lead(verdicts, par), *(f"· {sentence(one, par)}" for one in shown)]


def test_every_sentence_is_read_in_review(golden):
    lines = []
    for title, (reference, names, par) in ALL.items():
        lines.append(f"=== {title}\n")
        for kind, verdicts in cases(reference, names, par):
            lines += [f"[{kind}]", *text_of(verdicts, par), ""]
    lines.append("=== several families\n")
    for kind, verdicts in several():
        lines += [f"[{kind}]", *text_of(verdicts, PAR)[:2], ""]
    text = "\n".join(lines)
    assert text == golden("sentences.txt", text)


def test_first_screens_of_every_game_are_read_in_review(golden):
    lines = []
    for name, counts in COUNTS.items():
        blocks: dict[tuple[str, str], list[str]] = {}
        for players in counts:
            game = told(game_facts(name, players))
            for question, words in screens(game):
                blocks.setdefault((f"{game.title}, {question}", words), []).append(str(players))
        lines += [f"{head}, {'/'.join(some)} players\n{words}" for (head, words), some in blocks.items()]
    text = "\n\n".join(lines) + "\n"
    assert text == golden("first_screens.txt", text)


def several() -> Iterator[tuple[str, list[Verdict]]]:
    """Two families on one first screen."""

    def seats(effect: float, half: float) -> list[Verdict]:
        return [verdict_of(f"seat {n}", sign * effect, half, SEATS, family="Seats") for n, sign in ((1, 1), (2, -1))]

    def plans(effect: float, half: float) -> list[Verdict]:
        named = zip(("builder", "walls", "tasks"), (1, -1, 0), strict=True)
        return [verdict_of(name, sign * effect, half, PLANS, family="Strategies") for name, sign in named]

    yield "both fair", [*seats(0.5, 1), *plans(0.5, 1)]
    yield "one strong, one fair", [*seats(0.5, 1), *plans(6, 1)]
    yield "one strong, one open", [*seats(1, 3), *plans(6, 1)]
    yield "one fair, one open", [*seats(0.5, 1), *plans(1, 3)]
    yield "both open", [*seats(1, 3), *plans(1, 3)]
    tuned = replace(PLANS, where="with players tuned for it")
    yield "the same of other players", [
        *plans(6, 1), *[replace(one, family="Tuned", reference=tuned) for one in plans(9, 1)]
    ]  # fmt: skip
    yield "a plan, whose holders differ", [replace(seats(6, 1)[0], plans=PLANS_DIFFER), *plans(0.5, 1)]


PLANS_DIFFER = OverPlans(
    8, 0.05, -0.03, 0.13, 0.06, -0.1, 0.2, 4, 2, 2, (), "too strong on average; too strong for walls"
)


def test_where_nothing_is_decided_the_doubt_says_what_would_decide_it_and_of_nothing_there_is_no_title():
    _, verdicts = list(cases(AMONG, BOARDS, 0.25))[4]
    assert settling(verdicts).startswith("about 51,700 games would probably settle ")
    assert finding([]) == ""


def test_numbers_have_a_true_minus_and_no_minus_zero():
    assert [pp(-0.0312), pp(-0.0001), signed_pp(0.0312), signed_pp(0.0001)] == ["−3.1", "0.0", "+3.1", "0.0"]


def test_lists_name_a_few():
    lists = ["a", "a and b", "a, b and c", "a, b and 2 more"]
    assert [join_names(list("abcd"[:n]), max_names=2) for n in range(1, 5)] == lists


def test_verdicts_are_sorted_by_size_in_their_families():
    verdicts = [verdict_of(name, size, 1, family=family) for name, size, family in
                (("a", -5, "X"), ("m", 1, "Y"), ("b", 7, "X"), ("c", 0, "X"))]  # fmt: skip
    unmeasured = replace(verdicts[0], name="d", effect=None)
    assert [verdict.name for verdict in by_size([unmeasured, *verdicts])] == ["b", "c", "a", "d", "m"]


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
         "People play most like novice bots; they score 20.0 points less than experienced bots"),
        ((30, "higher"), (10, "higher"), 1.0,
         "People play most like novice bots, but score 30.0 points more than these"),
        ((30, "higher"), (10, "higher"), 0.7,
         "People play most like novice or experienced bots, but score 30.0 points more than novice bots"),
        ((1, "unclear"), (2, "unclear"), 1.0,
         "People play most like novice bots; in points they are not shown to differ from experienced bots either"),
        ((1, None), (2, None), 1.0,
         "Not decided yet, 60 plays are fewer than 50; so far people play most like novice bots"),
    ],
)  # fmt: skip
def test_a_title_names_the_nearest_level_and_how_far_people_are_off(novice, experienced, share, expected):
    assert title(novice, experienced, share=share) == expected
