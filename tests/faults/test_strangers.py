"""Files of strangers: what is read of them, and what they may do to a page, a terminal, a spreadsheet, a path."""

import copy
import json
import os
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, cast

import matplotlib.pyplot as plt
import polars as pl
import pytest

from analyser.errors import DataError
from analyser.experiments.config_loader import load_file, merge
from analyser.files import digest, journal_lines
from analyser.records.file import parse_record, read_record, record_text
from analyser.records.recording import record_game
from analyser.records.verify import verify_record
from analyser.replay.page import page_text
from analyser.replay.timeline import Timeline, build_timeline, locate_damage, log_lines
from analyser.runs.integrity import explain_read_errors
from analyser.runs.store import BATCH_LOG, MANIFEST, RunDirectory, part_path
from cext.games.errors import ComponentError
from cext.games.qin.data import components as qin
from cext.safe_files import MAX_COMPONENT_BYTES, MAX_DEPTH, MAX_RECORD_BYTES, read_limited
from reports.charts.style import say, svg_bytes
from reports.charts.theme import inline_svg
from reports.page.tables import csv_bytes
from reports.questions.base import stem
from strategies import StrategyFileError, StrategyNotFound, read_plan
from strategies.catalogue import find
from tests.cli.conftest import Cli
from tests.faults.conftest import edited

EVIL = '"><img src=x onerror=alert(1)>'
ESC = "\x1b]0;mine\x07"
Lines = list[dict[str, Any]]


# -- what is read -----------------------------------------------------------------------------------------------------


def test_only_regular_files_of_a_stated_size_are_read(tmp_path: Path) -> None:
    large = tmp_path / "large.csv"
    with large.open("wb") as file:
        file.truncate(950_000_000)
    os.mkfifo(tmp_path / "pipe")
    for path, words in (
        (large, f"larger than {MAX_COMPONENT_BYTES // 1_000_000} MB"),
        (tmp_path / "pipe", "no regular file"),
        (Path("/dev/zero"), "no regular file"),
        (tmp_path, "no regular file"),
    ):
        with pytest.raises(OSError, match=words):
            read_limited(path, MAX_COMPONENT_BYTES)


LOADERS: dict[str, tuple[Callable[[Path], object], str]] = {
    "components": (lambda path: qin.load(path.parent), "tiles.csv"),
    "numbers": (lambda path: qin.load(path.parent), "numbers.toml"),
    "plan": (read_plan, "plan.toml"),
    "configuration": (load_file, "mine.toml"),
    "manifest": (lambda path: RunDirectory.open(path.parent), MANIFEST),
    "record": (read_record, "game.jsonl"),
    "program": (lambda path: find(f"{path}:Mine", None) and load_program(path), "mine.py"),
}
DEEP = MAX_DEPTH + 1
CONTENTS = {
    "large": None,
    "a pipe": None,
    "nested": f"a = {'[' * 5000}1{']' * 5000}",
    "nested as JSON": "[" * 5000 + "1" + "]" * 5000,
    "nested a little": f"a = {'[' * DEEP}1{']' * DEEP}",
    "deep tables": "a" + ".a" * 3000 + " = 1",
    "bytes": "\x00\x1b\udcff",
    "an escape": 'name = "\\u001b]0;x"',
    "one number": "1" * 10_000,
}


def load_program(path: Path) -> object:
    from strategies.catalogue import import_file

    return import_file(path)


@pytest.mark.parametrize("loader", LOADERS)
def test_no_loader_reads_more_than_it_can_or_ends_otherwise_than_in_a_line(loader: str, tmp_path: Path) -> None:
    read, name = LOADERS[loader]
    contents = dict(list(CONTENTS.items())[:4]) if loader == "program" else CONTENTS
    for number, (what, text) in enumerate(contents.items()):
        file = tmp_path / str(number) / name
        file.parent.mkdir()
        if what == "a pipe":
            os.mkfifo(file)
        elif text is None:
            with file.open("wb") as opened:
                opened.truncate(MAX_RECORD_BYTES + 1)
        else:
            file.write_bytes(text.encode("utf-8", "surrogateescape"))
        with pytest.raises((DataError, ComponentError, StrategyFileError, StrategyNotFound)) as caught:
            read(file)
        words = str(DataError(str(caught.value)))
        assert name in words or "run directory" in words, (what, words)
        assert not re.search(r"[\x00-\x1f]", words)


def test_names_with_control_characters_are_refused(tmp_path: Path) -> None:
    with pytest.raises(StrategyNotFound, match=r"strategy \\x1b"):
        find(f"{ESC}.py:Mine", "qin")
    qin.export(tmp_path / "parts")
    (tmp_path / "parts" / "maps" / "bird.toml").rename(tmp_path / "parts" / "maps" / f"{ESC}.toml")
    with pytest.raises(ComponentError, match=r"maps/\\x1b"):
        qin.load(tmp_path / "parts")


# -- runs -------------------------------------------------------------------------------------------------------------


