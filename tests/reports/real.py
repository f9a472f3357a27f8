"""Answers of small real runs of the shipped games, and the facts, names and edits the tests of pages make of them."""

import pickle
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import polars.selectors as cs
import pytest

from analyser.experiments.config import PreparedScenario
from analyser.experiments.config_loader import load_experiment
from analyser.experiments.experiment_kind import pilot_deals
from analyser.runs.adaptive import play_adaptively
from analyser.runs.changes import answer_changes
from analyser.runs.integrity import scan_table
from analyser.runs.lifecycle import start_run
from analyser.runs.run_facts import printings_of, run_facts
from analyser.runs.store import RunDirectory
from cext.games import load_game
from reports.answer import Answer
from reports.ask import QUESTIONS, ask
from reports.columns import Words
from reports.facts import GameFacts, parse_facts
from reports.frames import Frames
from tests.once import digest_of, made_once
from tests.reports.sections import write_report

T = TypeVar("T")
ROOT = Path(__file__).resolve().parents[2]
SMALL = {"seed": 20140001, "workers": 0}
# Between them they fill every table: novices and random players open in many ways, Qin's boards are maps of the table
# on which placements are counted, Middle Kingdom's seats hold Goal Cards at the end and its nobles are unknown, and Li
# Si is a bot.
RUNS: dict[str, dict[str, Any]] = {
    "boards": {
        "game": "zhanguo", "games": 3000, "strategies": ("apprentice", "balanced", "builder", "sides"), **SMALL,
    },
    "balance": {"game": "zhanguo", "games": 2000, "strategies": ("builder", "governors", "tasks"), **SMALL},
    "openings": {"game": "zhanguo", "games": 3000, "strategies": ("builder", "random", "novice"), **SMALL},
    "cards": {"game": "zhanguo", "games": 1000, "strategies": ("balanced", "builder", "markers"), **SMALL},
    "tournament": {
        "game": "middle_kingdom", "games": 1440, "until": "decided",
        "strategies": ("curve", "novice", "collector", "search:curve:1..4"),
        "boards": ("equal", "equal", "heir", "palace"),
        **SMALL, "seed": 20140006,  # here three are seen to beat each other in turn
    },
    "places": {"game": "qin", "games": 2000, **SMALL},
    "maps": {"game": "qin", "games": 600, **SMALL},
    "goals": {"game": "middle_kingdom", "games": 1000, "printings": "20", "players": 2, **SMALL},
    "solo": {
        "game": "first_empire", "players": 1, "option": {"lisi": 1}, "games": 600, "strategies": ("random",), **SMALL,
    },
    "whatif": {
        "game": "zhanguo", "games": 1500, "strategies": ("balanced", "novice"),
        "scenario": (
            {"name": "before"},
            {"name": "three", "data": ("boards.triangle.tracks.4=3",)},
            {"name": "four", "data": ("boards.triangle.tracks.4=4",)},
        ),
        **SMALL,
    },
}  # fmt: skip
QUESTION_OF = {"places": "openings", "maps": "boards", "goals": "boards", "solo": "balance"}
SOURCES = (".py", ".pyx", ".pxd", ".pxi", ".h", ".toml", ".css", ".csv", ".j2", ".js", ".json")
TAIL = " with the long memory of the late emperor"


class Made(dict[str, T]):
    """Something of every run by its name, made when it is first asked for."""

    def __init__(self, make: Callable[[str], T]) -> None:
        super().__init__()
        self.make = make

    def __missing__(self, name: str) -> T:
        self[name] = made = self.make(name)
        return made


@cache
def digest_of_sources() -> str:
    """Of all that decides what the runs and their reports are."""
    tops = [ROOT / top for top in ("analyser", "cext", "strategies", "reports")]
    sources = [file for top in tops for file in top.rglob("*") if file.suffix in SOURCES]
    return digest_of(repr((RUNS, QUESTION_OF)), [Path(__file__), *sources])


def pilot_deals_of_large_runs(prepared: PreparedScenario, *deals: int, **how: int) -> int:
    """As many as a run a hundred times as large has: small ones price no boards."""
    return pilot_deals(replace(prepared, games=100 * prepared.games), *deals, **how)


