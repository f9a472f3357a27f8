"""Changes as they are written on a command line become scenarios, or one line that says what is wrong."""

import pytest

from analyser.errors import AnalyserError, DataError, UsageError
from analyser.experiments.changes import Asked, changed
from analyser.experiments.experiment import prepare
from analyser.experiments.merging import merge
from analyser.experiments.pilot import Pilot

PATH = "boards.triangle.tracks.4"


def tables(game="zhanguo", **asked):
    return changed(Asked(**asked), game=game, players=4, option={})


def test_one_change_is_a_scenario_beside_the_game_as_it_is():
    before, after = tables(data=[f"{PATH}=3"], options=["draft=true"], forbidden=["walls"])
    assert before == {"name": "before"}
    assert after == {"name": "after", "data": (f"{PATH}=3",), "option": {"draft": True}, "forbidden": ("W",)}


def test_listed_values_are_a_scenario_each_and_lists_go_side_by_side():
    _, *others = tables(
        data=[f"{PATH}=2, 3,4", "boards.star.tracks=[3,3,4,3,2]"], options=["draft=true,false,true"][:0]
    )
    assert [one["name"] for one in others] == [f"{PATH}-2", f"{PATH}-3", f"{PATH}-4"]
    assert [one["data"][0] for one in others] == [f"{PATH}=2", f"{PATH}=3", f"{PATH}=4"]
    assert {one["data"][1] for one in others} == {"boards.star.tracks=[3,3,4,3,2]"}
    _, low, high = tables(data=["numbers.auction_vp=10,20"], options=["boards_by=auction,given"])
    assert [low["option"], high["option"]] == [{"boards_by": "auction"}, {"boards_by": "given"}]
    with pytest.raises(UsageError, match=r"3 values beside 2 of numbers.auction_vp: lists go side by side"):
        tables(data=["numbers.auction_vp=10,20", f"{PATH}=2,3,4"])
    with pytest.raises(UsageError, match="name each value once"):
        tables(data=[f"{PATH}=2,2"])


@pytest.mark.parametrize("word", ["wall", "walls", "Walls", "W"])
def test_an_action_is_forbidden_by_its_word(word):
    assert tables(forbidden=[word])[1]["forbidden"] == ("W",)


@pytest.mark.parametrize("word", ["ability", "abilities"])
def test_a_kind_of_moves_is_forbidden_by_its_name(word):
    assert tables(forbidden=[word])[1]["forbidden"] == ("ability",)
    given = {"game": "zhanguo", "strategies": ("random",), "scenario": tables(forbidden=[word]), "boards": ("A",)}
    experiment = prepare(merge("whatif", given))
    rows = experiment.schedule((Pilot(), Pilot())).designs[0].rows(0, 40)
    calmed = [arena.play(rows).seats["ability_calm_any"].sum() for arena in experiment.arenas]
    assert calmed[0] > 0 == calmed[1]


def test_what_cannot_be_forbidden_is_told_with_what_can_be_done():
    with pytest.raises(DataError, match=r"--forbid wals: no such action of zhanguo: did you mean wall\?"):
        tables(forbidden=["wals"])
    with pytest.raises(DataError, match="one ability of cards cannot be forbidden by itself"):
        tables(forbidden=["vp_3"])
    with pytest.raises(DataError, match="what board circle can do cannot be forbidden by itself"):
        tables(forbidden=["circle"])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "nothing is changed: name what is, with --set, --option, --forbid or --change"),
        (
            {"scenario": tables(data=[f"{PATH}=5"])},
            "scenario 'after': boards.toml, triangle.tracks: value holds 5: allowed are 2 to 4",
        ),
        (
            {"scenario": tables(data=["boards.triangl.tracks.4=3"])},
            "scenario 'after': boards.toml: no key 'triangl': did you mean triangle?",
        ),
    ],
)
def test_what_does_not_fit_is_told_before_anything_is_played(given, said):
    with pytest.raises(AnalyserError) as error:
        prepare(merge("whatif", {"game": "zhanguo", **given}))
    assert str(error.value) == said


def test_both_sides_play_the_same_games():
    experiment = prepare(merge("whatif", {"game": "zhanguo", "games": 300, "scenario": tables(data=[f"{PATH}=4"])}))
    pilots = experiment.pilots()
    assert pilots[0] is pilots[1]
    before, after = (design.rows(0, design.games) for design in experiment.schedule(pilots).designs)
    for name in ("game", "deal", "lineup", "arm", "policy", "board", "plan"):
        assert (getattr(before, name) == getattr(after, name)).all()
    schemes = [part.scheme.name for part in experiment.schedule(pilots).designs[0].parts]
    assert schemes == ["mirror", "cross"]


def test_named_boards_are_played_as_they_are():
    given = {"game": "zhanguo", "games": 60, "boards": ("A",), "scenario": tables(forbidden=["walls"])}
    experiment = prepare(merge("whatif", given))
    schedule = experiment.schedule(experiment.pilots())
    assert [part.scheme.name for part in schedule.designs[1].parts] == ["free"]
