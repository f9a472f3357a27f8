"""Games a few at a time: the same answer whatever the pieces and the parts of a run, and no more memory for more games;
games that repeat are counted once among the distinct ones, and stay in every estimate."""

import tracemalloc
from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from analyser.runs.integrity import scan_table
from analyser.runs.store import RunDirectory
from reports.ask import distinct_games
from reports.estimators import card_exposure
from reports.estimators.card_exposure import Disordered, cut, ends
from reports.estimators.cards import dealt_rows, judge_cards, use_rows
from reports.estimators.game_course import distribution
from reports.facts import parse_facts
from reports.frames import Frames, ScenarioRun
from tests.reports.cards.made_up import TOLD, made_up
from tests.reports.synthetic import asked, frames, free, run_of


def in_parts(frames: Frames, folder: Path, games: Sequence[int]) -> Frames:
    """The frames as a run has them: parts that begin with these games."""
    scanned = []
    for name, frame in zip(Frames._fields, frames, strict=True):
        if frame is None:
            scanned.append(None)
            continue
        whole, parts = frame.lazy().collect(), []
        for at, (low, high) in enumerate(zip(games, [*games[1:], 2**31], strict=True)):
            parts.append(folder / f"{name}-{at}.parquet")
            whole.filter(pl.col("game").is_between(low, high, closed="left")).write_parquet(parts[-1])
        scanned.append(pl.scan_parquet(parts))
    return Frames(*scanned)


def of_cards(frames: Frames) -> ScenarioRun:
    return ScenarioRun.of(frames, game=parse_facts(TOLD), margin=0.02)


def in_pieces(monkeypatch: pytest.MonkeyPatch, games: int) -> None:
    monkeypatch.setattr(card_exposure, "ends", partial(ends, games=games))


def test_a_piece_holds_whole_deals():
    game, deal = np.arange(40), np.arange(40) // 4
    assert ends(game, deal, 10) == [11, 23, 35, 39]
    assert ends(game * 3, deal, 4) == [3 * (4 * k + 3) for k in range(10)]
    assert ends(game, game % 4, 4) == [39]  # deals that go through the whole run
    assert ends(game, deal, 1000) == [39]
    assert ends([], []) == []


def test_pieces_hold_all_rows_once_and_in_order():
    rows = pl.DataFrame({"game": [0, 0, 1, 3, 3, 3, 8, 9, 12], "of": range(9)})
    pieces = [piece["of"].to_list() for piece in cut(rows.lazy(), [0, 2, 5, 6, 9])]
    assert pieces == [[0, 1], [2], [3, 4, 5], [], [6, 7]]  # game 12 is none of them
    assert [len(piece) for piece in cut(rows.clear().lazy(), [3, 4])] == [0, 0]


def test_rows_in_another_order_are_refused():
    with pytest.raises(Disordered, match="in the order of its games"):
        list(cut(pl.DataFrame({"game": [1, 0]}).lazy(), [1]))


def test_the_answer_about_cards_is_the_same_to_the_last_bit_whatever_the_pieces_and_parts(tmp_path, monkeypatch):
    frames = made_up({3: 0.1}, 150, forced=True)
    found = []
    for at, (games, starts) in enumerate(((10_000, [0]), (40, [0, 333, 334]), (7, [0, 100, 200, 300]))):
        in_pieces(monkeypatch, games)
        (folder := tmp_path / str(at)).mkdir()
        run = of_cards(in_parts(frames, folder, starts))
        found.append([dealt_rows(run), use_rows(run), judge_cards(run)[0]])
        assert all(len(table) for table in found[-1])
    assert all(mine.equals(first) for other in found[1:] for mine, first in zip(other, found[0], strict=True))


def test_four_times_the_games_take_no_more_memory(monkeypatch):
    """Of arrays: a deal of four games of 20 cards takes 320 bytes of copies alone, in each of three ways."""
    in_pieces(monkeypatch, 100)
    peaks = []
    frames = made_up({}, 400)
    for games in (400, 400, 1600):  # the first time other things are made, too
        run = of_cards(frames).upto(games)
        tracemalloc.start()
        assert card_exposure.exposure_of(run) is not None
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] < 1.15 * peaks[1]


