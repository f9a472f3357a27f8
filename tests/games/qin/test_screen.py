"""Qin's table as replay and play draw it: the map, villages and hands as the state has them, nothing hidden is told."""

import json
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from analyser.records import Seat, record_lines, record_text
from analyser.records.reading import parse_record
from analyser.replay.drawing import drawing_of, plain_text, spans_of
from analyser.replay.page import write_page
from analyser.replay.story import Story, story_of
from analyser.replay.terminal import drawn_table, style_of
from cext.games import load_game, palette
from tests.browser import FONTS, Window, fonts_shown, open_page, texts_out_of_place

pytestmark = pytest.mark.slow

CSS = palette.style() + (files("analyser.replay") / "templates" / "page.css").read_text(encoding="utf-8")
Drawn = dict[str, Any]


@cache
def story(players: int, board: str = "bird") -> Story:
    """A game in which every player takes the placement that brings him most pagodas."""
    game = load_game("qin", players=players)
    position, moves = game.deal(seed=4, boards=[board] * players), []
    weights = [1000 * (name == "pagodas") for name, *_ in game.feature_docs]
    while position.to_move is not None:
        legal = position.moves()
        move = legal[int(position.values(weights).argmax())]
        if len(legal) > 1:
            moves.append(move)
        position.apply(move)
    seats = [Seat("random", board)] * players
    program = {"analyser": "0.1.0", "engine": "0" * 16}
    lines = record_lines(game, moves, seats=seats, seed=4, deal=0, program=program)
    return story_of(parse_record(record_text(lines), "game.jsonl"))


def grid_of(drawn: Drawn) -> dict[str, list[str]]:
    """(text, tone) of every square of the map."""
    grid = drawn["parts"][0]["blocks"][0]["grid"]
    return {f"{name}{row[0]}": cell for row in grid["rows"] for name, cell in zip(grid["head"], row[1:], strict=True)}


def facts_of(drawn: Drawn, seat: int) -> dict[str, Any]:
    part = next(part for part in drawn["parts"] if part["seat"] == seat)
    return dict(part["blocks"][0]["facts"])


@pytest.mark.parametrize("board", ["bird", "lakes_reconstructed"])
def test_every_square_shows_what_stands_there(board: str) -> None:
    told = story(3, board)
    drawing = drawing_of(told.header)
    for frame in told.frames[::4]:
        state, grid = frame.state, grid_of(drawing.draw(frame.state))
        wanted = {}
        for r, row in enumerate(state["board"], 1):
            for c, kind in enumerate(row):
                signs = {".": ["·", "on-green"], "~": ["~", "on-cyan"], "v": ["v", "on-brown"]}
                wanted[f"{'abcdefghijklm'[c]}{r}"] = signs.get(kind)
        for area in state["areas"]:
            letter = area["colour"][0]
            sign = f"{letter.upper() if area['pagodas'] == 2 else letter}{area['owner'] or ''}"
            wanted |= {square: [sign, f"on-{area['colour']}"] for square in area["squares"]}
        for village in state["villages"]:
            owner = village["owner"]
            wanted |= {square: [f"v{owner}", f"on-seat{owner}"] for square in village["squares"] if owner}
        assert grid == wanted
    assert drawing.draw(state)["parts"][0]["title"] == told.header["components"][f"maps/{board}.toml"]["title"]


@pytest.mark.parametrize("short", [False, True])
def test_villages_and_players_show_what_the_state_says(short: bool) -> None:
    told = story(4)
    drawing = drawing_of(told.header, short=short)
    for frame in told.frames[::6]:
        state, drawn = frame.state, drawing.draw(frame.state)
        rows = drawn["parts"][1]["blocks"][0]["table"]["rows"]
        for village, row in zip(state["villages"], rows, strict=True):
            beside = {f"{i} {n}" for i, n in enumerate(village["beside"], 1) if n}
            assert row[0].split(", ") == village["squares"]
            assert plain_text(row[1]) == str(village["owner"] or "–")
            assert set(re.findall(r"\d \d", plain_text(row[2]))) == beside
        for player in state["players"]:
            facts = facts_of(drawn, player["player"])
            owned = [area for area in state["areas"] if area["owner"] == player["player"]]
            counted = [int(n) for n in re.findall(r"\d+", facts["provinces"])]
            assert sum(counted) == len(owned)
            majors = sum(counted[1:])
            assert player["pagodas_on_board"] in (len(owned) + majors + int(facts["villages"]), 15)
            assert facts["left"] == f"{player['pagodas_left']} pagodas"
            letters = ["".join(colour[0].upper() for colour in tile.split("-")) for tile in player["tiles"]]
            assert plain_text(facts["hand"]).split() == (letters or ["empty"])