def run_of(config: pytest.Config, name: str) -> Path:
    """Folder of a run, played once for equal sources, its answer pickled beside it."""

    def make(folder: Path) -> None:
        with pytest.MonkeyPatch.context() as patch:
            for module in ("balance", "boards", "openings"):
                patch.setattr(f"analyser.experiments.{module}.pilot_deals", pilot_deals_of_large_runs)
            play_adaptively(*start_run(load_experiment(QUESTION_OF.get(name, name), RUNS[name]), folder / name, []))
        (folder / "answer").write_bytes(pickle.dumps(answer_of(folder / name)))

    return made_once(config, f"played-{name}", digest_of_sources(), make) / name


def report_of(config: pytest.Config, name: str, answer: Answer, *, empty: bool = False) -> Path:
    """Folder of the report of a run; empty: without any row."""
    question = QUESTION_OF.get(name, name)
    facts = facts_of(name) | ({"title": "Go"} if empty else {})

    def make(folder: Path) -> None:
        write_report(emptied(answer) if empty else answer, folder / question, facts)

    shelf = f"{'emptied' if empty else 'reported'}-{name}"
    return made_once(config, shelf, digest_of_sources(), make) / question


def answer_of(folder: Path) -> Answer:
    """The answer of a run of RUNS to its question."""
    run, question = RunDirectory.open(folder), QUESTION_OF.get(folder.name, folder.name)
    if QUESTIONS[question].is_joint:
        return answer_changes(run, question, run.manifest.config["margin"]).answer
    (scenario,) = run.manifest.main_scenarios
    seats, games, decisions = (scan_table(run, table, scenario.name) for table in ("seats", "games", "decisions"))
    assert seats is not None
    assert games is not None
    facts = run_facts(run.manifest, scenario)
    game, printings = scenario.facts, printings_of(run, scenario)
    frames, together = Frames(seats, games, decisions), run.manifest.alongside
    return ask(question, frames, game=game, run=facts, printings=printings, alongside=together)


@cache
def game_facts(game: str = "zhanguo", players: int = 4) -> dict[str, Any]:
    """What a shipped game says of itself: not to be changed."""
    return dict(load_game(game, players=players).facts())


def facts_of(name: str) -> dict[str, Any]:
    """What the game of a run says of itself."""
    return game_facts(RUNS[name]["game"], RUNS[name].get("players", 4))


def told(facts: Mapping[str, Any] | None = None) -> GameFacts:
    """These facts, or those of ZhanGuo, as read."""
    return parse_facts(facts or game_facts())


def words(facts: Mapping[str, Any] | None = None) -> Words:
    """The words of a game that tells these facts, or of ZhanGuo."""
    return Words(told(facts))


def emptied(full: Answer) -> Answer:
    """The same answer with every table empty and no verdict."""
    return replace(
        full, verdicts=[], tables={name: frame.clear() for name, frame in full.tables.items()}, facts={}, notes=[]
    )


def lengthened(given: Answer, facts: Mapping[str, Any]) -> tuple[Answer, dict[str, Any]]:
    """The answer and the facts with long names of strategies, boards, abilities, counters and squares of maps."""
    boards, places = facts["boards"].values(), facts.get("places")
    said = {ability["name"] for board in boards for ability in board.get("abilities", ())}
    said |= {board["label"] for board in boards} - {"A"}
    said |= {label for chart in facts.get("charts", ()) for label in chart["tallies"].values()}
    if places:
        said |= {next(iter(one["legend"].values()))[0] for one in places["boards"].values()}
    longer = {name: name + TAIL for name in {*str(given.facts["strategies"]).split(", "), *said}}
    text = cs.string() - cs.by_name("source", "component", "counter", "measure", require_all=False)
    tables = {name: frame.with_columns(text.replace(longer)) for name, frame in given.tables.items()}
    told_at = {key: _renamed(facts[key], longer) for key in ("boards", "charts", "places") if facts.get(key)}
    return replace(given, tables=tables), {**facts, **told_at}


def _renamed(value: Any, longer: Mapping[str, str]) -> Any:
    """The value with these texts replaced, but for keys of mappings and of charts, which name files."""
    if isinstance(value, dict):
        return {key: one if key == "key" else _renamed(one, longer) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_renamed(one, longer) for one in value]
    return longer.get(value, value) if isinstance(value, str) else value


def est(name: str, value: float, half: float) -> dict[str, Any]:
    """An estimate and its interval as a table has them."""
    return {name: value, f"{name}_low": value - half, f"{name}_high": value + half}


def main() -> None:
    """Write the report of each of these runs into a folder."""
    out, *runs = map(Path, sys.argv[1:])
    for run in runs:
        answer = answer_of(run)
        write_report(answer, out / run.name / answer.question, facts_of(run.name))


if __name__ == "__main__":
    main()
