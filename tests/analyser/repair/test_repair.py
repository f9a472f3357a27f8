"""A game whose smallest repair is known is repaired by it; what needs none, or has none, is answered in a line."""

import json
import re
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from analyser.errors import DataError, Interrupted, UsageError
from analyser.experiments.repair import Limits
from analyser.repair.answer import write_files
from analyser.repair.goals import count_fair_printings
from analyser.repair.runs import RepairRequest, RepairRuns
from analyser.repair.search import Candidate, Measurement
from analyser.repair.session import FAIR, NEAREST, PROBABLY_FAIR, _choose, _frontier, repair_game
from analyser.repair.words import answer_lines, frontier_rows, stop_words
from cext.games import component_set
from tests.reports.golden_text import text_of_report

CONTEST = Path(__file__).with_name("contest.py")
WAYS = Path(__file__).with_name("ways.py")

pytestmark = pytest.mark.usefixtures("undrawn")


@pytest.fixture(scope="module", autouse=True)
def _no_clock():
    """So many games whatever time they take."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RepairRuns, "games_in", lambda self, seconds, n_sets: 1_600 if n_sets < 5 else 400)
        patch.setattr(RepairRuns, "seconds_left", 600.0)
        yield


def repaired(tmp_path, *, gives=None, place=None, margin=4.0, **asked):
    game = tmp_path / "contest.py"
    text = CONTEST.read_text()
    if gives:
        text = text.replace('{"B": 4, "C": 4, "D": 8}', str(gives))
    if place:
        text = text.replace("data([0, 0, 0])", f"data({place})")
    game.write_text(text)
    values = {"game": str(game), "players": 3, "workers": 0, "batch": 2_000, "margin": margin}
    return repair_game(RepairRequest(values=values, out=tmp_path / "answer", **asked))


def words(result, page=None):
    return "\n".join(answer_lines(result, page))


@pytest.fixture(scope="module")
def mended(tmp_path_factory):
    """The game as it is, repaired, and where its answer lies."""
    folder = tmp_path_factory.mktemp("mended")
    return repaired(folder), folder / "answer"


def test_one_board_too_strong_takes_one_edit(mended, golden):
    result, answer = mended
    assert [(result.variables[number].paths, steps) for number, steps in result.edits] == [(("numbers.gives.D",), -2)]
    assert result.is_fair
    page = write_files(result)
    assert page is not None
    lines = answer_lines(result, page.relative_to(answer))
    told = text_of_report("\n".join(lines), page.parent).replace(f"{answer.parent}/", "")
    assert told == golden("repair.txt", told)
    text = page.read_text()
    assert "<h1>One edit makes the boards fair: gives.D 8 → 4</h1>" in text
    assert "<b>To change: gives.D from 8 to 4.</b>" in text
    assert "Only the edits of this page were judged" in text
    tables = {file.stem: pl.read_csv(file) for file in (page.parent / "tables").glob("*.csv")}
    assert tables["edits"].drop("status").rows() == [("numbers.gives.D", 8, 4)]
    (board,) = tables["targets"].filter(pl.col("target") == "D").iter_rows(named=True)
    assert board["before_low"] > 0.04 > board["after_high"] > board["after"] > board["after_low"] > -0.04
    assert tables["frontier"]["edits"].to_list()[:2] == [0, 1]
    assert set(tables["side_effects"]["kind"]) == {"Seats", "Bots"}
    assert lines[0] == "One edit makes the boards fair: gives.D 8 → 4"
    assert "D wins 33.3 % (4" in lines[1]
    assert len(lines) <= 23
    content = json.loads((answer / "repair.json").read_text())
    assert content["edits"] == [{"datum": "numbers.gives.D", "before": 8, "after": 4, "status": ""}]
    assert content["fair"]
    diff = (answer / "repair.diff").read_text().splitlines()
    assert [line for line in diff if line[0] in "+-"][2:] == ["-value = 8", "+value = 4"]
    components = component_set(result.config.game)
    edits = components.edits(components.raw_content(answer / "components"))
    assert [(edit.row, edit.field, edit.shipped, edit.edited) for edit in edits] == [("gives", "D", "8", "4")]


def test_two_boards_apart_take_two_edits(tmp_path):
    result = repaired(tmp_path, gives={"B": 0, "C": 4, "D": 8})
    assert [(result.variables[number].paths[0][-1], steps) for number, steps in result.edits] == [("B", 2), ("D", -2)]
    assert result.is_fair
    assert "Two edits make the boards fair: gives.B 0 → 4; gives.D 8 → 4" in words(result)


def test_too_few_edits_say_what_is_nearest(tmp_path):
    result = repaired(tmp_path, gives={"B": 0, "C": 4, "D": 8}, edits=1)
    assert not result.is_fair
    text = words(result)
    assert text.startswith("No set of at most one edit is found that makes the boards fair; nearest: gives.")
    assert "allow more with `--edits`" in text.replace("\n", " ")
    assert (tmp_path / "answer" / "nearest").exists()  # played once more by themselves, before one is judged


def test_a_fair_game_is_told_so_in_a_line(tmp_path):
    result = repaired(tmp_path, gives={"B": 4, "C": 4, "D": 4})
    assert result.edits == ()
    title = "The boards are fair already: all are within 4.0 of 100 games of fair, the"
    assert words(result).replace("\n", " ").startswith(title)
    assert not (tmp_path / "answer" / "singles").exists()
    assert write_files(result) is None


def test_seats_are_repaired_by_what_seats_get(tmp_path, monkeypatch):
    monkeypatch.setattr(RepairRuns, "games_in", lambda self, seconds, n_sets: 6_000)
    result = repaired(
        tmp_path, place=[0, 0, 6], gives={"B": 4, "C": 4, "D": 4}, goals=["seats"], margin=5.0, edits=2,
        ranges={"numbers.place.*": Limits(low=0, high=6, step=3)},
    )  # fmt: skip
    assert [(result.variables[number].paths[0], steps) for number, steps in result.edits] == [("numbers.place.3", -2)]
    assert "makes the seats fair: place.3 6 → 0" in words(result)


def test_points_at_the_start_repair_a_game(tmp_path):
    ranges = {"start_points.boards.*": Limits(low=-8, high=8, step=2)}
    result = repaired(tmp_path, ranges=ranges, edits=1)
    assert [(result.variables[number].paths[0], steps) for number, steps in result.edits] == [
        ("start_points.boards.D", -2)
    ]
    page = write_files(result)
    text = words(result, page).replace("\n", " ")
    assert text.startswith("One edit makes the boards fair: D starts 4 points behind")
    assert re.search(r"Play it: analyser whatif \S*contest\.py( --players \d)? --set start_points\.boards\.D=-4", text)
    assert not (tmp_path / "answer" / "components").exists()


def test_strategies_are_repaired(tmp_path):
    game = tmp_path / "contest.py"
    text = CONTEST.read_text().replace("= self.place[seat]", "= self.place[seat] + self.way[move[1] - 1]")
    game.write_text(text.replace("colour = data(1)", "colour = data(1)\n    way = data([0, 6])"))
    values = {"game": str(game), "players": 3, "workers": 0, "batch": 2_000, "margin": 5.0}
    values["strategies"] = ("first", "second")
    ranges = {"numbers.way.*": Limits(low=0, high=6, step=3)}
    result = repair_game(RepairRequest(values=values, goals=["strategies"], ranges=ranges, out=tmp_path / "answer"))
    assert [(result.variables[number].paths[0], steps) for number, steps in result.edits] == [("numbers.way.2", -2)]
    assert "makes the bots fair: way.2 6 → 0" in words(result)


def test_a_search_that_is_stopped_answers_unjudged(tmp_path, monkeypatch):
    play = RepairRuns.play_config

    def stop_at_the_judgement(self, name, config):
        if name == "final":
            raise Interrupted("stopped")
        return play(self, name, config)

    monkeypatch.setattr(RepairRuns, "play_config", stop_at_the_judgement)
    result = repaired(tmp_path)
    page = write_files(result)
    assert page is None
    assert result.is_stopped
    assert " games, repair.json and edited files: `analyser whatif " in stop_words(result)
    assert not result.is_fair
    text = words(result).replace("\n", " ")
    assert text.startswith("Stopped before it was judged. One edit may make the boards fair")
    assert "gives.D 8 → 4" in text
    content = json.loads((tmp_path / "answer" / "repair.json").read_text())
    assert (content["judged"], content["fair"]) == (False, False)
    assert (tmp_path / "answer" / "components").is_dir()


@pytest.mark.parametrize("run", ["trial", "singles"])
def test_an_early_stop_keeps_nothing(tmp_path, monkeypatch, run):
    play = RepairRuns.play_config

    def stop_at(self, name, config):
        if name == run:
            raise KeyboardInterrupt
        return play(self, name, config)

    monkeypatch.setattr(RepairRuns, "play_config", stop_at)
    words = r"stopped before edits were measured, after [\d,]+ games, and nothing is kept"
    with pytest.raises(Interrupted, match=words) as stop:
        repaired(tmp_path)
    assert stop.value.is_lost  # the same command starts again, with the same --out
    assert not (tmp_path / "answer").exists()


def test_a_search_cut_by_time_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(RepairRuns, "seconds_left", property(lambda self: self.reserve + 1))
    text = words(repaired(tmp_path, gives={"B": 0, "C": 3, "D": 9}, edits=2, margin=1.0)).replace("\n", " ")
    assert "Time was up before all sets of edits were played. Not shown to be within 1.0 of 100 games of fair" in text
    assert "more `--time` search on" in text


def test_no_set_worse_than_the_game_as_it_is_is_listed(mended):
    result, _ = mended
    worse = Candidate(((0, 2), (1, 2), (2, 2)), unfairness=0.9, low=0.8, high=1.0)
    listed = [row["words"] for row in frontier_rows(replace(result, frontier=(*result.frontier, worse)))]
    assert listed == [row["words"] for row in frontier_rows(result)]
    assert listed[0] == "the game as it is"
    assert "gives.D 8 → 4" in listed


def judged(result, **ends):
    """The result with all its targets within these ends, in points."""
    columns = [pl.lit(end / 100).alias(name) for name, end in ends.items()]
    return replace(result, judgement=result.judgement.with_columns(columns))


NEARER = "One edit brings the boards nearer to fair, not shown to be within 4.0 of 100 games of fair: "


@pytest.mark.parametrize(
    ("ends", "printings", "word", "title"),
    [
        ((3.9, 3.0), None, FAIR, "One edit makes the boards fair, as we guess its data: "),
        ((4.1, 3.9), None, PROBABLY_FAIR, "One edit probably makes the boards fair, as we guess its data: "),
        ((4.9, 4.1), None, NEAREST, NEARER),
        ((3.9, 3.0), 38.0, FAIR, "One edit makes the boards fair: "),
        ((3.9, 3.0), 37.0, PROBABLY_FAIR, "One edit probably makes the boards fair: "),
        ((4.1, 3.9), 40.0, PROBABLY_FAIR, "One edit probably makes the boards fair: "),
        ((3.9, 3.0), 31.0, NEAREST, "One edit makes the boards fair in only 31 of 40 versions of the guessed data: "),
        ((4.1, 3.9), 0.2, NEAREST, "One edit makes the boards fair in only 0 of 40 versions of the guessed data: "),
        ((4.9, 4.1), 40.0, NEAREST, NEARER),
    ],
)  # fmt: skip
def test_the_heading_carries_what_chance_and_guessed_data_leave(mended, ends, printings, word, title):
    """The dot is 1 point off each time: where it lies makes nothing probable."""
    counts = None if printings is None else (printings, 0, 40)
    result = replace(mended[0], has_unknowns=True, printings=counts)
    result = judged(result, off=1.0, end=ends[0], probable_end=ends[1])
    assert result.word == word
    assert result.is_fair == (word == FAIR)
    assert words(result).replace("\n", " ").startswith(title)


def test_an_interval_is_shorter_at_80_percent(mended):
    targets = mended[0].targets
    assert (targets["probable_end"] < targets["end"]).all()
    assert (targets["probable_end"] >= targets["off"]).all()


def test_printings_are_counted_with_what_luck_does_taken_out():
    random = np.random.default_rng(1)
    exact = np.where(np.arange(40)[:, None] < 30, 0.0, 0.08) * [1.0, -1.0, 0.0]
    sets = tuple(((0, 1),) for _ in range(40))
    noise = 0.01
    seen = Measurement(sets, exact + random.normal(0, noise, exact.shape), noise**2 * np.eye(exact.size))
    about, low, high = count_fair_printings(seen, 0.04, seed=1)
    assert low <= 30 <= high
    assert abs(about - 30) < 2


def test_against_the_plain_board_all_others_are_repaired(tmp_path, monkeypatch):
    # Of which a quarter tells: four times as many as elsewhere.
    monkeypatch.setattr(RepairRuns, "games_in", lambda self, seconds, n_sets: 4_000 if n_sets < 5 else 1_600)
    result = repaired(tmp_path, gives={"B": 0, "C": 0, "D": 6}, goals=["plain"], margin=5.0)
    assert [(result.variables[number].paths[0][-1], steps) for number, steps in result.edits] == [("D", -3)]
    assert "One edit makes the boards against A fair" in words(result)
    assert re.search(r"wins [\d.]+ (more|fewer) of 100 games than A \(\+", words(result))


def repaired_openings(tmp_path, monkeypatch, gives, margin=5.0):
    monkeypatch.setattr(RepairRuns, "games_in", lambda self, seconds, n_sets: 6_000 if n_sets < 5 else 3_000)
    game = tmp_path / "ways.py"
    game.write_text(WAYS.read_text().replace('{"road": 4, "river": 4, "hill": 8}', str(gives)))
    values = {"game": str(game), "players": 3, "workers": 0, "batch": 2_000, "margin": margin}
    return repair_game(RepairRequest(values=values, goals=["openings"], out=tmp_path / "answer"))


def test_an_opening_too_strong_is_repaired_by_what_it_gives(tmp_path, monkeypatch):
    result = repaired_openings(tmp_path, monkeypatch, {"road": 4, "river": 4, "hill": 8})
    assert [result.variables[number].paths[0] for number, _ in result.edits] == ["numbers.gives.hill"]
    assert result.is_fair
    text = words(result).replace("\n", " ")
    assert text.startswith("One edit makes the openings fair: gives.hill 8 →")
    assert "Opening with the hill wins" in text
    assert "None wins more than 5.0 of 100 games above their mean, 95 % sure" in text


def test_an_opening_that_nobody_needs_to_choose_may_be_weak(tmp_path, monkeypatch):
    result = repaired_openings(tmp_path, monkeypatch, {"road": 4, "river": 4, "hill": 0}, margin=4.0)
    rows = {row["target"]: row for row in result.targets.iter_rows(named=True)}
    assert rows["H"]["high"] < -0.04  # by more than the margin
    assert result.edits == ()
    assert words(result).startswith("The openings are fair already: none wins more than 4.0 of 100 games above")


def test_openings_are_a_goal_of_their_own(tmp_path):
    values = {"game": str(WAYS), "players": 2, "workers": 0}
    with pytest.raises(UsageError, match="--goal openings: other games are played for openings: name it alone"):
        repair_game(RepairRequest(values=values, goals=["openings", "seats"], out=tmp_path))
    with pytest.raises(DataError, match="names no two classes of moves"):
        repair_game(RepairRequest(values={**values, "game": str(CONTEST)}, goals=["openings"], out=tmp_path))


@pytest.mark.parametrize(("goal", "error"), [("winners", UsageError), ("boards", DataError)])
def test_a_goal_that_the_game_does_not_have_is_refused(tmp_path, goal, error):
    game = tmp_path / "contest.py"
    game.write_text(CONTEST.read_text().replace('"A", "B", "C", "D"', '"A", "B"'))
    with pytest.raises(error, match="--goal"):
        repair_game(RepairRequest(values={"game": str(game), "players": 2, "workers": 0}, goals=[goal], out=tmp_path))


def test_what_boards_work_out_is_played_first(tmp_path, monkeypatch):
    """B is 4 points too weak and D 4 too strong: both points at the start are a set that single edits are played with,
    and without rounds of sets the answer."""
    monkeypatch.setattr("analyser.repair.session.SETS", ())
    ranges = {"start_points.boards.*": Limits(low=-8, high=8, step=2)}
    result = repaired(tmp_path, gives={"B": 0, "C": 4, "D": 8}, ranges=ranges, edits=2)
    manifest = json.loads((tmp_path / "answer" / "singles" / "manifest.json").read_text())
    edits = [set(scenario["data"]) for scenario in manifest["scenarios"]]
    assert {"start_points.boards.B=4", "start_points.boards.D=-4"} in edits
    assert [(result.variables[number].paths[0][-1], steps) for number, steps in result.edits] == [("B", 2), ("D", -2)]
    assert result.is_fair


def test_the_nearest_was_played():
    """A prediction alone is no answer where nothing is within the margin; within it, it is judged all the same."""
    predicted, played, far = (
        Candidate(((0, 1), (1, -1)), 0.06, 0.0, 0.2), Candidate(((0, 1),), 0.08, 0.06, 0.1),
        Candidate(((1, -1),), 0.12, 0.1, 0.14),
    )  # fmt: skip
    runs = SimpleNamespace(
        config=SimpleNamespace(margin=2.0), excluded=set(), played_sets={played.edits, far.edits},
        can_be_loaded=lambda edits: True, rank=lambda candidate: candidate.unfairness,
    )  # fmt: skip
    assert _choose(runs, {1: [played, far], 2: [predicted]}) == played
    assert _frontier(runs, {1: [played, far], 2: [predicted]}, played) == (played, predicted)
    likely = replace(predicted, unfairness=0.01)
    assert _choose(runs, {1: [played, far], 2: [likely]}) == likely
