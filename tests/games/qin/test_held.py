"""A seat that begins with a tile: one of its hand, drawn by lot, changes places with one in the bag."""

from collections import Counter

from cext.games import load_game

DRAWN = 255


def test_the_hand_keeps_its_size_and_the_game_its_tiles() -> None:
    game, gained = load_game("qin", players=3), Counter[int]()
    for deal in range(60):
        plain = game.state(game.deal(seed=4, deal=deal))
        for tile in range(6):
            changed = game.state(game.deal(seed=4, deal=deal, cards=[(1, tile)]))
            before, after = [*plain["hand"][1]], [*changed["hand"][1]]
            assert sum(after) == sum(before) == 3
            assert after[tile] >= max(before[tile], 1)
            gained[after[tile] - before[tile]] += 1
            assert [*changed["dealt"][1]] == after
            whole = [
                Counter(one for one in read["bag"] if one != DRAWN)
                + Counter({kind: sum(hand[kind] for hand in read["hand"]) for kind in range(6)})
                for read in (plain, changed)
            ]
            assert whole[0] == whole[1]
            assert sum(a != b for a, b in zip(plain["bag"], changed["bag"], strict=True)) == after[tile] - before[tile]
            assert [*changed["hand"][0]] == [*plain["hand"][0]]
            assert [*changed["hand"][2]] == [*plain["hand"][2]]
    # a tile of the hand is of the kind in one of six cases, and then nothing changes
    assert set(gained) == {0, 1}
    assert 0.10 < gained[0] / gained.total() < 0.24


def test_every_tile_of_the_hand_is_as_likely_to_go() -> None:
    game, gone = load_game("qin", players=2), Counter[int]()
    for deal in range(600):
        plain = game.state(game.deal(seed=9, deal=deal))["hand"][0]
        if sorted(plain) == [0, 0, 0, 1, 1, 1]:
            changed = game.state(game.deal(seed=9, deal=deal, cards=[(0, 0)]))["hand"][0]
            held = [kind for kind in range(6) if plain[kind]]
            gone[
                next(
                    (at for at, kind in enumerate(held) if changed[kind] < plain[kind]),
                    held.index(0) if 0 in held else 9,
                )
            ] += 1
    assert set(gone) == {0, 1, 2}
    assert max(gone.values()) < 1.35 * min(gone.values())


def test_tiles_dealt_are_counted_as_they_lay_in_the_first_hand() -> None:
    game = load_game("qin", players=4)
    position = game.deal(seed=2)
    first = [[*hand] for hand in game.state(position)["hand"]]
    names = [name for name, _ in game.counters if name.startswith("dealt_")]
    assert names == [
        "dealt_red_red",
        "dealt_yellow_yellow",
        "dealt_blue_blue",
        "dealt_red_yellow",
        "dealt_red_blue",
        "dealt_yellow_blue",
    ]
    while position.to_move is not None:
        position.apply(position.moves()[-1])
    assert [[position.counters(seat)[name] for name in names] for seat in range(4)] == first
