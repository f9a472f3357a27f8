"""A run that goes on until it is decided: it stops at a look, and what it has played is the beginning of any longer
run."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from analyser.errors import AnalyserError, Interrupted, ResumeMismatch, UsageError
from analyser.experiments.config_loader import load_experiment
from analyser.runs.adaptive import play_adaptively
from analyser.runs.answer import answer_run, provisional_screens
from analyser.runs.integrity import scan_table
from analyser.runs.lifecycle import extend_run, resume_run, start_run
from analyser.runs.play import Progress, play_run
from analyser.runs.reader import open_run
from analyser.runs.store import RunDirectory
from reports.answer import Answer
from reports.ask import QUESTIONS
from reports.stats.intervals import Coverage
from reports.stats.sequential import ANY_TIME, FIRST_LOOK, PlannedLooks
from tests.analyser.runs.experiment import assert_same, new_run, rows
from tests.undrawn import leave_charts_out

pytestmark = pytest.mark.usefixtures("undrawn")

GIVEN: dict[str, Any] = {
    "game": "middle_kingdom",
    "players": 2,
    "games": 4000,
    "strategies": ("random", "collector", "goals"),
    "until": "decided",
    "workers": 0,
}


def begun(path: Path, design: str = "tournament", **changes: Any) -> RunDirectory:
    """A run of these games, played to its end."""
    return new_run(path, design, **{**GIVEN, **changes})


def coverage_of(run: RunDirectory) -> Coverage:
    """At which looks the intervals of a run of one scenario hold."""
    (part,) = open_run(run.path).scenarios
    return part.coverage


@pytest.fixture(scope="module")
def decided(tmp_path_factory: pytest.TempPathFactory) -> RunDirectory:
    return begun(tmp_path_factory.mktemp("decided") / "run")


@pytest.fixture(scope="module")
def answer(decided: RunDirectory) -> Answer:
    """The answer of that run."""
    with pytest.MonkeyPatch.context() as patch:
        leave_charts_out(patch)
        (one,) = answer_run(decided, "tournament")
    return one.answer


def head(run: RunDirectory, question: str = "tournament", **given: Any) -> str:
    """The line that says when it stopped."""
    (one,) = answer_run(run, question, **given)
    return one.answer.head[0]


def test_it_stops_at_the_first_look_at_which_all_is_decided(decided: RunDirectory, answer: Answer) -> None:
    (entry,) = decided.manifest.scenarios
    assert FIRST_LOOK <= entry.looks[0] < 1.25 * FIRST_LOOK + 10
    assert entry.looks[-1] == entry.games == decided.manifest.games_done < entry.most == 4000
    assert decided.manifest.complete
    path, last = answer.tables["path"], answer.tables["decided"]
    assert path["games"].unique().sort().to_list() == entry.looks
    open_at = path.filter(verdict="unclear")["games"].unique().to_list()
    assert set(open_at) == set(entry.looks[:-1])  # until then something was open; at the last look nothing
    assert set(last["verdict"]) <= {"better", "worse", "equal"}
    assert last["after"].max() == entry.games
    assert last["fixed"].null_count() == 0
    line = answer.head[0]
    assert line.startswith(f"Stopped after {entry.games:,} of at most 4,000 games (checked ")
    assert f"all {len(last)} comparisons are decided" in line
    assert f"The intervals allow for the repeated checks. With a fixed number of games, {last['fixed'].max():,}" in line
    assert not any("Looked at" in one for one in answer.head)  # these looks cost nothing


def test_its_games_are_the_first_of_a_run_of_a_fixed_number_and_of_a_longer_most(
    decided: RunDirectory, tmp_path: Path
) -> None:
    games = decided.manifest.games
    assert_same(rows(decided), rows(begun(tmp_path / "fixed", until=None, games=games)))
    longer = begun(tmp_path / "longer", games=9000)
    known = [rows(run)["seats"] for run in (decided, longer)]
    n_rows = min(len(frame) for frame in known)
    assert known[0][:n_rows].equals(known[1][:n_rows])
    fewer = begun(tmp_path / "fewer", games=FIRST_LOOK // 2)
    assert "; not yet " in head(fewer)
    assert f"Played {FIRST_LOOK // 2} of at most {FIRST_LOOK // 2} games (checked once): " in head(fewer)


def test_stopped_by_a_user_it_goes_on_to_the_same_end(decided: RunDirectory, answer: Answer, tmp_path: Path) -> None:
    run, job = start_run(load_experiment("tournament", {**GIVEN, "batch": 50}), tmp_path / "run", [])

    def stop(progress: Progress) -> None:
        if progress.done >= 700:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        play_adaptively(run, job, watch=stop)
    interrupted = RunDirectory.open(run.path)
    assert not interrupted.manifest.complete
    assert "This is an answer between two checks: the intervals are wider, because they hold" in head(interrupted)
    assert coverage_of(interrupted) == ANY_TIME
    play_adaptively(*resume_run(run.path, {}))
    again = RunDirectory.open(run.path)
    assert head(again) == answer.head[0]
    assert coverage_of(again) == coverage_of(decided)
    assert again.manifest.scenarios[0].looks == decided.manifest.scenarios[0].looks
    assert_same(rows(again), rows(decided))
    with pytest.raises(ResumeMismatch, match="other values of until"):
        resume_run(begun(tmp_path / "plain", until=None, games=20).path, {"until": "decided"})


def test_killed_between_a_look_and_the_next_games_it_looks_again(decided: RunDirectory, tmp_path: Path) -> None:
    run, job = start_run(load_experiment("tournament", GIVEN), tmp_path / "run", [])
    play_run(run, job)
    assert RunDirectory.open(run.path).manifest.complete
    play_adaptively(*resume_run(run.path, {}))
    assert_same(rows(RunDirectory.open(run.path)), rows(decided))


def test_looks_are_at_the_same_games_whoever_plays_them_and_in_whatever_batches(
    decided: RunDirectory, tmp_path: Path
) -> None:
    run = begun(tmp_path / "run", workers=2, batch=97)
    assert run.manifest.scenarios[0].looks == decided.manifest.scenarios[0].looks
    assert_same(rows(run), rows(decided))


def test_intervals_at_a_check_are_those_of_planned_looks_whatever_follows(
    decided: RunDirectory, answer: Answer
) -> None:
    (entry,) = decided.manifest.scenarios
    assert coverage_of(decided) == PlannedLooks(tuple(size / 4000 for size in entry.looks))
    path = answer.tables["path"]
    (part,) = open_run(decided.path).scenarios
    for number, games in enumerate(entry.looks, 1):
        earlier = part.upto(games)
        assert earlier.coverage == PlannedLooks(tuple(size / 4000 for size in entry.looks[:number]))
        rows_then = QUESTIONS["tournament"].interim_verdicts(earlier)[0]
        assert path.filter(games=games)["effect_low"].to_list() == rows_then["effect_low"].to_list()


def test_more_games_raise_the_most_and_the_looks_go_on(decided: RunDirectory, tmp_path: Path) -> None:
    run = begun(tmp_path / "run", games=600)
    assert run.manifest.games == 600
    assert coverage_of(run) == PlannedLooks(tuple(size / 600 for size in run.manifest.scenarios[0].looks))
    play_adaptively(*extend_run(run.path, 3400, {}))
    longer = RunDirectory.open(run.path)
    (entry,) = longer.manifest.scenarios
    assert entry.most == 4000
    assert entry.looks[: len(run.manifest.scenarios[0].looks)] == run.manifest.scenarios[0].looks
    assert entry.planned_games == 600
    assert coverage_of(longer) == ANY_TIME
    assert "Games were added after the run had begun: the intervals are wider, because they hold" in head(longer)
    known = rows(decided)["seats"].height, rows(longer)["seats"].height
    first, second = rows(decided)["seats"][: min(known)], rows(longer)["seats"][: min(known)]
    assert first.equals(second)
    assert longer.manifest.games < 4000


def test_every_scenario_stops_by_itself_but_a_change_is_one_question(tmp_path: Path) -> None:
    two = ({"name": "two", "players": 2}, {"name": "three", "players": 3})
    run = begun(tmp_path / "balance", "balance", scenario=two, strategies=("novice", "goals"), margin=6.0, games=1200)
    ends = {entry.name: (entry.looks[-1], entry.games) for entry in run.manifest.scenarios}
    assert all(last == games for last, games in ends.values())
    assert ends["two"] != ends["three"]
    sides = ({"name": "before"}, {"name": "after", "option": {"draft": True}})
    zhanguo = {"game": "zhanguo", "strategies": ("random",), "boards": ("A",), "games": 700}
    change = begun(tmp_path / "change", "whatif", scenario=sides, margin=15.0, **zhanguo)
    first, second = change.manifest.scenarios
    assert first.looks == second.looks
    assert head(change, "whatif").startswith(("Stopped after ", "Played "))


def test_what_judges_nothing_is_refused_in_a_line(tmp_path: Path) -> None:
    solo = {"game": "first_empire", "players": 1, "option": {"lisi": 1}, "strategies": ("random",)}
    cases: tuple[tuple[str, dict[str, Any], str], ...] = (
        ("run", {}, "--until decided: `run` judges nothing: ask a question"),
        ("balance", solo, "--until decided: one seat decides: there is no fair share and no verdict to wait for"),
        ("balance", {"until": "noon"}, "--until noon: choose from decided"),
    )
    for design, changes, words in cases:
        with pytest.raises(UsageError) as caught:
            start_run(load_experiment(design, {**GIVEN, **changes}), tmp_path / "run", [])
        assert str(caught.value).startswith(words)
        assert isinstance(caught.value, AnalyserError)
        assert "\n" not in str(caught.value)


# -- provisional answers: of the games finished so far ----------------------------------------------------------------


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> RunDirectory:
    """A run in small batches, of which tests take the first ones as played."""
    plans = ("collector", "goals")  # both ordinary players, who count in all games
    return begun(tmp_path_factory.mktemp("live") / "run", "balance", until=None, strategies=plans, games=700, batch=60)


def test_of_all_games_they_are_the_answer_with_wider_intervals(live: RunDirectory) -> None:
    run = RunDirectory.open(live.path)
    ((label, asked, screen),) = provisional_screens(run)
    final = answer_run(run, "balance")[0].answer.screen
    assert label == ""
    assert "players" in asked
    assert {row.name for row in screen.rows} == {row.name for row in final.rows}
    of_final = {row.name: row for row in final.rows}
    for row in screen.rows:
        assert row.value == pytest.approx(of_final[row.name].value, abs=1e-12)
        assert row.high - row.low > of_final[row.name].high - of_final[row.name].low


def test_shares_wait_for_200_deals(live: RunDirectory) -> None:
    """No share rests on fewer, and no interval says nothing."""
    n_screens = []
    for n in range(len(live.manifest.batches) + 1):
        batches = [replace(batch, parts=batch.parts if i < n else {}) for i, batch in enumerate(live.manifest.batches)]
        run = RunDirectory(live.path, replace(live.manifest, batches=batches, complete=False))
        games = scan_table(run, "games")
        n_deals = 0 if games is None else games.collect()["deal"].n_unique()
        screens = provisional_screens(run)
        assert n_deals >= 200 or not screens
        n_screens.append(len(screens))
        for _, _, screen in screens:
            assert all(0 < row.low < row.high < 100 for row in screen.rows)
            assert "0.0 to 100.0 %" not in screen.lead
    assert {*n_screens} == {0, 1} == {n_screens[0], n_screens[-1]}
    assert n_screens == sorted(n_screens)
