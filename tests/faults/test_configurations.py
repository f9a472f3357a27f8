"""What configurations, manifests and the command line may ask for: which game, which cluster, how much of anything."""

import ast
import json
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from analyser.errors import DataError, UsageError
from analyser.experiments import scenario
from analyser.experiments.config import KEYS
from analyser.experiments.config_loader import load_file, merge
from analyser.experiments.scenario import check_table
from analyser.runs.executors import worker_count
from analyser.runs.limits import limits_of
from analyser.runs.store import RunDirectory
from cext.games import UnknownGame, component_set, load_game
from cext.games.printings import unknown_data_of
from cext.games.realism import expectations_of
from tests.cli.conftest import ROOT, Cli, assert_refused
from tests.faults.conftest import edited
from tests.fuzz.changing import toml_text

# -- games ------------------------------------------------------------------------------------------------------------

NO_GAMES = ("nogame", "a.b", "../qin", "", "qin.data", "toy/../qin", "zhangüo", "漢", "__pycache__", "x" * 5_000)


@pytest.mark.parametrize("name", NO_GAMES)
def test_no_name_of_a_file_becomes_part_of_the_name_of_a_module(name: str) -> None:
    for use in (unknown_data_of, expectations_of, component_set):
        with pytest.raises(UnknownGame, match="unknown game"):
            use(name)
    with pytest.raises(UnknownGame, match="unknown game"):
        load_game(name, players=2)


def test_modules_of_games_are_imported_in_one_place() -> None:
    """No other file makes the name of a module of the name of a game."""
    calls = set()
    for file in (
        path for folder in ("analyser", "cext", "reports", "strategies") for path in ROOT.glob(f"{folder}/**/*.py")
    ):
        text = file.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if "import_module" in text or "find_spec" in text else ():
            match node:
                case ast.Call(
                    func=ast.Name(id="import_module" | "find_spec"), args=[ast.JoinedStr() | ast.Name() as name, *_]
                ):
                    if "game" in ast.unparse(name):
                        calls.add(file.relative_to(ROOT).as_posix())
    assert calls == {"cext/games/__init__.py"}


USES = (
    "report balance evil", "report boards evil", "runs check evil", "run --resume evil",
    "run --more 4 --out evil", "run --config evil", "record --from evil --game 1", "run --config evil.toml",
    "whatif --config evil.toml --set a.b=1", "boards --config evil.toml --levels",
)  # fmt: skip


@pytest.mark.parametrize("name", NO_GAMES[:5])
def test_a_run_or_a_configuration_of_no_game_is_told(
    called: Cli, copied: Callable[[], Path], tmp_path: Path, name: str
) -> None:
    def of_no_game(stored: dict[str, Any]) -> None:
        stored["config"]["game"] = name
        for entry in stored["scenarios"]:
            entry["game"]["name"] = name

    edited(copied().rename(tmp_path / "evil"), of_no_game)
    (tmp_path / "evil.toml").write_text(f"game = {json.dumps(name)}\n")
    for words in USES:
        done = called(*words.split())
        assert_refused(done, 3 if name else done.returncode, "game")
        assert "defect" not in done.stderr


def test_a_run_whose_scenarios_are_of_another_game_is_told(called: Cli, copied: Callable[[], Path]) -> None:
    run = edited(copied(), lambda stored: stored["scenarios"][0]["game"].update(name="../qin"))
    assert_refused(called("report", "balance", run), 3, "is of another game")


# -- clusters ---------------------------------------------------------------------------------------------------------

CLUSTER = "dask://127.0.0.1:9"  # nobody answers there


@pytest.fixture
def far(copied: Callable[[], Path], tmp_path: Path) -> Path:
    """A run of somebody's whose configuration names a cluster; and a configuration in TOML that names it."""
    run = edited(
        copied().rename(tmp_path / "far"), lambda stored: stored["config"].update(engine=CLUSTER, collect=True)
    )
    (tmp_path / "far.toml").write_text(f'game = "middle_kingdom"\nplayers = 2\ngames = 4\nengine = "{CLUSTER}"\n')
    return run


