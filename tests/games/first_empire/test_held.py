"""A seat that begins with a Unification card: it changes places with the first of its aspect that the seat draws."""

import pytest

from cext.games import load_game

SEED = 11


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("card", [1, 40, 41, 77, 81, 120])
def test_the_seat_has_it_after_phase_1_and_one_other_card_has_moved(players: int, card: int) -> None:
    game = load_game("first_empire", players=players)
    for seat in range(players):
        plain, changed = game.deal(seed=SEED), game.deal(seed=SEED, cards=[(seat, card)])
        decks, others = (game.state(one)["deck"] for one in (plain, changed))
        moved = sorted(
            {a for deck, other in zip(decks, others, strict=True) for a, b in zip(deck, other, strict=True) if a != b}
        )
        assert moved == [] or (len(moved) == 2 and card in moved)
        for one in (plain, changed):
            while game.kinds[one.clock()[2]] != "play":
                one.apply(one.moves()[0])
        before, after = ({*game.state(one)["seat"][seat]["hand"]} for one in (plain, changed))
        assert card in after
        assert (moved == []) == (card in before)
        assert len(after - before) == (card not in before)
        assert changed.consistent() == 0


def test_governor_tiles_are_counted_where_a_governor_lies() -> None:
    game = load_game("first_empire", players=3)
    seen = 0
    for deal in range(6):
        position = game.deal(seed=5, deal=deal)
        while position.to_move is not None:
            moves = position.moves()
            position.apply(moves[(7 * deal + len(moves)) % len(moves)])
        state = game.state(position)
        for seat in range(3):
            lying = {
                tile
                for spaces, owners in zip(state["space"], state["governor"], strict=True)
                for tile, owner in zip(spaces, owners, strict=True)
                if tile and owner == seat + 1
            }
            tallies = position.counters(seat)
            assert {n for n in range(1, 11) if tallies[f"governor_tile_{n}"]} == lying
            seen += len(lying)
    assert seen > 5
