"""Replays beside a report: the pages that it links to, written when the answer is out."""

import gc
import json
import re
from pathlib import Path
from typing import Any

import pytest

from analyser.errors import DataError
from analyser.replay.example_pages import ReplayLink, ReplayPages, gc_paused
from analyser.replay.mistakes import GameAnalysis
from analyser.replay.page import write_page
from analyser.replay.timeline import Timeline
from analyser.runs.answer import answer_run
from analyser.runs.executors import side_process
from analyser.runs.store import RunDirectory
from reports.page.write import claim_folder
from tests.analyser.runs.experiment import new_run
from tests.cli.conftest import Cli

LAST = '''
from strategies import Strategy


class Last(Strategy):
    """Takes the last legal move."""

    def choose(self, view, moves):
        print("thinking")
        return len(moves) - 1
'''


def played(path: Path, *strategies: str, **more: object) -> Path:
    asked = {"game": "middle_kingdom", "players": 2, "games": 60, "strategies": strategies, **more}
    return new_run(path, "balance", **asked).path


def links(page: Path) -> list[str]:
    """Replays the page leads to, each once."""
    return list(dict.fromkeys(re.findall(r'href="(replays/[^"]+)"', page.read_text(encoding="utf-8"))))


def _data(replay: Path) -> dict[str, Any]:
    """What a replay page shows."""
    page = replay.read_text(encoding="utf-8")
    start = page.index('{"seats"')
    data: dict[str, Any] = json.loads(page[start : page.index("</script>", start)])
    return data


@pytest.fixture(scope="module")
def run_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return played(tmp_path_factory.mktemp("examples") / "run", "random", "disruptor")


@pytest.mark.usefixtures("undrawn")
def test_every_link_of_the_page_leads_to_the_replay_of_that_game(
    called: Cli, run_directory: Path, tmp_path: Path
) -> None:
    """And pages that an earlier report left there are gone."""
    claim_folder(tmp_path)
    (tmp_path / "replays").mkdir()
    (tmp_path / "replays" / "game-9999.html").touch()
    done = called("report", "balance", run_directory, "--out", tmp_path, "--replays", 1)
    assert done.returncode == 0, done.stderr
    found = links(tmp_path / "balance.html")
    assert len(found) == 3
    assert sorted(f"replays/{file.name}" for file in (tmp_path / "replays").iterdir()) == sorted(found)
    rows = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["tables"]["games_to_look_at"]
    assert [row["replay"] for row in rows if row["replay"]] == found
    for row in rows:
        if row["replay"]:
            assert [seat["score"] for seat in _data(tmp_path / row["replay"])["end"]["seats"]] == [
                int(one.split()[-1]) for one in row["played"].split(", ")
            ]
    assert done.stdout.rstrip().endswith("balance.html")


