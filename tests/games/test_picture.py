"""The vocabulary of pictures: texts stay texts, fit their room, and pieces are counted."""

import json
from xml.etree import ElementTree

import pytest

from analyser.replay.renderer import render_pictures, renderer_of
from cext.games.lettering import LEAST, SIZE, sized, text_width, wrapped
from cext.games.picture import (
    WIDTH,
    box,
    card,
    group,
    picture,
    pieces_of,
    seat_piece,
    svg_text,
    text_node,
    track,
)
from tests.games.pictures import svgs_of, told_game

GAMES = ("zhanguo 4", "first_empire 4", "first_empire 1", "qin 4", "middle_kingdom 5")
EVIL = '</text><script>alert("1")</script>&amp;\x00\x1b'


def test_a_name_cannot_become_markup() -> None:
    svg = picture(
        40, EVIL, text_node(0, 10, EVIL), box(0, 20, 80, 16, EVIL), card(0, 0, 60, "1", "on-ivory", [EVIL], long=EVIL)
    )
    root = ElementTree.fromstring(svg_text(svg["svg"]))
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert names == {"svg", "g", "rect", "text", "title"}
    shown = [element.text for element in root.iter() if element.text and "alert" in element.text]
    assert shown == [EVIL[:-2]] * 4  # without what XML cannot hold


def test_a_text_becomes_smaller_until_it_fits() -> None:
    text = "2 workers in 1,3"
    assert sized(text, 500) == SIZE
    size = sized(text, 80)
    assert LEAST <= size < SIZE
    assert text_width(text, size) <= 80 or size == LEAST
    assert sized(text, 1) == LEAST


def test_lines_break_between_words_and_keep_them_all() -> None:
    text = "regions with a civilian official"
    lines = wrapped(text, 70, 9)
    assert " ".join(lines) == text
    assert len(lines) > 1
    assert all(text_width(line, 9) <= 70 for line in lines)


@pytest.mark.parametrize(("count", "texts"), [(1, ["2"]), (3, ["2", "×3"])])
def test_several_pieces_of_a_player_are_one_with_their_number(count: int, texts: list[str]) -> None:
    node = seat_piece("governor", 10, 10, 2, count=count)
    assert [piece["data-count"] for piece in pieces_of([node])] == [count]
    root = ElementTree.fromstring(svg_text(picture(20, "", node)["svg"]))
    assert [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")] == texts
    assert root.get("viewBox") == f"-3 -3 {WIDTH + 6} 26"  # room for frames


def test_a_track_fills_from_the_left() -> None:
    squares = track("unrest", 0, 0, 4, 3, "on-red")[2:]
    assert [square[1]["class"] for square in squares] == ["on-red", "on-red", "on-red", "empty"]


def test_equal_leaves_are_one_object_that_nobody_changes() -> None:
    first, again = (box(1, 2, 30, 16, "a", tone="on-red", long="an a", piece="letter") for _ in range(2))
    assert first is again
    assert [piece["data-piece"] for piece in pieces_of([first])] == ["letter"]
    assert [node[0] for node in first[2:]] == ["title", "rect", "text"]
    with pytest.raises(TypeError):
        first[1] = {"class": "on-blue"}


def test_pieces_inside_groups_are_found() -> None:
    inner = group(0, 0, seat_piece("wall", 0, 0, 1), seat_piece("wall", 20, 0, 1), key="slot")
    assert [piece["data-piece"] for piece in pieces_of([group(5, 5, inner)])] == ["wall", "wall"]


@pytest.mark.parametrize("game", GAMES)
def test_a_drawing_that_has_drawn_a_whole_game_draws_as_a_new_one(game: str) -> None:
    name, players = game.split()
    told = told_game(name, int(players))
    seen = renderer_of(told.header)
    drawn, written = [], {}
    for number, frame in enumerate(told.moments):
        drawn.append(render_pictures(seen, frame.state))
        if number % 15 == 0:
            written[number] = json.dumps(drawn[-1])  # at once: what is drawn later changes none of it
    nodes = [id(node) for one in drawn for svg in svgs_of(one) for node in svg["nodes"]]
    assert len(set(nodes)) < len(nodes) / 2  # most stands as it was drawn for an earlier moment
    for number, text in written.items():
        assert text == json.dumps(render_pictures(renderer_of(told.header), told.moments[number].state))


@pytest.mark.parametrize("game", [*GAMES, "zhanguo 3", "first_empire 3"])
def test_words_and_picture_agree_on_who_sits_where_and_what_he_has(game: str) -> None:
    name, players = game.split()
    told = told_game(name, int(players))
    screen = renderer_of(told.header)
    for frame in told.moments[::20]:
        words_, drawn = screen.render(frame.state), render_pictures(screen, frame.state)
        assert words_["title"] == drawn["title"]
        seated = [[(p["title"], p["aside"]) for p in one["parts"] if p["seat"]] for one in (words_, drawn)]
        assert seated[0] == seated[1]
