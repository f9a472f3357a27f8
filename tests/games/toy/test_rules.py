"""The rules of Toy, paragraph by paragraph of its README."""

from cext.games import load_game
from tests.games.toy.conftest import Table, make


def test_the_set_up_deals_four_cards_each(table: Table) -> None:
    """2. "Four cards for each player, a board for each: A or B"."""
    position = table([1, 2, 3, 4, 5, 6, 7, 8, *[3] * 8], boards=["A", "B"])
    one, two = position.game.words.whole_state(position)["players"]
    assert (one["hand"], one["board"]) == ([1, 2, 3, 4], "A")
    assert (two["hand"], two["board"]) == ([5, 6, 7, 8], "B")


def test_each_value_in_hand_is_offered_once(table: Table) -> None:
    position = table([3, 5, 3, 5, *[4] * 12])
    assert [position.game.words.text(position, move) for move in position.moves()] == ["plays a 3", "plays a 5"]


def test_a_pushed_card_joins_the_pot_and_banking_scores_it(table: Table) -> None:
    """3. "it joins the pot"; "score the pot; the turn ends"."""
    position = make(table([4] * 8 + [7, 3] + [4] * 6), "4", "+", "+", "$")
    assert position.scores()["score"] == [14, 0]
    assert position.to_move == 1


def test_a_low_card_spoils_the_pot(table: Table) -> None:
    """3. "but a 1 or a 2 spoils it, and the turn ends without points"."""
    for low in (1, 2):
        position = make(table([4] * 8 + [low] + [4] * 7), "4", "+")
        assert (position.to_move, position.scores()["score"], position.counters(0)["busts"]) == (1, [0, 0], 1)


def test_a_low_card_from_the_hand_spoils_nothing(table: Table) -> None:
    position = make(table([1] * 8 + [4] * 8), "1", "$")
    assert position.scores()["score"] == [1, 0]


def test_a_full_pot_has_to_be_banked(table: Table) -> None:
    """3. "A pot of 20 or more has to be banked"."""
    position = make(table([8] * 10 + [3] * 6), "8", "+")
    assert [position.game.words.notation(position, move) for move in position.moves()] == ["$", "+"]
    make(position, "+")
    assert [position.game.words.text(position, move) for move in position.moves()] == ["banks 24"]


def test_a_card_is_drawn_for_the_one_played(table: Table) -> None:
    position = make(table([3, 4, 5, 6] * 2 + [7, 8] * 4), "3", "$")
    assert position.game.words.whole_state(position)["players"][0]["hand"] == [4, 5, 6, 7]


def test_without_a_deck_the_card_played_comes_back(table: Table) -> None:
    """T1; nobody can push any more."""
    position = make(table([3, 4, 5, 6] * 4), "3", *["+"] * 4, "$")
    assert [len(position.moves()), position.to_move] == [4, 1]
    make(position, "6", "+", "+", "+", "$", "3")
    assert [position.game.words.notation(position, move) for move in position.moves()] == ["$"]
    make(position, "$")
    hands = [player["hand"] for player in position.game.words.whole_state(position)["players"]]
    assert [len(hand) for hand in hands] == [4, 4]


def test_board_b_scores_a_point_more_for_each_pot(table: Table) -> None:
    """4. "B scores one point more for each pot banked"."""
    position = make(table([4] * 16, boards=["A", "B"]), "4", "$", "4", "$", "4", "$", "4", "$")
    assert position.scores() == {"score": [8, 10], "cards": [8, 8], "bonus": [0, 2]}


def test_the_house_banks_eight_or_more(table: Table) -> None:
    """5. "the house turns up cards until its pot is worth 8 or more, and banks it; a 1 or a 2 spoils it"."""
    # 5 is drawn; 3 and 6 are the house's; 8 drawn; 7 and a pot of 14
    deck = [4, 4, 4, 4, 5, 3, 6, 8, 7, 7, 2, *[3] * 5]
    position = make(table(deck, players=1), "4", "$")
    assert (position.to_move, position.scores()["score"]) == (0, [4, 9])
    make(position, "4", "$")
    assert position.scores()["score"] == [8, 9 + 14]
    make(position, "4", "$")  # 2 is drawn, the house turns up 3, 3 and 3
    assert (position.scores()["score"], position.counters(1)["busts"]) == ([12, 9 + 14 + 9], 0)
    spoilt = make(table([4, 4, 4, 4, 5, 3, 2, *[3] * 9], players=1), "4", "$")
    assert (spoilt.scores()["score"], spoilt.counters(1)["busts"], spoilt.counters(1)["pushes"]) == ([4, 0], 1, 2)


def test_the_house_has_points_and_a_rank_but_no_board_and_no_decision(table: Table) -> None:
    game = load_game("toy", players=1)
    assert (game.players, game.bots, game.seats) == (1, 1, 2)
    position = game.deal(seed=1, boards=["B"])
    while position.to_move is not None:
        assert position.to_move == 0
        position.apply(position.moves()[0])
    assert len(position.scores()["score"]) == len(position.ranks()) == len(position.points()) == 2
    assert position.counters(1)["score_after_round_6"] == position.scores()["score"][1]


def test_equal_scores_share_the_win(table: Table) -> None:
    """6. "After six rounds the highest score wins; equal scores share the win"."""
    position = make(table([4] * 16), *["4", "$"] * 12)
    assert (position.to_move, position.ranks(), position.clock()[0]) == (None, [1, 1], 6)
    won = make(table([4] * 16, boards=["B", "A"]), *["4", "$"] * 12)
    assert (won.scores()["score"], won.ranks()) == ([30, 24], [1, 2])


def test_what_follows_from_turns(table: Table) -> None:
    """Openings, scores after each round and changes of the lead are the base's work."""
    deck = [3, 7, 7, 7, 6, 6, 6, 6, *[3] * 8]
    position = make(table(deck, rounds=2), "3", "$", "6", "$", "7", "$", "6", "$")
    assert position.openings() == [0x21, 0x22]
    assert [position.counters(seat)["score_after_round_1"] for seat in (0, 1)] == [3, 6]
    assert [position.counters(seat)["score_after_round_2"] for seat in (0, 1)] == [10, 12]
    assert position.lead_changes() == 3  # 3:0, 3:6, 10:6, 10:12


def test_what_a_decision_is_among_are_card_values_then_kinds_of_moves(table: Table) -> None:
    """Two bits stand for the cards 3 and 5 of a hand; then one each for push (kind 1) and bank (kind 2)."""
    position = table([3, 5, 3, 5, *[8] * 12])
    assert position.offered() == 0b101000
    make(position, "5")
    assert position.offered() == 0b110
    make(position, "+", "+")
    assert position.offered() == 0b100  # a pot of 21 has to be banked
