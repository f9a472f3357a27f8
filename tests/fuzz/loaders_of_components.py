"""Folders of component files, and maps: what is loaded of them is played to the end, and its records verify."""

import csv
import io
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import polars as pl

from analyser.experiments.people import read_plays
from cext.games import ComponentError, OptionError, component_set, load_game
from cext.games.owner_data import write_unknown
from cext.games.printings import unknown_data_of
from cext.kernel.game import Game
from tests.fuzz.trying import Defect, Files, Loader, called
from tests.games.tables import FORMS, as_saved

__all__ = ["Components", "FilledTables", "Maps", "PlaysOfPeople", "behaves"]

MOST_PLIES = 20_000  # of any game
GAMES = 4  # played to the end, besides the one that is looked at decision by decision
RECORDED = 0.1  # of what is loaded: a game of it is recorded, and the record verified


class Components(Loader):
    """The component files of a game."""

    def __init__(self, game: str) -> None:
        self.game = self.name = game

    def genuine(self, draw: Random) -> Files:
        files = dict(shipped(self.game))
        keep = draw.random() < 0.3  # a folder may leave files out: those are the shipped ones
        return files if keep else {name: files[name] for name in draw.sample(sorted(files), min(2, len(files)))}

    def use(self, draw: Random, folder: Path) -> None:
        found = component_set(self.game).check(folder)
        told = [line for line in found if line.startswith("error: ")]
        if any(not line.startswith(("error: ", "warning: ")) for line in found):
            raise Defect(f"check: {found}")
        if draw.random() < 0.05:
            called("components", "check", self.game, folder, "--games", 0)
        try:
            component_set(self.game).load(folder)
        except ComponentError as error:
            if not told:
                raise Defect(f"check finds nothing, and load says {error}") from error
            raise
        if told:
            raise Defect(f"check says {told[0]}, and load nothing")
        components = component_set(self.game)
        components.edits(components.raw_content(folder))
        behaves(loaded(self.game, draw, components=folder), draw)


class Maps(Loader):
    """A map of Qin, named by its path."""

    name = "maps"

    def genuine(self, draw: Random) -> Files:
        maps = [content for name, content in shipped("qin").items() if name.startswith("maps/")]
        return {"mine.toml": draw.choice(maps)}

    def use(self, draw: Random, folder: Path) -> None:
        behaves(loaded("qin", draw, map=str(folder / "mine.toml")), draw)


class FilledTables(Loader):
    """Tables of unknown values, some of them filled in with our guesses, as a spreadsheet saves them."""

    name = "filled-tables"

    def genuine(self, draw: Random) -> Files:
        game = draw.choice(("zhanguo", "first_empire", "middle_kingdom"))
        header, *rows = csv.reader(io.StringIO(unknown_values(game)))
        guess, value = header.index("guess"), header.index("value")
        for row in rows if draw.random() < 0.5 else ():
            row[value] = row[guess]
        out = io.StringIO(newline="")
        csv.writer(out).writerows([header, *rows])
        return {f"{game}/box.csv": as_saved(out.getvalue(), draw.choice(FORMS))}

    def use(self, draw: Random, folder: Path) -> None:
        (file,) = folder.glob("*/box.csv")
        behaves(loaded(file.parent.name, draw, components=file), draw)


class PlaysOfPeople(Loader):
    """Plays of people, as a spreadsheet saves them."""

    name = "plays"

    def genuine(self, draw: Random) -> Files:
        lines = ["play,seat,score,winner,player,date"]
        for play in range(12):
            points = [draw.randint(0, 9) for _ in range(3)]
            for seat, n in enumerate(points, 1):
                won = "yes" if n == max(points) else ""
                lines.append(f"p{play},{seat},{'' if play % 5 == 1 else n},{won},{draw.choice('ABC')}{seat},2025-03-31")
        return {"plays.csv": as_saved("\n".join(lines), draw.choice(FORMS))}

    def use(self, draw: Random, folder: Path) -> None:
        plays = read_plays(folder / "plays.csv")
        rows = plays.rows
        n_winners = rows.group_by("play").agg(pl.col("winner").sum())["winner"]
        if plays.n_plays < 10 or n_winners.min() == 0 or rows["play"].n_unique() != plays.n_plays:
            raise Defect(f"{plays.n_plays} plays, {n_winners.to_list()} winners")


