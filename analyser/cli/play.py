"""`analyser play`: a person plays a game against strategies."""

from pathlib import Path

from analyser.cli.option_parsers import parse_names, parse_players, parse_switches
from analyser.cli.options import declared

__all__ = ["play"]


@declared(
    players=("N", "Players at the table, you among them. [default: as many as --opponents names, or 4]"),
    out=("FILE", "Write the game record, also when you quit."),
)
def play(
    game: str | None, players: str | None, seat: int | None, opponents: str | None, boards: str | None,
    option: list[str] | None, components: Path | None, hints: bool, judge: str | None, think: float | None,
    out: Path | None, seed: int | None,
) -> None:  # fmt: skip
    """Play a game against strategies: options in words, hints, decisions taken back, a record at the end.

    Example: `analyser play zhanguo --seat 1 --opponents builder,tasks --out game.jsonl`
    """
    import sys

    from rich.console import Console

    from analyser.play.dialogue import Dialogue
    from analyser.play.session import find_adviser, new_session

    session, load, program = new_session(
        {
            "game": game,
            "players": parse_players(players),
            "boards": parse_names(boards, "--boards"),
            "seed": seed,
            "option": parse_switches(option),
            "components": None if components is None else str(components),
        },
        seat=1 if seat is None else seat,
        against=parse_names(opponents, "--opponents") or (),
        save=out,
        think=think,
    )
    adviser = find_adviser(session, judge, hints=hints)
    width = None if sys.stdout.isatty() else 120
    console = Console(width=width, highlight=False)
    Dialogue(session, console, ask=input, load=load, program=program, save=out, hints=hints, adviser=adviser).run()
