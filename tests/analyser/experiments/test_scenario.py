"""Scenario tables of a configuration file: read, checked in one line, filled from the run, written back."""

from pathlib import Path

import pytest

from analyser.errors import DataError
from analyser.experiments.config_loader import file_text, load_file, merge
from analyser.experiments.scenario import Scenario

FILE = """
game = "zhanguo"
players = 3
components = "mine"

[option]
draft = true

[[scenario]]
name = "as-it-is"

[[scenario]]
name = "two"
players = 2
option = { auction = true }
forbidden = ["W"]
"""


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "experiment.toml"
    path.write_text(text)
    return path


def test_a_table_fills_what_it_leaves_out_from_the_run(tmp_path: Path) -> None:
    config = merge("run", {}, load_file(written(tmp_path, FILE)))
    assert config.scenarios == (
        Scenario(name="as-it-is", players=3, option={"draft": True}, components="mine"),
        Scenario(name="two", players=2, option={"draft": True, "auction": True}, components="mine", forbidden=("W",)),
    )


def test_a_run_without_tables_is_one_scenario_called_base() -> None:
    config = merge("run", {"game": "zhanguo", "players": 2, "option": {"draft": True}})
    assert config.scenarios == (Scenario(name="base", players=2, option={"draft": True}),)
    assert "scenario" not in config.to_dict()


def test_stored_scenarios_read_back_from_toml(tmp_path: Path) -> None:
    config = merge("run", {}, load_file(written(tmp_path, FILE)))
    text = file_text(config.to_dict())
    assert text.count("[[scenario]]") == 2
    assert merge("run", {}, load_file(written(tmp_path, text))) == config


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("scenario = 3", "'scenario' must be a list of tables, each begun by [[scenario]], not 3"),
        ("[scenario]\nname = 'a'", "'scenario' must be a list of tables"),
        ("[[scenario]]\nplayers = 2", "scenario 1 has no name"),
        ("[[scenario]]\nname = 'a b'", "scenario 'a b': a name is made of letters"),
        ("[[scenario]]\nname = '../a'", "scenario '../a': a name is made of letters"),
        ("[[scenario]]\nname = 'a'\n[[scenario]]\nname = 'a'", "two scenarios are called 'a'"),
        ("[[scenario]]\nname = 'a'\nplayer = 2", "scenario 'a': unknown key 'player': did you mean players?"),
        ("[[scenario]]\nname = 'a'\nplayers = '2'", "scenario 'a': 'players' must be a whole number, not '2'"),
        ("[[scenario]]\nname = 'a'\nplayers = true", "scenario 'a': 'players' must be a whole number, not True"),
        ("[[scenario]]\nname = 'a'\noption = 1", "scenario 'a': 'option' must be a table of switches"),
        ("[[scenario]]\nname = 'a'\nforbidden = 'W'", "scenario 'a': 'forbidden' must be a list of letters"),
        ("[[scenario]]\nname = 'a'\nlevels = 3", "scenario 'a': 'levels' must be the name of a level, not 3"),
    ],
)
def test_a_wrong_table_is_told_in_one_line(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(DataError) as caught:
        load_file(written(tmp_path, text))
    assert "experiment.toml" in str(caught.value)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)
