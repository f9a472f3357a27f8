"""What becomes of one input: it is loaded and what was loaded behaves, it is refused in a line, or it is a defect."""

import json
import re
import signal
import traceback
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

from analyser.errors import AnalyserError, DataError
from cext.games.errors import ComponentError, OptionError
from strategies.errors import StrategyFileError, StrategyNotFound
from tests.fuzz.changing import changed, made_up

__all__ = ["Defect", "Files", "Loader", "Outcome", "Refused", "called", "input_of", "tried", "write"]

SECONDS = 5.0  # of processor time that an input may take
MOST_CHARACTERS = 2_200  # of a line
# What a command turns into its line, besides its own errors.
REFUSALS = (AnalyserError, ComponentError, OptionError, StrategyFileError, StrategyNotFound)
CONTROLS = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
Files = dict[str, bytes]  # by their paths in the folder of the input


class Defect(Exception):
    """What was loaded does not behave, or what is told of it is no line of ours."""


class Refused(Exception):
    """A command ended with an exit code and this line."""


class Hang(BaseException):
    """It took too long; no `except Exception` stops it."""


@dataclass(frozen=True)
class Outcome:
    """What became of an input."""

    kind: str  # loaded, refused, defect
    words: str  # what was told; of a defect where it is

    @property
    def short(self) -> str:
        """The words without what differs from input to input."""
        said = re.sub(r"/\S*/", "", self.words.split("\n")[0])
        return re.sub(r"'[^']*'|\"[^\"]*\"|`[^`]*`|\d+|\S*\.\w+", "…", said)[:60]


class Loader(ABC):
    """Something that reads files of a stranger."""

    name: str

    @abstractmethod
    def genuine(self, draw: Random) -> Files:
        """Files that it loads."""

    def names(self, draw: Random, files: Mapping[str, bytes]) -> list[str]:
        """Those of them that are changed: one, seldom two."""
        return draw.sample(sorted(files), min(len(files), draw.choice((1, 1, 1, 2))))

    def sealed(self, draw: Random, files: Files) -> Files:
        """The changed files with digests that fit them, more often than not: a stranger can make them fit."""
        return files

    def changed(self, draw: Random, name: str, content: bytes) -> bytes:
        """One of the files, changed."""
        return made_up(draw, name) if draw.random() < 0.03 else changed(draw, name, content)

    @abstractmethod
    def use(self, draw: Random, folder: Path) -> None:
        """Load the files in the folder and do with them what the program does; Defect where they do not behave."""


def input_of(loader: Loader, seed: int, number: int) -> tuple[Random, Files]:
    """Input `number`: the files, and the draws that decide what is done with them."""
    draw = Random(f"{loader.name} {seed} {number}")
    files = loader.genuine(draw)
    for name in loader.names(draw, files):
        files[name] = loader.changed(draw, name, files[name])
    return draw, loader.sealed(draw, files)


def write(files: Files, folder: Path) -> None:
    """The files, in the folder."""
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def tried(loader: Loader, draw: Random, folder: Path) -> Outcome:
    """What becomes of the files in the folder."""
    try:
        with in_time():
            loader.use(draw, folder)
    except REFUSALS as error:
        return _told(f"{type(error).__name__}: ", str(DataError(str(error))))
    except Refused as error:
        return _told("", str(error))
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # polars panics with what is no Exception
        return Outcome("defect", "".join(traceback.format_exception(error)[-8:]))
    return Outcome("loaded", "")


def _told(kind: str, line: str) -> Outcome:
    """The outcome of a refusal; a defect where its line is none."""
    if CONTROLS.search(line):
        return Outcome("defect", f"not a plain line: {line!r}")
    if len(line) > MOST_CHARACTERS:
        return Outcome("defect", f"{len(line)} characters: {line[:300]}")
    if len(line.split()) < 4:
        return Outcome("defect", f"says too little: {line}")
    return Outcome("refused", f"{kind}{line}")


@contextmanager
def in_time() -> Iterator[None]:
    """Hang where the block takes too much processor time."""

    def stop(*_: object) -> None:
        raise Hang(f"more than {SECONDS:g} seconds")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


# -- commands ---------------------------------------------------------------------------------------------------------


def called(*words: object) -> str:
    """What the command prints; Refused with its line where it ends with another exit code than 0, Defect where that is
    none of those a user can cause, or something is printed that no terminal should be given."""
    from typer.testing import CliRunner

    from analyser.cli import app
    from analyser.errors import EXIT_CODES

    done = CliRunner().invoke(app, [str(word) for word in words])
    told = done.stderr.splitlines()
    where = f"`analyser {' '.join(map(str, words[:2]))} …`"
    if done.exit_code == 1 or done.exit_code not in EXIT_CODES:
        raise Defect(f"{where}: exit code {done.exit_code}: {done.stderr} {done.exception!r}")
    for line in (*told, *done.stdout.splitlines()):
        if re.search(CONTROLS, line):
            raise Defect(f"{where}: not a plain line: {line!r}")
    if any(len(line) > MOST_CHARACTERS for line in told):
        raise Defect(f"{where}: a line of {max(map(len, told))} characters: {max(told, key=len)[:300]}")
    if "--json" in words and done.stdout:
        json.loads(done.stdout)
        if done.exit_code:
            raise Refused(f"exit {done.exit_code}: told as JSON on standard output")
    if done.exit_code:
        lines = [line for line in told if line.startswith("analyser: ")]
        if not lines:
            lines = done.stdout.splitlines()[:1]  # verify says on standard output where a record differs
        if not lines:
            raise Defect(f"{where}: exit code {done.exit_code} without a word")
        raise Refused(f"exit {done.exit_code}: {lines[-1]}".replace(str(Path.cwd()), ""))
    return done.stdout
