"""From a run to an answer on the terminal and a report on disk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from analyser.cli.output import plain_json, print_json, print_table, say
from analyser.errors import DataError, DiskFull
from analyser.runs.store import Manifest, Run

if TYPE_CHECKING:
    from reports.facts import RunFacts

__all__ = ["answer_run", "run_facts"]

SENTENCES = (
    4  # verdicts also told in words: the question itself comes first, what it is broken down by stands in the page
)


def answer_run(question: str, path: Path, *, margin: float | None, out: Path | None, json: bool, quiet: bool) -> None:
    """Answer the question from the run's finished parts, print the verdicts, write the report."""
    run = Run.open(path)
    manifest = run.manifest
    margin = manifest.config["margin"] if margin is None else margin
    if not 0 < margin < 100:
        raise DataError(f"--margin {margin:g}: give percentage points of win share between 0 and 100")
    seats, games = run.scan("seats"), run.scan("games")
    if seats is None or games is None:
        raise DataError(f"{path}: holds no finished games yet: `analyser run --resume --out {path}` plays them")
    if not manifest.complete:
        say(f"{path} is incomplete: {manifest.games_done:,} of {manifest.games:,} games are answered from", quiet=quiet)
    from reports.ask import ask
    from reports.facts import GameFacts
    from reports.frames import Frames
    from reports.page.write import write_report

    frames = Frames(seats, games, run.scan("decisions"))
    try:
        game = GameFacts.read(manifest.game)
        answer = ask(question, frames, game=game, run=run_facts(manifest), margin=margin / 100)
    except ValueError as error:
        raise DataError(f"{path}: {error}") from error
    folder = out or run.path / "reports" / question
    try:
        page = write_report(answer, folder, game=game)
    except OSError as error:
        raise DiskFull(
            f"{folder}: the report cannot be written ({error.strerror}): make room or name another --out"
        ) from error
    if json:
        print_json(
            {
                "command": question,
                "run": str(run.path),
                "report": str(page),
                "complete": manifest.complete,
                "games": manifest.games_done,
                "facts": answer.facts,
                "verdicts": [asdict(verdict) for verdict in answer.verdicts],
                "notes": answer.notes,
            }
        )
        return
    if not answer.verdicts:
        print(f"{answer.title} No verdict from this run:")
        for note in answer.notes:
            print(note)
        print(f"\nReport: {page}")
        return
    print_table(
        ["compared", "effect", "95 % interval", "verdict", "n", "deals needed"],
        [_line(asdict(verdict)) for verdict in answer.verdicts],
        title=answer.title,
        right=(1, 2, 4, 5),
    )
    for verdict in answer.verdicts[:SENTENCES]:
        print(verdict.sentence)
    left = max(0, len(answer.verdicts) - SENTENCES)
    if left:
        print(f"{left} more {'verdict stands' if left == 1 else 'verdicts stand'} in words in the report.")
    print(f"\nReport: {page}")


def _line(verdict: Mapping[str, Any]) -> list[str]:
    low, high = _points(verdict["low"]), _points(verdict["high"])
    needed = "" if verdict["deals_needed"] is None else f"{verdict['deals_needed']:,}"
    effect = _points(verdict["effect"])
    unit = verdict["unit"]
    return [
        verdict["subject"],
        f"{effect} {unit}" if effect else "",
        f"{low} to {high}" if low and high else "",
        verdict["verdict"],
        f"{verdict['n']:,}",
        needed,
    ]


def _points(value: float | None) -> str:
    """A fraction of win share in percentage points, with its sign and a true minus."""
    plain = plain_json(value)
    return "" if plain is None else f"{plain * 100:+.2f}".replace("-", "−")


def run_facts(manifest: Manifest) -> RunFacts:
    """How the run was played, for the head of a report."""
    from reports.facts import RunFacts

    config, pilot = manifest.config, manifest.design["pilot"]["figures"]
    return RunFacts(
        design=", ".join(part["scheme"] for part in manifest.design["parts"]),
        planned_games=manifest.games,
        seed=manifest.seed,
        strategies=tuple(dict.fromkeys(config["strategies"])),
        analyser_version=manifest.versions["analyser"],
        engine=manifest.versions["engine"],
        configuration=manifest.config_sha256[:12],
        started=manifest.started,
        games_per_second=round(manifest.games_done / manifest.seconds) if manifest.seconds else None,
        seconds_of_play=round(manifest.seconds, 1) if manifest.seconds else None,
        pilot_design_effect=pilot.get("design_effect"),
        pilot_rho=pilot.get("rho"),
        components=config["components"] or "",
    )
