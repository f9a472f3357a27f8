"""Middle Kingdom's table as pictures: every card is drawn, once, where it lies; nothing collides."""

import pytest

from analyser.replay.timeline import Timeline
from cext.games.middle_kingdom.words.moves import DRAGON, GOAL_NAMES
from cext.games.middle_kingdom.words.screen import Screen
from tests.games.pictures import counted, svgs_of, texts_of, told_game


@pytest.mark.parametrize("players", [2, 4, 5])
def test_every_card_of_the_state_is_drawn(players: int) -> None:
    told = told_game("middle_kingdom", players)
    screen = Screen(told.header)
    for frame in told.moments[::3]:
        state, drawn = frame.state, screen.picture(frame.state)
        assert set(GOAL_NAMES) <= set(texts_of(drawn))
        middle = counted({"parts": [part for part in drawn["parts"] if not part["seat"]]})
        assert middle["deck", None] == len(state["dynasty_deck"])
        assert middle["card", None] == sum(n for name, n in state["face_up"].items() if name != DRAGON)
        assert middle["discarded", None] == sum(state["discarded"].values())
        assert middle["drawn", None] == (state["drawn"] is not None)
        holders = [*state["goal_cards"].values(), state["dragon"]]
        assert middle["goal", None] == holders.count(None)
        for player in state["players"]:
            seat = player["player"]
            assert middle["holder", seat] == holders.count(seat) == len(player["goal_cards"])
            assert middle["bidder", seat] == [bid["player"] for bid in state["bids_in_order"]].count(seat)
            own = counted(drawn, seat=seat)
            assert own["goal", None] == len(player["goal_cards"])
            assert own["bid card", None] == 8
            assert own["token", None] == player["tokens"]
            for name, count in player["cards"].items():
                assert own[name, None] == count


def test_a_bid_card_lies_in_hand_before_it_is_laid_and_aside_after_it_has_claimed() -> None:
    told = told_game("middle_kingdom", 4)
    screen = Screen(told.header)
    rows = []
    for frame in told.moments[:12]:
        keys = {node[1].get("data-key") for node in next(svgs_of(screen.picture(frame.state), seat=1))["nodes"]}
        rows.append({key.rpartition(" ")[0] for key in keys if key and key.endswith(f" {first_bid(told, 1)}")})
    assert rows[0] == {"hand"}
    assert {"laid"} in rows
    assert rows[rows.index({"laid"}) :][-1] in ({"set aside"}, {"tied"})
    assert all(len(row) == 1 for row in rows)


def first_bid(told: Timeline, seat: int) -> int:
    """The first Bid Card a player lays."""
    return next(
        player["bids"][0]["card"]
        for frame in told.moments
        for player in frame.state["players"]
        if player["player"] == seat and player["bids"]
    )


def test_a_merchant_on_another_pile_is_drawn_there_and_counts_as_two() -> None:
    told = told_game("middle_kingdom", 4)
    state = told.moments[-1].state
    moved = 0
    for player in state["players"]:
        nodes = next(svgs_of(Screen(told.header).picture(state), seat=player["player"]))["nodes"]
        for name, length in player["piles"].items():
            pile = next(node for node in nodes if node[1].get("data-key") == name)
            svg = {"width": 1, "height": 1, "margin": 0, "label": "", "nodes": [pile]}
            title, *letters = texts_of({"parts": [{"seat": None, "blocks": [{"svg": svg}]}]})
            assert title == (f"{name} {length}" if length else name)
            worth = sum(2 if letter == "m" and name != "Merchants" else 1 for letter in letters)
            assert worth == length
            moved += name != "Merchants" and "m" in letters
    assert moved > 0
