"""The conversation of a game in the terminal: the table, the menu of moves in words, answers typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.segment import Segment, Segments
from rich.text import Text

from analyser.errors import AnalyserError
from analyser.play.session import MadeMove, Session
from analyser.records import write_record
from analyser.replay.explain import Explanation, Option
from analyser.replay.renderer import PlainRenderer, TableRenderer, renderer_of
from analyser.replay.terminal import is_short, legend_table, lines_on, style_of, table_screens
from analyser.replay.timeline import end_lines
from cext.messages import count_noun

if TYPE_CHECKING:
    from cext.kernel.game import Position
    from cext.kernel.policy import Policy

__all__ = ["Choice", "Dialogue", "Menu"]

HELP = (
    ("a number or sign", "make the move it stands before"),
    ("a move's notation", "the same"),
    ("show", "the table and your moves once more; Enter alone turns the table's pages"),
    ("hint", "what a strategy would do here; hint NAME asks another one"),
    ("undo", "take back your last decision and all that followed"),
    ("save FILE", "write the record of the game so far"),
    ("help or ?", "this list and what the signs on the table mean"),
    ("quit", "stop playing"),
)
SHOWN_HINTS = 3  # moves a hint values
REASONS = 4  # features a hint names
MIN_TABLE_LINES = 12  # lines of a table's page above a menu
ENDLESS = 10_000  # lines of a page where output is no terminal


@dataclass(frozen=True)
class Choice:
    """A legal move of the menu."""

    key: str  # what to type for it: its place in the menu from 1, or its notation
    move: int
    text: str
    notation: str
    group: str  # the name of its class; "": moves are not shown by classes


class Menu:
    """The legal moves of a position in the order in which they are shown: by their classes where the game says so.

    uses_notation: whether the game itself calls a move by a number (a bid of 3), so that places in the list would
    mislead and notations are typed instead.
    """

    def __init__(self, position: Position) -> None:
        words = position.game.words
        moves = position.moves()
        of_class = {move: position.move_class(move) if words.by_class else 0 for move in moves}
        moves.sort(key=lambda move: of_class[move])
        signs = [words.notation(position, move) for move in moves]
        names = [name for _, name in position.game.classes]
        self.uses_notation = any(sign.isdecimal() for sign in signs)
        self.choices = [
            Choice(
                sign if self.uses_notation else str(i), move, words.text(position, move), sign, names[of_class[move]]
            )
            for i, (move, sign) in enumerate(zip(moves, signs, strict=True), 1)
        ]

    def groups(self) -> list[tuple[str, list[Choice]]]:
        """The choices by their groups."""
        return [(name, list(choices)) for name, choices in groupby(self.choices, key=lambda choice: choice.group)]

    def choice_of(self, move: int) -> Choice:
        """The choice that is that move."""
        return next(choice for choice in self.choices if choice.move == move)

    def choice_at(self, number: int) -> Choice:
        """The choice at that place; ValueError where there is none."""
        if not 1 <= number <= len(self.choices):
            raise ValueError(f"{number}: type a number from 1 to {len(self.choices)}, or ? for help")
        return self.choices[number - 1]


class Dialogue:
    """Plays a session with a person.

    ask: gives the next line typed, raises EOFError when there is none. load: a policy by its name, for hints.
    save: where to write the record at the end, or when the person quits. hints: whether one is given before every
    decision; adviser: who gives hints where no one is named, None: the first opponent.
    """

    def __init__(
        self,
        session: Session,
        console: Console,
        *,
        ask: Callable[[str], str],
        load: Callable[[str], Policy],
        program: Mapping[str, str],
        save: Path | None = None,
        hints: bool = False,
        adviser: str | None = None,
    ) -> None:
        self.session, self.console, self.ask, self.load = session, console, ask, load
        self.program, self.save = program, save
        self.hints, self.adviser = hints, adviser
        header = next(session.record(program))
        self.short = is_short(console.width, session.game.players)
        self.renderer: TableRenderer = renderer_of(header, short=self.short)
        self.header = header
        self.turn: tuple[int, ...] = ()
        self.unseen: list[MadeMove] = []  # of others, which lie face down
        self.page = 0  # of the table
        self.pages = 1

    @property
    def me(self) -> int:
        """The person's number, from 1."""
        return self.session.seat + 1

    @property
    def opponents(self) -> Iterator[str]:
        """The strategies of the other seats."""
        return (name for seat, name in enumerate(self.session.names) if seat != self.session.seat)

    def run(self) -> None:
        """Play until the game is over or the person leaves; the record is saved as it stands even when interrupted."""
        self.say(f"You are player {self.me}. Type the number or sign before a move to make it, ? for help.")
        try:
            while self.continue_game():
                pass
        finally:
            if self.save is not None:
                self.write(self.save)

    def continue_game(self) -> bool:
        """Up to the person's next answer; False when there is nothing more to do."""
        for move in self.session.advance():
            self.print_move(move)
        if self.session.is_over:
            self.show()
            self.end()
            return False
        turn = self.session.position.clock()[:2]
        if turn != self.turn:
            self.turn = turn
            self.show()
        return self.decide()

    # -- telling -----------------------------------------------------------------------------------------------------

    def say(self, words: str | Text) -> None:
        """A line to the person."""
        self.console.print(words, soft_wrap=isinstance(words, str))

    def print_move(self, move: MadeMove) -> None:
        """A move that was made, and those of others that it reveals; nothing of one that lies face down itself."""
        self.unseen.append(move)
        if not self.session.game.words.face_down(move.position):
            revealed, self.unseen = self.unseen, []
        else:
            revealed = [self.unseen.pop()] if move.seat == self.session.seat else []
        for made_move in revealed:
            self.print_line(made_move)

    def print_line(self, move: MadeMove) -> None:
        """A move and what followed, as far as the person may know."""
        game, seat = self.session.game, move.seat + 1
        name = f"player {seat} ({self.session.names[move.seat]})" if seat != self.me else "you"
        only = " (the only move)" if move.forced and seat == self.me else ""
        text = self.renderer.redact(game.words.text(move.previous, move.move), seat=self.me, mover=seat)
        line = Text.assemble((name, style_of(f"seat{seat}")), f": {text}{only}")
        for event in game.words.events(move.previous, move.move, move.position):
            line.append(f" · {self.renderer.redact(event, seat=self.me, mover=seat)}", "dim")
        self.say(line)

    def show(self, page: int = 0) -> None:
        """The table as the person sees it: a page of it, where it is higher than what the menu leaves of the terminal,
        from the first on and round again."""
        game, position = self.session.game, self.session.position
        if isinstance(self.renderer, PlainRenderer):
            view = self.renderer.render(game.words.view(position, self.session.seat))
        else:
            view = self.renderer.render(game.words.whole_state(position), seat=self.me)
        to_move = position.to_move
        pages = table_screens(
            self.console,
            view,
            Rule(view["title"], style="dim"),
            height=self.table_height(),
            short=self.short,
            to_move=None if to_move is None else to_move + 1,
        )
        self.page, self.pages = page % len(pages), len(pages)
        self.console.print()
        self.console.print(
            Segments([segment for line in pages[self.page] for segment in (*line, Segment.line())]), end=""
        )
        if len(pages) > 1:
            self.say(Text(f"page {self.page + 1} of {len(pages)}: Enter shows the next", "dim"))

    def table_height(self) -> int:
        """Lines for the table above the number of its page and the prompt: what the menu leaves, where that is enough;
        else all, and the menu does not stand on the same screen."""
        if not self.console.is_terminal:
            return ENDLESS
        height = self.console.height - 3
        menu = 0 if self.session.is_over else len(lines_on(self.console, self.menu_view(Menu(self.session.position))))
        return height - menu if height - menu >= MIN_TABLE_LINES else height

    def end(self) -> None:
        """Scores by category."""
        *_, line = self.session.record(self.program)
        for words in end_lines(self.header, line):
            self.say(words)

    def menu_view(self, menu: Menu) -> RenderableType:
        """What may be done, numbered."""
        game, position = self.session.game, self.session.position
        wide = max(len(choice.key) for choice in menu.choices)
        lines: list[RenderableType] = ["", f"Your move ({game.stages[position.clock()[2]]}):"]
        for group, choices in menu.groups():
            if group:
                lines.append(Text(group, "italic"))
            options = [self.option(menu, choice, wide) for choice in choices]
            lines.append(Columns(options, padding=(0, 3), column_first=True))
        return Group(*lines)

    def option(self, menu: Menu, choice: Choice, wide: int) -> Text:
        """A line of the menu: what to type, what it does, its notation."""
        notation = "" if menu.uses_notation else f"  {choice.notation}"
        return Text.assemble((f"{choice.key:>{wide}}  ", "bold"), choice.text, (notation, "dim"))

    # -- answers -----------------------------------------------------------------------------------------------------

    def decide(self) -> bool:
        """Ask until a move is made, taken back, or the person leaves (False)."""
        menu = Menu(self.session.position)
        self.console.print(self.menu_view(menu))
        if self.hints:
            self.hint(menu, "")
        while True:
            try:
                answer = self.ask("> ").strip()
            except EOFError:
                answer = "quit"
            word, _, rest = answer.partition(" ")
            if word == "quit":
                self.say("The game is left.")
                return False
            if word == "undo":
                if self.session.undo():
                    self.unseen.clear()
                    self.turn = ()
                    self.say("taken back")
                    return True
                self.say("there is nothing to take back: it is your first decision")
            elif not word and self.pages > 1:
                self.show(self.page + 1)
            elif word == "show":
                self.show()
                self.console.print(self.menu_view(menu))
            elif word in ("help", "?"):
                self.help()
            elif word == "hint":
                self.hint(menu, rest.strip())
            elif word == "save":
                self.save_record(rest.strip())
            elif self.make_move(menu, answer):
                return True

    def make_move(self, menu: Menu, answer: str) -> bool:
        """Make the move an answer names; one line says what is wrong with it where it names none."""
        position = self.session.position
        try:
            if answer.isdecimal() and not menu.uses_notation:
                move = menu.choice_at(int(answer)).move
            elif not answer:
                expected = "the sign before a move" if menu.uses_notation else f"a number from 1 to {len(menu.choices)}"
                raise ValueError(f"type {expected}, or ? for help")
            else:
                move = position.game.words.parse(position, answer)
        except ValueError as error:
            self.say(str(error))
            return False
        self.print_move(self.session.apply(move))
        return True

    def help(self) -> None:
        """Commands and signs."""
        for command, words in HELP:
            self.say(f"{command:<18} {words}")
        if self.renderer.legend:
            self.say("")
            self.console.print(legend_table(self.renderer))

    def hint(self, menu: Menu, name: str) -> None:
        """What a strategy would do: an opponent's, or the one named."""
        try:
            name = name or self.adviser or next(self.opponents)
            policy = self.session.policies.get(name) or self.load(name)
            hint = self.session.hint(name, policy)
        except AnalyserError as error:
            self.say(str(error))
            return
        if hint is None:
            best = menu.choice_of(self.session.choice(name, policy))
            self.say(f"{name}: {best.key}  {best.text} (it does not value moves)")
            return
        for option in hint.options[:SHOWN_HINTS]:
            lead, choice = name if option is hint.best else "next best", menu.choice_of(option.move)
            self.say(f"{lead}: {choice.key}  {choice.text} ({value_text(option, hint.judge.unit)})")
        if text := reasons(hint):
            self.say(Text(f"for the first of them, against the next: {text}", "dim"))

    def save_record(self, name: str) -> None:
        """Write the record where the person says."""
        if not name:
            self.say("name a file: save game.jsonl")
            return
        try:
            self.write(Path(name))
        except AnalyserError as error:
            self.say(str(error))

    def write(self, path: Path) -> None:
        """Write the record as it stands; DataError when it cannot be written."""
        lines = list(self.session.record(self.program))
        write_record(lines, path)
        unfinished = "" if lines[-1]["finished"] else ", unfinished"
        decisions = sum(line["type"] == "decision" for line in lines)
        self.say(f"{path}: {decisions} decision{'s' * (decisions != 1)}{unfinished}")


def value_text(option: Option, unit: str) -> str:
    """What a strategy thinks of an option, in words."""
    if option.value is None:
        return "not considered"
    if option.visits is None:
        return f"{option.value:+.2f} {unit}"
    return f"{option.value:.1f} % of the reward in {count_noun(option.visits, 'game')}"


def reasons(hint: Explanation) -> str:
    """The features of a plan that speak most for its best option, or against it, held against the next."""
    over = {term.feature: term.points_over(1) for term in hint.terms if term.points_over(1)}
    largest = sorted(over, key=lambda feature: -abs(over[feature]))[:REASONS]
    return ", ".join(f"{feature} {over[feature]:+.2f}" for feature in largest)
