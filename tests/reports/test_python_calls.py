"""Calls from Python: values of the wrong kind are refused in words, numpy's numbers and paths accepted; estimates in
pickles, and in processes that were forked."""

import multiprocessing
import pickle
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from analyser import open_run, play_games, together
from analyser.errors import DataError, UsageError
from analyser.experiments.config_loader import check_arguments
from reports.conditions import ConditionError


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"games": 1.5}, "'games' must be a whole number, not 1.5"),
        ({"games": "100"}, "'games' must be a whole number, not '100'"),
        ({"games": True}, "'games' must be a whole number, not True"),
        ({"games": [20]}, "'games' must be a whole number, not [20]"),
        ({"games": np.float64(2.0)}, "'games' must be a whole number"),
        ({"players": 2.0}, "'players' must be a whole number or a list of them, not 2.0"),
        ({"workers": "2"}, "'workers' must be a whole number, not '2'"),
        ({"seed": 1.5}, "'seed' must be a whole number, not 1.5"),
        ({"margin": "2"}, "'margin' must be a number, not '2'"),
        ({"sample": True}, "'sample' must be a number, not True"),
        ({"rotate": 1}, "'rotate' must be true or false, not 1"),
        ({"strategies": "random"}, "'strategies' must be a list of names, not 'random'"),
        ({"strategies": {"random"}}, "strategies: give a list, not {'random'}"),
        ({"strategies": [None]}, "'strategies' must be a list of names, not [None]"),
        ({"boards": 3}, "'boards' must be a list of names, not 3"),
        ({"option": ["draft"]}, "'option' must be a table of switches, such as { draft = true }, not ['draft']"),
        (
            {"option": {"draft": 1.5}},
            "'option' must be a table of switches, such as { draft = true }, not {'draft': 1.5}",
        ),
        ({"record": 3}, "'record' must be a text, not 3"),
        ({"game": b"qin"}, "'game' must be a text, not b'qin'"),
        ({"out": 3}, "'out' must be a text, not 3"),
        ({"seeds": 1}, "play_games: no argument 'seeds': did you mean seed?"),
    ],
)
def test_settings_of_the_wrong_kind_are_refused(settings: dict[str, Any], message: str):
    with pytest.raises(TypeError) as refused:
        play_games(**{"game": "qin", "games": 20, "workers": 0, **settings})
    assert message in str(refused.value)


def test_numbers_of_numpy_and_paths_are_accepted():
    numbers = {"games": np.int64(20), "players": np.uint8(2), "margin": np.float32(1.5), "seed": np.int32(3)}
    others = {
        "out": Path("runs/x"),
        "strategies": [Path("mine.toml"), np.str_("random")],
        "printings": 8,
        "boards": None,
    }
    assert check_arguments("run", {**numbers, **others, "boards": None}) == (
        "run",
        {
            "games": 20, "players": 2, "margin": 1.5, "seed": 3, "out": str(Path("runs/x")),
            "strategies": ("mine.toml", "random"), "printings": "8",
        },
    )  # fmt: skip


def test_an_unknown_design_is_refused():
    with pytest.raises(UsageError, match=r"^design 'balanse': did you mean balance\?"):
        play_games("qin", design="balanse")
    with pytest.raises(UsageError, match="--games -1: give a number of games"):
        play_games("qin", games=-1)


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"measure": None}, "measure: give a text, a polars expression or a list of them, not None"),
        ({"measure": ["score", 3]}, "measure: give a text, a polars expression or a list of them, not ['score', 3]"),
        ({"measure": []}, "measure: give a text, a polars expression or a list of them, not []"),
        ({"unit": 3}, "unit: give a text, not 3"),
        ({"weights": 3}, "weights: give a text, not 3"),
        ({"by": 3}, "by: give a text or a list of texts, not 3"),
        ({"by": ["seat", 3]}, "by: give a text or a list of texts, not ['seat', 3]"),
        ({"by": {"seat", "strategy"}}, "by: give a text or a list of texts"),
        ({"by": "seat", "against": True}, "against: give a reference such as 'par'"),
        ({"by": "seat", "against": [None]}, "against: give a reference such as 'par'"),
        ({"by": "seat", "against": {"seat": None}}, "against: give a mapping of factors to references"),
        ({"within": ["seat"]}, "within: give a text, not ['seat']"),
        ({"where": 5}, "where: give a text, not 5"),
        ({"where": True}, "where: give a text, not True"),
        ({"of": 3}, "of: give a text, not 3"),
    ],
)
def test_comparisons_of_the_wrong_kind_are_refused(asked: dict[str, Any], message: str, opened):
    run = opened("balance")
    with pytest.raises(TypeError) as refused:
        run.compare(**asked)
    assert message in str(refused.value)


