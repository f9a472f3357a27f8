"""Game records: one is as the rules say, or differs from them in a place that is told; it can be shown, or it is told
why not."""

import json
from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.changing import changed, changed_lines, changed_tree, lines_text
from tests.fuzz.trying import Defect, Files, Loader, called

__all__ = ["Records"]

FILE = "game.jsonl"
LEFT = 12  # decisions of a game that was left
SHORT = 0.8  # of the inputs: such a game takes a tenth of the time
Lines = list[dict[str, Any]]
# Of a header and the end, what the rules do not decide: components are the record's own, and a switch may not have
# mattered in a short game.
FREE = {"components", "options", "analyser", "engine", "sha256", "seats", "components_sha256"}


class Records(Loader):
    """Records of a game."""

    def __init__(self, game: str) -> None:
        self.game, self.name = game, f"records-{game}"
        self.made: dict[int | None, Lines] = {}  # by the number of decisions after which the game was left

    def text(self, count: int | None) -> bytes:
        """The record of a game of random players, for as few as can play it; left after so many decisions, if any."""
        from analyser.records.format import Seat, record_lines
        from cext.games import OptionError, load_game

        if count not in self.made:
            for players in range(1, 7):
                try:
                    game = load_game(self.game, players=players)
                    break
                except OptionError:
                    continue
            dealt = game.deal(seed=1, deal=3)
            numbers = [dealt.board_of(seat) for seat in range(players)]
            seats = [Seat("random", game.boards[number] if number >= 0 else None) for number in numbers]
            moves, program = random_moves(game), {"analyser": "0", "engine": "0"}
            lines = list(record_lines(game, islice(moves, count), seats=seats, seed=1, deal=3, program=program))
            self.made[count] = json.loads(json.dumps(lines))
        return lines_text(self.made[count]).encode()

    def genuine(self, draw: Random) -> Files:
        return {FILE: self.text(LEFT if draw.random() < SHORT else None)}

    def changed(self, draw: Random, name: str, content: bytes) -> bytes:
        way = draw.random()
        if way < 0.1:
            return changed(draw, name, content)
        if way < 0.15:
            return changed_lines(draw, content)
        pieces = content.splitlines()
        for _ in range(draw.choice((1, 1, 1, 2, 4))):
            place = draw.choice((0, 0, 0, 0, -1, 1, 2, *(draw.randrange(len(pieces)) for _ in range(5))))
            tree = json.loads(pieces[place])
            inner = draw.choice(sorted(tree)) if isinstance(tree, dict) and tree else None
            if inner is not None and isinstance(tree[inner], dict | list) and draw.random() < 0.7:
                tree[inner] = changed_tree(draw, tree[inner])  # else components would be changed nearly always
            else:
                tree = changed_tree(draw, tree)
            with suppress(RecursionError):  # it is deeper than can be written
                pieces[place] = json.dumps(tree).encode()
        return b"\n".join(pieces) + b"\n"

    def sealed(self, draw: Random, files: Files) -> Files:
        from analyser.records.format import digest

        if draw.random() < 0.4:
            return files
        try:
            lines = [json.loads(piece) for piece in files[FILE].splitlines()]
            if draw.random() < 0.7:
                lines[0]["components_sha256"] = digest([lines[0]["components"]])
            lines[-1].pop("sha256", None)
            lines[-1]["sha256"] = digest(lines)
            return {FILE: lines_text(lines).encode()}
        except (ValueError, TypeError, AttributeError, LookupError, RecursionError):
            return files

    def use(self, draw: Random, folder: Path) -> None:
        from analyser.records.file import read_record
        from analyser.records.verify import verify_record
        from analyser.replay.page import page_text
        from analyser.replay.timeline import build_timeline, locate_damage, log_lines

        file = folder / FILE
        if draw.random() < 0.1:
            called("verify", "--full", *(["--json"] if draw.random() < 0.3 else []), file)
        record = read_record(file)
        found = verify_record(record, find_all=draw.random() < 0.2).differences
        if not found and all(of_the_rules(record.lines) != of_the_rules(lines) for lines in self.made.values()):
            raise Defect("another game than was played, and verified")
        if draw.random() < 0.1:
            called("replay", "--plain", file)
        if draw.random() < 0.03:
            called("replay", "--html", folder / "page.html", file)
        with locate_damage(record):
            story = build_timeline(record)
            list(log_lines(story))
            if draw.random() < 0.05:
                page_text(story)


def random_moves(game: Any) -> Iterator[int]:
    """Moves of random players where there is more than one, to the end of the game."""
    chance, position = Random(1), game.deal(seed=1, deal=3)
    while position.to_move is not None:
        legal = position.moves()
        move = chance.choice(legal)
        if len(legal) > 1:
            yield move
        position.apply(move)


def of_the_rules(lines: Any) -> list[str]:
    """What the rules decide of a record's lines, each as one text."""
    from analyser.records.format import canonical

    return [canonical({key: value for key, value in line.items() if key not in FREE}) for line in lines]