def test_a_spread_is_the_same_to_the_last_bit_however_its_rows_were_read():
    rng, n = np.random.default_rng(1), 3000
    whole = pl.Series(rng.integers(1, 900, n) / rng.integers(1, 900, n))
    for cuts in ([0, 1000, 1500, n], [0, 7, 1100, 2800, n]):
        batches = pl.concat([whole[low:high] for low, high in pairwise(cuts)], rechunk=False)
        assert batches.n_chunks() == len(cuts) - 1
        assert distribution(batches) == distribution(whole)
    assert distribution(pl.Series([1.0, 3.0, float("inf")]))["sd"] == pytest.approx(2**0.5)
    assert distribution(pl.Series([1.0]))["sd"] is None


def distinct(seats: pl.DataFrame, games: pl.DataFrame) -> int:
    return distinct_games(run_of(seats, games))


def again(frame: pl.DataFrame, of: int, number: int, **changes: pl.Expr) -> pl.DataFrame:
    """The rows of a game once more, under another number and with changes."""
    rows = frame.filter(pl.col("game") == of).with_columns(
        pl.lit(number, frame.schema["game"]).alias("game"), **changes
    )
    return pl.concat([frame, rows.select(frame.columns)])


def test_a_game_counts_once_however_it_was_come_by():
    seats, games = frames(free(50))
    assert distinct(seats, games) == 200
    same = {"arm": pl.lit("forced", games.schema["arm"]), "lineup": pl.lit(77, pl.Int64)}
    plan = pl.when(pl.col("seat") == 2).then(pl.lit("UUU")).alias("forced_opening")
    assert distinct(again(seats, 8, 200, **same, plan=plan), again(games, 8, 200, **same)) == 200


@pytest.mark.parametrize(
    ("column", "other"),
    [
        ("deal", pl.col("deal") + 1),
        ("strategy", pl.col("strategy").reverse()),
        ("board", pl.lit("star")),
        ("opening", pl.lit("UUUUUU")),
        ("score_walls", pl.col("score_walls") + 1),
        ("power_uses_0", pl.col("power_uses_0") + (pl.col("seat") == 3)),
        ("win_share60", pl.lit(15)),
    ],
)
def test_games_that_differ_in_anything_that_was_played_are_two(column, other):
    seats, games = frames(free(50))
    changed = {column: other.cast(seats.schema[column])}
    assert distinct(again(seats, 8, 200, **changed), again(games, 8, 200)) == 201


def test_repeats_stay_in_every_estimate_and_are_told():
    seats, games = frames(free(60))
    for game in (0, 4, 8):
        number = games.height
        seats, games = again(seats, game, number), again(games, game, number)
    answer = asked("balance", seats, games)
    assert (answer.facts["games"], answer.facts["distinct_games"]) == (243, 240)
    assert answer.tables["seats"]["n"].to_list() == [243] * 4
    assert answer.notes[-1].startswith(
        "3 of 243 games repeat other games of their deals whole. They stay in every estimate"
    )
    plain = asked("balance", *frames(free(60)))
    assert plain.facts["distinct_games"] == 240
    assert not any("repeat" in note for note in plain.notes)


def test_openings_of_a_real_run_repeat_games_where_the_forced_was_chosen_anyway(runs, answers):
    rows, answer = scan_table(RunDirectory.open(runs["places"]), "seats").collect(), answers["places"]
    own = [name for name in rows.columns if name not in ("game", "scenario", "lineup", "arm", "forced_opening")]
    told = [tuple(map(tuple, game.select(own).rows())) for _, game in rows.group_by("game")]
    assert answer.facts["games"] == len(told)
    assert answer.facts["distinct_games"] == len(set(told)) < 0.95 * len(told)
    assert sum(answer.tables["plans"]["n"]) == rows["forced_opening"].count()  # repeats among them
