"""Where a run stands while it is played: on a terminal with the provisional answer, until the answer stands there;
where standard error is no terminal, a line a minute with what the games say so far."""

import io
import re
import subprocess
from pathlib import Path

import pytest
from msgspec.structs import replace

from analyser.cli.progress import ProvisionalAnswers, format_clock, progress_lines, spaced_lines, stage_display
from analyser.runs import answer
from analyser.runs.play import Progress
from analyser.runs.store import RunDirectory
from reports.answer import FirstScreen
from tests.cli.terminal import terminal

WORDS = "balance zhanguo --players 2 --games 4000 --strategies builder,walls --workers 2"
PROGRESS = re.compile(r"[\d,]+ of 4,000 games · [\d,]+ games/s · \d+:\d\d left")
PROVISIONAL = re.compile(r"Provisional, from ([\d,]+) games.*seat 1 +\d+\.\d %[^\n]*━", re.DOTALL)


def test_a_provisional_answer_stands_there_until_the_answer_does(tmp_path: Path) -> None:
    with terminal(*WORDS.split(), "--out", tmp_path / "run", cwd=tmp_path) as screen:
        assert "…" in screen.read_until(lambda text: "…" in text)  # what is loaded, or played beforehand
        text = screen.read_until(lambda text: bool(PROVISIONAL.search(text) and PROGRESS.search(text)))
        early = PROVISIONAL.search(text)
        assert early is not None
        assert int(early[1].replace(",", "")) < 2_000  # of 4,000: EARLY batches are small
        for stage in ("Working out the answer…", "Drawing the charts and writing the page…"):
            assert stage in screen.read_until(lambda text, stage=stage: stage in text)  # type: ignore[misc]
        text = screen.read_until(lambda text: "no such text" in text)
        assert screen.process.wait() == 0
    assert "balance.html" in text
    for temporary in ("Provisional", "Working out", "Drawing", "Loading", "games/s"):
        assert temporary not in text


def test_progress_is_kept_off_standard_output_and_slow_players_are_waited_for_in_words(tmp_path: Path) -> None:
    words = "run zhanguo --players 2 --games 4 --strategies mcts:2000,builder --workers 1"
    with terminal(*words.split(), "--out", tmp_path / "run", cwd=tmp_path, stdout=subprocess.PIPE) as screen:
        assert "waiting for the first games" in screen.read_until(lambda text: "waiting for" in text)
        screen.process.kill()
        assert screen.process.communicate(timeout=60)[0] == b""


@pytest.fixture
def run(small_run: Path) -> RunDirectory:
    """A run of which nothing is played yet."""
    run = RunDirectory.open(small_run)
    batches = [replace(batch, parts={}) for batch in run.manifest.batches]
    return RunDirectory(small_run, replace(run.manifest, batches=batches))


def test_a_line_a_minute_with_the_finding(run: RunDirectory, monkeypatch: pytest.MonkeyPatch) -> None:
    out, moments = io.StringIO(), iter((100.0, 130.0, 160.0, 160.0, 190.0, 221.0, 221.0))
    watch = progress_lines(run, out=out, now=lambda: next(moments))
    monkeypatch.setattr(answer, "provisional_screens", lambda run: [("", "", FirstScreen("A is fair", ""))])
    watch(Progress(2_500, 20_000, 0))
    watch(Progress(3_000, 20_000, 0))
    watch(Progress(5_500, 20_000, 0))
    watch(Progress(6_050, 20_000, 2, notices=("a worker died",)))
    assert out.getvalue().splitlines() == [
        "3,000 of 20,000 games · 50 games/s · 5:40 left · so far: A is fair",
        "a worker died",
        "6,050 of 20,000 games · 50 games/s · 4:39 left · 2 batches failed · so far: A is fair",
    ]


def test_time_left_is_that_of_the_games_that_are_left(small_run: Path) -> None:
    """Half of 24 games took 2 s each, whatever the clock says of all."""
    whole = RunDirectory.open(small_run)
    half = [
        replace(batch, seconds=4.0, parts=batch.parts if number % 2 else {})
        for number, batch in enumerate(whole.manifest.batches)
    ]
    run = RunDirectory(small_run, replace(whole.manifest, batches=half))
    out, moments = io.StringIO(), iter((0.0, 61.0, 61.0))
    progress_lines(run, out=out, now=lambda: next(moments))(Progress(20, 24, 0))
    assert " · 0:24 left" in out.getvalue()


def test_answers_are_worked_out_each_second(run: RunDirectory, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that ticks tenths of a second, 30 games each; too few for an answer before game 150."""
    moment = [0.0]

    def screens(run: RunDirectory) -> list[tuple[str, str, FirstScreen]]:
        return [("", "", FirstScreen("A is fair", ""))] if moment[0] >= 0.5 else []

    monkeypatch.setattr(answer, "provisional_screens", screens)
    monkeypatch.setattr("time.process_time", lambda: 0.0)
    answers = ProvisionalAnswers(now=lambda: moment[0])
    drawn = []
    for tick in range(50):
        moment[0] = tick / 10
        if answers.update(run, Progress(30 * tick, 20_000, 0), 1.0):
            drawn.append(moment[0])
    assert drawn == [1.1, 2.1, 3.1, 4.1]
    assert not answers.update(run, Progress(answers.games, 20_000, 0), 1.0)  # no more games, nothing new


def test_slow_players_are_waited_for_in_words(run: RunDirectory) -> None:
    out, moments = io.StringIO(), iter((0.0, 61.0, 61.0))
    run.game_seconds = 4.2
    progress_lines(run, out=out, now=lambda: next(moments))(Progress(0, 48, 0))
    assert out.getvalue() == "0 of 48 games · waiting for the first games: about 4 s a game (1:01)\n"


def test_what_takes_minutes_before_a_run_is_a_line_a_minute(
    capsys: pytest.CaptureFixture[str],
) -> None:
    out, moments = io.StringIO(), iter((0.0, 30.0, 61.0, 90.0, 122.0))
    tell = spaced_lines(out, 60.0, now=lambda: next(moments))
    for number in range(4):
        tell(f"{number} are played")
    assert out.getvalue().splitlines() == ["1 are played", "3 are played"]
    with stage_display("Loading the game…", quiet=False, seconds=0) as tell:
        tell("Trying 4 games first")
    assert capsys.readouterr() == ("", "Trying 4 games first\n")
    with stage_display("Loading the game…", quiet=True, seconds=0) as tell:
        tell("Trying 4 games first")
    assert capsys.readouterr() == ("", "")


def test_long_times_are_in_hours() -> None:
    assert [format_clock(seconds) for seconds in (0.4, 59.6, 3_600)] == ["0:00", "1:00", "1:00:00"]
