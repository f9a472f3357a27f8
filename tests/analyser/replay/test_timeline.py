"""A timeline: one moment for every number of decisions, turns and rounds where the record has them; its log has a line
a decision, and scores where rounds end."""

import copy
from collections.abc import Callable

import pytest

from analyser.errors import DataError
from analyser.records import Line
from analyser.replay.timeline import Timeline, build_timeline, log_lines
from tests.analyser.replay.conftest import Told, record_with

GAMES = [(2, ()), (4, ()), (3, (("boards_by", "auction"), ("draft", True)))]


@pytest.fixture(params=GAMES, ids=["2 players", "4 players", "auction and draft"])
def timeline(request: pytest.FixtureRequest, told: Told) -> Timeline:
    players, options = request.param
    return told(players, 1, *options)


def test_every_frame_lies_between_the_decision_before_and_the_one_after(timeline: Timeline) -> None:
    assert timeline.note is None
    assert len(timeline.moments) == timeline.end["decisions"] + 1
    for ply, frame in enumerate(timeline.moments):
        assert frame.ply == ply
        assert (frame.last["ply"] if frame.last else -1) == ply - 1
        assert (frame.next["ply"] if frame.next else timeline.end["decisions"]) == ply
        assert list(frame.points) == (frame.last["points"] if frame.last else [0] * timeline.header["players"])


def test_the_state_of_a_frame_is_the_one_in_which_its_decision_is_made(timeline: Timeline) -> None:
    for frame in timeline.moments[:-1]:
        assert frame.next is not None
        now = frame.state["now"]
        assert (now["round"], now["to_move"]) == (frame.next["round"], frame.next["seat"])
        assert now["decision"] == frame.next["stage"]
    assert timeline.moments[-1].state["now"]["to_move"] is None


def test_turns_begin_where_another_one_has_ended(timeline: Timeline) -> None:
    assert timeline.turns[0] == 0
    assert timeline.turns[-1] == len(timeline.moments) - 1
    assert all(timeline.moments[ply].after for ply in timeline.turns)
    for begin, following in zip(timeline.turns, timeline.turns[1:], strict=False):
        assert timeline.turn_after(begin) == following
        assert timeline.turn_before(following) == begin
        assert timeline.turn_before(begin + 1) == begin or begin + 1 == following
        assert timeline.moments[following].after[0] == timeline.moments[begin].turn
    assert timeline.turn_before(0) == 0
    assert timeline.turn_after(timeline.turns[-1]) == timeline.turns[-1]


def test_a_round_begins_with_its_first_decision(timeline: Timeline) -> None:
    assert list(timeline.rounds) == [1, 2, 3, 4, 5]
    for number, ply in timeline.rounds.items():
        frame = timeline.moments[ply]
        assert frame.next is not None
        assert frame.next["round"] == number
        assert frame.last is None or frame.last["round"] == number - 1


def test_a_record_the_rules_do_not_follow_is_shown_as_recorded(lines: list[Line]) -> None:
    place = [i for i, line in enumerate(lines) if line["type"] == "state"][20]
    lines[place] = copy.deepcopy(lines[place])
    lines[place]["state"]["players"][0]["vp"] = 77
    timeline = build_timeline(record_with(lines))
    ply = lines[place]["ply"]
    assert timeline.note is not None
    assert f"decision {ply}" in timeline.note
    assert "`verify` says" in timeline.note
    assert timeline.moments[ply].state["players"][0]["vp"] == 77
    assert len(timeline.moments) == timeline.end["decisions"] + 1


def test_a_move_the_rules_do_not_know_is_shown_as_recorded(lines: list[Line]) -> None:
    place = [i for i, line in enumerate(lines) if line["type"] == "decision"][30]
    lines[place] = {**lines[place], "move": "Z9"}
    timeline = build_timeline(record_with(lines))
    assert timeline.note is not None
    assert "Z9" in timeline.note
    assert timeline.moments[31].last == lines[place]


@pytest.mark.parametrize("key", ["points", "round", "legal"])
def test_a_line_without_what_a_story_is_made_of_is_one_clear_error(lines: list[Line], key: str) -> None:
    place = [i for i, line in enumerate(lines) if line["type"] == "decision"][3]
    lines[place] = {name: value for name, value in lines[place].items() if name != key}
    with pytest.raises(DataError, match=key) as error:
        list(log_lines(build_timeline(record_with(lines))))
    assert str(error.value).startswith("game.jsonl: ")


# -- the log -------------------------------------------------------------------------------------------------------


def test_the_log_of_a_game(told: Told, golden: Callable[[str, str], str]) -> None:
    text = "\n".join(log_lines(told(2, 1))) + "\n"
    assert text == golden("log.txt", text)


def test_a_line_for_every_decision_in_order(told: Told) -> None:
    timeline = told(4, 1)
    written = [line.split() for line in log_lines(timeline) if line[:5].strip().isdecimal()]
    assert [int(words[0]) for words in written] == list(range(timeline.end["decisions"]))
    made = [frame.last for frame in timeline.moments if frame.last]
    assert [words[3] for words in written] == [decision["move"] for decision in made]
    assert [int(words[2]) for words in written] == [decision["seat"] for decision in made]


def test_scores_stand_at_the_end_of_every_round(told: Told) -> None:
    timeline = told(3, 1)
    found = [line for line in log_lines(timeline) if line.startswith("after round")]
    ends = [timeline.moments[ply] for ply in [*list(timeline.rounds.values())[1:], len(timeline.moments) - 1]]
    assert found == [
        f"after round {number}: " + ", ".join(f"player {i + 1} (random) {n}" for i, n in enumerate(frame.points))
        for number, frame in enumerate(ends, start=1)
    ]


def test_the_end_gives_every_category_of_every_player(told: Told) -> None:
    timeline = told(4, 1)
    lines = list(log_lines(timeline))
    table = {line.split()[0]: line.split()[1:] for line in lines[-13:-1]}
    for name in timeline.header["categories"]:
        assert table[name] == [str(seat["by_category"][name]) for seat in timeline.end["seats"]]
    assert table["score"] == [str(seat["score"]) for seat in timeline.end["seats"]]
    winners = ", ".join(f"player {seat} (random)" for seat in timeline.end["winners"])
    assert lines[-1] == f"The game is over, won by {winners}."
