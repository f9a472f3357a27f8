"""Setup (1 to 10, and of each player): boards, tiles, cards and pieces as the rulebook lays them out."""

from cext.games import load_game


def test_a_chosen_starting_tile_is_not_a_given_one() -> None:
    """Boards: 0, two are dealt and one is chosen; a tile's number, if the seat was given it and had no choice."""
    game = load_game("first_empire", players=3)
    position = game.deal(seed=1, boards=["tile_4", "dealt", "tile_9"])
    boards = [position.board_of(seat) for seat in range(3)]
    assert [game.boards[board] for board in boards] == ["tile_4", "dealt", "tile_9"]
    while game.state(position)["stage"] == game.stages.index("start"):
        position.apply(position.moves()[-1])
    assert [position.board_of(seat) for seat in range(3)] == boards
    assert [seat["n_start"] for seat in game.state(position)["seat"][:3]] == [1, 1, 1]
