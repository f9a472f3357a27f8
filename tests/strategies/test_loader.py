"""Every way to name a strategy, and one clear line where it leads nowhere."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cext.kernel.policy import PythonPolicy, RandomPolicy, WeightedPolicy
from strategies import (
    Strategy,
    StrategyFileError,
    StrategyNotFound,
    explain,
    list_strategies,
    load_strategy,
    player_class,
)

PYTHON = '''
from strategies import Strategy


class First(Strategy):
    """Takes the first move.

    And nothing else.
    """

    def choose(self, view, moves):
        return 0


class Picky(First):
    def __init__(self):
        raise RuntimeError("no mood")


class Rock:
    pass


class Abstract(Strategy):
    pass


thing = 3
'''


@pytest.fixture
def python_file(tmp_path: Path) -> Path:
    path = tmp_path / "my.py"
    path.write_text(PYTHON, encoding="utf-8")
    return path


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package with strategies behind entry points."""
    info = tmp_path / "dragon-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: dragon\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(
        "[analyser.strategies]\nanywhere = dragon:First\nzhanguo/fire = dragon:PLAN\nqin/water = dragon:First\n"
        "broken = dragon:Nothing\ncompiled = dragon:Compiled\n",
        encoding="utf-8",
    )
    (tmp_path / "fire.toml").write_text('name = "fire"\nidea = "Burns."\n[weights]\nvp = 7\n', encoding="utf-8")
    more = (
        "\nfrom pathlib import Path\nfrom cext.kernel.policy import RandomPolicy\n"
        "PLAN = Path(__file__).with_name('fire.toml')\n"
        "class Compiled(RandomPolicy):\n    def __init__(self, game):\n        self.made_for = game.name\n"
    )
    (tmp_path / "dragon.py").write_text(PYTHON + more, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "dragon", raising=False)
    return tmp_path


@pytest.mark.parametrize(
    ("spec", "players"),
    [
        ("novice", "beginners"),
        ("zhanguo/apprentice", "beginners"),
        ("builder", "ordinary"),
        ("open0", "ordinary"),
        ("sides", "tuned"),
        ("zhanguo/random", "none"),
        ("noisy:balanced:4", "ordinary"),
        ("zhanguo/noisy:walls:1", "ordinary"),
        ("mcts:50", "strong"),
        ("search:balanced:32", "strong"),
        ("search:sides:8", "strong and tuned"),
        ("anywhere", "ordinary"),
        ("fire", "ordinary"),
        ("compiled", "ordinary"),
    ],
)
@pytest.mark.usefixtures("package")
def test_every_strategy_has_a_class(spec: str, players: str) -> None:
    assert player_class(spec, "zhanguo") == players


def test_a_noisy_plan_is_a_beginner_where_a_level_of_beginners_has_less_noise() -> None:
    names = ("noisy:walls:7", "noisy:walls:8", "noisy:balanced:16", "noisy:balanced:4")
    assert [player_class(name, "first_empire") for name in names] == ["ordinary", "beginners", "beginners", "ordinary"]
    assert player_class("search:jade:64", "middle_kingdom") == player_class("jade", "middle_kingdom") == "strong"


