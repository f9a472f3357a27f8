"""Commands of the program, called in this process, as the last judge of what a user is told."""

import json
import re
from pathlib import Path

from tests.fuzz.trying import CONTROLS, MOST_CHARACTERS, Defect, Refused

__all__ = ["called"]


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
