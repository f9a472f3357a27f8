"""`analyser repair`: the smallest change that makes a game fair."""

from pathlib import Path

from analyser.cli import completion as complete
from analyser.cli.option_parsers import int_option_from, parse_names, parse_players, parse_switches
from analyser.cli.options import AMOUNT, TASK, declared, option

__all__ = ["repair"]

MAX_EDITS = 5


@declared(
    goal=option(
        str, TASK, "A,B,…", "What is to become fair: boards (each among the other sides), plain (each against the "
        "plain one), seats, strategies, or openings: none wins more than the others by the margin. [default: boards, "
        "else seats]",
        complete.choices("boards", "plain", "seats", "strategies", "openings")),
    start=option(
        list[str], TASK, "DATA=VALUE", "The game begins from here: a value of its data, or points at the start such as "
        "start_points.seats.2=3. Repeatable."),
    vary=option(
        list[str], TASK, "DATA=LOW..HIGH", "Data that may change, by their path, in which * stands for any word: "
        "'boards.*.tracks.*=2..4'; =2..8/2 goes in steps of 2. Repeatable. [default: points at the start, and "
        "what the game names]"),
    retune=option(
        str, TASK, "M|TIME|Ngen", "Also judge it with players tuned for the edited game: for M minutes more, or for "
        "20gen, 20 generations each. Takes the extra 'tune'."),
    edits=option(int, AMOUNT, "N", "At most N edits. [default: 3]", parser=int_option_from(1, MAX_EDITS)),
    minutes=("M|TIME", "Time for all of it: minutes, or 90s, 1h. [default: 10]"),
    players=("N", "Players at the table. [default: 4, or what the game has]"),
    out=("DIR", "Folder of the answer, new or empty. [default: runs/GAME-repair-…]"),
)  # fmt: skip
def repair(
    game: str | None, goal: str | None, vary: list[str] | None, start: list[str] | None, players: str | None,
    strategies: str | None, option: list[str] | None, components: Path | None, margin: float | None, edits: int | None,
    minutes: float | None, retune: str | None, out: Path | None, json: bool, quiet: bool, seed: int | None,
    workers: int | None,
) -> None:  # fmt: skip
    """What is the smallest change that makes the game fair? Points at the start and numbers of its data are
    edited, few and by little.

    Every single edit is played on the same deals, then sets of few edits that may do; one of them is judged, once, on
    deals that nothing else was played on, with all that it moves besides. What may change a game names in repair.toml
    beside its data, or `repair` in its class. Ctrl-C ends the search with what it has.

    Example: `analyser repair zhanguo --minutes 3`

    Example: `analyser repair zhanguo --goal plain --vary 'boards.*.tracks.*=2..4' --edits 2`
    """
    from analyser.cli.output import print_json
    from analyser.cli.progress import stage_lines
    from analyser.experiments.repair import parse_vary
    from analyser.repair.answer import answer_content, answer_lines, write_files
    from analyser.repair.runs import RepairRequest
    from analyser.repair.session import repair_game
    from cext.safe_files import escape_controls

    values = {
        "game": game, "players": parse_players(players), "strategies": parse_names(strategies, "--strategies"),
        "option": parse_switches(option), "components": None if components is None else str(components),
        "margin": margin, "seed": seed, "workers": workers,
    }  # fmt: skip
    request = RepairRequest(
        values={key: value for key, value in values.items() if value is not None},
        data=tuple(start or ()),
        retune=retune,
        goals=parse_names(goal, "--goal"),
        ranges=parse_vary(vary or ()),
        edits=edits or 3,
        minutes=minutes or 10.0,
        out=out,
    )
    with stage_lines("Loading the game…", quiet=quiet) as announce:
        result = repair_game(request, announce)
        announce("Writing the report…")
        page = write_files(result)
    if json:
        print_json(answer_content(result, page))
    else:
        print(escape_controls("\n".join(answer_lines(result, page))))
    if result.stopped is not None:
        raise result.stopped
