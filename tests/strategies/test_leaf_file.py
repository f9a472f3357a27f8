"""The file of a leaf: the same network again, or one line that says what is wrong, where, and what to do."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cext.games import load_game
from strategies import StrategyFileError, StrategyNotFound, limit_of, load_strategy, player_class
from strategies.catalogue import OTHER_DATA, files_of
from strategies.leaf_file import leaf_bytes, leaf_net, read_leaf
from tests.leaves import positions_of, random_net

HEAD: dict[str, Any] = {
    "plan": "jade",
    "turns": 2,
    "margin": 0.5,
    "error": 0.09,
    "error_of_mean": 0.12,
    "cannot": "It does not bluff.",
    "training": {"games": 100},
}


@pytest.fixture(scope="module")
def game() -> Any:
    return load_game("middle_kingdom", players=3)


@pytest.fixture(scope="module")
def content(game: Any) -> bytes:
    return leaf_bytes(game, random_net(game), **HEAD)


@pytest.fixture
def leaf(content: bytes, tmp_path: Path) -> Path:
    file = tmp_path / "mine.leaf"
    file.write_bytes(content)
    return file


def changed(content: bytes, change: Callable[[dict[str, Any]], Any]) -> bytes:
    """The file with another head."""
    line, _, weights = content.partition(b"\n")
    head = json.loads(line)
    change(head)
    return json.dumps(head).encode() + b"\n" + weights


def test_a_file_holds_the_network(game: Any, content: bytes, leaf: Path) -> None:
    stored, net, positions = read_leaf(leaf), random_net(game), positions_of(game, 10)
    assert {key: getattr(stored.head, key) for key in HEAD} == HEAD
    assert (stored.head.game, stored.head.players) == ("middle_kingdom", 3)
    found = leaf_net(stored, game, leaf)
    assert (found.logits(positions.states, positions.viewers) == net.logits(positions.states, positions.viewers)).all()
    assert leaf_bytes(game, found, **HEAD) == content


def test_a_search_takes_what_its_leaf_says(game: Any, leaf: Path) -> None:
    search: Any = load_strategy(f"search:jade:16:leaf={leaf}", game)
    assert (search.turns, search.margin, search.bias, search.widening) == (2, 0.5, 0.05, 1.25)
    other: Any = load_strategy(f"search:jade:16:leaf={leaf}:turns=4:bias=0.3", game)
    assert (other.turns, other.bias, other.leaf.hidden) == (4, 0.3, 16)
    assert leaf in files_of(f"search:jade:16:leaf={leaf}", "middle_kingdom")
    assert player_class(f"search:jade:16:leaf={leaf}", "middle_kingdom") == "strong"


def test_a_shipped_leaf_has_a_file_for_each_number_of_players(
    game: Any, content: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("strategies.leaf_file.HERE", tmp_path)
    (tmp_path / "middle_kingdom").mkdir()
    file = tmp_path / "middle_kingdom" / "best-3.leaf"
    file.write_bytes(content)
    search: Any = load_strategy("search:jade:16:leaf=best", game)
    assert search.leaf.hidden == 16
    assert file in files_of("search:jade:16:leaf=best", "middle_kingdom")
    table = (3, game.facts()["digest"], game.options)
    assert limit_of("search:jade:16:leaf=best", "middle_kingdom", [table]) == "It does not bluff."
    other = (3, "other", game.options)
    assert limit_of("search:jade:16:leaf=best", "middle_kingdom", [table, other]) == f"It does not bluff. {OTHER_DATA}"
    switched = load_game("middle_kingdom", players=3, token_limit=True)
    assert load_strategy("search:jade:16:leaf=best", switched) is not None
    with pytest.raises(StrategyNotFound, match=r"no leaf 'bets' is shipped .* with 3 players: did you mean best\?"):
        load_strategy("search:jade:16:leaf=bets", game)
    with pytest.raises(StrategyNotFound, match="no leaf 'best' is shipped for middle_kingdom with 2 players"):
        load_strategy("search:jade:16:leaf=best", load_game("middle_kingdom", players=2))


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("search:jade:16:turns=2", "turns are played before a leaf is asked: name it with leaf=FILE"),
        ("search:jade:16:leaf={}:margin=0.5", "a leaf says what margin it was learned with: leave margin out"),
        ("search:jade:16:leaf={}:turns=2.5", "'turns' must be a whole number from 0 to 1000, not 2.5"),
        ("mcts:16:leaf={}", "mcts:N has no parameter 'leaf'"),
        ("search:jade:16:leaf=nothing", "no leaf 'nothing' is shipped for middle_kingdom with 3 players"),
    ],
)
def test_a_name_that_cannot_be_says_why(game: Any, leaf: Path, spec: str, message: str) -> None:
    with pytest.raises(StrategyNotFound, match=re.escape(message)):
        load_strategy(spec.format(leaf), game)


def test_a_missing_file_is_named(game: Any, tmp_path: Path) -> None:
    with pytest.raises(StrategyFileError, match=r"none\.leaf: cannot be read \(No such file"):
        load_strategy(f"search:jade:16:leaf={tmp_path}/none.leaf", game)


@pytest.mark.parametrize("n", [0, 1, 40, 2000, -1, -700])
def test_a_part_of_a_file_is_refused(content: bytes, leaf: Path, n: int) -> None:
    leaf.write_bytes(content[:n])
    with pytest.raises(StrategyFileError, match=r"mine\.leaf: (is no leaf|has [\d,]+ bytes of weights, not)"):
        read_leaf(leaf)


def test_other_weights_are_refused(content: bytes, leaf: Path) -> None:
    leaf.write_bytes(content[:-3] + bytes(3 * [255]))
    with pytest.raises(StrategyFileError, match="has other weights than its head says: copy it again, or make it anew"):
        read_leaf(leaf)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda head: head.update(format="analyser leaf 9"), "has the format 'analyser leaf 9', not 'analyser leaf 1'"),
        (lambda head: head.update(players=99), "'players' must be a whole number from 1 to 6, not 99"),
        (lambda head: head.update(hidden=48), "bytes of weights, not"),
        (lambda head: head.update(turns=None), "'turns' must be a whole number from 0 to 1000, not None"),
        (lambda head: head.update(inputs=[]), "'inputs' must be a list of inputs, not []"),
        (lambda head: head["inputs"][0].update(cells=[[-9]]), "inputs 1.cells 1 1 must be a whole number from -1"),
        (lambda head: head["inputs"][0].update(of="set", values=[1], cells=[[]]), "inputs 1.cells 1 must be a list"),
        (lambda head: head["inputs"][0].update(of="values", values=[5 * 10**9]), "from -1073741824 to 1073741824"),
        (lambda head: head["inputs"][0].update(low=5, high=5), "inputs 1: low 5, high 5: a number lies between"),
        (
            lambda head: head["inputs"][0].update(of="guess"),
            "'of' must be one of bins, bits, number, seat, set, values, not 'guess'",
        ),
        (lambda head: head.update(wider=1), "unknown key 'wider'"),
        (lambda head: head.pop("plan"), "'plan' is missing"),
        (lambda head: head.update(cannot="\x1b[2J"), "control character"),
        (lambda head: head["training"].update(deep=json.loads("[" * 50 + "]" * 50)), "nested deeper than 40"),
    ],
)
def test_a_head_that_cannot_be_says_where(content: bytes, leaf: Path, change: Any, message: str) -> None:
    leaf.write_bytes(changed(content, change))
    with pytest.raises(StrategyFileError, match=re.escape(message)) as raised:
        read_leaf(leaf)
    assert str(raised.value).startswith(str(leaf))
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("begin", [b"[" * 100_000, b"\xff\xfe", b"null", b"{}", b'{"format": 1e999}', b"PK\x03\x04"])
def test_another_file_is_no_leaf(leaf: Path, begin: bytes) -> None:
    leaf.write_bytes(begin + b"\n" + bytes(1000))
    with pytest.raises(StrategyFileError, match=r"mine\.leaf: (is no leaf|has the format)"):
        read_leaf(leaf)


def test_any_changed_byte_is_a_leaf_or_one_line(game: Any, content: bytes, leaf: Path) -> None:
    """400 files with a byte of their head changed: none raises anything else."""
    rng = np.random.default_rng(0)
    end = content.index(b"\n")
    messages = []
    for _ in range(400):
        damaged = bytearray(content)
        damaged[rng.integers(0, end)] = rng.integers(32, 127)
        leaf.write_bytes(bytes(damaged))
        try:
            leaf_net(read_leaf(leaf), game, leaf)
        except StrategyFileError as error:
            messages.append(str(error))
    assert len(messages) > 200
    assert not any("\n" in message for message in messages)


def test_another_game_or_number_of_players_is_refused(game: Any, content: bytes, leaf: Path) -> None:
    stored = read_leaf(leaf)
    with pytest.raises(StrategyFileError, match="is a leaf of middle_kingdom, not of zhanguo"):
        leaf_net(stored, load_game("zhanguo", players=3), leaf)
    with pytest.raises(StrategyFileError, match="is a leaf for 3 players, not for 2: name one for this number"):
        leaf_net(stored, load_game("middle_kingdom", players=2), leaf)


def test_another_layout_of_the_same_fields_fits(game: Any, content: bytes, leaf: Path) -> None:
    """A file holds names of fields; one that the game has no longer is named."""
    leaf.write_bytes(changed(content, lambda head: head["inputs"][0].update(field="rounds")))
    with pytest.raises(
        StrategyFileError, match=r"does not fit middle_kingdom: no field 'rounds'.*did you mean round\?"
    ):
        leaf_net(read_leaf(leaf), game, leaf)
