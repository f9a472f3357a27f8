"""play_games(): rows depend on nothing but themselves, columns add up, mistakes are refused in one line."""

import signal
import threading
import time
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from cext.games import load_game
from cext.kernel.checks import LIMITS, broken_rules
from cext.kernel.match import play_games
from cext.kernel.policy import Policy, RandomPolicy, Restriction, WeightedPolicy
from cext.kernel.search import FlatMonteCarlo, InformationSetMCTS
from cext.user_code import EndlessGame
from tests.kernel.tables import recorded, same, schedule


def mixed(game: Any) -> list[Policy]:
    """Four different policies."""
    weights = np.random.default_rng(4).integers(-900, 900, (12, 6))
    return [
        RandomPolicy(),
        WeightedPolicy(game, weights, 1500),
        Restriction(RandomPolicy(), excluded=0b1000),
        WeightedPolicy(game, -weights),
    ]


def test_any_slicing_of_the_rows_plays_the_same_games(players: int) -> None:
    game = load_game("toy", players=players)
    policies = mixed(game)
    n = 600
    whole = play_games(game, policies, seed=9, **schedule(n, players, policies=4, record=1))
    parts = [
        play_games(game, policies, seed=9, **schedule(hi - lo, players, policies=4, record=1, first=lo))
        for lo, hi in ((0, 1), (1, 7), (7, 300), (300, 300), (300, n))
    ]
    for name in ("games", "seats", "decisions"):
        columns = [getattr(part, name) for part in parts if getattr(part, name) is not None]
        joined = {key: np.concatenate([column[key] for column in columns]) for key in getattr(whole, name)}
        assert same(joined, getattr(whole, name))
    order = np.random.default_rng(0).permutation(n)
    rows = schedule(n, players, policies=4)
    shuffled = play_games(game, policies, seed=9, **{name: column[order] for name, column in rows.items()})
    assert same(shuffled.games, {name: column[order] for name, column in whole.games.items()})


def test_recording_changes_nothing(players: int) -> None:
    game = load_game("toy", players=players)
    rows = schedule(400, players, policies=4)
    silent = play_games(game, mixed(game), seed=5, **rows)
    rows["record"] = np.arange(400) % 3 == 0
    sampled = play_games(game, mixed(game), seed=5, **rows)
    assert silent.decisions is None
    assert same(silent.games, sampled.games)
    assert same(silent.seats, sampled.seats)
    assert sampled.decisions is not None
    counted = np.bincount(sampled.decisions["game"], minlength=400)
    every = silent.games["n_decisions"] + silent.games["n_forced"]
    assert (counted == np.where(rows["record"], every, 0)).all()


def test_the_playout_hook_plays_the_games_the_loop_plays(pile: ModuleType, players: int) -> None:
    rows = schedule(500, players, boards=0)
    no_plan = {"forced_opening": np.zeros((500, players), int), "forced_openings": [[]]}
    hook = play_games(pile.FastPile(players=players), [RandomPolicy()], seed=6, **rows)
    default = play_games(pile.Pile(players=players), [RandomPolicy()], seed=6, **rows)
    loop = play_games(pile.FastPile(players=players), [RandomPolicy()], seed=6, **rows, **no_plan)
    assert same(hook.games, default.games)
    assert same(hook.seats, default.seats)
    assert same(hook.games, loop.games)
    assert same(hook.seats, loop.seats)
    assert (hook.games["n_forced"] > 0).mean() > 0.1


def test_a_shared_policy_object_is_as_good_as_two() -> None:
    game = load_game("toy", players=4)
    weights = np.arange(72).reshape(12, 6) * 37 % 800
    rows = schedule(100, 4)
    one = play_games(game, [WeightedPolicy(game, weights, 900)], seed=5, **rows)
    rows = schedule(100, 4, policies=4)
    four = play_games(game, [WeightedPolicy(game, weights, 900) for _ in range(4)], seed=5, **rows)
    assert same(one.seats, four.seats)


