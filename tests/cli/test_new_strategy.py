"""`analyser strategies new`: a file of one's own, and the steps that follow; what is there stays as it is."""

from pathlib import Path

import pytest

from tests.cli.conftest import Cli


def test_what_is_there_stays_as_it_is(called: Cli, tmp_path: Path) -> None:
    first = called("strategies", "new", "qin", "my_plan")
    assert first.returncode == 0
    assert first.stdout.splitlines()[1] == "1. analyser balance qin --strategies my_plan.toml,random --games 4k"
    before = (tmp_path / "my_plan.toml").read_bytes()
    again = called("strategies", "new", "zhanguo", "my_plan.toml")
    assert again.returncode == 3
    assert again.stderr == "analyser: my_plan.toml is there already and stays as it is: choose another name\n"
    assert (tmp_path / "my_plan.toml").read_bytes() == before
    python = called("strategies", "new", "qin", "my_plan.py")
    assert "--strategies my_plan.py:MyPlan,random --games 200" in python.stdout


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("zhangou mine", 3, "unknown game 'zhangou': did you mean zhanguo?"),
        ("zhanguo 2nd", 2, "'2nd' cannot name a strategy: use letters, digits, _ and -, such as my_plan"),
        ("zhanguo mine.txt", 2, "mine.txt: a strategy is a file.toml, or Python in a file.py"),
        ("zhanguo no/folder/mine", 3, "no/folder/mine.toml cannot be written (No such file or directory)"),
        ("zhanguo", 2, "FILE is missing: `analyser strategies new --help` explains"),
    ],
)
def test_what_cannot_be_written_is_one_line(called: Cli, words: str, code: int, said: str) -> None:
    done = called("strategies", "new", *words.split())
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.startswith(f"analyser: {said}")
    assert len(done.stderr.splitlines()) == 1
