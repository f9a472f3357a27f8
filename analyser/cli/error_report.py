"""The way every command ends: in its result, or in one line and a documented exit code."""

import errno
import io
import os
import sys
import traceback
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import typer

from analyser.cli.trust import Trust
from analyser.errors import NO_SPACE, AnalyserError, DataError, Interrupted, write_error
from analyser.runs.prints import shown_prints
from cext import signals
from cext.commands import command
from cext.safe_files import escape_controls
from cext.user_code import ProgramError, trust_check

__all__ = ["full_disk", "report_errors"]

MIN_MEMORY = 2_000_000 * 1024  # bytes of addresses: what is loaded for tables takes most of them
NO_MEMORY = "there is no more memory: ask for fewer games at a time (--batch) or fewer --workers, or allow more"


@contextmanager
def report_errors(values: Iterable[Any], *, trust: bool, debug: bool) -> Iterator[None]:
    """What a command does ends in its result or in one line on standard error and a documented exit code.

    values: all that was typed; trust, debug: whether --trust and --debug were.
    """
    try:
        with trust_check(Trust(values, trust=trust).check), shown_prints():
            _check_surroundings()
            yield
            sys.stdout.flush()  # an error of it is one of the command, not of Python's end
    except Interrupted as error:
        again = f": {command(*sys.argv[1:])} starts again" if error.is_lost else ""
        raise _exit(f"{error}{again}", signals.exit_code(), error, debug) from None
    except AnalyserError as error:
        raise _exit(str(error), error.exit_code, error, debug) from None
    except ProgramError as error:
        raise _exit(str(error), DataError.exit_code, error, debug) from None
    except KeyboardInterrupt as error:
        raise _exit("stopped", signals.exit_code(), error, debug) from None
    except BrokenPipeError:
        _drop_output()
        raise typer.Exit(0) from None
    except typer.Exit:
        raise
    except MemoryError as error:
        raise _exit(NO_MEMORY, DataError.exit_code, error, debug) from None
    except OSError as error:
        if error.errno in NO_SPACE:
            full = full_disk(error)
            raise _exit(str(full), full.exit_code, error, debug) from None
        if error.errno == errno.ENAMETOOLONG:
            too_long = DataError(f"{error.filename}: too long for the name of a file: give a shorter one")
            raise _exit(str(too_long), too_long.exit_code, error, debug) from None
        if not _was_stopped(error):
            raise _internal_error(error, debug) from None
        raise _exit("stopped", signals.exit_code(), error, debug) from None  # its terminal is gone
    except SystemExit as error:
        if isinstance(error.__context__, BrokenPipeError):  # how rich says that the reader has left
            raise typer.Exit(0) from None
        raise _internal_error(error, debug) from None  # no command of ours ends so
    except Exception as error:
        raise _internal_error(error, debug) from None


def full_disk(error: OSError) -> AnalyserError:
    """What to say of a full disk; an error that names no file is one of standard output, which gets no more."""
    if error.filename is None:
        _drop_output()
    return write_error(error.filename or "standard output", error, "")


def _drop_output() -> None:
    """What still waits to be written to standard output goes nowhere: its end takes no more."""
    with suppress(io.UnsupportedOperation):  # a caller of commands collects it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _check_surroundings() -> None:
    """DataError where no command can work: in a folder that is gone, or that libraries cannot name, or with less memory
    than libraries take by themselves: some of them end the process then."""
    try:
        Path.cwd().as_posix().encode()
    except FileNotFoundError:
        raise DataError("the current folder no longer exists: change to another") from None
    except UnicodeEncodeError:
        raise DataError(f"{Path.cwd()}: the name of this folder is no valid UTF-8: change to another") from None
    try:
        import resource
    except ImportError:
        return
    allowed, _ = resource.getrlimit(resource.RLIMIT_AS)
    if allowed != resource.RLIM_INFINITY and allowed < MIN_MEMORY:
        few = f"{allowed // 1024:,} kB of memory are allowed (ulimit -v), {MIN_MEMORY // 1024:,} are needed"
        raise DataError(f"{few}: allow more")


def _was_stopped(error: BaseException | None) -> bool:
    """Whether the error came while the program was being stopped."""
    while error is not None and not isinstance(error, KeyboardInterrupt | Interrupted):
        error = error.__context__
    return error is not None


def _internal_error(error: BaseException, debug: bool) -> typer.Exit:
    words = f"internal error: {type(error).__name__}: {error}".splitlines()[0]
    return _exit(f"{words} (--debug prints the traceback)", 1, error, debug)


def _exit(words: str, code: int, error: BaseException, debug: bool) -> typer.Exit:
    if debug:
        traceback.print_exception(error)
    with suppress(OSError):  # the terminal may be gone
        typer.echo(f"analyser: {escape_controls(words)}", err=True)
    return typer.Exit(code)
