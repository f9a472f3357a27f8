"""`analyser strategies new`: a file of one's own, and the steps that follow; what is there stays as it is."""

from pathlib import Path

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
