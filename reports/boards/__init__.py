"""Is one board stronger than another: by how much, for whom, at which seat, and where do its points come from."""

from __future__ import annotations

from reports.boards.price import said
from reports.boards.prices import begun
from reports.boards.verdicts import asks, idle, judge, notes, without_cross
from reports.facts import GameFacts
from reports.page.terms import ELO, WIN_POINTS
from reports.questions.base import Question, Term

__all__ = ["QUESTION"]

# The pieces of evidence, a module each, in reading order; some belong to boards of the seats, some to the table's.
PIECES = (
    "dealt",
    "paired",
    "tuned",
    "by_strategy",
    "price",
    "replayed",
    "auction",
    "winners",
    "shares",
    "sources",
    "games",
    "series",
    "sides",
    "head_to_head",
    "seats",
    "strategies",
    "composition",
    "abilities",
    "tracks",
    "model",
    "held",
)

OF_SEATS: tuple[Term, ...] = (
    (
        "Paired difference",
        (
            "Difference between a seat's games on one deal with the {noun} and with the baseline, the same plan in all "
            "seats; what else differs between them is said beside the verdicts."
        ),
    ),
    ("Mirror design", "All seats play one strategy, so that strategies cancel and the {noun} remains."),
    ("Cross design", "Every seat has a strategy and a {noun} of its own: is it the {noun} or the plan?"),
)
OF_TABLE: tuple[Term, ...] = (
    (
        "Paired difference",
        "Difference between two games that agree in deal, seat and opponents, and differ in the {noun} alone.",
    ),
    ("Shared design", "Every line-up plays all its rotations on every {noun}, all on the same deal."),
    ("Series", "One game on every {noun}, each on a deal of its own; the best sum over its games wins."),
)
ODDS: Term = ("Odds ratio", "The odds of winning with the {noun} over the odds with the baseline.")


def terms(game: GameFacts) -> tuple[Term, ...]:
    """Terms of comparisons between boards of the seats, or of the table."""
    return (*(OF_TABLE if game.shared else OF_SEATS), ODDS, ELO, WIN_POINTS)


def screen(game: GameFacts) -> tuple[str, ...]:
    """Names of the families of the first screen."""
    return ("boards board seat", "boards board strategy") if game.shared else ("dealt board", "boards board")


QUESTION = Question(
    name="boards",
    package="reports.boards",
    pieces=PIECES,
    asks=asks,
    judge=judge,
    screen=screen,
    refines=lambda game: not game.shared,
    idle=idle,
    said=said,
    ahead=begun,
    before=notes,
    after=without_cross,
    terms=terms,
)
