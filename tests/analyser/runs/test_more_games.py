"""Games added to a finished run: the rows it has stay, and the whole is what a new run of the total would be."""

import json
from pathlib import Path
from typing import Any

import pytest

from analyser.errors import AnalyserError, DataError, Interrupted, ResumeMismatch, UsageError
from analyser.runs.answer import answer_run
from analyser.runs.lifecycle import extend_run, resume_run, start_run
from analyser.runs.manifest import SCHEMA_VERSION
from analyser.runs.play import Progress, play_run
from analyser.runs.store import RunDirectory
from tests.analyser.runs.experiment import OPTIONS, PLAYERS, assert_same, experiment, new_run, played, rows

pytestmark = pytest.mark.usefixtures("undrawn")

SEVEN = ("balanced", "builder", "governors", "markers", "palaces", "tasks", "walls")
KINDS: dict[str, tuple[str, dict[str, Any]]] = {
    "line-ups": ("balance", {"game": "zhanguo", "players": 4, "games": 50, "strategies": SEVEN, "sample": 0.3}),
    "crossed": ("boards", {"game": "zhanguo", "players": 3, "games": 100, "strategies": SEVEN[:3]}),
    "named boards": ("run", {"game": "zhanguo", "players": 4, "games": 60, "strategies": SEVEN[:5],
                             "boards": ("A", "circle", "A", "star")}),
    "maps": ("boards", {"game": "qin", "players": 2, "games": 20, "strategies": ("random",)}),
    "forced": ("openings", {"game": "middle_kingdom", "players": 2, "games": 40}),
    "options": ("run", {"game": "zhanguo", "players": 3, "games": 60, "record": "decisions", "sample": 0.3,
                        "strategies": ("random", "balanced"), "scenario": OPTIONS}),
    "players": ("run", {"game": "zhanguo", "games": 60, "strategies": ("random", "balanced"), "scenario": PLAYERS}),
}  # fmt: skip


def begun(path: Path, kind: str, **changes: Any) -> RunDirectory:
    """A finished run of this kind."""
    design, given = KINDS[kind]
    return new_run(path, design, **{**given, **changes})


def more(run: RunDirectory, games: int, **given: Any) -> RunDirectory:
    """The run with so many games more."""
    longer, job = extend_run(run.path, games, given)
    play_run(longer, job)
    return RunDirectory.open(run.path)


@pytest.mark.parametrize("kind", KINDS)
def test_games_are_added_as_if_all_had_been_played_at_once(tmp_path: Path, kind: str) -> None:
    games = KINDS[kind][1]["games"]
    fresh = begun(tmp_path / "fresh", kind, games=3 * games, batch=70)
    run = begun(tmp_path / "run", kind)
    before, parts = rows(run), {path: path.read_bytes() for path in run.path.rglob("part-*")}
    longer = more(run, 2 * games, batch=30)
    assert {path: path.read_bytes() for path in parts} == parts
    assert longer.manifest.complete
    assert longer.manifest.games > run.manifest.games >= len(before["games"])
    # Of each scenario in turn, so that rows of several come in the order of a run played at once.
    assert_same(rows(longer), rows(fresh))
    told, new = longer.manifest, fresh.manifest
    assert (told.games, told.deals, told.scenarios) == (new.games, new.deals, new.scenarios)
    assert told.config["games"] == 3 * games
    assert told.metadata() == new.metadata()


def test_what_was_added_may_be_interrupted_and_gone_on_with(tmp_path: Path) -> None:
    run = begun(tmp_path / "run", "crossed")
    longer, job = extend_run(run.path, 500, {"batch": 50})

    def stop(progress: Progress) -> None:
        if progress.done >= run.manifest.games + 100:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted):
        play_run(longer, job, watch=stop)
    assert not RunDirectory.open(run.path).manifest.complete
    with pytest.raises(
        ResumeMismatch, match=r"--more 5: .* is not finished, \d+ of \d+ games are played: `analyser run"
    ):
        extend_run(run.path, 5, {})
    again, job = resume_run(run.path, {})
    play_run(again, job)
    assert_same(rows(RunDirectory.open(run.path)), rows(begun(tmp_path / "fresh", "crossed", games=600)))


