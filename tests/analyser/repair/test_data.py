"""Which data may change: named by the game or with --vary, within ranges, alone or together."""

from pathlib import Path

import pytest

from analyser.errors import DataError, UsageError
from analyser.experiments.loading import load_scenario
from analyser.experiments.repair import Limits, Ranges, Variable, data_of, parse_vary, variables_of
from analyser.experiments.scenario import Scenario, is_start_points
from cext.fields import decode
from cext.games import component_set
from cext.games.component_edits import numbers_in, set_datum
from cext.games.components import REPAIR

CONTEST = str(Path(__file__).with_name("contest.py"))


def variables(game: str, ranges, starts=(), **values) -> list[Variable]:
    return variables_of(game, Scenario(**values), decode(ranges, Ranges), dict.fromkeys(starts, True))


def test_points_at_the_start_come_first_and_go_both_ways():
    start = "start_points.boards.D"
    first, second, *_ = variables(CONTEST, {start: {"step": 2}, "numbers.gives.*": {}}, (start,), data=(f"{start}=-2",))
    assert (first.paths, first.values, first.steps) == ((start,), (-2,), [-1, 1, -2, 2, -3, 3, 4])
    assert second.paths == ("numbers.gives.B",)
    assert not first.is_guess
    zhanguo = variables("zhanguo", {}, ("start_points.boards.star", "start_points.seats.1"))
    assert [(v.paths, v.step) for v in zhanguo[:1]] == [(("start_points.boards.star",), 2)]
    assert variables("examples/games/nim_boards.py", {}, ("start_points.seats.1",))[0].steps[:2] == [-1, 1]


def test_a_game_names_its_data_in_a_file_or_in_its_class():
    tracks = {path: variable for variable in variables("zhanguo", {}) for path in variable.paths}
    triangle = tracks["boards.triangle.tracks.4"]
    assert (triangle.values, triangle.steps, triangle.statuses) == ((2,), [1, 2], ("reconstructed",))
    assert triangle.is_guess
    gives = variables(CONTEST, {})
    assert [(variable.paths, variable.steps) for variable in gives] == [
        (("numbers.gives.B",), [-1, 1, -2, 2]),
        (("numbers.gives.C",), [-1, 1, -2, 2]),
        (("numbers.gives.D",), [-1, -2, -3, -4]),
        (("numbers.colour",), [-1, 1, 2]),
    ]
    assert not gives[0].is_guess
    assert data_of(gives, ((0, 1), (2, -2))) == ("numbers.gives.B=6", "numbers.gives.D=4")


@pytest.mark.parametrize("game", ["zhanguo", "first_empire", "qin", "middle_kingdom"])
def test_what_shipped_games_name_is_there_and_their_own_checks_let_it_change(game):
    assert (component_set(game).shipped / REPAIR).is_file()
    named = variables(game, {}, ("start_points.boards.A",))
    assert named
    stuck = [
        variable.paths[0]
        for number, variable in enumerate(named)
        if not is_start_points(variable.paths[0])
        and not any(can_be_loaded(game, data_of(named, ((number, steps),))) for steps in variable.steps)
    ]
    # Starting tile 10 gives a card and nothing else: the game's check wants it to give something.
    assert stuck == (["starting_tiles.10.alchemist_cards"] if game == "first_empire" else [])


def can_be_loaded(game, data):
    try:
        load_scenario(game, Scenario(players=4, data=data))
    except DataError:
        return False
    return True


def test_a_copy_of_the_data_may_name_others(tmp_path):
    component_set("zhanguo").export(tmp_path / "copy")
    copy = str(tmp_path / "copy")
    assert variables("zhanguo", {}, components=copy) == variables("zhanguo", {})
    (tmp_path / "copy" / REPAIR).write_text('"numbers.marker_vp.*" = { low = 4, high = 8, together = true }\n')
    (variable,) = variables("zhanguo", {}, components=copy)
    assert data_of([variable], ((0, -1),)) == tuple(f"numbers.marker_vp.{n}={n + 3}" for n in (1, 2, 3))
    (tmp_path / "copy" / REPAIR).unlink()
    assert variables("zhanguo", {}, components=copy) == variables("zhanguo", {})


