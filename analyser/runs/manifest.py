"""What a run's manifest holds: what was asked for, scenarios, versions, and the batches the run is played in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct, field

from analyser.errors import DataError
from analyser.experiments.config import LOCAL, is_engine
from analyser.runs.inputs import Input
from analyser.runs.planned_batches import Batch, Span, coverage_errors, games_words, spans, summed
from cext.fields import Integer, Positive, Real, Seed, decode
from cext.games import check_game
from cext.messages import did_you_mean
from cext.player_classes import BEGINNERS, CLASSES, NO_CLASS, ORDINARY, first_class
from cext.safe_files import MAX_BATCHES
from reports.card_facts import CardSet
from reports.facts import GameFacts
from reports.run_facts import Edit
from reports.stats.agreement import families_of

__all__ = ["SCHEMA_VERSION", "Manifest", "PlanChoices", "PlanTrial", "ReplaySample", "ScenarioEntry", "TunedPlan"]

SCHEMA_VERSION = 9  # of the frames and the manifest; raised when a reader of the one before would misread them


class StoredConfig(Struct, frozen=True):
    """What is read of a configuration as it is stored."""

    game: str
    design: str
    strategies: list[str]
    games: Integer
    margin: Real
    workers: Integer | None
    engine: str = LOCAL


class StoredVersions(Struct, frozen=True):
    """What is read of the versions."""

    analyser: str
    engine: str


class ReplaySample(Struct, frozen=True):
    """What became of the games of a run that were played again."""

    games: Integer
    differing: Integer
    strategies: list[str]  # programs of a user's that played in all games that differ, or else in any


class StoredPart(Struct, frozen=True):
    """What is read of a part of a design."""

    scheme: str
    blocks: Positive


class StoredPilot(Struct, frozen=True):
    """What is read of a pilot: the rest where the run is resumed."""

    figures: dict[str, Integer | Real | None]
    lines: list[str]
    decided: str


class StoredDesign(Struct, frozen=True):
    """What is read of the design of a scenario that is answered by itself."""

    measures: str
    parts: list[StoredPart]
    plans: list[dict[str, Any]]
    pilot: StoredPilot


class ScenarioEntry(Struct, forbid_unknown_fields=True):
    """A scenario of a run: how it was set up, what was designed, and what its game says of itself."""

    name: str
    players: Integer
    option: dict[str, Any]
    components: str | None
    levels: str | None
    forbidden: list[str]
    games: Integer
    deals: Integer  # the first ones: the same in every scenario
    design: dict[str, Any]  # name, main contrast, parts, plans, and what the pilot found and decided
    game: GameFacts | None  # None, and the design empty, where the scenario varies another
    edits: list[Edit] = field(default_factory=list)  # of its components
    data: list[str] = field(default_factory=list)  # component data set to other values
    printing: Integer | dict[str, Integer] | None = None  # drawn: by number, or by that of each group
    series: Integer = 1  # of printings
    of: str | None = None  # the scenario it varies
    player: str | None = None  # the strategy that plays it in every seat, instead of the run's
    retuned: dict[str, str] = field(default_factory=dict)  # strategies that play by a plan tuned for it: its file
    looks: list[Integer] = field(default_factory=list)  # its games at each, where it is played until it is decided
    most: Integer = 0  # games it may have then
    planned_games: Integer = 0  # games it might have had when it began; 0: not known
    cards: list[CardSet] | None = None  # of a printing, where a run about cards has others in it

    @property
    def facts(self) -> GameFacts:
        """What its game says of itself; DataError where the scenario varies another, which has them."""
        if self.game is None:
            raise DataError(f"scenario {self.name!r} varies '{self.of}', and has no game of its own")
        return self.game


class PlanChoices(Struct, frozen=True, forbid_unknown_fields=True):
    """How alike strategies choose at positions sampled from games of all of them."""

    strategies: list[str]
    positions: Integer  # one of each deal
    agreement: list[list[Real]]  # [strategy][strategy] share of the positions where both choose the same move

    @property
    def families(self) -> dict[str, int]:
        """The number of each strategy's family."""
        return dict(zip(self.strategies, families_of(self.agreement), strict=True))


class PlanTrial(Struct, frozen=True, forbid_unknown_fields=True):
    """How a plan played in one seat among random players, on deals of no experiment; shares of win are of the games
    that ended."""

    strategy: str
    games: Integer  # one of each deal, the seat changing from deal to deal
    share: Real
    random_share: Real  # of random play in its seat, on the same deals with the same others
    capped: Integer = 0  # games that reached the limit
    limit: str = ""  # on the length of a game, "65,535 decisions"; "": it is not what rules the plan out

    @property
    def sentence(self) -> str:
        """Why it is left out, with its figures."""
        if self.limit:
            figures = f"{self.capped:,} of its {self.games:,} games reach the limit of {self.limit}"
            return f"Left out: the {self.strategy} bot; {figures} in a trial among random players."
        wins = f"wins {100 * self.share:.1f} of 100 games where random play in its seat wins"
        return f"Left out: the {self.strategy} bot {wins} {100 * self.random_share:.1f} ({self.games:,} deals)."


class TunedPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """A strategy tuned for a scenario: where its plan lies, and what it gained on fresh deals over the one it was."""

    scenario: str
    strategy: str
    file: str | None  # in the run's folder; None: nothing was gained, it plays as it comes
    generations: Integer
    by_time: bool  # whether the time ended it
    deals: Integer
    share: Real  # gain of win share, with its 95 % interval
    share_low: Real
    share_high: Real
    ahead: Real  # gain of points ahead of the mean opponent
    ahead_low: Real
    ahead_high: Real


class Manifest(Struct, forbid_unknown_fields=True):
    """What manifest.json holds."""

    argv: list[str]
    config: dict[str, Any]
    config_sha256: str
    seed: Seed
    deals: Integer  # different ones
    games: Integer  # of all scenarios
    scenarios: list[ScenarioEntry]
    strategies: dict[str, str]  # name -> digest of the file it is made from
    versions: dict[str, str]  # analyser, engine (digest of the compiled modules), python, polars, numpy
    batches: list[Batch]
    started: str
    ended: str | None = None
    complete: bool = False
    seconds: Real = 0.0  # spent playing, over all sessions
    starting: Real = 0.0  # of them, until the first game of each session began
    player_classes: dict[str, str] = field(
        default_factory=dict
    )  # how well each strategy plays (cext/player_classes.py)
    limits: dict[str, str] = field(default_factory=dict)  # what a strategy's file says that it cannot do
    # Where a strategy is a program of a user's: a sample of games played again.
    repeated: ReplaySample | None = None
    inputs: list[Input] = field(default_factory=list)  # files of users
    tuned: dict[str, list[str]] = field(default_factory=dict)  # boards for which a strategy has weights of its own
    retuned: list[TunedPlan] = field(default_factory=list)  # what was tuned for sides of a change
    quick: dict[str, Real] = field(default_factory=dict)  # milliseconds a decision takes others, in a sample of games
    choices: PlanChoices | None = None  # None: not measured
    left_out: list[PlanTrial] = field(default_factory=list)  # plans of the game that cannot play, where none were named
    # Digests of the configuration before scenarios were added to it; None: of a run of an earlier version.
    earlier_configs: list[str] | None = None
    schema_version: Integer = SCHEMA_VERSION

    @property
    def beginners(self) -> list[str]:
        """Strategies that play as beginners do."""
        return [name for name, players in self.player_classes.items() if players == BEGINNERS]

    @property
    def plan_families(self) -> dict[str, int]:
        """The number of each strategy's family of strategies that choose alike; {}: not measured."""
        return self.choices.families if self.choices else {}

    @property
    def unrepeatable(self) -> tuple[str, ...]:
        """Strategies that chose otherwise when games were played again."""
        return tuple(self.repeated.strategies) if self.repeated else ()

    @property
    def configs(self) -> list[str] | None:
        """Digests of the configuration that a part may carry; None where an earlier version may have added scenarios,
        and did not note them."""
        if self.earlier_configs is None and any(entry.of is not None for entry in self.scenarios):
            return None
        return [*dict.fromkeys([*(self.earlier_configs or []), self.config_sha256])]

    def metadata(self) -> dict[str, str]:
        """What every part carries."""
        return {
            "schema_version": str(self.schema_version),
            "seed": str(self.seed),
            "config_sha256": self.config_sha256,
            "analyser": self.versions["analyser"],
            "engine": self.versions["engine"],
        }

    @property
    def games_per_second(self) -> float:
        """Of all sessions together, start-up left out; 0 where nothing was played."""
        playing = self.seconds - self.starting
        return self.games_done / playing if playing > 0 else 0.0

    @property
    def milliseconds(self) -> dict[str, float]:
        """Processor time that a decision takes each strategy that takes long, or was timed."""
        spent = summed(batch.thinking for batch in self.batches)
        return {**self.quick, **{name: 1000 * seconds / decisions for name, (decisions, seconds) in spent.items()}}

    def scenario(self, name: str | None = None) -> ScenarioEntry:
        """The scenario of that name (None: the first); DataError where there is none."""
        names = [entry.name for entry in self.scenarios]
        if name is not None and name not in names:
            raise DataError(f"--scenario {name}: the run has no such scenario: {did_you_mean(name, names)}")
        return self.scenarios[0 if name is None else names.index(name)]

    @property
    def main_scenarios(self) -> list[ScenarioEntry]:
        """The scenarios that are answered by themselves: those that vary another are answered with it."""
        return [entry for entry in self.scenarios if entry.of is None]

    @property
    def alongside(self) -> int:
        """How many answers have intervals that hold together: those of all levels, where scenarios differ in nothing
        else; or those of all classes of players with tables of their own, and how these differ."""
        rest = {
            repr((entry.players, sorted(entry.option.items()), entry.components, entry.forbidden))
            for entry in self.main_scenarios
        }
        levels = {entry.levels for entry in self.main_scenarios if entry.levels is not None}
        if len(rest) == 1 and len(levels) == len(self.main_scenarios):
            return len(levels)
        classes = len(self.classes_beside) + any(entry.player is not None for entry in self.scenarios)
        return classes + 2 if classes else 1

    @property
    def classes_beside(self) -> list[str]:
        """The classes of players, beside the one that counts, that have tables of their own among the games of each
        scenario: where boards are compared, one strategy sits in all seats of a game."""
        if self.config["design"] != "boards" or any(entry.facts.shared for entry in self.main_scenarios):
            return []
        present = {self.player_classes.get(name, ORDINARY) for name in self.config["strategies"]}
        return [players for players in CLASSES if players in present - {first_class(present), NO_CLASS}]

    def base_scenario(self, entry: ScenarioEntry) -> ScenarioEntry:
        """The scenario that this one varies; itself, where it varies none."""
        return entry if entry.of is None else self.scenario(entry.of)

    def missing(self) -> list[int]:
        """Places of the batches not done."""
        return [place for place, batch in enumerate(self.batches) if not batch.parts]

    def failed(self) -> list[int]:
        """Places of the batches given up."""
        return [place for place, batch in enumerate(self.batches) if batch.error is not None]

    def to_dict(self) -> dict[str, Any]:
        """As it is in manifest.json: batches as spans, without what became of them."""
        values = {name: getattr(self, name) for name in self.__struct_fields__}
        plain: dict[str, Any] = msgspec.to_builtins(values | {"batches": list(spans(self.batches))})
        return plain

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Manifest:
        """What to_dict() gave; KeyError or ValueError where it is something else."""
        planned = decode(stored["batches"], list[Span])
        manifest = decode({**stored, "batches": []}, cls)
        config = decode(manifest.config, StoredConfig)
        decode(manifest.versions, StoredVersions)
        check_game(config.game)
        if not is_engine(config.engine):
            raise ValueError("its engine is none")
        names = [entry.name for entry in manifest.scenarios]
        main_names = [entry.name for entry in manifest.main_scenarios]
        if not main_names or len(set(names)) < len(names):
            raise ValueError("its scenarios are none, or two have one name")
        for entry in manifest.scenarios:  # a name becomes a folder
            if not entry.name.strip(".") or re.search(r"[/\\\0]", entry.name):
                raise ValueError(f"{entry.name!r} is no name of a scenario")
            if entry.of is None:
                decode(entry.design, StoredDesign)
                if entry.game is None or entry.game.name != config.game:
                    raise ValueError(f"scenario {entry.name!r} is of another game")
            elif entry.of not in main_names:
                raise ValueError(f"scenario {entry.name!r} varies none of the run's")
        if sum(len(range(span.lo, span.hi, span.size)) for span in planned) > MAX_BATCHES:
            raise ValueError(f"more than {MAX_BATCHES:,} batches")
        manifest.batches = [batch for span in planned for batch in span.batches()]
        return manifest

    def batch_errors(self) -> list[str]:
        """What is wrong with the batches: games that are in none, or in two; numbers that two have; in a finished run,
        games that are not noted as played."""
        messages = []
        several = len(self.scenarios) > 1
        of_each: dict[str, list[Batch]] = {entry.name: [] for entry in self.scenarios}
        for batch in self.batches:
            of_each.setdefault(batch.scenario, []).append(batch)
        for entry in self.scenarios:
            of = f" of scenario '{entry.name}'" if several else ""
            mine = of_each.pop(entry.name)
            for how, lo, hi in coverage_errors(entry.games, mine):
                where = "are none of the run's" if how == "no such" else f"are in {how} batch{'es' * (how == 'two')}"
                messages.append(f"{games_words(lo, hi)}{of} {where}")
            if self.complete:
                messages += [
                    f"{games_words(batch.lo, batch.hi)}{of} are not noted as played"
                    for batch in mine
                    if not batch.parts
                ]
        numbers = [batch.number for batch in self.batches]
        if len(set(numbers)) < len(numbers):
            messages.append("two batches have one number")
        if of_each:
            messages.append(f"batches are of scenarios that are none of the run's: {', '.join(of_each)}")
        return messages

    @property
    def games_done(self) -> int:
        """Games in finished parts."""
        return sum(batch.games for batch in self.batches if batch.parts)

    def games_done_in(self, scenario: str) -> int:
        """Games of the scenario in finished parts."""
        return sum(batch.games for batch in self.batches if batch.parts and batch.scenario == scenario)

    def mostly_failed(self, scenario: str) -> bool:
        """Whether more games of the scenario failed than were finished: games fail for what happens in them, so the few
        that are left are no sample of all."""
        return self.games_failed_in(scenario) > self.games_done_in(scenario)

    def games_failed_in(self, scenario: str) -> int:
        """Games of the scenario in batches that were given up."""
        return sum(batch.games for batch in self.batches if batch.error is not None and batch.scenario == scenario)
