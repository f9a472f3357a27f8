"""Scenarios whose components are drawn: the same files as `analyser components draw` writes, the same rows."""

from pathlib import Path

import pytest

from analyser.errors import DataError
from analyser.experiments.config import Config
from analyser.experiments.experiment import prepare
from analyser.experiments.printings import printing_content, unknowns_in
from analyser.experiments.scenario import Scenario
from analyser.experiments.simulator import load_scenario
from cext.games import listed_games
from cext.games.printings import draw_printing, unknown_data_of


@pytest.mark.parametrize("game", [name for name in listed_games() if unknown_data_of(name) is not None])
def test_a_printing_put_together_from_its_groups_is_the_printing_drawn_at_once(game: str) -> None:
    unknowns = unknowns_in(game)
    shipped = unknowns.components.raw_content()
    for number in (0, 7):
        drawn = printing_content(unknowns, Scenario(printing=number, series=3))
        assert drawn == draw_printing(shipped, unknowns.groups, seed=3, printing=number)
        assert drawn != shipped
    mixed = {group.name: number for number, group in enumerate(unknowns.groups)}
    assert printing_content(unknowns, Scenario(printing=mixed)) == draw_printing(
        shipped, unknowns.groups, seed=1, printing=mixed
    )
    assert printing_content(unknowns, Scenario(printing={})) == shipped


def test_a_drawn_scenario_is_the_game_its_files_make(tmp_path: Path) -> None:
    unknowns_in("zhanguo").write(tmp_path / "seven", seed=5, printing=7)
    from_files = load_scenario("zhanguo", Scenario(components=str(tmp_path / "seven")))
    drawn = load_scenario("zhanguo", Scenario(printing=7, series=5))
    assert drawn.words.component_tables() == from_files.words.component_tables()
    assert drawn.words.component_tables() != load_scenario("zhanguo", Scenario()).words.component_tables()


def test_what_varies_a_scenario_is_loaded_when_it_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    import analyser.experiments.experiment as module

    loaded = []
    whole = module.load_scenario
    monkeypatch.setattr(module, "load_scenario", lambda name, one: (loaded.append(one.name), whole(name, one))[1])
    scenarios = (Scenario(), Scenario(name="seven", printing=7, of="base", games=60))
    experiment = prepare(
        Config(design="run", game="middle_kingdom", strategies=("random",), games=80, scenario=scenarios)
    )
    schedule = experiment.schedule(experiment.pilots())
    assert loaded == ["base"]
    assert [design.games for design in schedule.designs] == [80, 60]
    simulator, _ = schedule.simulator_of("seven")
    assert simulator.game is not schedule.simulator_of("base")[0].game
    assert loaded == ["base", "seven"]


def test_a_game_without_unknown_data_has_no_printings() -> None:
    with pytest.raises(DataError, match="does not say how its unknown data may vary"):
        load_scenario("toy", Scenario(players=2, printing=1))
