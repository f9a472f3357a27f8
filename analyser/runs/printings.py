"""The printings of a run: read for its reports, and planned from what those played so far say."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from analyser.experiments.printings import (
    AUTO,
    FIRST_GAMES,
    MAX_PRINTINGS,
    READINGS,
    PrintingTargets,
    base_folder,
    group_names,
    unknowns_in,
    with_printings,
)
from analyser.runs.manifest import ScenarioEntry
from analyser.runs.run_facts import frames_of
from analyser.runs.store import RunDirectory
from reports.facts_parser import parse_facts

if TYPE_CHECKING:
    from analyser.experiments.config import Config
    from reports.estimators.printings import Printings
    from reports.stats.random_effects import Spread

__all__ = ["following", "next_config", "printings_of"]

BUDGET = 4  # times the games of the scenario itself that all its printings may take


def printings_of(run: RunDirectory, entry: ScenarioEntry) -> Printings | None:
    """The printings of a scenario that have finished games; None without any."""
    from reports.estimators.printings import Printings, SwappedPrinting

    manifest = run.manifest
    scenarios = [scenario for scenario in manifest.scenarios if scenario.of == entry.name]
    varied = [scenario for scenario in scenarios if manifest.games_done_in(scenario.name)]
    if not varied:
        return None
    game = parse_facts(entry.game)
    frames = {scenario.name: frames_of(run, scenario, game) for scenario in varied}
    by_number = {scenario.printing: frames[scenario.name] for scenario in varied if isinstance(scenario.printing, int)}
    exchanged = [
        SwappedPrinting(*_exchange(scenario.printing), frames[scenario.name])
        for scenario in varied
        if isinstance(scenario.printing, dict)
    ]
    complete = [exchange for exchange in exchanged if exchange.number in by_number and exchange.other in by_number]
    unknowns = unknowns_in(manifest.config["game"])
    shipped = unknowns.components.raw_content(base_folder(manifest.config["game"], entry.components))
    groups = {group.name: (group.count(shipped), group.data) for group in unknowns.groups}
    groups[READINGS] = (len(unknowns.readings), "asked of the designer, or of the errata: options of the same names")
    return Printings(by_number, complete, groups)


def _exchange(printing: dict[str, int]) -> tuple[int, str, int]:
    """Which printing it is, with which group taken from which other one: of a higher number."""
    other = max(printing.values())
    return min(printing.values()), next(group for group, number in printing.items() if number == other), other


def next_config(run: RunDirectory, config: Config) -> Config | None:
    """What is to be played after what has been, so that printings tell enough; None where they do."""
    if config.printings is None:
        return None
    from reports.ask import QUESTIONS

    if config.design not in QUESTIONS:
        return None
    stages = {
        entry.name: stage for entry in run.manifest.main_scenarios if (stage := _next(run, entry, config)) is not None
    }
    return with_printings(config, stages) if stages else None


def _next(run: RunDirectory, entry: ScenarioEntry, config: Config) -> PrintingTargets | None:
    """The next stage of a scenario's printings."""
    from reports.ask import QUESTIONS
    from reports.estimators.printings import effects_by_subject, effects_of_printings
    from reports.first_screen import coarse

    printings = printings_of(run, entry)
    if printings is None:
        return None
    judge = QUESTIONS[config.design].measuring(parse_facts(entry.game))
    effects = effects_by_subject(effects_of_printings(printings, judge))
    if not effects:
        return None
    varied = [scenario for scenario in run.manifest.scenarios if scenario.of == entry.name]
    now = PrintingTargets(
        len(printings.by_number),
        max(scenario.games for scenario in varied if isinstance(scenario.printing, int)),
        len({exchange.number for exchange in printings.swapped}),
        max((scenario.games for scenario in varied if isinstance(scenario.printing, dict)), default=0),
    )
    widest = max((effects[subject].spread for subject in coarse(effects)), key=lambda spread: spread.sd)
    several = len(group_names(config.game, entry.components)) > 1
    return following(now, widest, games=entry.games, auto=config.printings == AUTO, exchange=several)


def following(
    now: PrintingTargets, spread: Spread, *, games: int, auto: bool, exchange: bool
) -> PrintingTargets | None:
    """What is played next of printings that have been played so far; None where they tell enough.

    First their noise is made small against how far they differ, within BUDGET times the games of what they vary, and
    groups are exchanged; then, where nobody said how many (auto), more are drawn until their sd is known to PRECISE.
    spread: of the effect that varies most.
    """
    from reports.stats.random_effects import PRECISE, games_of_each, printings_needed

    if now.games <= 2 * FIRST_GAMES and not now.n_swapped:
        quiet = math.ceil(min(games_of_each(spread.sd, spread.noise, now.games), BUDGET * games // now.printings))
        each = max(now.games, quiet)
        noise = spread.noise * math.sqrt(now.games / each)
        needed = math.ceil(min(printings_needed(spread.sd, noise), MAX_PRINTINGS)) if auto and spread.sd else 0
        number = max(now.printings, needed)
        rows = 2 ** int(math.log2(number / 2)) if exchange and spread.sd else 0
        after = PrintingTargets(number, each, rows, min(now.games, each) if rows else 0)
        return after if after != now else None
    if auto and spread.sd and spread.relative_error > PRECISE and now.printings < MAX_PRINTINGS:
        needed = math.ceil(min(printings_needed(spread.sd, spread.noise), MAX_PRINTINGS))
        return replace(now, printings=max(now.printings + 1, needed))
    return None
