"""Qin's table as replay and play draw it: the map, villages and hands as the state has them, nothing hidden is told."""

import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from analyser.replay.page import write_page
from analyser.replay.renderer import plain_text, renderer_of, spans_of
from analyser.replay.terminal import render_table, style_of
from cext.games import palette
from cext.games.qin.words.screen import Screen
from tests.browser import Window, open_page
from tests.games.pictures import counted, svgs_of, texts_of, told_game

CSS = palette.style() + (files("analyser.replay") / "templates" / "page.css").read_text(encoding="utf-8")
Drawn = dict[str, Any]


def grid_of(drawn: Drawn) -> dict[str, list[str]]:
    """(text, tone) of every square of the map."""
    grid = drawn["parts"][0]["blocks"][0]["grid"]
    return {f"{name}{row[0]}": cell for row in grid["rows"] for name, cell in zip(grid["head"], row[1:], strict=True)}


def facts_of(drawn: Drawn, seat: int) -> dict[str, Any]:
    part = next(part for part in drawn["parts"] if part["seat"] == seat)
    return dict(part["blocks"][0]["facts"])


@pytest.mark.parametrize("board", ["bird", "lakes_reconstructed"])
def test_every_square_shows_what_stands_there(board: str) -> None:
    told = told_game("qin", 3, board)
    drawing = renderer_of(told.header)
    for frame in told.moments[::4]:
        state, grid = frame.state, grid_of(drawing.render(frame.state))
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
    assert drawing.render(state)["parts"][0]["title"] == told.header["components"][f"maps/{board}.toml"]["title"]


@pytest.mark.parametrize("short", [False, True])
def test_villages_and_players_show_what_the_state_says(short: bool) -> None:
    told = told_game("qin", 4)
    drawing = renderer_of(told.header, short=short)
    for frame in told.moments[::6]:
        state, drawn = frame.state, drawing.render(frame.state)
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


def test_only_who_draws_a_tile_is_told_which() -> None:
    drawing = renderer_of(told_game("qin", 3).header)
    words = "player 2 draws the red-blue tile"
    assert drawing.redact(words, seat=2, mover=2) == words
    assert drawing.redact(words, seat=1, mover=2) == "player 2 draws a tile"
    for public in ("red on e5, blue on e6", "player 2 seizes the village on j3"):
        assert drawing.redact(public, seat=1, mover=2) == public


@pytest.mark.parametrize("short", [False, True])
def test_every_tone_has_a_style_on_the_terminal_and_in_the_page(short: bool) -> None:
    told = told_game("qin", 4, "lakes_reconstructed")
    drawing, tones = renderer_of(told.header, short=short), set()
    for frame in told.moments:
        drawn = drawing.render(frame.state)
        tones |= {tone for _, tone in grid_of(drawn).values()}
        tones |= {tone for seat in (1, 2, 3, 4) for _, tone in spans_of(facts_of(drawn, seat)["hand"])}
    assert {"on-red", "on-yellow", "on-blue", "on-green", "on-cyan", "on-brown", "on-seat4"} <= tones
    for tone in tones - {""}:
        assert style_of(tone), tone
        assert f".t-{tone} " in CSS, tone


@pytest.mark.parametrize(("width", "short"), [(80, True), (100, True), (200, False)])
def test_a_map_is_never_folded_in_the_terminal(width: int, short: bool) -> None:
    told = told_game("qin", 4)
    drawn = renderer_of(told.header, short=short).render(told.moments[30].state)
    console = Console(width=width)
    with console.capture() as capture:
        console.print(render_table(drawn, width, short=short))
    grid = drawn["parts"][0]["blocks"][0]["grid"]
    lines = capture.get().splitlines()
    for name, *cells in grid["rows"]:
        assert any(line.startswith(f"{name:>2} " + "".join(f"{words:<2}" for words, _ in cells)) for line in lines)


# -- pictures ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", ["bird", "lakes_reconstructed"])
def test_every_pagoda_and_tile_is_drawn_where_it_is(board: str) -> None:
    told = told_game("qin", 3, board)
    drawing = Screen(told.header)
    for frame in told.moments[::5]:
        state, drawn = frame.state, drawing.picture(frame.state)
        pieces = counted(drawn)
        for player in state["players"]:
            seat = player["player"]
            held = [village for village in state["villages"] if village["owner"] == seat]
            on_areas = sum(area["pagodas"] for area in state["areas"] if area["owner"] == seat)
            assert pieces["pagoda", seat] == on_areas + len(held)
            assert pieces["holder", seat] == len(held)
            assert pieces["pagoda left", seat] == player["pagodas_left"]
            assert counted(drawn, seat=seat)["tile", None] == len(player["tiles"])
        assert pieces["pile", None] == len(state["piles"])
        squares = squares_of(drawn)
        for area in state["areas"]:
            for k, square in enumerate(area["squares"]):
                owner = str(area["owner"]) if k < area["pagodas"] else area["colour"][0]
                assert squares[square] == (f"on-{area['colour']}", owner)
        for r, row in enumerate(state["board"], 1):
            for c, kind in enumerate(row):
                if kind in GROUNDS_OF:
                    assert squares[f"{'abcdefghijklm'[c]}{r}"][0] == GROUNDS_OF[kind]


def squares_of(drawn: Drawn) -> dict[str, tuple[str, str]]:
    """(ground, letter or number) of every square of the map that is drawn."""
    found = {}
    for node in next(svgs_of(drawn))["nodes"]:
        key = node[1].get("data-key", "")
        if re.fullmatch(r"[a-z]\d+", key):
            ground = next(child[1]["class"] for child in node[2:] if child[0] == "rect")
            texts = texts_of({"parts": [{"seat": None, "blocks": [{"svg": {**EMPTY, "nodes": [node]}}]}]})
            found[key] = (ground, texts[0] if texts else "")
    return found


GROUNDS_OF = {".": "on-green", "~": "on-cyan", "v": "on-brown"}
EMPTY = {"width": 1, "height": 1, "margin": 0, "label": ""}


def test_the_page_frames_the_squares_that_have_changed(window: Window, tmp_path: Path) -> None:
    told = told_game("qin", 3)
    write_page(told, tmp_path / "game.html")
    tab = window()
    open_page(tab, tmp_path / "game.html", "#move=20")
    before, now = (squares_of(Screen(told.header).picture(told.moments[ply].state)) for ply in (19, 20))
    framed = tab.evaluate("[...document.querySelectorAll('.frame')].map(e => e.parentElement.dataset.key)")
    assert {key for key in framed if key in now} == {key for key in now if now[key] != before[key]}
    assert any(now[key] != before[key] for key in now)
