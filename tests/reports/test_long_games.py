"""Charts of games with many rounds, many classes of moves, few points, whose openings are compared by their first turn:
readable, true to their numbers, in the game's words."""

from dataclasses import replace

import polars as pl
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from reports.ask import QUESTIONS
from reports.charts.style import house_style, signed
from reports.charts.views import draw_pairs
from reports.questions.base import Chart, Evidence, ShownSection
from tests.reports.real import est, game_facts, words
from tests.reports.sections import sections_of, shown_sections
from tests.reports.synthetic import counters
from tests.reports.test_charts import misplaced, parts, plots, texts

CLASSES = ["absorb", "conquer", "connect", "major", "found two", "found", "expand", "neither"]
FIRST = {**game_facts()["opening"], "by": "first", "letter": "", "tip": None}
PLAIN = {**game_facts(), "opening": FIRST, "cards": []}
WORDS = words({**PLAIN, "classes": dict(zip("ABCDEFGH", CLASSES, strict=True))})


def turns(count: int, seats: int = 4000) -> pl.DataFrame:
    """The eight classes in every round, fewer and fewer games reaching it."""
    letters = list(WORDS.game.classes)
    return pl.DataFrame(
        [
            {"round": r, "action": letter, "share": (1 + (i + r) % 8) / 36, "n": int(seats * 0.9**r)}
            for r in range(1, count + 1)
            for i, letter in enumerate(letters if r > 1 else letters[3:] + letters[:3])
        ]
    )


SIDES = ("winners", "losers")


def section_of(key: str, evidence: Evidence) -> ShownSection:
    """A section of balance."""
    (section,) = [one for one in sections_of(QUESTIONS["balance"], evidence) if one.key == key]
    return section


def drawn(section: ShownSection) -> Figure:
    """The one figure of a section."""
    (chart,) = section.charts
    return chart.figure


@pytest.mark.parametrize("count", [5, 8, 9, 18, 36])
def test_actions_stay_readable_however_many_rounds_there_are(count):
    with house_style():
        figure = drawn(section_of("actions", Evidence({"actions": turns(count)}, WORDS)))
        assert misplaced(figure) == []
        assert figure.get_size_inches()[1] < 6
    (plot,) = plots(figure)
    shown = sum(0.9**r >= 0.05 * 0.9 for r in range(1, count + 1))
    assert len(parts(plot, Rectangle)) == 8 * shown


def test_actions_stand_in_the_order_of_the_classes_and_fill_every_column():
    with house_style():
        figure = drawn(section_of("actions", Evidence({"actions": turns(20)}, WORDS)))
        words = [text.get_text() for text in parts(figure.artists[0], Text)]
    assert [word for word in words if word in CLASSES] == CLASSES
    heights: dict[float, float] = {}
    for box in parts(plots(figure)[0], Rectangle):
        heights[box.get_x()] = heights.get(box.get_x(), 0.0) + box.get_height()
    assert list(heights.values()) == pytest.approx([100.0] * 20)


def test_actions_of_the_opening_alone_are_called_so():
    opening = {**FIRST, "name": "first 4 turns"}
    facts = {**PLAIN, "opening": opening, "classes": {"F": "found", "E": "expand"}}
    table = pl.DataFrame({"round": [0, 0], "action": ["F", "E"], "share": [0.8, 0.2], "n": [80, 20]})
    with house_style():
        section = section_of("actions", Evidence({"actions": table}, words(facts)))
        assert "first 4 turns" in [text.get_text() for text in parts(drawn(section), Text)]
    assert section.sentence == "80.0 % of turns of the first 4 turns go to found, 20.0 % to expand."
    assert section.question == "What do players begin with?"


def actions_of(*rounds: dict[str, float]) -> ShownSection:
    """The section of rounds with these shares of turns by action."""
    facts = {**PLAIN, "classes": {"F": "found", "E": "expand"}}
    rows = [
        {"round": number, "action": action, "share": share, "n": int(1000 * share)}
        for number, shares in enumerate(rounds, 1)
        for action, share in shares.items()
    ]
    with house_style():
        return section_of("actions", Evidence({"actions": pl.DataFrame(rows)}, words(facts)))


def test_what_is_no_choice_heads_the_section_of_actions():
    unused = actions_of({"F": 0.991, "E": 0.009}, {"F": 0.999, "E": 0.001})
    assert unused.heading == "Expand is hardly ever used"
    assert unused.sentence == (
        "Expand is hardly ever used; rounds 1 and 2 are nearly all found; 99.5 % of turns go to found, 0.5 % to expand."
    )
    fixed = actions_of({"F": 0.95, "E": 0.05}, {"F": 0.5, "E": 0.5})
    assert fixed.heading == "Round 1 is nearly all found"
    chosen = actions_of({"F": 0.94, "E": 0.06}, {"F": 0.5, "E": 0.5})
    assert chosen.heading == "Found is the most frequent action"
    assert "fewer than 1 of 100 turns" in unused.reading
    assert "95 of 100 or more" in unused.reading