@pytest.mark.parametrize(
    "words",
    ["run --config far.toml", "run --config far", "run --resume far", "run --more 4 --out far",
     "balance --config far.toml", "run --trust --config far.toml"],
)  # fmt: skip
def test_a_cluster_is_connected_to_only_where_the_command_names_it(called: Cli, far: Path, words: str) -> None:
    done = called(*words.split())
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (9, "", 1), done.stderr
    assert f"--engine {CLUSTER} connects to it" in done.stderr
    assert "--engine local plays on this machine" in done.stderr


def test_what_a_command_says_of_the_engine_counts(called: Cli, far: Path) -> None:
    assert called("record", "--from", "far", "--game", "1").returncode == 0  # played here
    assert RunDirectory.open(far).resume_command == f"`analyser run --resume {far} --engine {CLUSTER}`"
    assert merge("run", {"engine": CLUSTER}, load_file(far)).engine == CLUSTER
    done = called("run", "--more", "4", "--out", "far", "--workers", "0", "-q", "--engine", "local")
    assert done.returncode == 0, done.stderr
    assert RunDirectory.open(far).manifest.games == 64


def test_an_engine_that_is_none_is_no_manifest_of_ours(copied: Callable[[], Path]) -> None:
    run = edited(copied(), lambda stored: stored["config"].update(engine="dask://$(rm -r ~):1"))
    with pytest.raises(DataError, match="the run cannot be read"):
        RunDirectory.open(run)


# -- how much ---------------------------------------------------------------------------------------------------------

HUGE = 10**30
BEYOND: dict[str, object] = {
    "players": (0, 21, HUGE, [2] * 21, [2, HUGE]),
    "games": (0, -1, 2**32, HUGE, "1e99"),
    "seed": (-1, 2**63, HUGE),
    "sample": (0, -1, 1.1, math.nan, math.inf, HUGE),
    "margin": (0, -2, 101, math.nan, math.inf, 10**400),
    "workers": (-1, 1_001, 100_000, HUGE),
    "batch": (0, -5, 1_000_001, HUGE),
    "time_limit": (0, -1, math.nan, math.inf, 31_536_001, "9000h", HUGE),
    "memory_limit": ("1MB", "999999999GB", "-1GB", "2"),
    "printings": (7, 201, -8, HUGE, "1e30"),
    "retune": (0, -1, 1_000_001, "2Mgen", "0gen", HUGE),
    "strategies": (["random"] * 256, [f"mcts:{n}" for n in range(1, 300)], ["x" * 5_001], "a,,b", [""]),
    "boards": (["A"] * 20_001,),
    "option": ({f"s{n}": 1 for n in range(101)}, {"draft": ",".join(map(str, range(1_200)))}, {"a" * 5_001: 1}),
    "components": ("x" * 5_001,),
    "out": ("x" * 5_001,),
}


