"""Changes as they are written on a command line become scenarios, or one line that says what is wrong."""

import pytest

from analyser.errors import DataError, UsageError
from analyser.experiments.config_loader import load_experiment
from analyser.experiments.experiment_kind import Pilot
from analyser.experiments.whatif import ChangeRequest, change_scenarios

PATH = "boards.triangle.tracks.4"
EDIT = "change what they give with --set or --change"
NOTHING = "no such action or ability of zhanguo: `analyser games zhanguo --forbiddable` lists what can be forbidden"


def tables(game="zhanguo", **asked):
    return change_scenarios(ChangeRequest(**asked), game=game, players=4, option={})


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


@pytest.mark.parametrize("word", ["official", "officials"])
def test_a_kind_of_moves_is_forbidden_by_its_name(word):
    assert tables(forbidden=[word])[1]["forbidden"] == ("official",)
    given = {"game": "zhanguo", "strategies": ("random",), "scenario": tables(forbidden=[word]), "boards": ("A",)}
    experiment = load_experiment("whatif", given)
    rows = experiment.schedule((Pilot(), Pilot())).designs[0].rows(0, 40)
    placed = [simulator.play(rows).seats["officials_placed"].sum() for simulator in experiment.simulators]
    assert placed[0] > placed[1]  # the optional ones are not taken


@pytest.mark.parametrize(
    ("game", "word", "keys"),
    [
        ("zhanguo", "vp_3", "ability_vp_3"),
        ("zhanguo", "3 VP", "ability_vp_3"),
        ("zhanguo", "ability_vp_3", "ability_vp_3"),
        ("zhanguo", "star", "star_1,star_2"),
        ("zhanguo", "Star (B)", "star_1,star_2"),
        ("zhanguo", "governor: move a governor", "star_2"),
        ("zhanguo", "markers", "ability_marker"),
        ("first_empire", "ship", "ability_ship,bonus_ship"),
        ("first_empire", "1 VP per palace", "ability_vp_per_palace,bonus_vp_per_palace"),
        ("first_empire", "bonus_ship", "bonus_ship"),
        ("first_empire", "alchemist official here", "alchemist_official_here"),
    ],
)
def test_abilities_are_forbidden_by_their_names_and_boards_by_theirs(game, word, keys):
    assert tables(game, forbidden=[word])[1]["option"] == {"forbidden": keys}


def test_all_abilities_of_cards_and_boards_are_forbidden_at_once():
    _, after = tables(forbidden=["abilities", "walls"])
    assert after["forbidden"] == ("W",)
    assert len(after["option"]["forbidden"].split(",")) == 14 + 8
    _, low, high = tables(data=[f"{PATH}=3,4"], forbidden=["cards"])
    assert low["option"] == high["option"]
    assert len(low["option"]["forbidden"].split(",")) == 14


@pytest.mark.parametrize(
    ("game", "word", "said"),
    [
        ("zhanguo", "wals", "no such action or ability of zhanguo: did you mean wall?"),
        ("zhanguo", "starr", "no such action or ability of zhanguo: did you mean star?"),
        ("zhanguo", "xyzzy", NOTHING),
        ("first_empire", "master_unlok", "no such action or ability of first_empire: did you mean master_unlock?"),
        ("first_empire", "tile_3", "starting tiles of first_empire have no abilities: " + EDIT),
        ("qin", "bird", "maps of qin have no abilities: " + EDIT),
        ("middle_kingdom", "rset", "middle_kingdom has actions and moves, but no abilities: did you mean Reset?"),
    ],
)  # fmt: skip
def test_what_cannot_be_forbidden_is_told_with_what_can_be_done(game, word, said):
    with pytest.raises(DataError) as error:
        tables(game, forbidden=[word])
    assert str(error.value) == f"--forbid {word}: {said}"


def test_a_game_without_abilities_says_what_it_has():
    with pytest.raises(DataError) as error:
        tables("qin", forbidden=["vp_3"])
    said = "--forbid vp_3: qin has actions and moves, but no abilities: choose from merger, conquered_village, "
    assert str(error.value).startswith(said)


def test_both_sides_play_the_same_games():
    experiment = load_experiment("whatif", {"game": "zhanguo", "games": 300, "scenario": tables(data=[f"{PATH}=4"])})
    pilots = experiment.pilots()
    assert pilots[0] is pilots[1]
    before, after = (design.rows(0, design.games) for design in experiment.schedule(pilots).designs)
    for name in ("game", "deal", "lineup", "arm", "policy", "board", "forced_opening"):
        assert (getattr(before, name) == getattr(after, name)).all()
    schemes = [part.scheme.name for part in experiment.schedule(pilots).designs[0].parts]
    assert schemes == ["mirror", "cross"]


def test_named_boards_are_played_as_they_are():
    given = {"game": "zhanguo", "games": 60, "boards": ("A",), "scenario": tables(forbidden=["walls"])}
    experiment = load_experiment("whatif", given)
    schedule = experiment.schedule(experiment.pilots())
    assert [part.scheme.name for part in schedule.designs[1].parts] == ["free"]