def test_vary_names_other_data_with_and_without_a_range():
    assert parse_vary(["a.*=2..8/2", "b.c"]) == {"a.*": Limits(low=2, high=8, step=2), "b.c": Limits()}
    (place, *_) = variables_of(CONTEST, Scenario(), parse_vary(["numbers.place.*"]), {})
    assert place.steps == [1, 2, 3, 4]  # not below 0, and not far
    for text in ("a=3", "=1..2", "a=1..b"):
        with pytest.raises(UsageError, match=r"write it as data=low\.\.high"):
            parse_vary([text])


def test_data_that_belong_together_change_as_one():
    (variable,) = variables(CONTEST, {"numbers.gives.*": {"low": 2, "high": 9, "together": True}})
    assert variable.steps == [-1, 1, -2]
    assert data_of([variable], ((0, 1),)) == ("numbers.gives.B=5", "numbers.gives.C=5", "numbers.gives.D=9")


def test_a_cell_that_was_set_may_change_again():
    ranges = {"tiles.*.count": {"low": 9, "high": 12, "together": True}}
    (variable,) = variables("qin", ranges, data=tuple(f"tiles.{kind}.count=11" for kind in range(1, 7)))
    assert (variable.values, variable.steps) == ((11,) * 6, [-1, 1, -2])


@pytest.mark.parametrize(
    ("ranges", "message"),
    [
        ({"numbers.takes.*": {}}, "no such number in its data: did you mean"),
        ({"numbers.colour": {"low": 1, "high": 1}}, "stands alone in its range"),
    ],
)
def test_what_is_wrong_with_a_range_is_one_line(ranges, message):
    with pytest.raises(DataError, match=message):
        variables(CONTEST, ranges)


@pytest.mark.parametrize(
    ("limits", "message"),
    [
        ("{ lowest = 1 }", r"numbers\.\*: unknown key 'lowest': did you mean low"),
        ('{ low = "1" }', r"'numbers\.\*\.low' must be a whole number, not '1'"),
        ("{ step = 0 }", r"'numbers\.\*\.step' must be a whole number of at least 1, not 0"),
        ("3", r"'numbers\.\*' must be a table such as .*, not 3"),
        ("{ low = 3, high = 1 }", r"numbers\.\*: low must not be above high"),
    ],
)
def test_wrong_limits_are_named_with_their_line(tmp_path, limits, message):
    component_set("zhanguo").export(tmp_path / "copy")
    (tmp_path / "copy" / REPAIR).write_text(f'# Mine.\n"numbers.*" = {limits}\n')
    with pytest.raises(DataError, match=rf"repair\.toml, line 2: {message}"):
        variables("zhanguo", {}, components=str(tmp_path / "copy"))
    with pytest.raises(UsageError, match=r"--vary a=3\.\.1: low must not be above high"):
        parse_vary(["a=3..1"])


def test_a_game_that_names_nothing_has_nothing_to_vary(tmp_path):
    game = tmp_path / "contest.py"
    game.write_text(Path(CONTEST).read_text().replace("    repair = ", "    mending = "))
    with pytest.raises(DataError, match=r"contest.py names nothing that may change: name it, such as --vary"):
        variables(str(game), {})
    with pytest.raises(DataError, match="no component data: there is nothing to vary"):
        variables("examples/games/nim_boards.py", {})


@pytest.mark.parametrize("game", ["zhanguo", "middle_kingdom", "toy", "examples/games/market/market.py"])
def test_every_number_of_the_data_can_be_set_by_its_path(game):
    components = component_set(game)
    content = components.raw_content()
    numbers = list(numbers_in(components, content))
    assert len({path for path, _, _ in numbers}) == len(numbers) > 10
    for path, value, _ in numbers:
        set_datum(components, content, path, str(value + 1))
    after = {path: value for path, value, _ in numbers_in(components, content)}
    assert all(after[path] == value + 1 for path, value, _ in numbers if path in after and "no_palace" not in path)