def test_a_python_strategy_says_how_well_it_plays(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    text = "from strategies import Strategy\nclass Mine(Strategy):\n    player_class = %r\n"
    text += "    def choose(self, view, moves): return 0\n"
    file.write_text(text % "strong", encoding="utf-8")
    assert player_class(f"{file}:Mine", "zhanguo") == "strong"
    (tmp_path / "other.py").write_text(text % "good", encoding="utf-8")
    with pytest.raises(StrategyFileError, match=r"other\.py:Mine: player_class = 'good': "):
        player_class(f"{tmp_path / 'other.py'}:Mine", "zhanguo")


def test_files_of_ones_own_and_of_packages_may_be_learners_and_what_else_they_say_is_an_error(package: Path) -> None:
    mine, text = package / "mine.toml", 'name = "mine"\nidea = "Learns."\nstrength = "%s"\n[weights]\nvp = 1\n'
    mine.write_text(text % "learner", encoding="utf-8")
    (package / "fire.toml").write_text(text % "learner", encoding="utf-8")
    assert player_class(str(mine), "zhanguo") == player_class("fire", "zhanguo") == "beginners"
    mine.write_text(text % "beginner", encoding="utf-8")
    with pytest.raises(
        StrategyFileError,
        match=r"^[^\n]*mine\.toml, line 3: 'strength' must be one of full, learner, narrow, strong, tuned, "
        r"not 'beginner'$",
    ):
        player_class(str(mine), "zhanguo")


@pytest.mark.parametrize("spec", ["random", "zhanguo/random"])
def test_random(game: Any, spec: str) -> None:
    assert type(load_strategy(spec, game)) is RandomPolicy


def test_short_and_long_name_are_the_same_plan(game: Any) -> None:
    short: Any = load_strategy("builder", game)
    long: Any = load_strategy("zhanguo/builder", game)
    assert isinstance(short, WeightedPolicy)
    assert (short.weights == long.weights).all()


def test_python_file(game: Any, python_file: Path) -> None:
    policy: Any = load_strategy(f"{python_file}:First", game)
    assert isinstance(policy, PythonPolicy)
    assert isinstance(policy.strategy, Strategy)
    assert policy.name == f"{python_file}:First"


@pytest.mark.parametrize(
    ("attribute", "message"),
    [
        ("Frist", r"my\.py has no class 'Frist': did you mean First\?$"),
        ("Zzz", r"my\.py has no class 'Zzz': did you mean First\?$"),
        ("Rock", r":Rock is a class, not a subclass of strategies\.Strategy: make it one$"),
        ("thing", r":thing is a int, not a subclass of strategies\.Strategy: make it one$"),
        ("Picky", r":Picky cannot be made: RuntimeError: no mood \([^\n]*my\.py, line 17: correct it there\)$"),
        ("Abstract", r":Abstract has no method choose\(self, view, moves\): add one$"),
    ],
)
def test_classes_that_will_not_do(game: Any, python_file: Path, attribute: str, message: str) -> None:
    with pytest.raises(StrategyFileError, match=message):
        load_strategy(f"{python_file}:{attribute}", game)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x = (", r"bad\.py, line 1: '\(' was never closed: correct it there$"),
        ("import json\njson.loads('{')\n", r"bad\.py, line 2: JSONDecodeError: [^\n]*: correct it there$"),
        ("import nonsense_module", r"bad\.py, line 1: ModuleNotFoundError: No module named 'nonsense_module': correct"),
        ("x = 1", r"bad\.py has no class 'Plan': define it as a subclass of strategies\.Strategy$"),
    ],
)
def test_python_files_that_will_not_do(game: Any, tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "bad.py").write_text(text, encoding="utf-8")
    with pytest.raises(StrategyFileError, match=message):
        load_strategy(f"{tmp_path / 'bad.py'}:Plan", game)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("bilder", r"^no strategy 'bilder' for zhanguo: did you mean builder\?$"),
        ("zhanguo/wals", r"^no strategy 'zhanguo/wals' for zhanguo: did you mean walls\?$"),
        (
            "xyzzy",
            r"^no strategy 'xyzzy' for zhanguo: there are random, .*builder.*, a file\.toml and a file\.py:CLASS$",
        ),
        ("my.py", r"^strategy my\.py: no class is named: write my\.py:CLASS$"),
        ("none.py:Plan", r"^strategy file none\.py does not exist: give the path of a Python file$"),
    ],
)
def test_names_that_lead_nowhere(game: Any, spec: str, message: str) -> None:
    with pytest.raises(StrategyNotFound, match=message):
        load_strategy(spec, game)


@pytest.mark.usefixtures("package")
def test_entry_points_of_packages(game: Any) -> None:
    assert isinstance(load_strategy("anywhere", game), PythonPolicy)
    fire: Any = load_strategy("zhanguo/fire", game)
    assert fire.weights[0, 0] == 7000
    compiled: Any = load_strategy("compiled", game)
    assert compiled.made_for == "zhanguo"
    with pytest.raises(
        StrategyFileError, match=r"^strategy broken: entry point broken = dragon:Nothing does not load: "
    ):
        load_strategy("broken", game)
    with pytest.raises(StrategyNotFound, match="no strategy 'water' for zhanguo"):
        load_strategy("water", game)
    found = {info.name: (info.kind, info.idea) for info in list_strategies("zhanguo")}
    assert found["anywhere"] == ("package", "from the package dragon")
    assert "water" not in found


def test_the_list_names_every_shipped_plan_as_its_file() -> None:
    infos = list_strategies("zhanguo")
    shipped = [info for info in infos if info.kind == "weighted"]
    assert infos[0].name == "random"
    assert [Path(str(info.path)).stem for info in shipped] == [info.name for info in shipped]
    assert {"builder", "governors", "palaces", "walls", "tasks", "markers", "balanced"} <= {
        info.name for info in shipped
    }
    named = {info.name for info in shipped}
    # without parameters: what a search takes unless told is a game's own
    elsewhere = [replace(info, parameters={}) for info in list_strategies("chess")]
    assert elsewhere == [replace(info, parameters={}) for info in infos if info.name not in named]


def test_a_name_that_two_games_have_is_told_with_both() -> None:
    words = "^strategy walls is the name of several: write first_empire/walls or zhanguo/walls$"
    with pytest.raises(StrategyNotFound, match=words):
        explain("walls")


def test_explain_tells_what_the_file_says(python_file: Path) -> None:
    info = explain("zhanguo/builder")
    assert explain("builder") == info
    assert info.kind == "weighted"
    assert info.weights["palace"] > 0
    assert set(info.provenance) == {"who", "on_what", "when"}
    assert explain(f"{python_file}:First").idea == "Takes the first move."
    assert explain("random").kind == explain("zhanguo/random").kind == "random"
    with pytest.raises(StrategyNotFound, match=r"^no strategy 'wallz': did you mean zhanguo/walls\?$"):
        explain("wallz")


def test_names_are_listed_without_numpy_and_the_kernel() -> None:
    code = (
        "import sys, strategies; strategies.list_strategies('zhanguo'); strategies.explain('zhanguo/walls');"
        "print(*{'numpy', 'cext.kernel', 'cext.games'} & set(sys.modules))"
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("\n", "")