def test_every_refusal_is_one_line_that_says_what_to_do(tmp_path: Path) -> None:
    unfinished, _ = start_run(experiment(workers=0), tmp_path / "unfinished", [])
    run = played(tmp_path / "run", workers=0, games=12)
    before = (run.path / "manifest.json").read_bytes()
    cases: tuple[tuple[Path, int, dict[str, Any], type[AnalyserError], str], ...] = (
        (run.path, 0, {}, UsageError, "--more 0: give a number of games from 1 to 4,294,967,295"),
        (run.path, -3, {}, UsageError, "--more -3: give a number of games from 1 to 4,294,967,295"),
        (run.path, 2**32 - 1, {}, UsageError, "games in all: give a number of games from 1 to 4,294,967,295"),
        (
            run.path,
            9,
            {"seed": 9},
            ResumeMismatch,
            f"--more 9: {run.path}: the run was started with other values of seed",
        ),
        (run.path, 9, {"games": 9}, ResumeMismatch, "another number of games"),
        (unfinished.path, 9, {}, ResumeMismatch, "is not finished, 0 of 252 games are played: `analyser run --resume"),
    )
    for path, games, given, kind, words in cases:
        with pytest.raises(kind) as caught:
            extend_run(path, games, given)
        assert words in str(caught.value)
        assert "\n" not in str(caught.value)
    manifest = run.path / "manifest.json"
    assert manifest.read_bytes() == before
    stored = manifest.read_text()
    manifest.write_text(stored.replace(f'"schema_version": {SCHEMA_VERSION}', '"schema_version": 6'))
    words = rf"made by another version \(schema 6, this one reads {SCHEMA_VERSION}\): play it again"
    with pytest.raises(AnalyserError, match=words):
        extend_run(run.path, 9, {})


@pytest.mark.parametrize("change", [{"same_deal": None}, {"block": 7}, {"scheme": "another"}])
def test_games_of_another_schedule_are_not_joined(tmp_path: Path, change: dict[str, Any]) -> None:
    run = played(tmp_path / "run", workers=0, games=24)
    run.manifest.scenarios[0].design["parts"][0] |= change
    run.save()
    for go_on in (lambda: extend_run(run.path, 6, {}), lambda: resume_run(run.path, {})):
        with pytest.raises(ResumeMismatch, match="this version plays other games than the one that began the run"):
            go_on()


def test_a_part_that_is_gone_is_played_again_before_games_are_added(tmp_path: Path) -> None:
    run = played(tmp_path / "run", workers=0, games=24, batch=6)
    run.parts("seats")[1].unlink()
    with pytest.raises(ResumeMismatch, match="18 of 24 games are played"):
        extend_run(run.path, 6, {})


def test_every_answer_from_another_number_of_games_is_counted_as_a_look(tmp_path: Path) -> None:
    run, job = start_run(experiment(workers=0, games=120, batch=30), tmp_path / "run", [])

    def stop(progress: Progress) -> None:
        if progress.done >= 60:
            raise KeyboardInterrupt

    def asked(question: str = "balance") -> tuple[Any, list[str]]:
        (one,) = answer_run(RunDirectory.open(run.path), question)
        return one.answer.facts["looks"], [line for line in one.answer.head if "was analysed" in line]

    with pytest.raises(Interrupted):
        play_run(run, job, watch=stop)
    assert asked() == (1, [])  # what has been played of an unfinished run
    assert asked() == (1, [])  # the same games again are no new chance
    play_run(*resume_run(run.path, {}))
    looks, (line,) = asked()
    assert looks == 2
    assert line == "This run was analysed twice: the chance of a false finding is 8 %, not 5 %."
    play_run(*extend_run(run.path, 60, {}))
    looks, (line,) = asked()
    assert (looks, line.partition(":")[0]) == (3, "This run was analysed three times")
    answer_run(RunDirectory.open(run.path), "balance")[0].report.write()
    page = (run.path / "reports" / "balance" / "balance.html").read_text()
    assert line in page.replace("\N{NO-BREAK SPACE}", " ")
    assert line in json.loads((run.path / "reports" / "balance" / "report.json").read_text())["notes"]


def test_a_file_of_looks_that_cannot_be_read_is_one_line(tmp_path: Path) -> None:
    run = played(tmp_path / "run", workers=0, games=24)
    (run.path / "looks.jsonl").write_text('{"question": "balance"')
    with pytest.raises(DataError, match=r"looks\.jsonl: line 1 is damaged.*--resume"):
        list(answer_run(run, "balance"))
