"""The chart of a training: what the player wins, and what the network foresees, by the games it learned from."""

from __future__ import annotations

from math import log2
from typing import TYPE_CHECKING

from analyser.training.checkpoint import LOOK_TURNS
from reports.charts.lines import Series, line_panels
from reports.charts.sheet import Estimate, Scale
from reports.charts.style import CATEGORIES, house_style, png_bytes

if TYPE_CHECKING:
    from analyser.training.checkpoint import Measured, TrainingResult
    from analyser.training.start import TrainingSession

__all__ = ["draw_learning"]

MAX_TICKS = 5


def draw_learning(session: TrainingSession, result: TrainingResult) -> bytes:
    """The chart as PNG."""
    first = result.looks[0].games
    places = tuple(log2(look.games / first) for look in result.looks)
    steps = int(places[-1])
    ticks = {float(step): f"{first << step:,}" for step in range(0, steps + 1, 1 + steps // MAX_TICKS)}
    shares = tuple(Estimate(100 * look.share, 100 * look.low, 100 * look.high) for look in result.looks)
    errors = tuple(Estimate(look.error, look.error, look.error) for look in result.looks)
    fair = 100 / session.players
    against = ", ".join(session.checkpoint.objective.against)

    def measured(label: str, player: Measured, colour: str) -> Series:
        estimate = Estimate(100 * player.share, 100 * player.low, 100 * player.high)
        return Series(label, colour, (places[-1],), (estimate,), bars=True)

    win_share = [
        Series(f"on the way, {LOOK_TURNS} turns", CATEGORIES[0], places, shares),
        measured(f"in the end, {result.turns} turns", result.player, CATEGORIES[1]),
        measured("plain search of equal time", result.plain, CATEGORIES[2]),
    ]
    foreseen = [Series("error", CATEGORIES[0], places, errors)]
    with house_style():
        figure = line_panels(
            f"{session.checkpoint.plan} with a network wins {100 * result.player.share:.0f} of 100 games",
            f"One player alone among {against}; {session.players} players; a fair share is {fair:.0f}",
            [
                ("Games won", win_share, Scale("win share, %", fair)),
                ("How wrong it foresees the end", foreseen, Scale("mean squared error", result.error_of_mean)),
            ],
            x_label="games learned from",
            tick_labels=ticks,
            note="Black lines: a fair share, and the error of a guess that knows nothing of the game.",
        )
        return png_bytes(figure)
