"""The terms a reader meets on a report's page, each in one sentence, by the questions that use it."""

from __future__ import annotations

__all__ = ["terms"]

_ALL = ("boards", "balance", "openings")
_SEATS, _TABLE = "boards of the seats", "boards of the table"
_TERMS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    (
        "Win share",
        (
            "1 for a sole win, 1/k for each of k joint winners after the game's own tie-breaks, 0 for a loss; "
            "averaged over games."
        ),
        _ALL,
    ),
    ("Par", "The win share of a seat that is neither favoured nor harmed: one over the number of players.", _ALL),
    ("pp", "Percentage points: the difference of two shares given in %.", _ALL),
    (
        "Deal",
        "Every random input of a game: orders of decks, tiles, first player. Games of one deal share their luck.",
        _ALL,
    ),
    (
        "Interval",
        (
            "95 % interval, with games of one deal counted as one cluster: in 95 of 100 such experiments it holds"
            " the true value."
        ),
        _ALL,
    ),
    ("n", "The games, seat-games (one seat in one game) or pairs a number rests on.", _ALL),
    ("Margin", "The difference a designer would shrug off; set before the games are played.", _ALL),
    ("Balanced", "Shown to lie inside the margin (equivalence test at 5 %), not merely “no difference found”.", _ALL),
    (
        "Unbalanced",
        "Shown to differ (corrected for the number of comparisons), and estimated to lie beyond the margin.",
        _ALL,
    ),
    ("Small but real", "Shown to differ, and shown to lie inside the margin.", _ALL),
    ("Undecided", "Neither shown: more deals are needed; the verdict says how many.", _ALL),
    (
        "p (Holm)",
        "Chance of such a difference if there were none, corrected for the number of comparisons made side by side.",
        _ALL,
    ),
    (
        "Paired difference",
        "Difference between two games that agree in deal, seat and opponents, and differ in the {noun} alone.",
        ("boards",),
    ),
    ("Mirror design", "All seats play one strategy, so that strategies cancel and the {noun} remains.", (_SEATS,)),
    (
        "Cross design",
        "Every seat has a strategy and a {noun} of its own: is it the {noun} or the plan?",
        (_SEATS,),
    ),
    ("Shared design", "Every line-up plays all its rotations on every {noun}, all on the same deal.", (_TABLE,)),
    (
        "Series",
        "One game on every {noun}, each on a deal of its own; the best sum over its games wins.",
        (_TABLE,),
    ),
    ("Odds ratio", "The odds of winning with the {noun} over the odds with the baseline.", ("boards",)),
    ("Elo", "The same advantage as a difference in Elo points against a par opponent.", ("boards", "balance")),
    ("Win points", "Win share times the number of players: 1 is par at any table size.", ("boards", "balance")),
    ("Winners", "Seats that won, joint winners too; all others are the seats that did not.", ("balance",)),
    (
        "Close game",
        "One won by at most a tenth of what winners usually score, but no less than 1 point and no more than 5.",
        ("balance",),
    ),
    (
        "Chosen",
        (
            "Openings as the strategies themselves chose them; confounded by what they had to choose from, for luck "
            "invites certain openings."
        ),
        ("openings",),
    ),
    ("Forced", "Openings drawn by lot and imposed on the same deals: what the opening itself does.", ("openings",)),
    (
        "Plan",
        "A forced opening: which action classes a seat must take in its first turns, wherever one of them is legal.",
        ("openings",),
    ),
    ("Level", "Lower bound of an opening's win share: what it can be trusted to win.", ("openings",)),
    (
        "q",
        "Share of false alarms to expect among all openings at least as striking (Benjamini and Hochberg).",
        ("openings",),
    ),
)


def terms(question: str, *, noun: str = "board", shared: bool = False) -> list[tuple[str, str]]:
    """Terms and their meaning for a question's page; `noun`: what the game calls a board; `shared`: boards are the
    whole table's."""
    asked = {question, _TABLE if shared else _SEATS} if question == "boards" else {question}
    chosen = [(term, meaning) for term, meaning, where in _TERMS if asked & set(where) or question not in _ALL]
    return [(term, meaning.replace("{noun}", noun)) for term, meaning in chosen]
