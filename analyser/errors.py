"""Errors a user can cause, each with the exit code of the command: one line that says what, where, and what to do."""

import errno

from cext.safe_files import abbreviate_words, escape_controls

__all__ = [
    "EXIT_CODES", "NO_SPACE", "AnalyserError", "BatchesFailed", "ClusterError", "DataError", "DiskFull", "Interrupted",
    "LimitExceeded", "NotRepeatable", "NotTrusted", "NothingChanges", "RecordDiffers", "ResumeMismatch", "TaskFailed",
    "UsageError", "write_error",
]  # fmt: skip

EXIT_CODES: dict[int, str] = {
    0: "done, also where whoever reads the output leaves before its end: reports and runs are written whole",
    1: "internal error (--debug prints the traceback)",
    2: "usage: unknown command or option, value of the wrong kind",
    3: "data or configuration: unknown name, broken file, strategy that fails; not a run, a damaged run, or one that "
    "another process is using",
    4: "some batches failed (a limit was passed, or their worker processes died): the others are kept, --resume tries "
    "again",
    5: "verify: a record differs from the rules, or was changed after it was written",
    6: "--resume, --more: the run is not finished, or was started with another configuration, engine or strategy",
    7: "disk full; parts written before are kept",
    8: "a strategy, or a game in one file, is not deterministic: the rows are kept, but cannot be reproduced; "
    "record --from: the game played again differs from the run, and is not written",
    9: "a strategy that is a program, or a cluster, named by a run or a file and not by the command's own words: "
    "--trust runs the program, --engine names the cluster",
    10: "a cluster: nobody answers, its scheduler is gone, or a worker has another version, other inputs or no view of "
    "the run; finished parts are kept, --resume goes on",
    129: "stopped by SIGHUP (its terminal was closed), as by Ctrl-C",
    130: "stopped by Ctrl-C: finished games are kept and answered, --resume goes on; a second Ctrl-C ends at once",
    143: "stopped by SIGTERM (kill, shutdown, a batch system), as by Ctrl-C",
}


NO_SPACE = (errno.ENOSPC, errno.EDQUOT)  # on the disk, or of what its user may take of it
BEGIN, END = 1_200, 800  # characters of a longer line that are told: what and where, then what to do


class AnalyserError(Exception):
    """An error the user can do something about; its text is one line, without the middle of what is very long."""

    exit_code = 3

    def __init__(self, message: str) -> None:
        line = escape_controls(abbreviate_words(" ".join(message.split())))
        super().__init__(line if len(line) <= BEGIN + END else f"{line[:BEGIN]} … {line[-END:]}")


class UsageError(AnalyserError):
    """Values on the command line that make no sense together."""

    exit_code = 2


class NothingChanges(AnalyserError):
    """A change to what is there already: there is nothing to play, and nothing went wrong."""

    exit_code = 0


class DataError(AnalyserError):
    """A name, a file, a directory or a strategy that is not what it should be."""

    exit_code = 3


class BatchesFailed(AnalyserError):
    """Batches given up after their last try; the run keeps the others."""

    exit_code = 4


class RecordDiffers(AnalyserError):
    """A game record that says something else than the rules."""

    exit_code = 5


class ResumeMismatch(AnalyserError):
    """The run on disk was started with something that would give other rows."""

    exit_code = 6


class DiskFull(AnalyserError):
    """No space left for the next part."""

    exit_code = 7


class NotRepeatable(AnalyserError):
    """A strategy that chooses otherwise at each try, or a game that goes another way when it is played again."""

    exit_code = 8


class NotTrusted(DataError):
    """Untrusted code or cluster: run again with --trust, or name the cluster."""

    exit_code = 9


class ClusterError(DataError):
    """A cluster that does not answer, is gone, or is not fit to play the run."""

    exit_code = 10


class TaskFailed(DataError):
    """A task that failed on every worker; the run continues without it."""


class LimitExceeded(TaskFailed):
    """A task that took more time or memory than it may."""


class Interrupted(AnalyserError):
    """Ctrl-C, or another signal that stops the program: the command line ends with 128 and the signal's number.

    is_lost: nothing is kept; the command line then adds the command that starts again.
    """

    exit_code = 130

    def __init__(self, message: str, *, is_lost: bool = False) -> None:
        super().__init__(f"{message}, and nothing is kept" if is_lost else message)
        self.is_lost = is_lost


def write_error(target: object, error: OSError, advice: str, *, with_room: str = "try again") -> AnalyserError:
    """What to raise where `what` cannot be written: DiskFull where no space is left, else DataError.

    advice: what to do for any other reason; with_room: what to do once there is space.
    """
    words = f"{target}: cannot be written ({error.strerror})"
    if error.errno in NO_SPACE:
        return DiskFull(f"{words}: make room, then {with_room}")
    return DataError(f"{words}: {advice}")
