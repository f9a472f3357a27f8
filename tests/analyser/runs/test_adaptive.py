"""How many printings, of how many games: planned from what those played so far say."""

import math
from dataclasses import replace

import numpy as np
import pytest

from analyser.experiments.config import Config
from analyser.experiments.config_loader import load_experiment
from analyser.experiments.printings import (
    FIRST_GAMES,
    MAX_PRINTINGS,
    PrintingTargets,
    default_printing_games,
    group_names,
    with_default_printings,
    with_first_printings,
    with_printings,
)
from analyser.experiments.scenario import Scenario
from analyser.runs.adaptive import BUDGET, following
from analyser.runs.game_budget import fit_games
from reports.stats.random_effects import PRECISE, Spread, spread_of


def spread(sd: float, noise: float, printings: int) -> Spread:
    """The spread of effects that vary exactly so, as a run would find it."""
    effect = np.linspace(-1, 1, printings)
    effect *= math.sqrt(sd**2 + noise**2) / effect.std(ddof=1)
    found = spread_of(effect, [noise] * printings)
    assert found is not None
    assert found.sd == pytest.approx(sd, abs=1e-6)
    return found


def test_noise_is_made_small_against_how_far_printings_differ() -> None:
    now = PrintingTargets(40, FIRST_GAMES)
    after = following(now, spread(0.05, 0.02, 40), games=200_000, auto=False, exchange=True)
    assert after is not None
    assert after.printings == 40
    assert after.games == math.ceil(FIRST_GAMES * (0.02 / 0.05) ** 2 / 0.05)
    assert (after.n_swapped, after.swapped_games) == (16, FIRST_GAMES)
    assert following(after, spread(0.05, 0.01, 40), games=200_000, auto=False, exchange=True) is None


def test_printings_that_do_not_differ_get_their_share_of_games_and_no_exchange() -> None:
    after = following(PrintingTargets(40, FIRST_GAMES), spread(0.0, 0.02, 40), games=200_000, auto=False, exchange=True)
    assert after == PrintingTargets(40, BUDGET * 200_000 // 40)
    assert following(after, spread(0.0, 0.006, 40), games=200_000, auto=False, exchange=True) is None


def test_auto_draws_until_the_sd_is_known_to_a_tenth() -> None:
    now: PrintingTargets | None = PrintingTargets(24, FIRST_GAMES)
    stages = []
    while now is not None:
        stages.append(now)
        noise = 0.02 * math.sqrt(FIRST_GAMES / now.games)
        now = following(now, spread(0.05, noise, now.printings), games=200_000, auto=True, exchange=True)
    last = stages[-1]
    noise = 0.02 * math.sqrt(FIRST_GAMES / last.games)
    assert spread(0.05, noise, last.printings).relative_error <= PRECISE
    assert 50 < last.printings < 65
    assert len(stages) <= 3


def test_auto_stops_at_the_most_that_are_drawn() -> None:
    noisy = PrintingTargets(MAX_PRINTINGS, 20_000)
    assert following(noisy, spread(0.01, 0.05, MAX_PRINTINGS), games=200_000, auto=True, exchange=False) is None


def test_a_configuration_with_printings_keeps_those_it_has() -> None:
    config = with_first_printings(Config(design="balance", game="middle_kingdom", games=5_000, printings="8"))
    assert [one.printing for one in config.scenarios] == [None, *range(1, 9)]
    assert with_first_printings(config) == config
    after = with_printings(config, {"base": PrintingTargets(10, 3_000, 4, 1_000)})
    groups = group_names("middle_kingdom")
    assert [one.name for one in after.scenarios[:11]] == ["base", *(f"printing-{n}" for n in range(1, 11))]
    assert len(after.scenarios) == 11 + 4 * len(groups)
    assert {one.games for one in after.scenarios[1:11]} == {3_000}
    assert {one.games for one in after.scenarios[11:]} == {1_000}


def test_a_reading_that_is_asked_for_stays_in_every_printing() -> None:
    told = Config(design="balance", game="middle_kingdom", option={"emperor_first": True}, printings="8")
    assert {one.option["emperor_first"] for one in with_first_printings(told).scenarios} == {True}
    free = with_first_printings(Config(design="balance", game="middle_kingdom", printings="16"))
    assert {one.option.get("harvest_after") for one in free.scenarios if one.of} == {"off", "other", "on"}


def test_every_told_scenario_has_its_own_printings() -> None:
    several = (Scenario(name="two", players=2), Scenario(name="three", players=3))
    config = with_first_printings(Config(design="balance", game="middle_kingdom", scenario=several, printings="8"))
    assert [one.name for one in config.scenarios[2:4]] == ["two.printing-1", "two.printing-2"]
    assert {(one.of, one.players) for one in config.scenarios[2:]} == {("two", 2), ("three", 3)}


def test_every_level_of_the_bot_has_its_own_printings_and_stays_itself() -> None:
    levels = tuple(Scenario(name=f"lisi-{n}", players=1, option={"lisi": n}) for n in (1, 2, 3, 4))
    config = with_first_printings(
        Config(design="balance", game="first_empire", players=1, scenario=levels, printings="8")
    )
    varied = config.scenarios[4:]
    assert len(varied) == 4 * 8
    assert {(one.of, one.option["lisi"], one.players) for one in varied} == {(f"lisi-{n}", n, 1) for n in (1, 2, 3, 4)}


def test_fitted_games_leave_time_for_printings(monkeypatch: pytest.MonkeyPatch) -> None:
    """36 seconds of one core: 36,000 games of a millisecond, or 24,900 and eight times 2,000."""
    monkeypatch.setattr("analyser.runs.game_budget._game_seconds", lambda simulator: 0.001)
    values = {"game": "middle_kingdom", "games": 1_000_000, "workers": 1}
    fitted = [fit_games(load_experiment("balance", {**values, **more})) for more in ({}, {"printings": "0"})]
    assert [experiment.config.games for experiment in fitted] == [20_000, 30_000]


@pytest.mark.parametrize("game", ["zhanguo", "qin", "first_empire", "middle_kingdom"])
def test_default_printings_of_shipped_games(game: str) -> None:
    experiment = load_experiment("balance", {"game": game, "games": 20_000})
    config, prepared = experiment.config, experiment.simulators[0].prepared
    printed = with_default_printings(config, prepared)
    assert printed.printings == "8"
    assert [(each.printing, each.games) for each in printed.scenarios[1:]] == [(n, 2_000) for n in range(1, 9)]
    assert with_default_printings(printed, prepared) == printed
    assert default_printing_games(config, prepared, 9_999) == 0
    leveled = replace(config, scenario=(Scenario(levels="novice"), Scenario(name="expert", levels="expert")))
    assert default_printing_games(leveled, prepared, 20_000) == 0
    assert default_printing_games(config, prepared, 10_000) == 1_000