@pytest.mark.parametrize(("key", "value"), [(key, value) for key, values in BEYOND.items() for value in values])
def test_no_number_list_or_text_of_a_configuration_is_beyond_its_bounds(
    key: str, value: object, tmp_path: Path
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('game = "zhanguo"\n' + toml_text({key: value}))
    design = "whatif" if key == "retune" else "boards"
    begin = time.process_time()
    with pytest.raises((DataError, UsageError)) as caught:
        merge(design, {}, load_file(file))
    assert time.process_time() - begin < 1
    assert len(str(caught.value)) < 500
    assert key.replace("_", "-") in str(caught.value).replace("_", "-") or "scenarios" in str(caught.value)


BEYOND_IN_SCENARIOS: dict[str, object] = {
    "players": 21, "games": 0, "series": -1, "printing": 2**31, "data": ["a.b=1"] * 1_001, "forbidden": ["W"] * 1_001,
    "option": {f"s{n}": 1 for n in range(101)}, "retuned": {f"s{n}": "x" for n in range(256)}, "name": "a" * 201,
}  # fmt: skip


@pytest.mark.parametrize("key", BEYOND_IN_SCENARIOS)
def test_no_scenario_is_beyond_its_bounds(key: str) -> None:
    with pytest.raises(DataError, match="here: scenario 'a") as caught:
        check_table([{"name": "a", key: BEYOND_IN_SCENARIOS[key]}], "here")
    assert len(str(caught.value)) < 500


def test_many_scenarios_are_refused_at_once() -> None:
    begin = time.process_time()
    with pytest.raises(DataError, match="at most 60,000"):
        check_table([{"name": "a"}] * 60_001, "here")
    tables = check_table([{"name": f"a{number}"} for number in range(60_000)], "here")
    with pytest.raises(UsageError, match="60,000 scenarios, at most 1,000 are answered together"):
        merge("run", {"game": "qin", "scenario": tables})
    assert time.process_time() - begin < 3


def test_workers_are_as_many_as_memory_has_room_for(called: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("analyser.runs.limits.memory_of_machine", lambda: 8_000_000_000)
    for words in ("run zhanguo", "tune zhanguo/balanced"):
        done = called(*words.split(), "--workers", "1000")
        assert_refused(done, 2, "--workers 1000: 80 % of this machine's memory has room for 12: give that or fewer")
    assert worker_count(12, None) == 12
    assert worker_count(32, "200MB") == 32
    assert worker_count(12, "4GB") == 12
    monkeypatch.setattr("analyser.runs.executors.cores", lambda: 64)
    assert worker_count(None, None) == 12
    assert 64 * limits_of(None, None, 64).memory > 6_400_000_000 >= 12 * limits_of(None, None, 12).memory


def test_a_run_of_more_batches_than_it_can_hold_is_refused_before_it_is_made(called: Cli, tmp_path: Path) -> None:
    words = "run toy --strategies random --games 100M --batch 9 --workers 0 -q --out mine"
    assert_refused(called(*words.split()), 2, "--batch 9: 100,000,000 games make more than 1,000,000 batches")
    assert not (tmp_path / "mine").exists()


# -- whatever else ----------------------------------------------------------------------------------------------------

STRANGE: tuple[object, ...] = (
    math.nan, math.inf, -math.inf, -1, 0, 0.5, HUGE, -HUGE, True, "", "\t", "x", "nan", "1e99", "²", "../../x", "漢",
    "x" * 6_000, [], {}, [[]], [{}], [None, 1], {"a": {"a": [1]}}, [HUGE], [math.nan], [True], {"": ""},
    {"a": math.nan}, "mcts:²", ["mcts:" + "9" * 4_900], ["mcts:1.." + "9" * 4_900], "1" * 5_000, [0] * 20_000,
)  # fmt: skip


PLACES = (*KEYS, "levels", "quiet", "json", *(f"scenario.{key}" for key in scenario.Scenario.__struct_fields__))


@pytest.mark.parametrize("place", PLACES)
def test_a_configuration_with_one_strange_value_is_taken_or_told_in_a_line(place: str, tmp_path: Path) -> None:
    messages = [message for value in STRANGE if (message := refusal(place, value, tmp_path / "mine.toml"))]
    assert len(messages) > len(STRANGE) // 3
    assert max(map(len, messages)) < 700
    assert not any("\n" in message for message in messages)


def refusal(place: str, value: object, file: Path) -> str:
    """What is said of a configuration with this value, "" where it is taken; any other error is one of the test."""
    _, within, key = place.rpartition("scenario.")
    table = {"scenario": [{"name": "a", key: value}]} if within else {key: value}
    file.write_text(toml_text({"game": "zhanguo", **table}), encoding="utf-8")
    begin = time.process_time()
    try:
        merge("run", {}, load_file(file))
        message = ""
    except (DataError, UsageError) as error:
        message = str(error)
    if time.process_time() - begin > 2:
        raise TimeoutError(f"{place} = {value!r:.80}")
    return message
