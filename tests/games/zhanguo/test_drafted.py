"""What a player drafted away: he knows the card and the discards it lies among; search deals it to no other place."""

from collections import Counter
from functools import cache
from random import Random
from typing import Any

import pytest

from cext.games import load_game
from cext.games.zhanguo.data.component_types import ASPECTS
from cext.kernel.game import Game, Position
from cext.kernel.search import FlatMonteCarlo, InformationSetMCTS
from tests.games.zhanguo.model.compare import lay_out, rules_of, see_shuffle
from tests.games.zhanguo.model.game import Model
from tests.games.zhanguo.model.knowledge import Place, cards_of, place_of, whereabouts, worlds

WRITING = range(1, 41)


@cache
def loaded(players: int, *, all_decks: bool = False) -> Game:
    return load_game("zhanguo", players=players, draft=True, draw_all_decks=all_decks)


def played_to(players: int, *, round_: int, turns: int, seed: int) -> tuple[Position, Model]:
    """A game of random choices, and the model of it, when so many turns of a round have been taken."""
    game, chance = loaded(players), Random(seed)
    position = game.deal(seed=seed)
    model = Model(lay_out(rules_of(game), game.state(position)))
    while True:
        state = game.state(position)
        see_shuffle(model.table, state)
        if state["stage"] == 0 and state["round"] == round_ - 1 and state["turns"] >= turns:
            return position, model
        move = chance.choice(position.moves())
        position.apply(move)
        model.apply(move)


def dealt_anew(position: Position, seat: int, keys: range) -> list[dict[str, Any]]:
    return [cards_of(position.determinised(seat, key)) for key in keys]


def near(seen: Counter[Any], expected: dict[Any, float], n: int) -> bool:
    """Whether counts of n trials are within 5 standard deviations of what is expected."""
    return set(seen) <= set(expected) and all(
        abs(seen[key] - n * share) < 5 * (n * share * (1 - share)) ** 0.5 + 1e-9 for key, share in expected.items()
    )


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("round_", [1, 2, 3])
def test_an_own_discard_lies_at_the_bottom_among_those_of_its_round(players: int, round_: int) -> None:
    """ "All the discarded cards are then shuffled together and placed face-down at the bottom of the corresponding
    deck": of a round, of every round before, each place among them alike."""
    position, _ = played_to(players, round_=round_, turns=3, seed=round_)
    own = position.game.state(position)["seat"][1]["drafted"]
    worlds_ = dealt_anew(position, 1, range(600))
    for aspect in range(3):
        size = worlds_[0]["n_deck"][aspect]
        for earlier in range(round_):
            bottom = size - players * (round_ - earlier)
            seen = Counter(place_of(world, players, own[aspect][earlier]) for world in worlds_)
            assert near(seen, {("deck", bottom + k): 1 / players for k in range(players)}, 600)


def test_the_others_discards_stay_unknown() -> None:
    """They may be anywhere the player does not see: in hands, in the deck, among the discards but for his own card."""
    position, _ = played_to(3, round_=1, turns=0, seed=4)
    state = position.game.state(position)
    mine = {card for card in state["seat"][0]["hand"] if card in WRITING}
    (own, *_), (theirs, *_) = state["seat"][0]["drafted"][0], state["seat"][1]["drafted"][0]
    seen = Counter(place_of(world, 3, theirs) for world in dealt_anew(position, 0, range(4000)))
    unseen = len(set(WRITING) - mine - {own})
    expected: dict[Place, float] = {("hand", seat): 2 / unseen for seat in (1, 2)}
    expected |= {("deck", k): 1 / unseen for k in range(31)}
    expected |= {("deck", 31 + k): 2 / 3 / unseen for k in range(3)}  # a third of the time the own card lies there
    assert near(seen, expected, 4000)