def test_nothing_is_asked_by_none(opened):
    run = opened("balance")
    plain = run.compare("score").table
    assert run.compare("score", by=None, against=None, within=None, where=None, of=None).table.equals(plain)
    levels = run.compare("score", by="seat", against=np.int64(1)).table
    assert levels.equals(run.compare("score", by=("seat",), against=1).table)


def test_calls_of_estimates_of_the_wrong_kind_are_refused(opened, tmp_path):
    run = opened("balance")
    estimates = run.compare("score", by="seat")
    for call, message in (
        (lambda: estimates.minus(run), "minus: give the estimates of another comparison, not Run of"),
        (lambda: together([estimates, estimates]), "together: give comparisons, one after another: together(a, b)"),
        (lambda: estimates.games("1"), "row: give a whole number, not '1'"),
        (lambda: estimates.chart(3), "path: give a path, as a text or pathlib.Path, not 3"),
        (lambda: estimates.chart(tmp_path / "x.svg", title=3), "title: give a text, not 3"),
        (lambda: run.games_where(3), "condition: give a text, not 3"),
        (lambda: open_run(3), "open_run: give a path, as a text or pathlib.Path, not 3"),
        (lambda: open_run(b"x"), "open_run: give a path"),
        (lambda: open_run(".", margin="2"), "margin: give a number, not '2'"),
    ):
        with pytest.raises(TypeError, match=re.escape(message)):
            call()
    assert estimates.games(np.int64(1)).equals(estimates.games(1))
    with pytest.raises(ConditionError, match="give the comparisons"):
        together()


def test_a_pickle_of_estimates_is_the_same(opened):
    run = opened("balance")
    shares = run.compare("win_share", by="seat", against="par")
    both = together(shares, run.compare("score", by="seat"))
    for estimates in (shares, both):
        copy = pickle.loads(pickle.dumps(estimates))
        assert copy.table.equals(estimates.table)
        assert str(copy) == str(estimates)
        assert [list(family.p) for family in copy.families] == [list(family.p) for family in estimates.families]
        assert copy.minus(estimates).table["estimate"].abs().max() == 0


def test_a_run_opened_twice_is_compared_alike_and_a_removed_one_refused(tmp_path):
    path = tmp_path / "run"
    play_games(Path("qin"), games=60, players=2, workers=0, strategies=["random"], out=path)
    one, two = (open_run(where).compare("score", by="seat") for where in (path, str(path)))
    assert one.table.equals(two.table)
    run = open_run(path)
    path.rename(tmp_path / "elsewhere")
    with pytest.raises(FileNotFoundError, match="part-00000"):
        run.compare("score", by="seat")
    with pytest.raises(DataError, match="no such directory"):
        open_run(path)


@pytest.mark.skipif("fork" not in multiprocessing.get_all_start_methods(), reason="no fork on this system")
@pytest.mark.filterwarnings("ignore:.*use of fork.*:DeprecationWarning")
def test_a_fork_after_reading_is_refused(opened):
    run = opened("balance")
    run.compare("score")
    context = multiprocessing.get_context("fork")
    answers = context.SimpleQueue()
    process = context.Process(target=_compare, args=(run, answers), daemon=True)
    process.start()
    error = answers.get()
    assert "RuntimeError('this process was forked from one that had read a run" in error
    assert "multiprocessing.get_context('spawn')" in error
    process.join()


def _compare(run: Any, answers: Any) -> None:
    try:
        run.compare("score", by="seat")
    except BaseException as error:
        answers.put(repr(error).replace('"', "'"))
