"""Drawings: everything on the table is there, nothing hidden is told, every tone has a style."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
from rich.console import Console

from analyser.experiments.loading import load_any
from analyser.records import Seat, record_lines
from analyser.replay.renderer import PlainRenderer, plain_text, renderer_of, spans_of
from analyser.replay.terminal import is_short, render_table, screens, style_of
from analyser.replay.timeline import Timeline
from cext.games import GAMES, load_game, palette
from tests.analyser.replay.conftest import Told

CSS = palette.style() + (files("analyser.replay") / "templates" / "page.css").read_text(encoding="utf-8")


def texts(drawn: dict[str, Any]) -> Iterator[Any]:
    """Every text of a drawing."""
    yield drawn["title"]
    for part in drawn["parts"]:
        yield from (part["title"], part["aside"])
        for block in part["blocks"]:
            for row in block.get("facts", ()):
                yield from row
            if "table" in block:
                yield from block["table"]["head"]
                for row in block["table"]["rows"]:
                    yield from row
            for tile in block.get("tiles", ()):
                yield from (tile["title"], tile["status"], *tile["lines"])


def shown(drawn: dict[str, Any], width: int, *, short: bool) -> str:
    """The drawing as a terminal shows it, without colours."""
    console = Console(width=width)
    with console.capture() as capture:
        console.print(render_table(drawn, width, short=short))
    return capture.get()


@pytest.mark.parametrize("short", [False, True])
def test_every_tone_has_a_style_on_the_terminal_and_in_the_page(told: Told, short: bool) -> None:
    timeline = told(4, 1)
    drawing = renderer_of(timeline.header, short=short)
    tones = {
        tone for frame in timeline.moments for text in texts(drawing.render(frame.state)) for _, tone in spans_of(text)
    }
    assert {"on-seat4", "on-ivory", "on-red", "muted"} <= tones
    for tone in tones - {""}:
        assert style_of(tone), tone
        assert f".t-{tone} " in CSS, tone


def test_a_board_shows_what_the_state_says(told: Told) -> None:
    timeline = told(3, 1)
    cards = {int(card["number"]): card for card in timeline.header["components"]["cards.csv"]}
    drawing = renderer_of(timeline.header)
    for frame in timeline.moments[::25]:
        boards = [part for part in drawing.render(frame.state)["parts"] if part["seat"]]
        for player, part in zip(frame.state["players"], boards, strict=True):
            assert part["aside"] == f"{player['vp']} VP"
            facts = dict(part["blocks"][0]["facts"])
            assert [int(n) for n in re.findall(r"(?m)^(\d+) ", plain_text(facts["hand"]))] == player["hand"]
            for region, tile in zip(player["regions"], part["blocks"][1]["tiles"], strict=True):
                status = plain_text(tile["status"])
                assert status.count("▮") == region["unrest"]
                officials = [*region["governors_area"].values(), *region["workers_area"].values()]
                assert len(re.findall("[mci]", status.partition("worker")[0])) == sum(officials)
                assert (f" {region['workers']} worker" in status) == (region["workers"] > 0)
                written = [plain_text(line) for line in tile["lines"]]
                assert [int(line.split()[0]) for line in written] == region["cards"]
                assert [line.split()[1] for line in written] == [f"{cards[n]['trigger']}:" for n in region["cards"]]


def test_the_gameboard_shows_what_the_state_says(told: Told) -> None:
    timeline = told(4, 2)
    state = timeline.moments[-1].state
    regions, walls, tasks, _ = (
        part["blocks"][0].get("table")
        for part in renderer_of(timeline.header).render(state)["parts"]
        if not part["seat"]
    )
    for region, row in zip(state["regions"], regions["rows"], strict=True):
        pieces = "".join(plain_text(cell) for cell in row[1:-1])
        for seat in range(1, 5):
            assert pieces.count(str(seat)) == region["governors"][seat - 1]
            assert plain_text(row[-1]).count(str(seat)) == region["palaces"][seat - 1]
    for section, row in zip(state["wall_sections"], walls["rows"], strict=True):
        assert plain_text(row[-1]).split() == [str(owner or "·") for owner in section["slots"]]
    for task, row in zip(state["tasks"], tasks["rows"], strict=True):
        assert plain_text(row[-1]).split() == [str(seat) for seat in task["discs"]]


@pytest.mark.parametrize("short", [False, True])
@pytest.mark.parametrize("options", [{}, {"draft": True}, {"boards_by": "auction"}], ids=["plain", "draft", "auction"])
def test_what_a_player_does_not_see_changes_nothing_he_is_shown(
    told: Told, options: dict[str, Any], short: bool
) -> None:
    game = load_game("zhanguo", players=3, **options)
    timeline = told(3, 1, *options.items())
    drawing = renderer_of(timeline.header, short=short)
    position = game.words.deal_from_setup(
        timeline.header["set_up"], seed=1, deal=2, boards=[s["board"] for s in timeline.header["seats"]]
    )
    different = 0
    for number, frame in enumerate(timeline.moments[:-1]):
        if number % 8 == 0:
            for seat in range(3):
                other = position.determinised(seat, number)
                states = game.words.whole_state(position), game.words.whole_state(other)
                different += states[0] != states[1]
                assert drawing.render(states[0], seat=seat + 1) == drawing.render(states[1], seat=seat + 1)
        assert frame.next is not None
        position.apply(game.words.parse(position, frame.next["move"]))
    assert different > 20


def test_words_about_others_leave_out_what_is_hidden(told: Told) -> None:
    drawing = renderer_of(told(2, 1).header)
    assert drawing.redact("player 2 draws 10, 37, 57", seat=1, mover=1) == "player 2 draws 3 cards"
    assert drawing.redact("player 1 draws 10, 37, 57", seat=1, mover=2) == "player 1 draws 10, 37, 57"
    assert drawing.redact("discard card 45 (currency)", seat=1, mover=2) == "discard a card (currency)"
    assert drawing.redact("discard card 45 (currency)", seat=2, mover=2) == "discard card 45 (currency)"


# -- layout ---------------------------------------------------------------------------------------------------------


def test_four_boards_stand_side_by_side_on_a_hundred_columns_and_thirty_lines(told: Told) -> None:
    timeline = told(4, 1)
    assert is_short(100, 4)
    drawing = renderer_of(timeline.header, short=True)
    console = Console(width=100)
    for frame in timeline.moments[:-1:9]:
        (lines,) = screens(console, timeline, frame, drawing, height=27, short=True)
        assert {sum(segment.cell_length for segment in line) for line in lines} == {100}
    text = shown(drawing.render(timeline.moments[100].state), 100, short=True)
    assert any(all(f"{seat} random" in line for seat in (1, 2, 3, 4)) for line in text.splitlines())


@pytest.mark.parametrize(("width", "abreast"), [(100, 4), (75, 2), (50, 2), (30, 1)])
def test_narrow_terminals_stack_the_boards(told: Told, width: int, abreast: int) -> None:
    timeline = told(4, 1)
    text = shown(renderer_of(timeline.header, short=True).render(timeline.moments[100].state), width, short=True)
    rows = [len(re.findall(r"\d random", line)) for line in text.splitlines()]
    assert max(rows) == abreast
    assert sum(rows) == 4
    assert max(map(len, text.splitlines())) <= width


def test_long_words_on_a_wide_terminal(told: Told) -> None:
    timeline = told(4, 1)
    assert not is_short(172, 4)
    text = shown(renderer_of(timeline.header).render(timeline.moments[200].state), 180, short=False)
    assert "rewards track" in text
    assert re.search(r"\d+ (wall|palace|hire|recruit|governor): ", text)


# -- every game --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_drawn_from_its_set_up_to_its_end(name: str) -> None:
    game = load_any(name)
    start = position = game.deal(seed=1)
    seats = [Seat("random") for _ in range(game.players)]
    program = {"analyser": "", "engine": ""}
    header = next(record_lines(game, [], seats=seats, seed=1, deal=0, program=program, start=start))
    short, long = renderer_of(header, short=True), renderer_of(header)
    own = not isinstance(long, PlainRenderer)
    for ply in range(10_000):
        if ply % 10 == 0 or position.to_move is None:
            state = game.words.whole_state(position)
            for drawing in (short, long):
                drawn = drawing.render(state)
                assert json.loads(json.dumps(drawn)) == drawn
                assert shown(drawn, 100, short=drawing is short).strip()
            for seat in range(game.players):
                other = game.words.whole_state(position.determinised(seat, ply))
                assert not own or long.render(state, seat=seat + 1) == long.render(other, seat=seat + 1)
        if position.to_move is None:
            return
        moves = position.moves()
        position.apply(moves[(7 * ply + 3) % len(moves)])
    raise AssertionError("the game does not end")


# -- games without a drawing of their own ---------------------------------------------------------------------------


def test_a_game_without_a_drawing_shows_every_value_of_its_state() -> None:
    header = {"game": "unknown", "players": 2, "title": "Unknown"}
    state = {
        "round": 3,
        "over": False,
        "market": {"rice": 4, "tea": None},
        "slots": [{"place": 1, "owner": "red"}, {"place": 2, "owner": None}],
        "players": [{"coins": 11, "cards": [21, 22]}, {"coins": 12, "cards": []}],
    }
    drawing = renderer_of(header)
    assert isinstance(drawing, PlainRenderer)
    text = shown(drawing.render(state), 100, short=False)
    for word in ("round", "3", "over", "false", "rice", "4", "tea", "–", "place", "owner", "red", "11", "21 22", "12"):
        assert word in text
    assert [part["seat"] for part in drawing.render(state)["parts"] if part["seat"]] == [1, 2]


def test_a_plain_drawing_can_show_a_whole_state_of_zhanguo(told: Told) -> None:
    timeline: Timeline = told(2, 1)
    text = shown(PlainRenderer(timeline.header).render(timeline.moments[-1].state), 150, short=False)
    for name in ("wall sections", "tiebreaker order", "bonus squares", "governors area", "vp from"):
        assert name in text
