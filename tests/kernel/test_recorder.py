"""Recorded decisions reach numpy and polars in the recorder's own memory, and that memory is given back."""

import gc
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import polars as pl
import pytest

from cext.games import load_game
from cext.kernel.decision_columns import DECISION_COLUMNS
from cext.kernel.match import play_games
from cext.kernel.policy import PythonPolicy, RandomPolicy, StrategyError, WeightedPolicy
from cext.kernel.recorder import ColumnMemory, Recorder
from tests.kernel.tables import FunctionStrategy, recorded, same, schedule, values_by_card

TYPES = {column.name: column.dtype.str[1:] for column in DECISION_COLUMNS}


def decisions(n: int, first: int = 0) -> dict[str, np.ndarray]:
    """Of n games between two policies, one of which values moves."""
    game = load_game("toy", players=4)
    policies = [RandomPolicy(), WeightedPolicy(game, values_by_card(1))]
    return recorded(game, policies, seed=1, **schedule(n, 4, policies=2, record=1, first=first))


def owner(column: np.ndarray) -> Any:
    """The object at the end of the chain of bases."""
    base: Any = column
    while isinstance(base, np.ndarray):
        base = base.base
    return base.obj if isinstance(base, memoryview) else base


def test_columns_have_the_types_of_the_schema() -> None:
    columns = decisions(3)
    assert {name: column.dtype.str[1:] for name, column in columns.items()} == TYPES


def test_values_are_columns_where_a_policy_values_moves() -> None:
    game = load_game("toy", players=4)
    rows = schedule(40, 4, record=1)
    rows["policy"][[20, 30], 1:] = 1
    policies = [RandomPolicy(), WeightedPolicy(game, values_by_card(1))]
    columns = recorded(game, policies, seed=1, **rows)
    weighed = np.isin(columns["game"], (20, 30)) & (columns["seat"] > 1)
    assert (np.isnan(columns["move_value"]) == ~weighed).all()
    assert (np.isnan(columns["move_value_lead"]) == ~weighed).all()
    silent = recorded(game, policies[:1], seed=1, **schedule(40, 4, record=1))
    assert list(silent) == [name for name in TYPES if name not in ("move_value", "move_value_lead")]
    others = ~np.isin(columns["game"], (20, 30))
    assert all(
        column[~np.isin(silent["game"], (20, 30))].tobytes() == columns[name][others].tobytes()
        for name, column in silent.items()
    )


def test_one_block_of_memory_holds_every_column_as_it_was_written() -> None:
    columns = decisions(500)
    blocks = {id(owner(column)) for column in columns.values()}
    assert len(blocks) == 1
    assert type(owner(columns["game"])) is ColumnMemory
    begins = sorted(column.ctypes.data for column in columns.values())
    whole = np.frombuffer(owner(columns["game"]), np.uint8)
    assert begins[0] == whole.ctypes.data
    assert all(begin % 64 == begins[0] % 64 for begin in begins)
    ends = max(column.ctypes.data + column.nbytes for column in columns.values())
    assert ends <= whole.ctypes.data + whole.nbytes


def test_polars_takes_the_columns_without_a_copy() -> None:
    columns = decisions(500)
    for name, column in columns.items():
        series = pl.Series(name, np.asarray(column))
        assert series.to_numpy(allow_copy=False).ctypes.data == column.ctypes.data
        assert len(series) == len(column)


def test_the_columns_outlive_everything_else() -> None:
    columns = decisions(300)
    expected = columns["move_kind"].copy()
    kind = pl.Series(columns["move_kind"])
    del columns
    gc.collect()
    filler = [decisions(300) for _ in range(5)]
    assert kind.to_numpy().tolist() == expected.tolist()
    assert len(filler) == 5


def test_columns_may_be_written_to() -> None:
    columns = decisions(3)
    columns["turn"][0] = 200
    assert columns["turn"][0] == 200


def test_an_empty_recorder_hands_over_empty_columns() -> None:
    recorder = Recorder()
    assert len(recorder) == 0
    assert {name: (len(column), column.dtype.str[1:]) for name, column in recorder.take().items()} == {
        name: (0, code) for name, code in TYPES.items() if name not in ("move_value", "move_value_lead")
    }


def resident() -> int:
    """Bytes of memory this process holds."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096


def test_memory_is_given_back() -> None:
    rows = len(decisions(6000)["game"])
    gc.collect()
    before = resident()
    for _ in range(12):
        decisions(6000)
    gc.collect()
    assert resident() - before < rows * 32  # less than one of the twelve


def test_columns_in_use_are_never_written_again() -> None:
    first = decisions(200)
    kept = {name: column.copy() for name, column in first.items()}
    begin = owner(first["game"])
    decisions(300)
    again = decisions(100)
    assert all(first[name].tobytes() == kept[name].tobytes() for name in TYPES)
    assert owner(again["game"]) is not begin


def test_uneven_games_are_recorded_whole() -> None:
    # Room is made after the first recorded game; rows beyond it move to a larger block more than once.
    late, all_of_them = decisions(10, first=2990), decisions(3000)
    part = all_of_them["game"] >= 2990
    assert all(late[name].tobytes() == all_of_them[name][part].tobytes() for name in TYPES)


@pytest.mark.parametrize("valued", [(0, 1), (400, 1501), (1501,)])
def test_rows_do_not_depend_on_what_is_recorded_beside_them(valued: tuple[int, ...]) -> None:
    # far more rows than are handed over at once; moves of only a few games, of some of the parts, are valued
    game = load_game("toy", players=4)
    policies = [RandomPolicy(), WeightedPolicy(game, values_by_card(1))]
    rows = schedule(1600, 4, record=1)
    rows["policy"][list(valued), 2:] = 1
    whole = recorded(game, policies, seed=1, **rows)
    assert len(whole["game"]) > 20_000
    for first, end in ((0, 2), (2, 400), (400, 1501), (1501, 1600)):
        some = {name: column[first:end] for name, column in rows.items()}
        part = recorded(game, policies, seed=1, **some)
        among = (whole["game"] >= first) & (whole["game"] < end)
        assert all(column.tobytes() == whole[name][among].tobytes() for name, column in part.items())
        assert ("move_value" in part) == any(first <= one < end for one in valued)
        assert "move_value" in part or np.isnan([whole["move_value"][among], whole["move_value_lead"][among]]).all()


def test_of_a_game_that_stops_nothing_is_recorded() -> None:
    stops = FunctionStrategy(lambda view, moves: 1 // (view["draw"] % 3) * 0)
    game = load_game("toy", players=4)
    policies = [RandomPolicy(), PythonPolicy(game, stops, "stops")]
    rows = schedule(60, 4, record=1)
    rows["policy"][50, 1:] = 1
    with pytest.raises(StrategyError, match="game 50") as caught:
        play_games(game, policies, seed=1, **rows)
    finished = recorded(game, policies, seed=1, **{name: column[:50] for name, column in rows.items()})
    assert same(caught.value.played.decisions, finished)  # type: ignore[attr-defined]


def test_running_counters_beyond_a_byte_are_recorded(pile: ModuleType) -> None:
    results = play_games(pile.CountingPile(), [RandomPolicy()], seed=1, **schedule(30, 2, boards=0, record=1))
    assert results.rounds is not None
    assert results.rounds["taken"].max() > 255
    assert (results.rounds["taken"] % 20 == 0).all()