def test_a_compiled_plugin_policy_plays(plugin: ModuleType) -> None:
    game = load_game("toy", players=2)
    decisions = recorded(game, [plugin.FirstMove()], seed=5, **schedule(20, 2, record=1))
    banked = decisions["move_kind"] == 2
    assert set(decisions["move_kind"]) == {0, 2}  # banking is the first move offered, so nobody pushes
    assert (decisions["score_after"] - decisions["score_before"])[banked].min() > 0


def test_shares_winners_and_margins(players: int) -> None:
    game = load_game("toy", players=players)
    n = 2000
    played = play_games(game, [RandomPolicy()], seed=4, **schedule(n, players))
    score = played.seats["score"].reshape(n, players)
    share = played.seats["win_share60"].reshape(n, players)
    best = score == score.max(axis=1, keepdims=True)
    assert (played.games["winners"] == best.sum(axis=1)).all()
    assert (share.sum(axis=1) == 60).all()
    assert ((share > 0) == best).all()
    assert (played.games["winners"] > 1).any()
    ordered = np.sort(score, axis=1)
    assert (played.games["winning_margin"] == ordered[:, -1] - ordered[:, -2]).all()


def test_games_of_one_deal_share_the_deck() -> None:
    game = load_game("toy", players=2)
    rows = schedule(40, 2)
    rows["board"] = np.zeros((40, 2), int)
    score = play_games(game, [RandomPolicy()], seed=4, **rows).seats["score"].reshape(20, 2, 2)
    assert (score[:, 0] == score[:, 1]).all()
    assert len(np.unique(score[:, 0], axis=0)) > 15


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seed": -1}, r"seed -1: must be an integer from 0 to 2\*\*64 - 1"),
        ({"seed": 1.5}, r"seed 1.5: must be an integer from 0 to 2\*\*64 - 1"),
        ({"deals": np.arange(4)}, r"deals has shape \(4,\), must be \(5,\): one row a game"),
        ({"policy": np.zeros((5, 3), int)}, r"policy has shape \(5, 3\), must be \(5, 2\): .*"),
        ({"policy": np.full((5, 2), 4)}, "policy holds 4: must be 0 to 3"),
        ({"board": np.full((5, 2), 2)}, "board holds 2: must be -1 to 1"),
        ({"board": np.full((5, 2), -2)}, "board holds -2: must be -1 to 1"),
        ({"forced_opening": np.zeros((5, 2), int)}, "forced_opening holds 0: must be -1 to -1"),
        ({"forced_openings": [[1, 1 << 17]]}, "opening, turn 2: mask 131072 must be made of classes 0 to 15"),
        ({"record": np.full(5, 2)}, "record holds 2: must be 0 to 1"),
        ({"games": np.full(5, -1)}, "games holds -1: must be 0 to 4294967295"),
        ({"deals": np.full(5, 0.5)}, "deals holds float64 values: must be integers"),
    ],
)
def test_a_schedule_that_does_not_fit_is_refused(change: dict[str, Any], message: str) -> None:
    game = load_game("toy", players=2)
    with pytest.raises(ValueError, match=f"^{message}$"):
        play_games(game, mixed(game), **{"seed": 1, **schedule(5, 2), **change})


def test_policies_that_do_not_fit_are_refused() -> None:
    game = load_game("toy", players=2)
    rows = schedule(1, 2)
    other = WeightedPolicy(load_game("toy", players=3), np.zeros((12, 6), int))
    with pytest.raises(ValueError, match=r"^policy 1 was made for toy with 3 players, not for toy with 2: .*$"):
        play_games(game, [RandomPolicy(), other], seed=1, **rows)
    with pytest.raises(ValueError, match=r"^policy 0 is a str, not a Policy$"):
        play_games(game, ["random"], seed=1, **rows)  # type: ignore[list-item]
    with pytest.raises(ValueError, match=r"^0 policies: must be 1 to 256$"):
        play_games(game, [], seed=1, **rows)