def test_a_player_sees_neither_other_hands_nor_the_piles() -> None:
    game = load_game("qin", players=3)
    told = story(3)
    drawing = drawing_of(told.header)
    position = game.words.dealt(told.header["set_up"], seed=4, deal=0, boards=["bird"] * 3)
    different = 0
    for key in range(10):
        other = position.determinised(1, key)
        one, another = game.words.whole_state(position), game.words.whole_state(other)
        different += one != another
        assert json.dumps(drawing.draw(one, seat=2)) == json.dumps(drawing.draw(another, seat=2))
        assert json.dumps(drawing.draw(one)) != json.dumps(drawing.draw(another)) or one == another
    assert different > 5
    assert plain_text(facts_of(drawing.draw(one, seat=2), 1)["hand"]) == "3 tiles"


def test_only_who_draws_a_tile_is_told_which() -> None:
    drawing = drawing_of(story(3).header)
    words = "player 2 draws the red-blue tile"
    assert drawing.heard(words, seat=2, mover=2) == words
    assert drawing.heard(words, seat=1, mover=2) == "player 2 draws a tile"
    for public in ("red on e5, blue on e6", "player 2 seizes the village on j3"):
        assert drawing.heard(public, seat=1, mover=2) == public


@pytest.mark.parametrize("short", [False, True])
def test_every_tone_has_a_style_on_the_terminal_and_in_the_page(short: bool) -> None:
    told = story(4, "lakes_reconstructed")
    tones = set()
    for frame in told.frames:
        drawn = drawing_of(told.header, short=short).draw(frame.state)
        tones |= {tone for _, tone in grid_of(drawn).values()}
        tones |= {tone for seat in (1, 2, 3, 4) for _, tone in spans_of(facts_of(drawn, seat)["hand"])}
    assert {"on-red", "on-yellow", "on-blue", "on-green", "on-cyan", "on-brown", "on-seat4"} <= tones
    for tone in tones - {""}:
        assert style_of(tone), tone
        assert f".t-{tone} " in CSS, tone


@pytest.mark.parametrize(("width", "short"), [(80, True), (100, True), (200, False)])
def test_a_map_is_never_folded_in_the_terminal(width: int, short: bool) -> None:
    told = story(4)
    drawn = drawing_of(told.header, short=short).draw(told.frames[30].state)
    console = Console(width=width)
    with console.capture() as capture:
        console.print(drawn_table(drawn, width, short=short))
    grid = drawn["parts"][0]["blocks"][0]["grid"]
    lines = capture.get().splitlines()
    for name, *cells in grid["rows"]:
        assert any(line.startswith(f"{name:>2} " + "".join(f"{words:<2}" for words, _ in cells)) for line in lines)


def test_the_page_draws_the_map_and_frames_the_new_spaces(window: Window, tmp_path: Path) -> None:
    told = story(3)
    write_page(told, tmp_path / "game.html")
    tab = window()
    open_page(tab, tmp_path / "game.html", "#ply=20")
    drawn = drawing_of(told.header).draw(told.frames[20].state)
    cells = tab.evaluate("[...document.querySelectorAll('.grid td')].map(e => [e.textContent, e.classList[0]])")
    assert cells == [[words, f"t-{tone}"] for words, tone in grid_of(drawn).values()]
    changed = tab.evaluate("[...document.querySelectorAll('.grid td')].map(e => e.classList.contains('changed'))")
    before = grid_of(drawing_of(told.header).draw(told.frames[19].state))
    assert changed == [cell != before[square] for square, cell in grid_of(drawn).items()]


@pytest.mark.parametrize("fonts", FONTS)
@pytest.mark.parametrize("width", [360, 1200])
def test_the_page_holds_the_map(window: Window, tmp_path: Path, width: int, fonts: str) -> None:
    told = story(3)
    write_page(told, tmp_path / "game.html")
    tab = window(fonts=fonts, width=width)
    open_page(tab, tmp_path / "game.html", "#ply=20")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    assert texts_out_of_place(tab) == []
    assert fonts_shown(tab, ".grid td") == {fonts}
