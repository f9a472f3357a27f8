"""`analyser record` and `analyser verify` as a user types them."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from analyser.cli import app
from analyser.experiments.loading import default_strategies
from analyser.files import add_digest
from analyser.runs.integrity import scan_table
from analyser.runs.store import RunDirectory
from cext.games.zhanguo.data.components import export
from tests.cli.conftest import Cli, assert_refused

GAME = ["record", "zhanguo", "--players", "2", "--strategies", "random,builder", "--boards", "circle,A", "--seed", "7"]


def header(text: str) -> dict[str, Any]:
    line: dict[str, Any] = json.loads(text.partition("\n")[0])
    return line


def test_a_record_says_what_was_asked_for_and_verifies(called: Cli, tmp_path: Path) -> None:
    printed = called(*GAME, "--deal", 3, "--option", "draft=true")
    assert (printed.returncode, printed.stderr) == (0, "")
    head = header(printed.stdout)
    assert (head["players"], head["seed"], head["deal"], head["options"]["draft"]) == (2, 7, 3, True)
    assert [(seat["strategy"], seat["board"]) for seat in head["seats"]] == [("random", "circle"), ("builder", "A")]
    written = called(*GAME, "--deal", 3, "--option", "draft=true", "--out", "game.jsonl")
    assert (written.returncode, written.stdout) == (0, "")
    assert re.fullmatch(r"game.jsonl: \d+ decisions; `analyser replay game.jsonl` shows them\n", written.stderr)
    assert (tmp_path / "game.jsonl").read_text(encoding="utf-8") == printed.stdout
    verified = called("verify", "game.jsonl")
    assert verified.returncode == 0
    assert verified.stdout.startswith("game.jsonl: ")
    assert verified.stdout.endswith(" states: as the rules say\n")


def test_without_names_the_plans_of_the_game_sit_down(called: Cli) -> None:
    seated = [seat["strategy"] for seat in header(called("record", "qin", "--players", 3).stdout)["seats"]]
    assert seated == list(default_strategies("qin")[:3])


@pytest.fixture(scope="module")
def run_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with forced openings: its games differ in deal, seats and plan."""
    folder = tmp_path_factory.mktemp("runs")
    path = folder / "run"
    (folder / "all.toml").write_text('record = "decisions"\n', encoding="utf-8")
    words = "openings zhanguo --players 2 --games 60 --strategies random,builder --workers 0 --quiet"
    done = CliRunner().invoke(app, [*words.split(), "--config", str(folder / "all.toml"), "--out", str(path)])
    assert done.exit_code == 0, done.output
    return path


def test_a_game_of_a_run_is_the_same_game(called: Cli, run_directory: Path) -> None:
    """Forced openings too; the decisions are those the run stored, and the plain command gives the same bytes."""
    import polars as pl

    run = RunDirectory.open(run_directory)
    stored, seats = (scan_table(run, table) for table in ("decisions", "seats"))
    assert stored is not None
    assert seats is not None
    forced = seats.filter(pl.col("forced_opening").is_not_null()).select("game").collect()["game"].to_list()
    for number in (0, forced[0], forced[-1]):
        printed = called("record", "--from", run_directory, "--game", number)
        assert printed.returncode == 0, printed.stderr
        lines = [json.loads(line) for line in printed.stdout.splitlines()]
        made = (
            stored.filter(pl.col("game") == number).select("ply", "stage", "n_legal", "seat", "score_after").collect()
        )
        told = [line for line in lines if line["type"] == "decision"]
        assert made.rows() == [
            (line["ply"], line["stage"], len(line["legal"]), line["seat"], line["points"][line["seat"] - 1])
            for line in told
        ]
        plans = ",".join(seat["forced_opening"] or "-" for seat in lines[0]["seats"])
        names = ",".join(seat["strategy"] for seat in lines[0]["seats"])
        again = called("record", "zhanguo", "--players", 2, "--strategies", names, "--deal", lines[0]["deal"],
                       "--openings", plans)  # fmt: skip
        assert again.stdout == printed.stdout


