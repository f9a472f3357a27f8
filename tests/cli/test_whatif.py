"""`analyser whatif`: a change of nothing, edits shown first, runs that go on, and errors in a line."""

import json
import re
from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from analyser.runs.store import RunDirectory
from tests.cli.conftest import Cli

pytestmark = pytest.mark.usefixtures("undrawn")

PATH = "boards.triangle.tracks.4"
SOLO = ["--strategies", "random", "--workers", 0, "--quiet"]
SMALL = [*SOLO, "--players", 2]


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (["--set", f"{PATH}=2"], "triangle.tracks.4 is 2"),
        (["--set", f"{PATH}=2", "--option", "draft=off"], "triangle.tracks.4 is 2 and draft is off"),
        (["--option", "draft=off"], "draft is off"),
    ],
)
def test_a_value_that_is_there_already_is_not_played(called: Cli, tmp_path: Path, words: list[str], what: str) -> None:
    done = called("whatif", "zhanguo", *SMALL, "--games", 60, *words, "--out", "run")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == f"analyser: {what} already: nothing changes\n"
    assert not (tmp_path / "run").exists()


def test_a_game_differs_from_itself_by_exactly_0(called: Cli, played: Cli, tmp_path: Path) -> None:
    """A folder of equal files is played once; terminal, page and JSON say so alike, also when asked again."""
    words = ["--change", "unedited", *SMALL, "--games", 60]
    assert called("components", "export", "zhanguo", "unedited").returncode == 0
    done = called("whatif", "zhanguo", *words, "--out", "run")
    assert done.returncode == 0, done.stderr
    assert "Nothing changes: both sides are the same game" in done.stdout
    assert "unclear" not in done.stdout
    assert [entry.name for entry in RunDirectory.open(tmp_path / "run").manifest.scenarios] == ["before"]
    again = called("report", "whatif", "run", "--json")
    told = json.loads(again.stdout)
    assert (told["screen"]["finding"], told["differences"]) == ("Nothing changes: both sides are the same game", [])
    for verdict in told["verdicts"]:
        assert (verdict["verdict"], verdict["effect"]) == ("fair", 0.0)
        assert {verdict[name] for name in ("low", "high", "p", "games_needed")} == {None}
    assert told["verdicts"]
    stored = json.loads((tmp_path / "run/reports/whatif/report.json").read_text(encoding="utf-8"))
    for table in stored["tables"].values():
        for row in table:
            assert {row.get(f"{name}{end}") for name in ("effect", "difference") for end in ("", "_low")} <= {0.0, None}
    page = (tmp_path / "run/reports/whatif/whatif.html").read_text(encoding="utf-8")
    assert "Nothing changes: both sides are the same game" in page
    resumed = played("whatif", "zhanguo", *words, "--resume", "run")
    assert resumed.returncode == 0, resumed.stderr


def test_of_several_values_the_shipped_one_is_the_side_before(called: Cli, tmp_path: Path) -> None:
    done = called("whatif", "zhanguo", *SMALL, "--games", 200, "--set", f"{PATH}=2,3,4", "--out", "run", "--json")
    assert done.returncode == 0, done.stderr
    scenarios = [entry.name for entry in RunDirectory.open(tmp_path / "run").manifest.scenarios]
    assert scenarios == ["before", f"{PATH}-3", f"{PATH}-4"]
    assert {one["change"] for one in json.loads(done.stdout)["differences"]} == {"tracks.4 = 3", "tracks.4 = 4"}
    told = json.loads((tmp_path / "run/reports/whatif/report.json").read_text(encoding="utf-8"))
    assert {row["value"] for row in told["tables"]["response"]} == {2.0, 3.0, 4.0}


def test_a_change_that_no_game_meets_plays_the_same_games_and_changes_nothing(called: Cli, tmp_path: Path) -> None:
    """Nobody has the board of which abilities are forbidden: another game, and every row as before."""
    words = [*SMALL, "--games", 300, "--boards", "A", "--forbid", "star", "--out", "run"]
    done = called("whatif", "zhanguo", *words)
    assert done.returncode == 0, done.stderr
    seats = pl.read_parquet(tmp_path / "run/seats/*.parquet").sort("game", "seat")
    before, after = (seats.filter(pl.col("scenario") == name).drop("scenario") for name in ("before", "after"))
    assert_frame_equal(before, after)
    told = json.loads((tmp_path / "run/reports/whatif/report.json").read_text(encoding="utf-8"))
    assert [difference["what"] for difference in told["differences"]] == ["every ability of star (B)"]
    assert {verdict["effect"] for verdict in told["verdicts"]} == {0.0}
    for table in told["tables"].values():
        for row in table:
            assert {row.get(name) for name in ("effect", "difference", "relative")} <= {0.0, None}
    assert told["screen"]["finding"] == "The change has no effect: all 300 games are the same"


