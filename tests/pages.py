"""A page of Markdown run as its reader would: files written, commands called, Python executed, output compared.

Blocks of a page are run in order, in the current folder:

* `sh`: commands, one a line. Those of this program are called in this process; of pip, venv and make it is checked
  that what they name is there.
* a block with a title, such as `python title="dice.py"`, is that file; one that begins with an indent goes on with it.
* `python`: executed; all blocks of a page share their names.
* `text`: what the last command of the block before it printed; a line `…` stands for any lines.
* `toml`, `json`: data that can be read.

A page that says `<!-- games: 400 -->` is played with so few games, whatever its commands say. A block below
`<!-- by hand -->` asks for a person, or takes minutes: it is not run, but of its commands the options must exist.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import shlex
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from analyser.cli import app
from tests.undrawn import leave_answers_out

__all__ = ["BY_HAND", "Block", "Page", "blocks_of", "check_options", "run_shortened"]

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(
    r"(?P<note><!-- by hand -->\n)?^```(?P<kind>\w+)(?: title=\"(?P<title>[^\"]+)\")?\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
GAMES = re.compile(r"<!-- games: (\d+) -->")
# Options that cost a reader minutes, as they are here.
SHORT = {"--time": "1s", "--generations": "2", "--printings": "8"}
# Options of a command that is only to run; those that it may have and does not name are added.
SMALL = {"--printings": "8", "--games": "8", "--workers": "0", "--time": "1s", "--generations": "1"}
BY_HAND = {"demo", "explore", "play", "train"}  # they take long, or ask a person: parsed, as is what is resumed


@dataclass(frozen=True)
class Block:
    """A block of code: its language, the file it is, its text, whether a person runs it, where its text lies."""

    kind: str
    title: str
    body: str
    by_hand: bool
    start: int
    end: int


def blocks_of(text: str) -> Iterator[Block]:
    """The blocks of a page."""
    for match in BLOCK.finditer(text):
        yield Block(
            match["kind"],
            match["title"] or "",
            match["body"],
            bool(match["note"]),
            match.start("body"),
            match.end("body"),
        )


@cache
def all_commands() -> Any:
    """The command of the program, above all others: to make it takes a twentieth of a second."""
    return get_command(app)


def command_of(*words: str) -> Any:
    """The command that words begin with."""
    command = all_commands()
    for word in words:
        parts = getattr(command, "commands", {})
        if word not in parts:
            break
        command = parts[word]
    return command


def options_of(words: list[str]) -> set[str]:
    """The options of the command that words begin with."""
    command = command_of(*words[:2])
    parts = getattr(command, "commands", {})
    command = parts.get("show", command)  # `analyser games zhanguo` is short for `analyser games show zhanguo`
    return {name for parameter in command.params for name in (*parameter.opts, *parameter.secondary_opts)}


def check_options(line: str) -> None:
    """Every option of a command of this program is one that it has."""
    words = shlex.split(line, comments=True)[1:]
    assert not words or words[0] in command_of().commands, f"{line}: no such command"
    wrong = {word for word in words if re.match(r"--\w", word)} - options_of(words) - {"--help"}
    assert not wrong, f"{line}: no such option"


def run_shortened(words: list[str]) -> None:
    """Run a command as its words say, but with few games and, where it plays, without its answer. Commands for a
    person, that resume a run, or of a game with a learning bot are only parsed."""
    words, options = list(words), options_of(words)
    for option, value in SMALL.items():
        if option in words:
            words[words.index(option) + 1] = value
        elif option in options and option != "--printings" and not {"replay", "--from", "--resume"} & {*words}:
            words += [option, value]
    words += ["--plain"] * (words[0] == "replay")
    if words[0] in BY_HAND or {"--resume", "plays.csv", "first_empire"} & {*words}:
        command = command_of(*words[:2])
        command.make_context(command.name, words[words.index(command.name) + 1 :])
        return
    with pytest.MonkeyPatch.context() as patch:
        if words[0] != "report":
            leave_answers_out(patch)
        done = CliRunner().invoke(app, words)
    assert done.exit_code == 0, (words, done.output)


def commands_in(body: str) -> Iterator[str]:
    """The commands of a block: a line each, but for those that end with a backslash."""
    for line in body.replace("\\\n", " ").splitlines():
        if shlex.split(line, comments=True):
            yield line


@dataclass
class Page:
    """A page that is run: its file, with how few games, and what its blocks have printed."""

    path: Path
    games: str = ""
    answers: list[str] = field(default_factory=list)  # what the last commands, and Python behind them, printed
    names: dict[str, Any] = field(default_factory=dict)

    def run(self) -> str:
        """Run every block; the page with the output that its commands have now."""
        text = self.path.read_text(encoding="utf-8")
        found = GAMES.search(text)
        self.games = found[1] if found else ""
        parts, at = [], 0
        for block in blocks_of(text):
            body = self.run_block(block)
            parts += [text[at : block.start], body]
            at = block.end
        return "".join([*parts, text[at:]])

    def run_block(self, block: Block) -> str:
        """Run a block; its text, of output what it is now."""
        where = f"{self.path.name}: {block.body.splitlines()[0]}"
        if block.by_hand:
            for line in commands_in(block.body):
                if line.startswith("analyser "):
                    check_options(line)
        elif block.title:
            goes_on = block.body.startswith(" ")
            with Path(block.title).open("a" if goes_on else "w", encoding="utf-8") as file:
                file.write(f"\n{block.body}" if goes_on else block.body)
        elif block.kind == "sh":
            self.answers = [[self.run_line(line) for line in commands_in(block.body)][-1]]
        elif block.kind == "python":
            with contextlib.redirect_stdout(io.StringIO()) as out:
                exec(compile(block.body, where, "exec"), self.names)
            self.answers.append(out.getvalue())
        elif block.kind == "text":
            return self.output(block, where)
        elif block.kind == "toml":
            tomllib.loads(block.body)
        elif block.kind == "json":
            json.loads(block.body)
        else:
            raise AssertionError(f"{where}: a block of {block.kind} is not run by any rule of tests/pages.py")
        return block.body

    def output(self, block: Block, where: str) -> str:
        """What was printed: of blocks side by side, the same question in two languages, the same."""
        answers, self.answers = [answer for answer in self.answers if answer], []
        assert answers, f"{where}: nothing was printed before"
        assert len(set(answers[-2:])) == 1 or "…\n" in block.body or len(answers) == 1, f"{where}: two answers"
        now = "\n".join(line.rstrip() for line in answers[-1].strip("\n").splitlines()) + "\n"
        if "…\n" in block.body:
            pattern = "(?:.*\n)*?".join(re.escape(part) for part in block.body.split("…\n"))
            assert re.fullmatch(pattern, now), f"{where}: printed is\n{now}"
            return block.body
        return now

    def run_line(self, line: str) -> str:
        """What a command prints on standard output."""
        name, *words = shlex.split(line, comments=True)
        if name == "analyser":
            return self.run_analyser(line, words)
        if name == "make":
            targets = re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
            assert words[0] in targets, f"{line}: no such target"
        elif name in ("python3", ".venv/bin/python", ".venv/bin/pip", "pip", "pipx", "uv", "git", "source"):
            project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
            extras = {extra for names in re.findall(r"\[([\w,]+)\]", line) for extra in names.split(",")}
            assert extras <= set(project["optional-dependencies"]), f"{line}: no such extra"
        else:
            raise AssertionError(f"{line}: {name} is not run by any rule of tests/pages.py")
        return ""

    def run_analyser(self, line: str, words: list[str]) -> str:
        """What a command of this program prints, called with few games and in this process."""
        check_options(line)
        options = options_of(words)
        for option, short in SHORT.items():
            if option in words:
                words[words.index(option) + 1] = short
            elif option in ("--time", "--generations") and option in options:
                words += [option, short]
        if self.games and {"--games", "--workers", "--out"} <= options and words[0] != "tune":
            option = "--more" if "--more" in words else "--games"
            at = words.index(option) if option in words else len(words)
            words[at : at + 2] = [option, self.games]
        words += ["--games", "20"] if words[:1] == ["tune"] and "--games" not in words else []
        words += [*(["--workers", "0"] if "--workers" in options and "--engine" not in words else [])]
        words += ["--quiet"] if "--quiet" in options and "--quiet" not in words else []
        done = CliRunner().invoke(app, words)
        assert done.exit_code == 0, f"{self.path.name}: {line}\n{done.stderr}{done.exception or ''}"
        return done.stdout