def test_a_game_with_components_of_ones_own_carries_them(called: Cli, tmp_path: Path) -> None:
    export(tmp_path / "mine")
    cards = tmp_path / "mine" / "cards.csv"
    cards.write_text(cards.read_text(encoding="utf-8").replace(",vp_3,", ",vp_2,"), encoding="utf-8")
    printed = called(*GAME, "--components", "mine", "--out", "mine.jsonl")
    assert printed.returncode == 0, printed.stderr
    head = header((tmp_path / "mine.jsonl").read_text(encoding="utf-8"))
    assert "vp_3" not in {card["ability"] for card in head["components"]["cards.csv"]}
    assert str(tmp_path) not in json.dumps(head)
    (tmp_path / "mine").rename(tmp_path / "gone")
    assert called("verify", "mine.jsonl").returncode == 0


def test_differences_end_with_5_and_broken_files_with_3(called: Cli, tmp_path: Path) -> None:
    called(*GAME, "--out", "good.jsonl")
    text = (tmp_path / "good.jsonl").read_text(encoding="utf-8")
    (tmp_path / "score.jsonl").write_text(text.replace('"score":', '"score":1', 2), encoding="utf-8")
    (tmp_path / "short.jsonl").write_text(text[:5000], encoding="utf-8")
    first = called("verify", "score.jsonl")
    assert first.returncode == 5
    assert len(first.stdout.splitlines()) == 2
    assert "end, seats[0].score: expected" in first.stdout
    assert first.stdout.endswith("score.jsonl: differs from the rules\n")
    every = called("verify", "score.jsonl", "--full")
    assert every.returncode == 5
    assert every.stdout.endswith("score.jsonl: differs from the rules in 2 places\n")
    assert_refused(called("verify", "short.jsonl"), 3, "analyser: short.jsonl, line 1: not JSON")
    several = called("verify", "good.jsonl", "short.jsonl", "score.jsonl", "--json")
    assert several.returncode == 5
    found = json.loads(several.stdout)["records"]
    assert [len(record.get("differences", "-")) for record in found] == [0, 1, 1]
    assert "not JSON" in found[1]["error"]


def test_the_schema_is_printed_whole(called: Cli) -> None:
    printed = called("record", "zhanguo", "--schema")
    schema = json.loads(printed.stdout)
    assert printed.returncode == 0
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$defs"]["state"]["properties"]["tiebreaker_order"]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("record zhanguo --players 3 --strategies random,random", 2, "--strategies: 2 for 3 players"),
        ("record go --strategies random", 3, "unknown game 'go'"),
        ("record zhanguo --strategies nobody", 3, "nobody"),
        ("record zhanguo --strategies random --deal -1", 2, "--deal -1"),
        ("record zhanguo --strategies random --openings UUU", 2, "--openings: 1 for 4 players"),
        ("record zhanguo --players 2 --strategies random --openings UQ,-", 3, "--openings UQ: write at most 6 letters"),
        ("record zhanguo --strategies random --boards circle", 3, "'circle' exists once"),
        ("record --game 3", 2, "--game and --scenario need --from"),
        ("record --from nowhere --game 3", 3, "nowhere: no such directory"),
        ("record --from nowhere", 2, "--from needs --game or --where"),
        ("record zhanguo --from nowhere --game 1", 2, "--from takes only"),
        ("record --from nowhere --game 1 --where margin<3", 2, "--game and --where: choose one of them"),
        ("record --from nowhere --game 1 --limit 3", 2, "--limit needs --where"),
        ("record zhanguo --where margin<3", 2, "--where and --limit need --from"),
        ("record --schema", 2, "--schema needs a game"),
        ("record zhanguo --players 2 --strategies random --out no/such/file", 3, "no/such/file: cannot be written"),
        ("verify nothing.jsonl", 3, "nothing.jsonl: cannot be read"),
    ],
)
def test_bad_input_is_one_line(words: str, code: int, said: str, called: Cli) -> None:
    assert_refused(called(*words.split()), code, said)


def test_a_game_the_run_does_not_have(called: Cli, run_directory: Path) -> None:
    done = called("record", "--from", run_directory, "--game", 10**6)
    assert done.returncode == 2
    assert f"{run_directory} has games 0 to " in done.stderr


def test_a_run_of_another_engine_is_not_recorded(called: Cli, run_directory: Path, tmp_path: Path) -> None:
    manifest = json.loads((run_directory / "manifest.json").read_text(encoding="utf-8"))
    manifest["versions"]["engine"] = "0" * 16
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "manifest.json").write_text(json.dumps(add_digest(manifest)), encoding="utf-8")
    done = called("record", "--from", "old", "--game", 0)
    assert done.returncode == 6
    assert "engine or component data have changed" in done.stderr