STORED: dict[str, Callable[[dict[str, Any]], object]] = {
    "batches": lambda stored: stored["batches"][0].update(hi=10**15, size=1),
    "scenario": lambda stored: stored["scenarios"][0].update(name="../../mine"),
    "input": lambda stored: stored["inputs"].append(
        {"given": "a", "source": "/etc/hostname", "copy": "../../.profile", "blake2b": ""}
    ),
    "depth": lambda stored: stored["config"].update(option=json.loads("[" * DEEP + "]" * DEEP)),
    "type": lambda stored: stored.update(started=7),
    "key": lambda stored: stored.update(surprise=1),
    "type in a scenario": lambda stored: stored["scenarios"][0].update(players=[]),
    "type in the configuration": lambda stored: stored["config"].update(strategies=[1]),
    "escape": lambda stored: stored["config"].update(game=ESC),
}


@pytest.mark.parametrize("fault", STORED)
def test_a_manifest_that_wants_more_than_a_run_is_refused(copied: Callable[[], Path], fault: str) -> None:
    with pytest.raises(DataError, match="the run cannot be read"):
        RunDirectory.open(edited(copied(), STORED[fault]))


def test_a_manifest_that_was_changed_is_told(copied: Callable[[], Path]) -> None:
    run = copied()
    text = (run / MANIFEST).read_text()
    (run / MANIFEST).write_text(re.sub(r'"seed": \d+', '"seed": 77', text))
    assert (run / MANIFEST).read_text() != text
    with pytest.raises(DataError, match="its digest is not that of what was written"):
        RunDirectory.open(run)
    with pytest.raises(DataError, match="its digest is not that of what was written"):
        load_file(run)


# What is done to the rows of seats, each part's digest noted as of a part that was written, and what is told.
ROWS: dict[str, tuple[Callable[[Path], object], str]] = {
    "no parquet": (lambda file: file.write_bytes(b"hello, world"), "specification"),
    "a column gone": (lambda file: pl.read_parquet(file).drop("score").write_parquet(file), "score is missing"),
    "text for numbers": (
        lambda file: pl.read_parquet(file).with_columns(pl.col("win_share60").cast(pl.String)).write_parquet(file),
        "win_share60 is String, not Int8",
    ),
}


@pytest.mark.parametrize("fault", ROWS)
def test_parts_that_this_program_did_not_write_are_told(called: Cli, copied: Callable[[], Path], fault: str) -> None:
    run = copied()
    damage, words = ROWS[fault]
    noted = [json.loads(line) for line in (run / BATCH_LOG).read_text().splitlines()]
    for line in noted:
        file = part_path(run, "seats", line["number"])
        damage(file)
        line["parts"]["seats"] |= {"bytes": file.stat().st_size, "blake2b": digest(file.read_bytes())}
    (run / BATCH_LOG).write_bytes(journal_lines(noted))
    done = called("report", "balance", run)
    assert (done.returncode, len(done.stderr.splitlines())) == (3, 1), done.stderr
    assert "seats/part-00000.parquet is no part that this program wrote" in done.stderr
    assert words in done.stderr


def test_games_in_another_order_are_told_where_they_cannot_be_reckoned_with(copied: Callable[[], Path]) -> None:
    run = RunDirectory.open(copied())
    batch = run.manifest.batches[0]
    file = part_path(run.path, "seats", batch.number)
    pl.read_parquet(file).reverse().write_parquet(file)
    told = r"no part that this program wrote \(its games are not in order\)"
    with pytest.raises(DataError, match=told), explain_read_errors(run):
        raise ValueError("rows of a run are in the order of its games: these are not")


@pytest.mark.parametrize("name", ["lock", "batches.jsonl", "reports"])
def test_a_run_whose_files_are_links_is_refused(copied: Callable[[], Path], tmp_path: Path, name: str) -> None:
    run, mine = copied(), tmp_path / "mine"
    mine.write_text("mine")
    (run / name).unlink(missing_ok=True)
    (run / name).symlink_to(mine)
    with pytest.raises(DataError, match=f"{name} in it is a link"):
        RunDirectory.open(run)
    assert mine.read_text() == "mine"


# -- records ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def own_map(tmp_path_factory: pytest.TempPathFactory) -> Lines:
    """A game on a map of one's own, named by a switch: what was written of it."""
    folder = tmp_path_factory.mktemp("own") / "parts"
    qin.export(folder)
    (folder / "maps" / "bird.toml").rename(folder / "maps" / "mine.toml")
    values = {"game": "qin", "players": 2, "option": {"map": "mine"}, "components": str(folder)}
    return list(record_game(merge("run", {**values, "strategies": ("random",)}), 0))


def test_a_record_of_a_map_of_ones_own_verifies(own_map: Lines) -> None:
    assert verify_record(parse_record(record_text(own_map), "own.jsonl")).differences == ()