def test_points_lost_are_drawn_to_the_left_of_zero_and_what_nobody_has_is_left_out():
    points = (("missing types", -0.3, -0.9, 0.1), ("farmers", 11.0, 6.0, 0.1), ("bids", 0.0, 0.0, 0.0))
    rows = [
        {"label": label, **est("winners", a, half), **est("losers", b, half), **est("difference", a - b, half)}
        for label, a, b, half in points
    ]
    with house_style():
        made = draw_pairs("sources", "Where from?", "", rows, SIDES, ("winners", "all others"), "points", "difference")
    (plot,) = plots(made.figure)
    assert plot.x[0] < -1.0
    bars = [box for box in parts(plot, Rectangle) if box.get_gid() is None]  # not their regions
    assert sorted(box.get_width() for box in bars) == [-0.9, -0.3, 6.0, 11.0]


def test_each_chart_of_the_game_that_the_run_can_fill_is_a_section_in_the_games_words(answers):
    charts = game_facts()["charts"]
    never = {**charts[0], "key": "never", "tallies": {"not_in_this_run": "nothing"}}
    known = {**game_facts()["counters"], **counters("not_in_this_run")}
    shares = [{**chart, "unit": "fraction"} if chart["key"] == "turns" else chart for chart in charts]
    facts = {**game_facts(), "charts": [*shares, never], "counters": known}
    turns = pl.col("chart") == "turns"
    estimates = pl.selectors.matches("^(winners|losers|difference)")  # of some thirty turns, as a share of them
    table = (
        answers["balance"]
        .tables["counters"]
        .with_columns(
            pl.when(turns).then(estimates / 30).otherwise(estimates).name.keep(),
            unit=pl.when(turns).then(pl.lit("fraction")).otherwise("unit"),
        )
    )
    evidence = Evidence({**answers["balance"].tables, "counters": table}, words(facts), 2.0)
    of_turns = table.filter(turns)
    with house_style():
        section = section_of("winners", evidence)
        shown = [one for one in section.charts if one.name.startswith("counters_")]
        turns_of = [text.get_text() for text in parts(shown[-1].figure, Text)]
    assert [one.title for one in shown] == [chart["title"] for chart in charts]
    assert section.reading.startswith(charts[0]["reading"])
    assert set(of_turns["unit"]) == {"fraction"}
    assert {signed(100 * difference) for difference in of_turns["difference"]} <= set(turns_of)  # drawn in %


# -- openings by the first turn ----------------------------------------------------------------------------------------

ROUNDS = 36
NAMES = ("a bid of 1", "a bid of 2", "a village connected", "two new provinces", "an expansion", "nothing", "the Reset")
LETTERS = list(game_facts()["classes"])


@pytest.fixture(scope="module", params=[True, False], ids=["ordered", "unordered"])
def charts(answers, request) -> dict[str, Chart]:
    """ZhanGuo's charts in such a game."""
    tables = dict(answers["openings"].tables)
    for name in ("groups", "best_where", "choices"):
        group = pl.col("group").cast(pl.String).replace_strict(list("0123456"), LETTERS)
        tables[name] = tables[name].with_columns(group)
    tables["plans"] = tables["plans"].with_columns(
        forced_opening=pl.when(pl.col("group").is_null()).then("forced_opening").otherwise(pl.lit("U")),
        group=pl.when(pl.col("group").is_not_null()).then(pl.lit("U")),
    )
    tables["trajectory"] = pl.DataFrame(
        [
            {"group": letter, "how": how, "round": r, **est("lead", (i - 3) * r / ROUNDS, 0.4), "n": 900}
            for i, letter in enumerate(LETTERS)
            for how in ("forced", "chosen")
            for r in range(1, ROUNDS + 1)
        ]
    )
    opening = {**FIRST, "ordered": request.param, "turn": ["placement", "placements"], "name": "first four placements"}
    classes = dict(zip(LETTERS, NAMES, strict=True))
    facts = {**game_facts(), "opening": {**opening, "confounded_by": "the tiles they held"}, "classes": classes}
    with house_style():
        sections = shown_sections(replace(answers["openings"], tables=tables), facts)
    return {chart.name: chart for section in sections.values() for chart in section.charts}


def test_no_text_of_openings_lies_on_another_or_leaves_the_sheet(charts):
    with house_style():
        assert [(name, fault) for name, chart in charts.items() for fault in misplaced(chart.figure)] == []


def test_every_group_goes_by_its_name_and_titles_by_the_games_word_for_a_turn(charts):
    assert set(charts) >= {"groups", "plans_lines", "best_where", "trajectory"}
    with house_style():
        written = {name: [text for text, _ in texts(chart.figure)] for name, chart in charts.items()}
    named = " ".join(text.replace("\n", " ") for text in written["groups"])
    assert all(name in named for name in NAMES)
    assert not any("unify" in text or "x:" in text for of_chart in written.values() for text in of_chart)
