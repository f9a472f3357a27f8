"""`--levels`: each level of players among its like, on the same deals; all of them one answer."""

from dataclasses import replace
from pathlib import Path

import pytest

from analyser.errors import DataError, UsageError
from analyser.experiments.config_loader import load_experiment, load_file, merge
from analyser.experiments.experiment import prepare
from analyser.runs.answer import answer_run, differing
from analyser.runs.lifecycle import start_run
from analyser.runs.play import play_run
from reports.several import LEVEL
from strategies.levels import levels_of


def test_levels_are_scenarios_played_by_their_own_players_alone() -> None:
    config = merge("boards", {"game": "zhanguo", "levels": True})
    experiment = prepare(config)
    assert [one.levels for one in experiment.config.scenarios] == [level.name for level in levels_of("zhanguo")]
    settings = [simulator.prepared for simulator in experiment.simulators]
    assert [prepared.names for prepared in settings] == [(one.strategy,) for one in levels_of("zhanguo")]
    assert experiment.config.strategies == tuple(level.strategy for level in levels_of("zhanguo"))
    assert [prepared.slow for prepared in settings] == [False] * 4 + [True]
    assert config.games == 2_000
    assert merge("boards", {"game": "zhanguo", "levels": True, "games": 90}).games == 90


def test_a_configuration_may_ask_for_levels(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("game = 'qin'\nlevels = true\n", encoding="utf-8")
    assert len(merge("balance", {}, load_file(file)).scenario) == 5
    file.write_text("game = 'qin'\n[[scenario]]\nname = 'a'\nlevels = 'expert'\n", encoding="utf-8")
    (simulator,) = load_experiment("balance", {}, load_file(file)).simulators
    assert simulator.prepared.names == ("search:villager:32",)
    file.write_text("game = 'qin'\n[[scenario]]\nname = 'a'\nlevels = 'exprt'\n", encoding="utf-8")
    with pytest.raises(DataError, match="no level 'exprt': did you mean expert"):
        load_experiment("balance", {}, load_file(file))


@pytest.mark.parametrize(
    ("design", "more", "words"),
    [
        ("boards", {"strategies": ("balanced",)}, "leave one of them out"),
        ("boards", {"players": (2, 3)}, "one at a time"),
        ("balance", {"option": {"draft": "on,off"}}, "one at a time"),
        ("tournament", {}, "`tournament` has none"),
    ],
)
def test_what_does_not_go_with_levels_is_said(design: str, more: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        merge(design, {"game": "zhanguo", "levels": True, **more})


def test_a_run_whose_level_is_played_by_another_now_is_told() -> None:
    config = merge("boards", {"game": "zhanguo", "levels": True})
    with pytest.raises(DataError, match=r"level \w+ of zhanguo is \S+ now"):
        prepare(replace(config, strategies=("novice", "apprentice")))


def test_an_answer_goes_from_novice_to_expert_with_intervals_that_hold_together(tmp_path: Path) -> None:
    experiment = load_experiment(
        "balance", {"game": "toy", "players": 2, "levels": True, "games": 400, "seed": 5, "workers": 0}
    )
    run, job = start_run(experiment, tmp_path / "run", [])
    play_run(run, job)
    found = answer_run(run, "balance")
    assert differing(run.manifest) == LEVEL
    assert [one.label for one in found] == ["novice", "experienced", "expert"]
    several = found[0].report.several
    assert several.summary.startswith("From novice to expert")
    assert "over all levels" in several.families
    for one, level in zip(found, levels_of("toy"), strict=True):
        assert one.answer.strength is not None
        assert [known.strategy for known in one.answer.strength.strategies] == [level.strategy]
        (alone,) = answer_run(run, "balance", scenario=one.scenario)
        both = [(verdict.low, verdict.high) for verdict in one.answer.verdicts]
        assert both == [(verdict.low, verdict.high) for verdict in alone.answer.verdicts]
    # Wider than those of a run of one level alone.
    first = replace(experiment.config, scenario=(), strategies=("novice",))
    run, job = start_run(prepare(first), tmp_path / "one", [])
    play_run(run, job)
    (lone,) = answer_run(run, "balance")
    for wide, narrow in zip(found[0].answer.verdicts, lone.answer.verdicts, strict=True):
        assert wide.effect == narrow.effect
        assert None not in (wide.low, wide.high, narrow.low, narrow.high)
        assert wide.high - wide.low > narrow.high - narrow.low  # type: ignore[operator]