@pytest.mark.parametrize("options", [{"map": "PIPE.toml"}, {"map": "mine", "components": "PIPE"}])
def test_a_record_opens_no_path(own_map: Lines, tmp_path: Path, options: dict[str, str]) -> None:
    named = {switch: value.replace("PIPE", str(tmp_path / "pipe")) for switch, value in options.items()}
    for value in named.values():
        if "/" in value:
            os.mkfifo(value)  # who opened it would wait for ever
    changed = [{**own_map[0], "options": own_map[0]["options"] | named}, *own_map[1:]]
    record = parse_record(record_text(changed), "game.jsonl")
    (difference,) = verify_record(record).differences
    assert "the header's game cannot be loaded" in difference.found
    assert build_timeline(record).note


@pytest.fixture(scope="module")
def small() -> Lines:
    """A short game."""
    lines = record_game(merge("run", {"game": "middle_kingdom", "players": 2, "strategies": ("random",)}), 0)
    return cast("Lines", json.loads(json.dumps(list(lines))))


def log(story: Timeline) -> list[str]:
    return list(log_lines(story))


DAMAGE: dict[str, tuple[Callable[[Lines], object], Callable[[Timeline], object]]] = {
    "a number of players in words": (lambda lines: lines[0].update(players="two"), log),
    "no categories": (lambda lines: lines[0].update(categories=None), log),
    "no list of events": (lambda lines: lines[2].update(events=5), log),
    "a winner too many": (lambda lines: lines[-1].update(winners=[9]), log),
    "an empty state": (lambda lines: next(one for one in lines if "state" in one).update(state={}), page_text),
}


@pytest.mark.parametrize("fault", DAMAGE)
def test_a_damaged_record_is_told_in_a_line(small: Lines, fault: str) -> None:
    damage, show = DAMAGE[fault]
    lines = copy.deepcopy(small)
    damage(lines)
    record = parse_record(record_text(lines), "game.jsonl")

    def shown() -> None:
        with locate_damage(record):
            show(build_timeline(record))

    with pytest.raises(DataError, match=r"^game\.jsonl: line \d+: .* expected .*: the record is damaged") as caught:
        shown()
    assert "\n" not in str(caught.value)


def test_a_record_of_a_billion_bots_seats_none_of_them(small: Lines) -> None:
    with pytest.raises(DataError, match="1000000000 bots"):
        build_timeline(parse_record(record_text([{**small[0], "bots": 10**9}, *small[1:]]), "game.jsonl"))


# -- pages, terminals, spreadsheets -----------------------------------------------------------------------------------


class Seen(HTMLParser):
    """Elements that a page has, and attributes by which one would run something."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.handlers: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.handlers += [name for name, _ in attrs if name.startswith("on")]


def test_names_make_no_elements_in_a_chart() -> None:
    figure, axes = plt.subplots()
    axes.set_title(EVIL)
    say(axes.plot([1, 2])[0], EVIL)
    name = stem(f"shape_{EVIL}")
    svg = inline_svg(svg_bytes(figure), name, EVIL, EVIL)
    plt.close(figure)
    seen = Seen(svg)
    assert "path" in seen.tags
    assert (seen.tags & {"img", "script"}, seen.handlers) == (set(), [])
    assert re.fullmatch(r"shape_[\w-]+", name)
    assert stem("shape_bird") == "shape_bird"
    assert len({stem(f"a{sign}" * 200) for sign in "\"'</"}) == 4
    assert len(stem("a" * 300)) < 100


def test_names_make_no_elements_in_a_replay(small: Lines) -> None:
    lines = copy.deepcopy(small)
    for seat in lines[0]["seats"]:
        seat["strategy"] = f"</script>{EVIL}"
    lines[0]["title"] = EVIL
    text = page_text(build_timeline(parse_record(record_text(lines), "game.jsonl")))
    seen = Seen(text)
    assert (seen.tags & {"img"}, seen.handlers) == (set(), [])
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', text)
    assert "default-src 'none'" in policy
    assert re.search(r"script-src 'sha256-", policy)
    assert text.count("<script") == 2


def test_a_spreadsheet_is_given_no_formulas() -> None:
    names = ["=cmd|' /C calc'!A0", "+1+1", "-2+3|x", "@SUM(1)", "\t=1", "-x", "builder", "-", "-3.5", "a=b"]
    frame = pl.DataFrame({"name": names, "board": pl.Series(names, dtype=pl.Enum(names)), "value": [-1.5] * len(names)})
    rows = csv_bytes(frame).decode().replace('"', "").splitlines()[1:]
    assert [row.startswith("'") for row in rows] == [True] * 6 + [False] * 4
    assert rows[-1] == "a=b,a=b,-1.5"


def test_a_terminal_is_given_nothing_that_it_obeys(called: Cli, tmp_path: Path, copied: Callable[[], Path]) -> None:
    run = copied().rename(tmp_path / f"runs{ESC}\u202e")
    for words in (("runs", "show", run), ("runs", "check", run), ("verify", run), ("run", ESC), ("runs", "list", run)):
        done = called(*words)
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f\u202e]", done.stdout + done.stderr)
        assert "\\x1b" in done.stdout + done.stderr
