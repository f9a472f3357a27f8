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
    out=("DIR", "Folder of the page, new or empty. [default: runs/GAME-decisions-…]"),
)
def decisions(
    game: str | None, players: str | None, strategies: str | None, boards: str | None, option: list[str] | None,
    components: Path | None, margin: float | None, games: int | None, minutes: float | None, out: Path | None,
    full: bool, json: bool, quiet: bool, seed: int | None, workers: int | None,
) -> None:  # fmt: skip
    """Do decisions matter? By how much does the best option beat the others; which is never taken; kingmaking.

    A search plays games; of one decision of each, drawn at random, options are played out many times. What the first
    half of the playouts picks is measured by the second half, so that chance is not taken for a good option.

    Example: `analyser decisions qin`

    Example: `analyser decisions zhanguo --minutes 10 --margin 5`
    """
    from analyser.cli.output import print_json
    from analyser.cli.progress import stage_lines
    from analyser.runs.decisions import answer_decisions, write_page
    from analyser.runs.store import check_free
    from cext.safe_files import escape_controls
    from reports.page.terminal import MAX_LINES, screen_lines

    values = {
        "game": game, "players": parse_players(players), "strategies": parse_names(strategies, "--strategies"),
        "boards": parse_names(boards, "--boards"), "option": parse_switches(option), "margin": margin, "seed": seed,
        "workers": workers,
        "components": None if components is None else str(components),
    }  # fmt: skip
    values = {key: value for key, value in values.items() if value is not None}
    if out is not None:
        check_free(out)
    with stage_lines("Playing games and decisions…", quiet=quiet) as announce:
        result = answer_decisions(values, games=games or GAMES, minutes=minutes or MINUTES)
        announce("Drawing the charts and writing the page…")
        page = write_page(result, out)
    answer = result.answer.answer
    if json:
        content = {"command": "decisions", "game": result.answer.game.title, "player": result.player}
        tables = {name: table.to_dicts() for name, table in answer.tables.items()}
        print_json({**content, "finding": answer.summary, "page": str(page), **tables, "decisions": result.rows})
        return
    lines = screen_lines(answer.context, answer.screen, page=str(page), max_lines=10_000 if full else MAX_LINES)
    print(escape_controls("\n".join(lines)))