def test_what_is_forbidden_is_shown_counted_0_and_recorded(called: Cli, tmp_path: Path) -> None:
    """The page's tables of uses; and a record of such a game, which is verified under the same rules."""
    words = ["whatif", "zhanguo", *SMALL, "--games", 400, "--forbid", "star_1", "--forbid", "3 VP", "--out", "run"]
    done = called(*words)
    assert done.returncode == 0, done.stderr
    told = json.loads((tmp_path / "run/reports/whatif/report.json").read_text(encoding="utf-8"))
    assert [(change["what"], change["after"]) for change in told["differences"]] == [
        ("ability of cards: 3 VP", "forbidden"),
        ("ability of star (B): recruit: re-assign", "forbidden"),
    ]
    counted = {row["counter"]: (row["before"], row["after"]) for row in told["tables"]["counters"]}
    assert counted["ability_vp_3"][0] > 0 == counted["ability_vp_3"][1]
    assert min(counted["ability_vp_2"]) > 0
    powers = {row["ability"]: (row["before"], row["after"]) for row in told["tables"]["powers"]}
    assert powers["recruit: re-assign"][0] > 0 == powers["recruit: re-assign"][1]
    assert min(powers["governor: move a governor"]) > 0
    record = called("record", "--from", "run", "--scenario", "after", "--game", 3)
    assert json.loads(record.stdout.splitlines()[0])["options"]["forbidden"] == "ability_vp_3,star_1"
    (tmp_path / "game.jsonl").write_text(record.stdout, encoding="utf-8")
    verified = called("verify", "game.jsonl")
    assert verified.returncode == 0, verified.stderr
    allowed = record.stdout.replace('"forbidden":"ability_vp_3,star_1"', '"forbidden":"ability_vp_2"')
    (tmp_path / "game.jsonl").write_text(allowed, encoding="utf-8")
    assert called("verify", "game.jsonl").returncode != 0


def test_the_edit_is_shown_first_and_the_run_goes_on_as_it_was_begun(called: Cli, played: Cli, tmp_path: Path) -> None:
    words = ["whatif", "zhanguo", *SMALL, "--set", f"{PATH}=3,4", "--forbid", "walls"]
    assert played(*words, "--games", 100, "--out", "half").returncode == 0
    whole = called(*words, "--games", 200, "--out", "whole", "--full")
    assert whole.returncode == 0, whole.stderr
    title, *_ = whole.stdout.splitlines()
    assert title == "ZhanGuo · 2 players · what does the change do?"
    assert re.search(r"tracks\.4 = 3 +triangle \(B\), region 4 +2 slots +3 slots", whole.stdout)
    assert re.search(r"tracks\.4 = 4 +action wall +allowed +forbidden", whole.stdout)
    page = (tmp_path / "whole/reports/whatif/whatif.html").read_text(encoding="utf-8")
    first, *_ = re.findall(r'<h2 id="(\w+)">([^<]*)', page)
    assert first == ("changes", "Three values are changed")
    assert "<p>Triangle (B), region 4: 2 slots → 3 slots, 4 slots" in page.replace("\N{NO-BREAK SPACE}", " ")
    more = played("run", "--out", "half", "--more", 100, "--workers", 0, "--quiet")
    assert more.returncode == 0, more.stderr
    again = played(*words, "--games", 200, "--resume", "half")
    assert again.returncode == 0, again.stderr
    order = ["scenario", "game", "seat"]
    half, other = (pl.read_parquet(tmp_path / run / "seats/*.parquet").sort(order) for run in ("half", "whole"))
    assert_frame_equal(half, other)
    changed = called("whatif", "zhanguo", *SMALL, "--set", f"{PATH}=3", "--games", 200, "--resume", "half")
    assert changed.returncode == 6
    record = called("record", "--from", "whole", "--scenario", f"{PATH}-4", "--game", 7)
    header = json.loads(record.stdout.splitlines()[0])
    assert record.returncode == 0, record.stderr
    assert header["components"]["boards.toml"]["triangle"]["tracks"]["value"][3] == 4
    answered = called("report", "balance", "whole", "--scenario", "before")
    assert answered.returncode == 0, answered.stderr


def test_an_edited_folder_is_held_against_another(called: Cli, tmp_path: Path) -> None:
    for name, vp in (("old", 12), ("new", 9)):
        assert called("components", "export", "zhanguo", name).returncode == 0
        numbers = tmp_path / name / "numbers.toml"
        text = numbers.read_text(encoding="utf-8")
        numbers.write_text(text.replace("auction_vp = { value = 15", f"auction_vp = {{ value = {vp}"), encoding="utf-8")
    words = ["whatif", "zhanguo", *SMALL, "--games", 60, "--change", "new", "--baseline", "old", "--out", "run"]
    done = called(*words, "--option", "boards_by=auction")
    assert done.returncode == 3
    assert "seats choose their boards there" in done.stderr
    done = called(*words, "--boards", "A", "--json")
    assert done.returncode == 0, done.stderr
    (different,) = json.loads(done.stdout)["differences"]
    assert (different["what"], different["before"], different["after"]) == ("numbers.toml, auction_vp", "12", "9")
    assert [entry.name for entry in RunDirectory.open(tmp_path / "run").manifest.scenarios] == ["before", "after"]


def test_a_game_lists_what_can_be_forbidden(called: Cli) -> None:
    done = called("games", "zhanguo", "--forbiddable")
    assert done.returncode == 0, done.stderr
    for said in ("abilities of star (B)", "star_2", "governor: move a governor", "ability_vp_3", "3 VP", "re-assign"):
        assert said in done.stdout
    told = json.loads(called("games", "show", "qin", "--forbiddable", "--json").stdout)
    assert list(told["forbid"]) == ["actions", "moves, where others are legal"]
    assert told["forbid"]["actions"]["conquered_village"] == "a conquered village"
    wrong = called("games", "zhangou", "--forbiddable")
    assert (wrong.returncode, wrong.stderr) == (3, "analyser: unknown game 'zhangou': did you mean zhanguo?\n")
