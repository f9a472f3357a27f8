"""`analyser decisions`: whether decisions matter, which options nobody takes, who is kingmaker."""

from __future__ import annotations

from pathlib import Path

from analyser.cli.option_parsers import parse_names, parse_players, parse_switches
from analyser.cli.options import declared

__all__ = ["decisions"]

GAMES, MINUTES = 400, 2.0


@declared(
    games=("N", f"Games at most, a decision of each. [default: {GAMES}]"),
    minutes=("M|TIME", f"Time for all of it: minutes, or 90s, 1h. [default: {MINUTES:g}]"),
    players=("N", "Players at the table. [default: 4, or what the game has]"),
    strategies=("A", "The search that plays and plays out. [default: one with the plan of the strongest level]"),
)
def decisions(
    game: str | None, players: str | None, strategies: str | None, boards: str | None, option: list[str] | None,
    components: Path | None, margin: float | None, games: int | None, minutes: float | None, full: bool, json: bool,
    quiet: bool, seed: int | None,
) -> None:  # fmt: skip
    """Do decisions matter? By how much does the best option beat the others; which is never taken; kingmaking.

    A search plays games; of one decision of each, drawn at random, options are played out many times. What the first
    half of the playouts picks is measured by the second half, so that chance is not taken for a good option.

    Example: `analyser decisions qin`

    Example: `analyser decisions zhanguo --minutes 10 --margin 5`
    """
    from analyser.cli.output import print_json
    from analyser.cli.progress import stage_lines
    from analyser.experiments.decisions import HALF, search_decisions
    from cext.safe_files import escape_controls
    from reports.estimators.decisions import decision_values
    from reports.page.terminal import MAX_LINES, screen_lines
    from reports.questions.decisions import decision_screen

    values = {
        "game": game, "players": parse_players(players), "strategies": parse_names(strategies, "--strategies"),
        "boards": parse_names(boards, "--boards"), "option": parse_switches(option), "margin": margin, "seed": seed,
        "components": None if components is None else str(components),
    }  # fmt: skip
    values = {key: value for key, value in values.items() if value is not None}
    with stage_lines("Playing games and decisions…", quiet=quiet):
        sample = search_decisions(values, games=games or GAMES, minutes=minutes or MINUTES)
    screen = decision_screen(sample.rows, margin=sample.margin, half=HALF, player=sample.player)
    if json:
        table = decision_values(sample.rows, sample.margin)
        content = {"command": "decisions", "game": sample.title, "player": sample.player, "finding": screen.finding}
        print_json({**content, "values": table.to_dicts(), "decisions": sample.rows})
        return
    context = f"{sample.title} · {sample.players} players · do decisions matter?"
    print(escape_controls("\n".join(screen_lines(context, screen, max_lines=10_000 if full else MAX_LINES))))
