"""The First Empire's table as pictures: every piece of the state is drawn, once, where it lies; nothing collides."""

from collections import Counter
from typing import Any

import pytest

from cext.games.first_empire.data.component_types import ASPECTS
from cext.games.first_empire.words.screen import Screen
from tests.games.pictures import cards_of, counted, told_game

OFFICIALS = ("alchemist", "architect", "general")


@pytest.mark.parametrize("players", [1, 2, 4])
def test_every_piece_of_the_state_is_drawn(players: int) -> None:
    told = told_game("first_empire", players)
    screen = Screen(told.header)
    for frame in [*told.moments[::90], told.moments[-1]]:
        state, drawn = frame.state, screen.picture(frame.state)
        on_table = counted({"parts": [part for part in drawn["parts"] if not part["seat"]]})
        assert on_table == table_of(state)
        for player in state["players"]:
            his = counted(drawn, seat=player["player"])
            assert his == board_of(player, state.get("lisi") if player is state["players"][-1] else None)


def table_of(state: dict[str, Any]) -> Counter[tuple[str, int | None]]:
    """Pieces in the middle of the table by (kind, player)."""
    found: Counter[tuple[str, int | None]] = Counter()
    for seat in range(1, len(state["players"]) + 1):
        spaces = [space["governor_of"] for region in state["regions"] for space in region["governor_spaces"]]
        in_open = sum(region["open_area"][seat - 1] for region in state["regions"])
        found["governor", seat] = spaces.count(seat) + in_open
        found["palace", seat] = sum(region["palaces"][seat - 1] for region in state["regions"])
        found["wall", seat] = sum(section["slots"].count(seat) for section in state["wall_sections"])
        found["soldier", seat] = sum(spot["soldiers"].count(seat) for spot in state["mausoleum"])
        found["ship", seat] = found["disc", seat] = 1
    found["palace tile", None] = sum(len(region["palace_tiles"]) for region in state["regions"])
    found["emperor tile", None] = sum(section["emperor_tile"] is not None for section in state["wall_sections"])
    found["master", None] = len(state["master_alchemists"])
    found["deck", None] = sum(len(state["decks"][name]) for name in ASPECTS)
    found["token", None] = sum(state["tokens_left"][name]["small"] for name in ASPECTS)
    found["court", None] = state["cards_in_court_area"]
    found["card", None] = int(state["court_area_top_card"] is not None)
    return found


def board_of(player: dict[str, Any], lisi: dict[str, Any] | None) -> Counter[tuple[str, int | None]]:
    """Pieces in front of a player by (kind, player)."""
    found: Counter[tuple[str, int | None]] = Counter()
    regions, supply, seat = player["regions"], player["supply"], player["player"]
    for name in OFFICIALS:
        found[name, None] = sum(region["officials"][name] for region in regions) + supply["officials"][name]
    found["worker", None] = sum(region["workers"] for region in regions)
    found["unrest", None] = sum(region["unrest"] for region in regions)
    placed = sum(len(region["cards"]) for region in regions)
    found["card", None] = placed + len(player["hand"]) + len(player["alchemist_cards"])
    found["token", None] = sum(player["tokens"][name]["small"] for name in ASPECTS)
    for place in ("entrance", "locked"):
        found[place, seat] = player["soldiers"][place]
    for kind in ("governor", "palace", "wall"):
        found[kind, seat] = supply[f"{kind}s"]
    if lisi is not None:
        found["palace tile", None] = sum(map(len, lisi["palace_tiles"].values()))
        found["played", None] = len(lisi["discards"]) + len(lisi["removed"])
        for pile in ("action_deck", "unification_deck"):
            found[pile, None] = len(lisi[pile])
    return found


def test_cards_show_what_they_are_triggered_by_and_tell_what_they_bring() -> None:
    told = told_game("first_empire", 4)
    screen = Screen(told.header)
    by_emperor = 0
    for frame in told.moments[100::150]:
        drawn = screen.picture(frame.state)
        for player in frame.state["players"]:
            placed = [(one["card"], one["emperor_tile"]) for region in player["regions"] for one in region["cards"]]
            placed += [(card, None) for card in (*player["hand"], *player["alchemist_cards"])]
            shown = cards_of(drawn, seat=player["player"])
            for (card, emperor), (long, number, trigger, _) in zip(placed, shown, strict=True):
                by_emperor += emperor is not None
                assert number == (str(card) if isinstance(card, int) else card[0].upper())
                assert trigger == f"{'!' * (emperor is not None)}{emperor or screen.cards.trigger(card)}"
                assert long == f"{number}, {screen.cards.kind(card)}, {screen.cards.words(card, emperor)}"
    assert by_emperor > 0
