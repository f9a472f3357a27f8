"""ZhanGuo's table as pictures: every piece of the state is drawn, once, where it lies."""

import pytest

from analyser.replay.renderer import render_pictures
from cext.games.zhanguo.words.screen import Screen
from tests.analyser.replay.conftest import random_timeline
from tests.games.pictures import cards_of, counted

OFFICIALS = ("military", "civilian", "inspector")
ASPECTS = ("writing", "currency", "laws")


@pytest.mark.parametrize("players", [2, 4])
def test_every_piece_of_the_state_is_drawn(players: int) -> None:
    told = random_timeline(players, 1)
    screen = Screen(told.header)
    for frame in [*told.moments[::90], told.moments[-1]]:
        state, drawn = frame.state, render_pictures(screen, frame.state)
        table, seats = counted({"parts": [part for part in drawn["parts"] if not part["seat"]]}), range(1, players + 1)
        for seat in seats:
            assert table["governor", seat] == sum(region["governors"][seat - 1] for region in state["regions"])
            assert table["palace", seat] == sum(region["palaces"][seat - 1] for region in state["regions"])
            assert table["wall", seat] == sum(section["slots"].count(seat) for section in state["wall_sections"])
            assert table["disc", seat] == 1 + sum(task["discs"].count(seat) for task in state["tasks"])
        assert table["deck", None] == sum(len(state["decks"][name]) for name in ASPECTS)
        assert table["marker", None] == sum(state["value_1_markers_in_supply"].values())
        assert table["card", None] == (state["court_area_top_card"] is not None)
        for player in state["players"]:
            board = counted(drawn, seat=player["player"])
            areas = [region[area] for region in player["regions"] for area in ("governors_area", "workers_area")]
            for name in OFFICIALS:
                assert board[name, None] == sum(area[name] for area in (*areas, player["supply"]["officials"]))
            assert board["worker", None] == sum(region["workers"] for region in player["regions"])
            assert board["unrest", None] == sum(region["unrest"] for region in player["regions"])
            held = sum(len(region["cards"]) for region in player["regions"])
            assert board["card", None] == held + len(player["hand"])
            assert board["marker", None] == sum(player["markers"][name]["value_1"] for name in ASPECTS)
            for kind in ("governor", "palace", "wall"):
                assert board[kind, player["player"]] == player["supply"][f"{kind}s"]


def test_cards_show_their_number_and_trigger_and_tell_their_ability() -> None:
    told = random_timeline(4, 1)
    state = told.moments[100].state
    screen = Screen(told.header)
    drawn = render_pictures(screen, state)
    for player in state["players"]:
        held = [n for region in player["regions"] for n in region["cards"]] + player["hand"]
        shown = cards_of(drawn, seat=player["player"])
        assert [(card[1], card[2]) for card in shown] == [(str(n), screen.cards[n]["trigger"]) for n in held]
        wanted = [f"{n}, {screen.cards[n]['aspect']}, {screen.effect(screen.cards[n])}" for n in held]
        assert [card[0] for card in shown] == wanted
