"""The printings of a run: read for its reports, and planned from what those played so far say."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from analyser.experiments.drawn import unknowns_in
from analyser.experiments.printings import AUTO, FIRST_GAMES, MOST, READINGS, Stage, group_names, grown
from analyser.runs.store import Run, ScenarioEntry
from reports.facts import GameFacts

if TYPE_CHECKING:
    from analyser.experiments.config import Config
    from reports.printings import Printings

__all__ = ["next_config", "printings_of"]

BUDGET = 4  # times the games of the scenario itself that all its printings may take


def printings_of(run: Run, entry: ScenarioEntry) -> Printings | None:
    """The printings of a scenario that have finished games; None without any."""
    from reports.frames import Frames, RunFrames
    from reports.printings.measured import Exchanged, Printings

    manifest = run.manifest
    varied = [one for one in manifest.scenarios if one.of == entry.name and manifest.games_done_in(one.name)]
    if not varied:
        return None
    game = GameFacts.read(entry.game)

    def frames(one: ScenarioEntry) -> RunFrames:
        seats, games = run.scan("seats", one.name), run.scan("games", one.name)
        assert seats is not None
        assert games is not None
        return RunFrames.of(
            Frames(seats, games, run.scan("decisions", one.name)),
            game=game,
            margin=manifest.config["margin"] / 100,
            seed=manifest.seed,
            learners=manifest.learners,
        )

    drawn = {one.printing: frames(one) for one in varied if isinstance(one.printing, int)}
    exchanged = [Exchanged(*_exchange(one.printing), frames(one)) for one in varied if isinstance(one.printing, dict)]
    whole = [one for one in exchanged if one.number in drawn and one.other in drawn]
    unknowns = unknowns_in(manifest.config["game"])
    groups = {group.name: (group.count, group.data) for group in unknowns.groups}
    groups[READINGS] = (len(unknowns.readings), "asked of the designer, or of the errata: options of the same names")
    return Printings(drawn, whole, groups)


def _exchange(printing: dict[str, int]) -> tuple[int, str, int]:
    """Which printing it is, with which group taken from which other one: of a higher number."""
    other = max(printing.values())
    return min(printing.values()), next(group for group, number in printing.items() if number == other), other


def next_config(run: Run, config: Config) -> Config | None:
    """What is to be played after what has been, so that printings tell enough; None where they do."""
    from reports.ask import QUESTIONS

    if config.printings is None or config.design not in QUESTIONS:
        return None
    stages = {entry.name: stage for entry in run.manifest.told if (stage := _next(run, entry, config)) is not None}
    return grown(config, stages) if stages else None


def _next(run: Run, entry: ScenarioEntry, config: Config) -> Stage | None:
    """The next stage of a scenario's printings: first their noise is made small against how far they differ and groups
    are exchanged, then, where nobody said how many, more are drawn until their sd is known."""
    from reports.ask import QUESTIONS
    from reports.printings.measured import by_printing, coarse, measured
    from reports.stats.printings import PRECISE, games_of_each, printings_needed

    printings = printings_of(run, entry)
    table = by_printing(printings, QUESTIONS[config.design].judged) if printings else None
    if printings is None or table is None or not len(table):
        return None
    found = measured(table)
    if not found:
        return None
    spread = max((found[subject].spread for subject in coarse(found)), key=lambda one: one.sd)
    number, auto = len(printings.drawn), config.printings == AUTO
    games = max(one.games for one in run.manifest.scenarios if one.of == entry.name and isinstance(one.printing, int))
    if not printings.exchanged and games <= 2 * FIRST_GAMES:
        each = min(max(games, math.ceil(games_of_each(spread.sd, spread.noise, games))), BUDGET * entry.games // number)
        noise = spread.noise * math.sqrt(games / each)
        wanted = math.ceil(min(printings_needed(spread.sd, noise), MOST)) if auto else number
        rows = (
            2 ** int(math.log2(max(number, wanted) / 2)) if spread.sd > 0 and len(group_names(config.game)) > 1 else 0
        )
        stage = Stage(max(number, wanted), each, rows, min(each, FIRST_GAMES))
        return stage if (stage.printings, stage.games, stage.exchanged) != (number, games, 0) else None
    if auto and spread.relative_error > PRECISE and number < MOST:
        wanted = math.ceil(min(printings_needed(spread.sd, spread.noise), MOST))
        kept = next((one.games for one in run.manifest.scenarios if isinstance(one.printing, dict)), 0)
        rows = len({one.number for one in printings.exchanged})
        return Stage(max(number + 1, wanted), games, rows, kept)
    return None
