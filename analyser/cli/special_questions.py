"""`analyser repair`, `decisions` and `people`: questions of several runs or of a sample, with pages of their own."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from analyser.cli import completion as complete
from analyser.cli.option_parsers import check_resume, config_values, int_option_from, parse_names
from analyser.cli.options import AMOUNT, TASK, argument, declared, option
from cext.commands import command

if TYPE_CHECKING:
    from reports.answer import Answer

__all__ = ["decisions", "people", "repair"]

MAX_EDITS = 5
DECISION_GAMES, DECISION_MINUTES = 400, 2.0
PEOPLE_GAMES = (
    "Games of each level, of those who look ahead a tenth, in proportion to the plays of each number of players; "
    "rounded up to whole balanced blocks. [default: 2000]"
)


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

    Example: `analyser repair zhanguo --time 3`

    Example: `analyser repair zhanguo --goal plain --vary 'boards.*.tracks.*=2..4' --edits 2`
    """
    from analyser.cli.output import print_json
    from analyser.cli.progress import stage_lines
    from analyser.errors import Interrupted
    from analyser.experiments.repair import parse_vary
    from analyser.repair.answer import answer_content, write_files
    from analyser.repair.runs import RepairRequest
    from analyser.repair.session import repair_game
    from analyser.repair.words import answer_lines, stop_words
    from cext.safe_files import escape_controls

    values = config_values(
        game=game, players=players, strategies=strategies, option=option, components=components, margin=margin,
        seed=seed, workers=workers,
    )  # fmt: skip
    request = RepairRequest(
        values=values,
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
    if result.is_stopped:
        raise Interrupted(stop_words(result))


@declared(
    games=("N", f"Games at most, a decision of each. [default: {DECISION_GAMES}]"),
    minutes=("M|TIME", f"Time for all of it: minutes, or 90s, 1h. [default: {DECISION_MINUTES:g}]"),
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

    Example: `analyser decisions zhanguo --time 10 --margin 5`
    """
    from analyser.cli.output import print_json
    from analyser.cli.progress import counter_display, stage_display
    from analyser.runs.decisions import answer_decisions, write_page
    from analyser.runs.store import check_free

    values = config_values(
        game=game, players=players, strategies=strategies, boards=boards, option=option, margin=margin, seed=seed,
        workers=workers, components=components,
    )  # fmt: skip
    if out is not None:
        check_free(out)
    games, minutes = games or DECISION_GAMES, minutes or DECISION_MINUTES
    words = f"games and a decision of each, {minutes:g} minutes at most"
    with counter_display(games, 0, quiet=quiet) as counter:
        counter.change(0, words)
        result = answer_decisions(values, games=games, minutes=minutes, watch=partial(counter.change, words=words))
    with stage_display("Drawing the charts and writing the page…", quiet=quiet):
        page = write_page(result, out)
    answer = result.answer.answer
    if json:
        content = {"command": "decisions", "game": result.answer.game.title, "player": result.player}
        tables = {name: table.to_dicts() for name, table in answer.tables.items()}
        print_json({**content, "finding": answer.summary, "page": str(page), **tables, "decisions": result.rows})
        return
    _print_screen(answer, page, full=full)


@declared(
    plays=argument(Path | None, "plays.csv", "Plays, a row a seat: play, seat, score or winner; also players, player, "
                   "board, rounds, date.", default=None),
    games=("N", PEOPLE_GAMES),
    out=("DIR", "Folder of the answer, new or empty. [default: runs/GAME-people-…]"),
    resume=("DIR", "Play what is missing of the answer that was stopped in this folder."),
)  # fmt: skip
def people(
    game: str | None, plays: Path | None, option: list[str] | None, components: Path | None, games: int | None,
    out: Path | None, full: bool, json: bool, quiet: bool, seed: int | None, workers: int | None,
    resume: Path | None,
) -> None:  # fmt: skip
    """Do bots play as people do? Plays of yours against bots of each skill level, from novice to expert.

    Bots play at the same tables: the same numbers of players, the same boards in the same seats. The answer is which
    level is nearest, and how points, margins, length, the first seat and boards differ, each with its interval.

    Example: `analyser people zhanguo plays.csv`

    Go on after Ctrl-C: `analyser people --resume DIR`
    """
    from analyser.cli.output import print_json, print_status
    from analyser.cli.progress import progress_display, stage_display
    from analyser.errors import UsageError
    from analyser.runs.people import answer_content, answer_people, begin_people, resume_people, write_page
    from cext.messages import count_noun

    values = config_values(game=game, option=option, components=components, seed=seed, workers=workers)
    check_resume(resume, out)
    with stage_display("Reading the plays…", quiet=quiet):
        if resume is not None:
            if plays is not None or games is not None:
                raise UsageError(f"--resume {resume}: its plays and games stay as they are: leave them out")
            runs = resume_people(resume, values)
        elif plays is None:
            is_table = game is not None and game.endswith(".csv")
            words = f"{game} is no game: name the game first" if is_table else "the plays are missing: name a CSV file"
            raise UsageError(f"{words}: {command('people', 'zhanguo', game if is_table else 'plays.csv')}")
        else:
            runs = begin_people(values, plays, games=games, out=out)
    n_games = sum(run.manifest.games for run in runs.directories)
    sizes = f"{count_noun(runs.plays.n_plays, 'play')} of people, {n_games:,} games of bots"
    for line in (*(notice for run in runs.directories for notice in run.notices), f"{sizes}, in {runs.folder}"):
        print_status(line, quiet=quiet)
    with progress_display(*runs.directories, quiet=quiet) as watch:
        runs.play(watch)
    with stage_display("Comparing, drawing the charts and writing the page…", quiet=quiet):
        result = answer_people(runs)
        page = write_page(result)
    if json:
        print_json(answer_content(result, page))
    else:
        _print_screen(result.answer.answer, page, full=full)


def _print_screen(answer: Answer, page: Path, *, full: bool) -> None:
    """The first screen of an answer, or all of it."""
    from cext.safe_files import escape_controls
    from reports.page.terminal import MAX_LINES, screen_lines

    lines = screen_lines(answer.context, answer.screen, page=str(page), max_lines=10_000 if full else MAX_LINES)
    print(escape_controls("\n".join(lines)))
