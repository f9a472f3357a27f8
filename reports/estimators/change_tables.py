"""Tables of the question what a change does: their columns, and what makes them."""

from __future__ import annotations

from dataclasses import replace

from markupsafe import Markup

from reports import columns as c
from reports.estimators.change_effects import (
    ability_table,
    change_table,
    counter_table,
    fairness_table,
    gain_table,
    point_table,
    shape_table,
    tuned_table,
    win_share_table,
)  # fmt: skip
from reports.estimators.example_games import EXAMPLES as EXAMPLE_GAMES
from reports.estimators.example_games import seats_text
from reports.estimators.response import fair_value_table, response_table
from reports.estimators.scenarios import POINTS as POINT_COLUMNS
from reports.estimators.scenarios import SHAPE as SHAPE_COLUMNS
from reports.estimators.sides import pair_games
from reports.questions.base import Table

__all__ = [
    "CHANGES",
    "COUNTERS",
    "EXAMPLES",
    "FAIRNESS",
    "FAIR_VALUES",
    "POINTS",
    "POWERS",
    "RESPONSE",
    "RETUNED",
    "SHAPE",
    "TUNED_PLAYERS",
    "WIN_SHARES",
]

CHANGE = c.code("scenario", "change")
WHO = (c.word("kind", "kind", note="board / seat / strategy"), c.code("name", "who"), CHANGE)
USES = (
    c.count("n", "n", "seats"),
    c.number("before", "before", 3, "a seat and game", estimate=True),
    c.number("after", "after", 3, "a seat and game", estimate=True),
    c.number("difference", "difference", 3, sign=True, estimate=True, note="after minus before, on the same deals"),
    c.percent("relative", "in % of before", estimate=True, note="the difference over the mean before"),
)

CHANGES = Table(
    "changes",
    (
        CHANGE,
        c.code("what", "what"),
        c.worded("before", "before", lambda value, words: Markup("<del>{}</del>").format(value)),
        c.worded("after", "after", lambda value, words: Markup("<ins>{}</ins>").format(value)),
    ),
    change_table,
)
FAIRNESS = Table(
    "fairness",
    (
        *WHO,
        c.count("n", "n", "seats or pairs"),
        c.pp(
            "before",
            "from fair, before",
            estimate=True,
            note=f"a board from the baseline, others from par; {c.TOGETHER}",
        ),
        c.word("word_before", "verdict before"),
        c.pp("after", "from fair, after", estimate=True, note=c.TOGETHER),
        c.word("word_after", "verdict after"),
        c.word("outcome", "so it"),
    ),
    fairness_table,
)
WIN_SHARES = Table(
    "win_shares",
    (
        *WHO,
        c.N,
        c.percent("before", "win share before", estimate=True),
        c.percent("after", "after", estimate=True),
        c.pp("effect", "difference", estimate=True, note=f"after minus before; {c.TOGETHER}, the kind"),
        c.P,
    ),
    win_share_table,
)
FAIR_VALUES = Table(
    "fair_values",
    (
        *WHO[:2],
        c.code("changed", "what is set"),
        c.number("value", "fair at", 2, estimate=True, note="interpolated; null: not within the values played"),
        c.percent("within", "how surely within the values played", note="share of draws with a fair value"),
        c.code("words", "in words"),
    ),
    fair_value_table,
)
RESPONSE = Table(
    "response",
    (
        *WHO[:2],
        c.code("changed", "what is set"),
        c.number("value", "value", 0),
        c.pp("apart", "from fair", estimate=True, note="a board from the baseline, others from par"),
    ),
    response_table,
)
POINTS = Table("points", POINT_COLUMNS, point_table, side_by_side=("mean", "difference"))
SHAPE = Table("shape", SHAPE_COLUMNS, shape_table, side_by_side=("mean", "difference"))
COUNTERS = Table(
    "counters",
    (c.code("counter", "counter", printed=False), c.code("label", "what"), CHANGE, *USES),
    counter_table,
)
POWERS = Table("powers", (c.BOARD, c.word("ability", "ability"), CHANGE, *USES), ability_table)
TUNED_PLAYERS = Table(
    "tuned_players",
    (
        *WHO,
        c.word("players", "players", note="ordinary, tuned for the side they play, or how far the two differ"),
        c.N,
        c.pp("effect", "effect", estimate=True, note=f"share, after minus before; {c.TOGETHER}"),
        c.P,
    ),
    tuned_table,
)
RETUNED = Table(
    "retuned",
    (
        CHANGE,
        c.STRATEGY,
        c.word("plays", "plays", note="found on which side: the best there of all found"),
        c.count("generations", "generations", note="of 16 plans"),
        c.count("deals", "fresh deals"),
        c.pp("share", "gain of win share", estimate=True, note="over the plan whose seat it takes"),
        c.points("ahead", "points ahead", sign=True, estimate=True, note="gain, of the mean opponent"),
    ),
    gain_table,
)
EXAMPLES = Table(
    EXAMPLE_GAMES,
    (
        c.word("kind", "kind", note="typical / closest / strangest"),
        c.code("change", "change", note="where there are several"),
        c.count("game", "game", note="its number in both scenarios"),
        c.link("replay", "before", "watch", note="the page of its replay; null: none"),
        c.link("replay_after", "after", "watch", note="the same"),
        c.number("apart", "apart", 1, "points a seat", note="mean over seats of how far its score moved"),
        c.worded("played", "who played, and their scores", lambda value, words: seats_text(str(value))),
        c.count("winning_margin", "margin, before", "points"),
        c.count("winning_margin_after", "after", "points"),
        replace(c.count("n_decisions", "length", "decisions"), printed=False),
        replace(c.count("n_decisions_after", "length", "decisions"), printed=False),
        c.word("scenario", "scenario", printed=False, note="that of the game after the change"),
        replace(c.count("deal", "deal"), printed=False),
    ),
    pair_games,
)
