"""A scenario of a run as reports see it: its finished games, its printings, how it was played, by
whom, and how strong they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import structs

from analyser.errors import DataError
from analyser.experiments.printings import READINGS, base_folder, unknowns_in
from analyser.ratings.table import lookup_strength
from analyser.runs.inputs import strategy_digest
from analyser.runs.integrity import check_failed, scan_table
from analyser.runs.looks import scenario_looks
from analyser.runs.manifest import Manifest, ScenarioEntry
from analyser.runs.store import RunDirectory
from cext.games.printings import unknown_data_of
from reports.facts import GameFacts
from reports.run_facts import RunFacts, StrengthTable

if TYPE_CHECKING:
    from reports.frames import Frames, Printings, ScenarioRun

__all__ = ["frames_of", "printings_of", "run_facts", "strength_facts", "strong_of", "tables_of", "tolerance_of"]


def tolerance_of(manifest: Manifest, margin: float | None) -> float:
    """The percentage points of win share that still count as balanced: these, or None: as the run was configured.
    DataError for a number that is none."""
    points: float = manifest.config["margin"] if margin is None else margin
    if not 0 < points < 100:
        raise DataError(f"--margin {points:g}: give percentage points of win share between 0 and 100")
    return points


def tables_of(run: RunDirectory, entry: ScenarioEntry) -> Frames:
    """The tables of a scenario's finished games; DataError where there are none, BatchesFailed where most failed."""
    from reports.frames import Frames

    check_failed(run, entry.name)
    tables = ("seats", "games", "decisions", "rounds")
    seats, games, decisions, rounds = (scan_table(run, table, entry.name) for table in tables)
    if seats is None or games is None:
        raise DataError(f"{run.path}: its parts are gone: {run.resume_command} plays them again")
    return Frames(seats, games, decisions, rounds)


def frames_of(
    run: RunDirectory, entry: ScenarioEntry, game: GameFacts | None = None, *, margin: float | None = None
) -> ScenarioRun:
    """The finished games of a scenario as the questions see them. game: that of the scenario, or of what it varies, if
    it is parsed already. margin: percentage points of win share; None: as the run was configured. DataError where there
    are no games."""
    from reports.frames import ScenarioRun

    manifest = run.manifest
    return ScenarioRun.of(
        tables_of(run, entry),
        game=game or manifest.base_scenario(entry).facts,
        margin=tolerance_of(manifest, margin) / 100,
        seed=manifest.seed,
        classes=manifest.player_classes,
        tuned=manifest.tuned,
        plan_families=manifest.plan_families,
        looks=scenario_looks(manifest, entry),
        alongside=manifest.alongside,
    )


def printings_of(run: RunDirectory, entry: ScenarioEntry) -> Printings | None:
    """The printings of a scenario that have finished games; None without any."""
    from reports.frames import Printings, SwappedPrinting

    manifest = run.manifest
    scenarios = [each for each in manifest.scenarios if each.of == entry.name and each.printing is not None]
    varied = [scenario for scenario in scenarios if manifest.games_done_in(scenario.name)]
    if not varied:
        return None
    game = entry.facts
    frames = {scenario.name: frames_of(run, scenario, _game_of_printing(scenario, game)) for scenario in varied}
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


def _game_of_printing(entry: ScenarioEntry, game: GameFacts) -> GameFacts:
    """The game of a printing: with cards of its own, where these were stored."""
    return game if entry.cards is None else structs.replace(game, cards=tuple(entry.cards))


def strong_of(run: RunDirectory, entry: ScenarioEntry, game: GameFacts) -> ScenarioRun | None:
    """The finished games of strong players of a scenario; None without any."""
    manifest = run.manifest
    scenarios = _strong_scenarios(manifest, entry)
    return frames_of(run, scenarios[0], game) if scenarios else None


def _strong_scenarios(manifest: Manifest, entry: ScenarioEntry) -> list[ScenarioEntry]:
    """Those of strong players beside a scenario, of which games are finished."""
    scenarios = [each for each in manifest.scenarios if each.of == entry.name and each.player is not None]
    return [each for each in scenarios if manifest.games_done_in(each.name)]


def _exchange(printing: dict[str, int]) -> tuple[int, str, int]:
    """Which printing it is, with which group taken from which other one: of a higher number."""
    other = max(printing.values())
    return min(printing.values()), next(group for group, number in printing.items() if number == other), other


def strength_facts(manifest: Manifest, entry: ScenarioEntry, game: GameFacts) -> StrengthTable | None:
    """How strong those who played the scenario are; what has changed since was not measured."""
    strong_scenarios = _strong_scenarios(manifest, entry)
    strategies = [*players_of(manifest, entry), *(each.player for each in strong_scenarios if each.player)]
    digests = manifest.strategies
    changed_strategies = [name for name in strategies if _digest_now(name, game.name) != digests.get(name)]
    forbidden = bool(entry.forbidden)
    return lookup_strength(
        strategies, game, beginners=manifest.beginners, changed_strategies=changed_strategies, forbidden=forbidden
    )


def players_of(manifest: Manifest, entry: ScenarioEntry) -> list[str]:
    """The different strategies that played the scenario: all of the run's, or those of its level."""
    from strategies.levels import level_of

    if entry.player is not None:
        return [entry.player]
    strategies = list(dict.fromkeys(manifest.config["strategies"]))
    if entry.levels is None:
        return strategies
    try:
        of_level = level_of(manifest.config["game"], entry.levels).strategy
    except ValueError:  # its levels have changed since
        return strategies
    return [of_level] if of_level in strategies else strategies


def _digest_now(name: str, game: str) -> str | None:
    """Digest of the strategy's file as it is; None where it is gone."""
    try:
        return strategy_digest(name, game)
    except ValueError:
        return None


def run_facts(manifest: Manifest, entry: ScenarioEntry, *others: ScenarioEntry) -> RunFacts:
    """How a scenario of the run was played, for the head of its report; others: those it is compared with."""
    design = manifest.base_scenario(entry).design
    figures = design["pilot"]["figures"]
    return RunFacts(
        design=", ".join(part["scheme"] for part in design["parts"]),
        planned_games=entry.games,
        failed_games=sum(manifest.games_failed_in(scenario.name) for scenario in (entry, *others)),
        seed=manifest.seed,
        margin=manifest.config["margin"] / 100,
        strategies=tuple(players_of(manifest, entry)),
        analyser_version=manifest.versions["analyser"],
        engine=manifest.versions["engine"],
        configuration=manifest.config_sha256[:12],
        started=manifest.started,
        games_per_second=round(manifest.games_per_second) or None,
        seconds_of_play=round(manifest.seconds - manifest.starting, 1) or None,
        pilot_design_effect=figures.get("design_effect"),
        pilot_rho=figures.get("rho"),
        components=entry.components or "",
        edits=tuple(entry.edits),
        scenarios=tuple(scenario.name for scenario in manifest.main_scenarios),
        scenario=entry.name,
        classes=manifest.player_classes,
        limits=manifest.limits,
        unrepeatable=manifest.unrepeatable,
        left_out=tuple(trial.sentence for trial in manifest.left_out),
        tuned={name: tuple(boards) for name, boards in manifest.tuned.items()},
        milliseconds=manifest.milliseconds,
        plan_families=manifest.plan_families,
        classes_beside=tuple(manifest.classes_beside),
        until=scenario_looks(manifest, entry, *others),
        varies=unknown_data_of(manifest.config["game"]) is not None,
    )