def test_a_report_is_the_same_from_two_processes_as_from_this_one(run_directory: Path, tmp_path: Path) -> None:
    """Replays and charts: another process writes what this one has not begun."""
    texts = []
    for workers in (0, 1):
        run = RunDirectory.open(run_directory)
        folder = tmp_path / str(workers)
        with side_process(is_needed=workers > 0) as pool:
            pages = ReplayPages(run, pool)
            answer_run(run, "tournament", out=folder, replays=1, on_examples=pages.begin)[0].report.write(pool)
            noted: list[ReplayLink] = []
            pages.finish(note=noted.append)
        assert noted == pages.games
        texts.append({str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*.*")})
    assert len([name for name in texts[0] if name.startswith("replays/")]) == 3
    assert len([name for name in texts[0] if name.endswith(".png")]) > 3
    assert texts[0] == texts[1]


@pytest.mark.usefixtures("undrawn")
def test_the_answer_is_told_before_its_report_is_written(called: Cli, run_directory: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = called("report", "balance", run_directory, "--out", tmp_path / "file" / "inside")
    assert done.returncode == 3
    assert "is the game balanced?" in done.stdout.splitlines()[0]
    assert "seat 1" in done.stdout
    assert done.stderr.rstrip().endswith("cannot be written (Not a directory): name another folder with --out")


@pytest.mark.usefixtures("undrawn")
def test_a_small_run_gets_no_replays_unless_told(called: Cli, run_directory: Path, tmp_path: Path) -> None:
    called("report", "balance", run_directory, "--out", tmp_path)
    assert links(tmp_path / "balance.html") == []
    assert not (tmp_path / "replays").exists()
    page = (tmp_path / "balance.html").read_text(encoding="utf-8").replace("<span>", "").replace("</span>", "")
    assert f"analyser record --from {run_directory.name} --game G" in page


@pytest.mark.usefixtures("undrawn")
@pytest.mark.parametrize("stop", [DataError("no room"), KeyboardInterrupt()])
def test_the_page_links_no_replay_that_was_not_written(
    called: Cli, run_directory: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stop: BaseException
) -> None:
    """One replay is there when a game cannot be played, or somebody stops the writing of the second."""
    once = iter([None, stop])
    at_first = []

    def written_once(timeline: Timeline, path: Path, analysis: GameAnalysis) -> None:
        at_first.append(links(tmp_path / "balance.html"))
        if (failure := next(once)) is not None:
            raise failure
        write_page(timeline, path, analysis)

    monkeypatch.setattr("analyser.replay.example_pages.write_page", written_once)
    done = called("report", "balance", run_directory, "--out", tmp_path, "--replays", 1)
    assert at_first == [[], []]
    assert ("no room" in done.stderr) == isinstance(stop, DataError)
    assert [f"replays/{file.name}" for file in (tmp_path / "replays").iterdir()] == links(tmp_path / "balance.html")
    rows = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))["tables"]["games_to_look_at"]
    assert [row["replay"] for row in rows if row["replay"]] == links(tmp_path / "balance.html")
    csv = (tmp_path / "tables" / "games_to_look_at.csv").read_text(encoding="utf-8")
    assert csv.count("replays/") == len(links(tmp_path / "balance.html")) == 1


@pytest.mark.usefixtures("undrawn")
def test_programs_of_others_are_run_again_only_where_they_are_trusted(called: Cli, tmp_path: Path) -> None:
    (tmp_path / "last.py").write_text(LAST, encoding="utf-8")
    run = played(tmp_path / "run", f"{tmp_path / 'last.py'}:Last", "random", games=8)
    refused = called("report", "balance", run, "--replays", 1)
    assert refused.returncode == 2
    assert refused.stderr.rstrip().endswith("last.py:Last would be run again, which --trust allows")
    trusted = called("report", "balance", run, "--replays", 1, "--trust")
    assert trusted.returncode == 0, trusted.stderr
    assert "thinking" not in trusted.stdout
    page = run / "reports" / "balance" / "balance.html"
    assert links(page)
    assert all((page.parent / link).exists() for link in links(page))


@pytest.mark.usefixtures("undrawn")
def test_every_scenario_has_its_own_replays(called: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where they lie: what a page shows is tested above and below."""
    monkeypatch.setattr("analyser.replay.example_pages.write_page", lambda timeline, path, analysis: path.touch())
    run = played(tmp_path / "run", "random", games=8, players=(2, 3))
    assert called("report", "balance", run, "--replays", 1, "--quiet").returncode == 0
    page = run / "reports" / "balance" / "balance.html"
    assert {link.split("/")[1] for link in links(page)} == {"2-players", "3-players"}
    assert all((page.parent / link).exists() for link in links(page))


@pytest.mark.usefixtures("undrawn")
def test_a_change_shows_the_same_games_before_and_after_it(called: Cli, tmp_path: Path) -> None:
    sides = ({"name": "before"}, {"name": "after", "forbidden": ("6",)})
    asked = {"game": "middle_kingdom", "players": 2, "games": 40, "strategies": ("random", "disruptor")}
    new_run(tmp_path / "run", "whatif", scenario=sides, **asked)
    done = called("report", "whatif", tmp_path / "run", "--replays", 1, "--quiet")
    assert done.returncode == 0, done.stderr
    page = tmp_path / "run" / "reports" / "whatif" / "whatif.html"
    found = links(page)
    assert [link.split("/")[1] for link in found] == ["before", "after"] * 3
    for before, after in zip(found[::2], found[1::2], strict=True):
        assert Path(before).name == Path(after).name
        headers = [_data(page.parent / one) for one in (before, after)]
        assert headers[0]["seats"] == headers[1]["seats"]
        assert headers[0]["end"] != headers[1]["end"]


def test_the_collector_is_back_after_the_block_and_after_an_error() -> None:
    with gc_paused():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError), gc_paused():
        raise ZeroDivisionError
    assert gc.isenabled()


def test_one_that_was_away_before_stays_away() -> None:
    gc.disable()
    try:
        with gc_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