@pytest.mark.parametrize("all_decks", [False, True])
def test_during_the_draft_the_own_discards_stay_and_the_others_are_dealt_anew(all_decks: bool) -> None:
    game, chance = loaded(4, all_decks=all_decks), Random(3)
    position = game.deal(seed=3)
    for _ in range(8):  # two players have discarded, the third two of three colours
        position.apply(chance.choice(position.moves()))
    state = game.state(position)
    for seat in range(3):
        for world in dealt_anew(position, seat, range(40)):
            assert [world["discard"][a][seat] for a in range(2)] == [state["discard"][a][seat] for a in range(2)]
            assert world["seat"][seat]["hand"] == state["seat"][seat]["hand"]
        for other in {0, 1, 2} - {seat}:
            assert len({world["discard"][0][other] for world in dealt_anew(position, seat, range(40))}) > 10


@pytest.mark.parametrize(("all_decks", "seen"), [(False, {0}), (True, {0, 1, 2})])
def test_a_player_who_discards_sees_the_cards_of_the_decks_drawn_from(all_decks: bool, seen: set[int]) -> None:
    """seen: colours of which he has three cards each at the first discard. The others see as many backs; search deals
    anew what lies in the decks, and not what he has drawn."""
    game = loaded(3, all_decks=all_decks)
    position = game.deal(seed=8)
    state, views = game.state(position), [game.words.view(position, seat) for seat in range(3)]
    hand = [card for card in state["seat"][0]["hand"] if card]
    assert sorted((card - 1) // 40 for card in hand) == sorted([*seen] * 3)
    assert [card["number"] for card in views[0]["players"][0]["hand"]] == hand
    backs = [ASPECTS[(card - 1) // 40] for card in hand]
    assert [view["players"][0]["hand"] for view in views[1:]] == [backs] * 2
    assert all(view["cards_in_decks"] == dict(zip(ASPECTS, state["n_deck"], strict=True)) for view in views)
    dealt = [[game.state(position.determinised(seat, key)) for key in range(40)] for seat in range(2)]
    assert all(world["seat"][0]["hand"] == state["seat"][0]["hand"] for world in dealt[0])
    assert all(len({world["deck"][a][world["head"][a]] for world in dealt[0]}) > 10 for a in range(3))
    assert all(len({world["seat"][0]["hand"][k] for world in dealt[1]}) > 10 for k in range(len(hand)))


def test_what_others_know_is_not_dealt_with_the_world() -> None:
    position, _ = played_to(3, round_=2, turns=2, seed=5)
    for world in dealt_anew(position, 2, range(3)):
        assert [player["drafted"] for player in world["seat"][:2]] == [[[0] * 4] * 3] * 2
        assert world["seat"][2]["drafted"] == position.game.state(position)["seat"][2]["drafted"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_where_all_decks_are_drawn_from_first_states_alike_to_the_player_are_dealt_and_played_alike(
    players: int,
) -> None:
    """Discards of every round: of the state as it is and of ways it could be as well."""
    game, chance = loaded(players, all_decks=True), Random(players)
    searches = [FlatMonteCarlo(game, 2), InformationSetMCTS(game, 10)]
    position, met = game.deal(seed=players), Counter[int]()
    while position.to_move is not None:
        if game.state(position)["stage"] == game.kinds.index("discard"):
            met[game.state(position)["round"]] += 1
            seat = position.to_move
            other = position.determinised(seat, 1)
            assert (other.consistent(), other.moves()) == (0, position.moves())
            assert game.words.view(other, seat) == game.words.view(position, seat)
            assert [other.determinised(seat, n) == position.determinised(seat, n) for n in range(5)] == [True] * 5
            for search in searches:
                assert search.choice(other, seed=1) == search.choice(position, seed=1)
        position.apply(chance.choice(position.moves()))
    assert met == dict.fromkeys(range(4), 3 * players)


@pytest.mark.parametrize(("players", "round_"), [(2, 2), (3, 3), (4, 4), (3, 5), (4, 5)])
def test_states_that_differ_in_what_a_player_cannot_see_are_dealt_alike_and_played_alike(
    players: int, round_: int
) -> None:
    """Real cases: the state as it is and ways it could be as well, by what the player to move knows."""
    game = loaded(players)
    searches = [FlatMonteCarlo(game, 3), InformationSetMCTS(game, 20)]
    for seed in range(4):
        position, _ = played_to(players, round_=round_, turns=1 + seed, seed=seed)
        seat = position.to_move
        assert seat is not None
        chosen = [search.choice(position, seed=1) for search in searches]
        for key in range(4):
            other = position.determinised(seat, key)
            assert other != position
            assert other.consistent() == 0
            assert game.words.view(other, seat) == game.words.view(position, seat)
            assert [other.determinised(seat, n) == position.determinised(seat, n) for n in range(10)] == [True] * 10
            assert [search.choice(other, seed=1) for search in searches] == chosen


@pytest.mark.parametrize(("players", "round_"), [(4, 4), (3, 5), (4, 5)])
@pytest.mark.parametrize("turns", [0, 7])
def test_when_decks_run_low_a_discard_may_be_in_the_hands_that_drew_it(players: int, round_: int, turns: int) -> None:
    """With four players the discards of rounds 1 and 2 are drawn in round 4 and may be discarded again; what is left is
    drawn in round 5. With three players two of the three discards of round 1 are drawn then. Nothing else is possible,
    and all of it turns up."""
    for seed in range(3):
        position, model = played_to(players, round_=round_, turns=turns, seed=seed)
        for player in model.table.players:
            worlds_ = dealt_anew(position, player.seat, range(250))
            for card, possible in whereabouts(model.table, player).items():
                found = {place_of(world, players, card) for world in worlds_}
                assert found <= possible
                if round_ == 5 or len(possible) <= 4:
                    assert place_of(position.game.state(position), players, card) in possible
                    assert len(possible) < 30
                if turns == 0:
                    assert found == possible


@pytest.mark.parametrize("seed", range(4))
def test_every_way_the_cards_can_lie_is_as_likely_as_any_other(seed: int) -> None:
    """Round 4 with four players, where cards of two rounds' discards were drawn together: two cards at a time, against
    trials in plain Python."""
    position, model = played_to(4, round_=4, turns=5 + seed, seed=seed)
    table = model.table
    order = table.clockwise(table.track[0])
    compared = 0
    for me, seat in enumerate(order):
        player = table.players[seat]
        hidden = [card for card in player.drafted[0][:2] if card in whereabouts(table, player)]
        if len(hidden) < 2:
            continue
        compared += 1
        in_hand = [sum(card in WRITING for card in table.players[i].hand) for i in order]
        bottoms = [[card if card in hidden else 0, 0, 0, 0] for card in player.drafted[0][:2]]
        chance, n = Random(seed), 2000
        shown = [2 - held for held in in_hand]
        found: Counter[Any] = Counter()
        for _ in range(n):
            world = worlds([*bottoms, [0] * 4], me=me, shown=shown, kept=lambda own: not own, chance=chance)
            found[tuple(named(world[card], order) for card in hidden)] += 1
        seen = Counter(
            tuple(bottomed(place_of(world, 4, card)) for card in hidden)
            for world in dealt_anew(position, seat, range(n))
        )
        for way in found | seen:
            spread = (found[way] + seen[way]) ** 0.5
            assert abs(found[way] - seen[way]) < 5 * spread, (way, found, seen)
    assert compared > 0


def named(place: Place, order: list[int]) -> Place:
    """A place of worlds() with the seat in place of the turn to draft."""
    return ("hand", order[place[1]]) if place[0] == "hand" else ("deck", 4)


def bottomed(place: Place) -> Place:
    """A place after the draft of round 4: the deck holds the discards of rounds 3 and 4, four each."""
    return place if place[0] == "hand" else ("deck", place[1] // 4 * 4)


def test_a_player_is_told_what_he_drafted_away_and_not_what_others_did() -> None:
    position, _ = played_to(3, round_=2, turns=0, seed=6)
    game = position.game
    own = game.state(position)["seat"][1]["drafted"]
    view = game.words.view(position, 1)
    assert view["drafted_away"] == [
        {"round": r + 1, "writing": own[0][r], "currency": own[1][r], "laws": own[2][r]} for r in range(2)
    ]
    plain = load_game("zhanguo", players=3)
    assert "drafted_away" not in plain.words.view(plain.deal(seed=6), 1)
