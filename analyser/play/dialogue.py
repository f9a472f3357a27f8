"""The conversation of a game in the terminal: the table, what happened, the menu of moves in words, answers typed.

In a terminal each answer draws the screen anew, so that the table stays where it is; elsewhere line follows line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.segment import Segment, Segments
from rich.text import Text

from analyser.errors import AnalyserError
from analyser.play.menu import MAX_SHOWN, Entry, Menu
from analyser.play.session import MadeMove, Session
from analyser.records import write_record
from analyser.replay.explain import Explanation, Option
from analyser.replay.renderer import PlainRenderer, TableRenderer, renderer_of
from analyser.replay.terminal import Lines, is_short, legend_table, lines_on, style_of, table_screens
from analyser.replay.timeline import end_lines
from cext.messages import count_noun

if TYPE_CHECKING:
    from cext.kernel.policy import Policy

__all__ = ["Dialogue"]

HELP = (
    ("a number or sign", "make the move it stands before, or list the group"),
    ("words", "list the options that have them: wall 3"),
    ("a move's notation", "make that move, listed or not"),
    ("more, back", "the next options; those before the list was narrowed"),
    ("show", "the table and your moves once more; Enter alone turns the table's pages"),
    ("hint", "what a strategy would do here; hint NAME asks another one"),
    ("undo", "take back your last decision and all that followed"),
    ("save FILE", "write the record of the game so far"),
    ("help or ?", "this list and what the signs on the table mean"),
    ("quit", "stop playing"),
)
SHOWN_HINTS = 3  # moves a hint values
REASONS = 4  # features a hint names
MIN_TABLE_LINES = 8  # of a page of the table, in the lowest terminal that has room for anything else
MIN_SHOWN = 4  # options at once there
OTHER_LINES = 9  # of a screen: what happened, heads and notes of the menu, the number of the page, the prompt
LOG_LINES = 4  # of what happened
ENDLESS = 10_000  # lines of a page where output is no terminal


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
        self.on_screen = console.is_terminal  # each answer draws a screen anew
        self.log: list[Text] = []  # what is said on the next one

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
            self.on_screen = False
            if self.save is not None:
                self.write(self.save)

    def continue_game(self) -> bool:
        """Up to the person's next answer; False when there is nothing more to do."""
        for move in self.session.advance():
            self.print_move(move)
        if self.session.is_over:
            self.on_screen = False
            self.show(None)
            for line in self.log:
                self.say(line)
            self.end()
            return False
        return self.decide()

    # -- telling -----------------------------------------------------------------------------------------------------

    def say(self, words: str | Text) -> None:
        """A line to the person; in a terminal below the table, from the next screen on."""
        if self.on_screen:
            self.log.append(Text(words) if isinstance(words, str) else words)
        else:
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

    def draw(self, menu: Menu) -> None:
        """A whole screen: the table, what happened since the last one, the menu."""
        self.console.clear()
        events = self.log_lines(LOG_LINES)
        self.show(menu, below=len(events))
        self.print_lines(events)
        self.console.print(self.menu_view(menu))

    def log_lines(self, n: int) -> Lines:
        """The last lines of what happened, no more than that; what is before them is not shown."""
        return [line for text in self.log for line in lines_on(self.console, text)][-n:]

    def print_lines(self, lines: Lines) -> None:
        """Lines as they were laid out."""
        self.console.print(Segments([segment for line in lines for segment in (*line, Segment.line())]), end="")

    def show(self, menu: Menu | None, *, below: int = 0) -> None:
        """The table as the person sees it: a page of it, where it is higher than what menu and lines below it leave of
        the terminal."""
        game, position = self.session.game, self.session.position
        if isinstance(self.renderer, PlainRenderer):
            view = self.renderer.render(game.words.view(position, self.session.seat))
        else:
            view = self.renderer.render(game.words.whole_state(position), seat=self.me)
        to_move = position.to_move
        height = self.console.height - 2 - below - (len(lines_on(self.console, self.menu_view(menu))) if menu else 0)
        pages = table_screens(
            self.console,
            view,
            Rule(view["title"], style="dim"),
            height=max(2, height) if self.on_screen else ENDLESS,
            short=self.short,
            to_move=None if to_move is None else to_move + 1,
        )
        self.page, self.pages = self.page % len(pages), len(pages)
        if not self.on_screen:
            self.console.print()
        self.print_lines(pages[self.page])
        if len(pages) > 1:
            self.console.print(Text(f"page {self.page + 1} of {len(pages)}: Enter shows the next", "dim"))

    def end(self) -> None:
        """Scores by category."""
        *_, line = self.session.record(self.program)
        for words in end_lines(self.header, line):
            self.say(words)

    def new_menu(self) -> Menu:
        """The menu, with as many options at once as leave room for the table."""
        room = self.console.height - MIN_TABLE_LINES - OTHER_LINES if self.on_screen else MAX_SHOWN
        return Menu(self.session.position, min(MAX_SHOWN, max(MIN_SHOWN, room)))

    def menu_view(self, menu: Menu) -> RenderableType:
        """What may be done, numbered."""
        game, position = self.session.game, self.session.position
        wide = max(len(entry.key) for entry in menu.page)
        narrowed = f": {menu.path}" if menu.path else ""
        lines: list[RenderableType] = [] if self.on_screen else [""]
        lines.append(f"Your move ({game.stages[position.clock()[2]]}){narrowed}:")
        for head, entries in menu.heads:
            if head:
                lines.append(Text(head, "italic"))
            options = [self.option(menu, entry, wide) for entry in entries]
            lines.append(Columns(options, padding=(0, 3), column_first=True))
        if menu.note:
            lines.append(Text(menu.note, "dim"))
        return Group(*lines)

    def option(self, menu: Menu, entry: Entry, wide: int) -> Text:
        """A line of the menu: what to type, what it does, its notation."""
        notation = "" if menu.uses_notation or entry.choice is None else f"  {entry.choice.notation}"
        return Text.assemble((f"{entry.key:>{wide}}  ", "bold"), entry.text, (notation, "dim"))

    # -- answers -----------------------------------------------------------------------------------------------------

    def decide(self) -> bool:
        """Ask until a move is made, taken back, or the person leaves (False)."""
        menu = self.new_menu()
        turn = self.session.position.clock()[:2]
        if turn != self.turn:
            self.turn, self.page = turn, 0
            if not self.on_screen:
                self.show(menu)
        if self.hints:
            self.hint("")
        if not self.on_screen:
            self.console.print(self.menu_view(menu))
        while True:
            if self.on_screen:
                self.draw(menu)
            try:
                answer = self.ask("> ").strip()
            except EOFError:
                answer = "quit"
            self.log.clear()
            word, _, rest = answer.partition(" ")
            if word == "quit":
                self.on_screen = False
                self.say("The game is left.")
                return False
            if word == "undo":
                if self.session.undo():
                    self.unseen.clear()
                    self.turn = ()
                    self.say("taken back")
                    return True
                self.say("there is nothing to take back: it is your first decision")
            elif word in ("more", "back", "show") or (not word and self.pages > 1):
                self.turn_pages(menu, word)
            elif word in ("help", "?"):
                self.help()
            elif word == "hint":
                self.hint(rest.strip())
            elif word == "save":
                self.save_record(rest.strip())
            elif self.make_move(menu, answer):
                return True

    def turn_pages(self, menu: Menu, word: str) -> None:
        """Other options, or another page of the table; "show": both as they are."""
        if word == "more":
            menu.more()
        elif word == "back" and not menu.back():
            self.say("these are all of your options")
        elif not word:
            self.page += 1
        if not self.on_screen:
            if word in ("", "show"):
                self.show(menu)
            if word:
                self.console.print(self.menu_view(menu))

    def make_move(self, menu: Menu, answer: str) -> bool:
        """Make the move an answer names, or narrow the menu by it; one line says what is wrong with it otherwise."""
        words = self.session.game.words
        try:
            if not answer:
                expected = "the sign before a move" if menu.uses_notation else "a number of the list"
                raise ValueError(f"type {expected}, or ? for help")
            if answer.isdecimal() and not menu.uses_notation:
                choice = menu.open(int(answer))
                move = None if choice is None else choice.move
            else:
                try:
                    move = words.parse(self.session.position, answer)
                except ValueError:
                    menu.filter(answer)
                    move = None
        except ValueError as error:
            self.say(str(error))
            return False
        if move is None:
            if not self.on_screen:
                self.console.print(self.menu_view(menu))
            return False
        self.print_move(self.session.apply(move))
        return True

    def help(self) -> None:
        """Commands and signs."""
        if self.on_screen:
            self.console.clear()
        for command, words in HELP:
            self.console.print(f"{command:<18} {words}", soft_wrap=True)
        if self.renderer.legend:
            self.console.print()
            self.console.print(legend_table(self.renderer))
        if self.on_screen:
            self.ask("Enter goes on ")

    def hint(self, name: str) -> None:
        """What a strategy would do: an opponent's, or the one named."""
        try:
            name = name or self.adviser or next(self.opponents)
            policy = self.session.policies.get(name) or self.load(name)
            hint = self.session.hint(name, policy)
        except AnalyserError as error:
            self.say(str(error))
            return
        words, position = self.session.game.words, self.session.position
        if hint is None:
            best = self.session.choice(name, policy)
            self.say(
                f"{name}: {words.notation(position, best)}  {words.text(position, best)} (it does not value moves)"
            )
            return
        for option in hint.options[:SHOWN_HINTS]:
            lead = name if option is hint.best else "next best"
            self.say(f"{lead}: {option.notation}  {option.text} ({value_text(option, hint.judge.unit)})")
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
