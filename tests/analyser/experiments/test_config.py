"""Configuration: command line over file over defaults; what it cannot be is said in one line with file and key."""

from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from analyser.errors import AnalyserError, DataError, UsageError
from analyser.experiments.config import EXECUTION, KEYS, Config
from analyser.experiments.config_loader import file_text, load_experiment, load_file, merge
from analyser.experiments.experiment import prepare
from analyser.experiments.loading import default_strategies
from analyser.experiments.parse import parse_duration, parse_float, parse_int, parse_value
from analyser.experiments.scenario import Scenario, check_table
from cext.messages import did_you_mean

TWO_SCENARIOS = """
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


def toml(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "experiment.toml"
    path.write_text(text)
    return path


def test_command_line_wins_over_file_and_file_over_default(tmp_path: Path) -> None:
    file = load_file(toml(tmp_path, 'game = "zhanguo"\ngames = 500\nseed = 3\n[option]\ndraft = true\n'))
    config = merge("boards", {"seed": 4}, file)
    assert (config.game, config.games, config.seed, config.margin) == ("zhanguo", 500, 4, 2.0)
    assert config.option == {"draft": True}


def test_a_file_may_write_switches_and_numbers_as_the_command_line_does(tmp_path: Path) -> None:
    file = load_file(toml(tmp_path, 'rotate = "no"\ngames = "2k"\nmargin = "1e0"\n'))
    assert file == {"rotate": False, "games": 2000, "margin": 1.0}


def test_a_ladder_is_configured_step_by_step() -> None:
    assert merge("run", {"game": "qin", "strategies": ("a", "mcts:8..32")}).strategies == (
        "a",
        "mcts:8",
        "mcts:16",
        "mcts:32",
    )
    with pytest.raises(DataError, match=r"--strategies: strategy mcts:8\.\.30: a ladder doubles its games"):
        merge("run", {"game": "qin", "strategies": ("mcts:8..30",)})


@pytest.mark.parametrize("text", ['strategies = "a, b"', 'strategies = ["a", "b"]'])
def test_strategies_in_a_file_are_a_list_or_a_text(tmp_path: Path, text: str) -> None:
    assert load_file(toml(tmp_path, text)) == {"strategies": ("a", "b")}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("gmaes = 5", "unknown key 'gmaes': did you mean games?"),
        ('players = [2, "x"]', "'players' must be a whole number or a list of them, not [2, 'x']"),
        ("players = []", "'players' must be a whole number or a list of them, not []"),
        ("games = 5.5", "'games' = 5.5 is no whole number: give one such as"),
        ('games = "many"', "'games' = 'many' is no number: give a whole one"),
        ("games = true", "'games' must be a whole number, not True"),
        ("rotate = 1", "'rotate' must be true or false, not 1"),
        ("margin = false", "'margin' must be a number, not False"),
        ("strategies = [1]", "'strategies' must be a list of names"),
        ("option = 3", "'option' must be a table of switches"),
        ("game = 3", "'game' must be a text, not 3"),
        ("scenario = 3", "'scenario' must be a list of tables, each begun by [[scenario]], not 3"),
        ("[scenario]\nname = 'a'", "'scenario' must be a list of tables"),
        ("[[scenario]]\nplayers = 2", "scenario 1 has no name"),
        ("[[scenario]]\nname = 'a b'", "scenario 'a b': a name is made of letters"),
        ("[[scenario]]\nname = '../a'", "scenario '../a': a name is made of letters"),
        ("[[scenario]]\nname = 'a'\n[[scenario]]\nname = 'a'", "two scenarios are called 'a'"),
        ("[[scenario]]\nname = 'a'\nplayrs = 2", "scenario 'a': unknown key 'playrs': did you mean players?"),
        ("[[scenario]]\nname = 'a'\nplayers = '2'", "scenario 'a': 'players' must be a whole number, not '2'"),
        ("[[scenario]]\nname = 'a'\nplayers = true", "scenario 'a': 'players' must be a whole number, not True"),
        ("[[scenario]]\nname = 'a'\noption = 1", "scenario 'a': 'option' must be a table of switches"),
        ("[[scenario]]\nname = 'a'\nforbidden = 'W'", "scenario 'a': 'forbidden' must be a list of letters"),
        ("[[scenario]]\nname = 'a'\nlevels = 3", "scenario 'a': 'levels' must be the name of a level, not 3"),
        ("seed = 1\ngames = = 5", "line 2: `games = = 5` is not TOML: after = comes a number"),
    ],
)
def test_a_broken_file_is_told_by_name_key_and_line(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(DataError) as caught:
        load_file(toml(tmp_path, text))
    assert "experiment.toml" in str(caught.value)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_several_numbers_of_players_are_a_scenario_each(tmp_path: Path) -> None:
    config = merge("boards", {"game": "zhanguo", "players": (2, 4), "option": {"draft": True}})
    assert [(one.name, one.players, one.option) for one in config.scenarios] == [
        ("2-players", 2, {"draft": True}),
        ("4-players", 4, {"draft": True}),
    ]
    assert merge("boards", {}, load_file(toml(tmp_path, file_text(config.to_dict())))) == config
    assert merge("boards", {"players": (2, 4)}, load_file(toml(tmp_path, file_text(config.to_dict())))) == config
    listed = load_file(toml(tmp_path, 'game = "zhanguo"\nplayers = [2, 4]\noption = { draft = true }'))
    assert merge("boards", {}, listed) == config
    one = merge("boards", {"game": "zhanguo", "players": (3,)})
    assert (one.players, one.scenario) == (3, ())
    with pytest.raises(UsageError, match="--players 2,2: name each number once"):
        merge("boards", {"game": "zhanguo", "players": (2, 2)})
    with pytest.raises(UsageError, match="--players 2,3: the scenarios named already have players of their own"):
        merge("boards", {"game": "zhanguo", "players": (2, 3)}, {"scenario": ({"name": "two", "players": 2},)})


def test_a_file_of_one_question_is_not_taken_for_another() -> None:
    with pytest.raises(DataError, match="an experiment 'balance'"):
        merge("boards", {}, {"design": "balance", "game": "zhanguo"})
    assert merge("run", {}, {"design": "balance", "game": "zhanguo"}).design == "balance"


def test_a_stored_configuration_reads_back_from_toml(tmp_path: Path) -> None:
    config = merge(
        "balance",
        {
            "game": "zhanguo",
            "strategies": ("a", 'dir/"b".py:C'),
            "components": "x\\y",
            "option": {"draft": True, "by": "auction"},
            "out": "r",
        },
    )
    file = load_file(toml(tmp_path, file_text(config.to_dict())))
    assert merge("run", {}, file) == config


def test_only_what_decides_rows_changes_the_digest() -> None:
    """Neither how they are played nor how many there are: a run to which games are added stays the same."""
    base = {"game": "zhanguo", "strategies": ("a",)}
    digest = merge("run", base).sha256
    same = {"workers": 7, "out": "x", "margin": 5.0, "batch": 9, "engine": "dask://h:1", "games": 7}
    assert merge("run", {**base, **same}).sha256 == digest
    for change in (
        {"seed": 2},
        {"players": 3},
        {"rotate": False},
        {"option": {"draft": True}},
        {"record": "decisions"},
    ):
        assert merge("run", {**base, **change}).sha256 != digest


def test_every_field_is_a_key_and_execution_names_fields() -> None:
    assert {field.name for field in fields(Config)} == set(KEYS)
    assert set(KEYS) >= EXECUTION


def test_balance_records_a_sample_of_decisions_unless_told_otherwise() -> None:
    assert merge("balance", {"game": "qin"}).record == "decisions"
    assert merge("balance", {"game": "qin"}).sample == 0.02
    assert merge("balance", {"game": "qin", "record": "seats"}).record == "seats"


def test_hints_name_the_nearest_or_all() -> None:
    assert did_you_mean("bord", ["boards", "games"]) == "did you mean boards?"
    assert did_you_mean("qq", ["boards", "games"]) == "choose from boards, games"


def test_errors_are_one_line() -> None:
    assert str(AnalyserError("two\n  lines")) == "two lines"


def test_learners_and_plans_tuned_for_boards_join_boards_and_learners_tournaments() -> None:
    """By default boards are asked of all shipped plans, the other questions of those of full strength; a tournament has
    a place for learners too."""
    everybody = default_strategies("zhanguo", ("full", "learner", "tuned"))
    full = default_strategies("zhanguo")
    tuned = {"sides", "sides_builder", "sides_walls"}
    assert set(everybody) - set(full) == {"apprentice", "novice", *tuned}
    assert prepare(Config(game="zhanguo", design="boards", games=10)).config.strategies == everybody
    ranked = prepare(Config(game="zhanguo", design="tournament", games=10)).config.strategies
    assert set(ranked) == {*everybody} - tuned
    assert prepare(Config(game="zhanguo", design="balance", games=10)).config.strategies == full


def test_a_setting_knows_who_is_tuned_for_boards(tmp_path: Path) -> None:
    """Whose file has weights of a board's own, or is tuned and adds to those of all; a file of one's own too."""
    mine, adds = tmp_path / "mine.toml", tmp_path / "adds.toml"
    mine.write_text('name = "mine"\nidea = "Knows star."\n[weights]\nvp = 1\n[on_board.star.weights]\nvp = 2\n')
    adds.write_text(
        'name = "adds"\nidea = "Knows star."\nstrength = "tuned"\n[weights]\nvp = 1\n[by_board.star]\nvp = 1\n'
    )
    names = ("balanced", "sides", str(mine), "random", str(adds))  # balanced adds to boards, too, and is not tuned
    (simulator,) = prepare(Config(game="zhanguo", design="boards", games=10, strategies=names)).simulators
    assert simulator.prepared.as_they_come == (0, 3)
    assert simulator.prepared.tuned_for_boards == (1, 2, 4)
    assert simulator.prepared.who_prices == (0,)


def test_several_values_of_a_switch_are_scenarios() -> None:
    """Named after switch and value; what the game takes whole, as names with commas, is one value."""
    config = merge("balance", {"game": "zhanguo", "option": {"draft": "true,false", "boards_by": "auction"}})
    assert [(one.name, one.option) for one in config.scenario] == [
        ("draft-on", {"boards_by": "auction", "draft": True}),
        ("draft-off", {"boards_by": "auction", "draft": False}),
    ]
    whole = {"boards_by": "auction", "boards_discarded": "circle,star"}
    assert merge("balance", {"game": "zhanguo", "players": 2, "option": whole}).option == whole
    first = merge("boards", {"game": "first_empire", "option": {"tableau": "printed,A,B"}})
    assert [one.option for one in first.scenario] == [{"tableau": "printed"}, {"tableau": "A"}, {"tableau": "B"}]


def test_values_that_are_the_scenarios_of_a_run_already_are_the_same_experiment() -> None:
    """So that the words a run was begun with take it up again."""
    given: dict[str, Any] = {"game": "first_empire", "players": 1, "option": {"lisi": "1,3"}}
    begun = load_experiment("balance", given).config
    file = {"scenario": check_table(begun.to_dict()["scenario"], "run")}
    assert load_experiment("balance", given, file).config == begun
    with pytest.raises(UsageError, match=r"--option lisi=1,2: .* scenarios are named already"):
        merge("balance", {**given, "option": {"lisi": "1,2"}}, file)


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"option": {"draft": "true,true"}}, "name each value once"),
        ({"option": {"draft": "true,"}}, "name each value once"),
        ({"option": {"draft": "true,false", "goals": "a,b"}}, "one list of values at a time.* --option goals as well"),
        ({"option": {"draft": "true,false"}, "players": (2, 3)}, "one list of values at a time.*--players as well"),
    ],
)
def test_lists_of_values_that_make_no_sense_are_refused(given: dict[str, Any], why: str) -> None:
    with pytest.raises(UsageError, match=why):
        merge("balance", {"game": "zhanguo", **given})


def test_balance_plays_every_bot_unless_one_is_named() -> None:
    solo = {"game": "first_empire", "players": 1}
    assert [one.option for one in merge("balance", solo).scenario] == [{"lisi": n} for n in (1, 2, 3, 4)]
    assert merge("balance", {**solo, "option": {"lisi": 3}}).scenario == ()
    assert merge("openings", solo).scenario == ()
    assert merge("balance", {**solo, "players": 2}).scenario == ()


# -- scenarios -----------------------------------------------------------------------------------------------------


def test_a_table_fills_what_it_leaves_out_from_the_run(tmp_path: Path) -> None:
    config = merge("run", {}, load_file(toml(tmp_path, TWO_SCENARIOS)))
    assert config.scenarios == (
        Scenario(name="as-it-is", players=3, option={"draft": True}, components="mine"),
        Scenario(name="two", players=2, option={"draft": True, "auction": True}, components="mine", forbidden=("W",)),
    )


def test_a_run_without_tables_is_one_scenario_called_base() -> None:
    config = merge("run", {"game": "zhanguo", "players": 2, "option": {"draft": True}})
    assert config.scenarios == (Scenario(name="base", players=2, option={"draft": True}),)
    assert "scenario" not in config.to_dict()


def test_stored_scenarios_read_back_from_toml(tmp_path: Path) -> None:
    config = merge("run", {}, load_file(toml(tmp_path, TWO_SCENARIOS)))
    text = file_text(config.to_dict())
    assert text.count("[[scenario]]") == 2
    assert merge("run", {}, load_file(toml(tmp_path, text))) == config


# -- numbers and switches as people type them -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(
            ("20000", 20_000),
            ("20_000", 20_000),
            ("20,000", 20_000),
            ("20k", 20_000),
            ("20K", 20_000),
            ("20 k", 20_000),
        ),
        *(
            ("1e4", 10_000),
            ("2.5e3", 2_500),
            ("1.5k", 1_500),
            ("2M", 2_000_000),
            ("2m", 2_000_000),
            ("0", 0),
            ("-3", -3),
        ),
    ],
)
def test_a_count_may_be_written_shortly(text: str, number: int) -> None:
    assert parse_int(text) == number


@pytest.mark.parametrize("text", ["1.5", "1e-3", "1.0005k"])
def test_a_fraction_is_no_count(text: str) -> None:
    with pytest.raises(ValueError, match="is no whole number: give one such as 20000"):
        parse_int(text)


@pytest.mark.parametrize("text", ["", "k", "1,5", "2,00,0", "twenty", "0x10", "1e", "20g", "1e999", "inf", "nan", "٣"])
def test_other_texts_are_no_number(text: str) -> None:
    with pytest.raises(ValueError, match="is no number: give a whole one"):
        parse_int(text)
    with pytest.raises(ValueError, match=r"is no number: give one such as 2 or 1\.5"):
        parse_float(text)


def test_fractions_have_a_point() -> None:
    assert (parse_float("1.5"), parse_float("2"), parse_float(".25")) == (1.5, 2.0, 0.25)


def test_a_switch_is_on_or_off_in_any_words() -> None:
    assert [parse_value(text) for text in ("on", "true", "Yes", "off", "FALSE", "no")] == [True] * 3 + [False] * 3
    assert [parse_value(text) for text in ("7", "-2", "auction", "1.5")] == [7, -2, "auction", "1.5"]


@pytest.mark.parametrize(
    ("text", "unit", "seconds"),
    [
        ("90", "s", 90), ("90s", "s", 90), ("5m", "s", 300), ("5 min", "s", 300), ("1.5h", "s", 5_400),
        ("1e3", "s", 1_000), ("5", "m", 300), ("90s", "m", 90), ("5M", "m", 300), ("1H", "m", 3_600),
    ],
)  # fmt: skip
def test_a_time_has_a_unit_or_that_of_its_option(text: str, unit: str, seconds: float) -> None:
    assert parse_duration(text, unit) == seconds


@pytest.mark.parametrize("text", ["", "m", "5x", "5k", "5 m s", "1,5h", "1:30", "inf", "9" * 5_000])
def test_other_texts_are_no_time(text: str) -> None:
    with pytest.raises(ValueError, match="is no time: give one such as 90s, 5m or 1h, or a number of seconds"):
        parse_duration(text)


@pytest.mark.parametrize("text", ["20.000", "1.0", "999.000"])
def test_a_point_between_thousands_or_before_decimals_is_asked_about(text: str) -> None:
    whole = text.partition(".")[0]
    with pytest.raises(ValueError, match=f"is {whole} or {whole}000: write the one you mean, without a point"):
        parse_int(text)