def test_a_mute_policy_stops_with_a_reason(plugin: ModuleType) -> None:
    with pytest.raises(RuntimeError, match=r"^policy 0 \(MuteFailure\) failed without saying why$"):
        play_games(load_game("toy", players=2), [plugin.MuteFailure()], seed=1, **schedule(3, 2))


@pytest.mark.parametrize("which", ["playout", "noted", "loop", "drawn", "flat", "tree"])
def test_broken_rules_stop_with_what_to_do(pile: ModuleType, plugin: ModuleType, which: str) -> None:
    """Random play in one call, move by move, and inside of searches: one line, and no game that hangs."""
    rows = schedule(3, 2, boards=0)
    rows["games"] = rows["games"] + 7
    rows["record"][:] = which in ("noted", "drawn")
    rows["policy"][:, 0] = which == "drawn"  # beside another policy, so that each move is drawn by itself
    for game, kind, said in (
        (pile.StuckPile(), RuntimeError, r"pile: no legal move in {}game 7, which goes on: correct the game's rules"),
        (
            pile.EndlessPile(),
            EndlessGame,
            r"pile: {}game 7 goes on after 65,535 decisions: let apply\(\) end turns and the game, so .*",
        ),
    ):
        policy = {
            "playout": RandomPolicy(),
            "noted": RandomPolicy(),
            "loop": plugin.FirstMove(),
            "drawn": RandomPolicy(),
            "flat": FlatMonteCarlo(game, 2),
            "tree": InformationSetMCTS(game, 5),
        }[which]
        where = "a simulation of " if which in ("flat", "tree") else ""
        with pytest.raises(kind, match=f"^{said.format(where)}$") as caught:
            play_games(game, [policy, plugin.FirstMove()], seed=1, **rows)
        assert caught.value.played.games["n_decisions"].tolist() == []  # type: ignore[attr-defined]


def test_users_of_a_shipped_game_report_broken_rules() -> None:
    game = load_game("toy", players=2)
    for how in ("NO_MOVES", "ENDLESS"):
        message = str(broken_rules(game, LIMITS[how], "game 7"))
        assert message.endswith(": this is a fault of the program: please report it with the command you typed")


def test_no_games_are_no_rows() -> None:
    played = play_games(load_game("toy", players=2), [RandomPolicy()], seed=1, **schedule(0, 2))
    assert {len(column) for column in (*played.games.values(), *played.seats.values())} == {0}


@pytest.fixture
def alarm() -> Any:
    """Arranges for an exception from a signal handler when so much processor time is used."""

    class Rang(Exception):
        pass

    def ring(*_: object) -> None:
        raise Rang

    before = signal.signal(signal.SIGVTALRM, ring)
    yield Rang, lambda seconds: signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    signal.signal(signal.SIGVTALRM, before)


def test_an_interrupt_stops_the_loop_and_keeps_finished_games(alarm: Any) -> None:
    rang, set_alarm = alarm
    game = load_game("toy", players=4)
    rows = schedule(400_000, 4)
    set_alarm(0.3)
    begin = time.process_time()
    with pytest.raises(rang) as caught:
        play_games(game, [RandomPolicy()], seed=1, **rows)
    assert time.process_time() - begin < 3
    kept = len(caught.value.played.games["n_decisions"])
    assert 0 < kept < 400_000
    few = play_games(game, [RandomPolicy()], seed=1, **schedule(100, 4))
    assert (caught.value.played.seats["score"][:400] == few.seats["score"]).all()


def test_other_threads_run_while_games_are_played() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    watcher = threading.Thread(target=tick)
    watcher.start()
    play_games(load_game("toy", players=4), [RandomPolicy()], seed=1, **schedule(100_000, 4))
    done.set()
    watcher.join()
    assert ticks > 20
