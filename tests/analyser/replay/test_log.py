"""The log: one line a decision, scores where rounds end."""

from collections.abc import Callable

from analyser.replay.timeline import log_lines
from tests.analyser.replay.conftest import Told


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