@cache
def unknown_values(game: str) -> str:
    """The table of the unknown values of a game."""
    unknowns = unknown_data_of(game)
    assert unknowns is not None
    with TemporaryDirectory() as folder:
        write_unknown(unknowns, Path(folder) / "box.csv", {})
        return (Path(folder) / "box.csv").read_text(encoding="utf-8-sig")


@cache
def shipped(game: str) -> dict[str, bytes]:
    """The shipped component files."""
    folder = component_set(game).shipped
    files = (path for path in folder.rglob("*") if path.suffix in (".csv", ".toml"))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(files)}


def loaded(name: str, draw: Random, **named: Any) -> Game:
    """The game for one of its numbers of players."""
    counts = list(range(1, 7))
    draw.shuffle(counts)
    for players in counts:
        try:
            return load_game(name, players=players, **named)
        except OptionError as error:
            if "players" not in str(error):
                raise
    raise Defect("no number of players is right")


def behaves(game: Game, draw: Random) -> None:
    """Plays the game: Defect where it does not come to its end, or a state or a record is not what it should be."""
    import numpy as np

    from cext.games.contract import fitting
    from cext.kernel.match import play_games
    from cext.kernel.policy import RandomPolicy
    from strategies import list_strategies, load_strategy

    boards = fitting(game, [draw.choice(game.boards) for _ in range(game.players)] if game.boards else None)
    position = game.deal(seed=1, deal=draw.randrange(1000), boards=boards)
    for _ in range(MOST_PLIES):
        if position.consistent():
            raise Defect(f"state not consistent: {position.consistent()}")
        if position.to_move is None:
            break
        moves = position.moves()
        if not moves:
            raise Defect("a player has no move")
        if draw.random() < 0.05:
            position.features(draw.choice(moves))
            game.words.text(position, draw.choice(moves))
        position.apply(draw.choice(moves))
    else:
        raise Defect("the game does not end")
    plans = [plan.name for plan in list_strategies(game.name) if plan.kind == "weighted"] or ["random"]
    numbers = [game.boards.index(board) for board in boards] if boards else [-1] * game.players
    play_games(
        game,
        [RandomPolicy(), load_strategy(draw.choice(plans), game)],
        seed=2,
        games=np.arange(GAMES),
        deals=np.arange(GAMES),
        policy=[[(seat + n) % 2 for seat in range(game.players)] for n in range(GAMES)],
        board=[numbers] * GAMES,
    )
    game.facts()
    if draw.random() < RECORDED:
        recorded(game, draw, boards)


def recorded(game: Game, draw: Random, boards: list[str] | None) -> None:
    """Plays a game, and holds its record against the rules."""
    from analyser.records.file import parse_record, record_text
    from analyser.records.format import Seat, record_lines
    from analyser.records.verify import verify_record

    def moves() -> Any:
        position = game.deal(seed=1, deal=7, boards=boards)
        while position.to_move is not None:
            legal = position.moves()
            move = draw.choice(legal)
            if len(legal) > 1:
                yield move
            position.apply(move)

    dealt = game.deal(seed=1, deal=7, boards=boards)
    numbers = [dealt.board_of(seat) for seat in range(game.players)]
    seats = [Seat("random", game.boards[number] if number >= 0 else None) for number in numbers]
    program = {"analyser": "0", "engine": "0"}
    text = record_text(record_lines(game, moves(), seats=seats, seed=1, deal=7, program=program))
    for difference in verify_record(parse_record(text, "played")).differences:
        raise Defect(f"the record of a game played differs from the rules: {difference}")
