"""The decks of both games of the unification of China: how evenly triggers and abilities, which no source gives card by
card, are spread over them (reconstruct.py of each game)."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

import pytest

from cext.games.card_decks import Card


@dataclass(frozen=True)
class Spread:
    """What is even: cards of an aspect with a trigger; cards with an ability, ability by ability; triggers in a run."""

    of_a_trigger: set[int]
    of_an_ability: list[int]  # ascending
    run: Callable[[int], int]  # of a deck, by the place of a card in it from 0
    runs: list[int]  # how many triggers stand in each, each once
    lean: int  # the furthest the cards of an ability lie from the middle of the deck, in half runs, all added up


def six_with_four_in_the_middle(place: int) -> int:
    return place // 6 if place < 18 else 3 if place < 22 else 4 + (place - 22) // 6


SPREADS = {
    "first_empire": Spread({6, 7}, [6] * 13 + [7] * 6, six_with_four_in_the_middle, [6, 6, 6, 4, 6, 6, 6], 2),
    "zhanguo": Spread({8}, [8] * 6 + [9] * 8, lambda place: place // 5, [5] * 8, 1),
}
of_both = pytest.mark.parametrize("game_name", SPREADS)


@pytest.fixture
def cards(game_name: str) -> Sequence[Card]:
    found: Sequence[Card] = import_module(f"cext.games.{game_name}.data.components").load().cards
    return found


@of_both
def test_every_trigger_stands_on_as_many_cards_of_each_aspect(cards: Sequence[Card], game_name: str) -> None:
    count = Counter((card.aspect, card.trigger) for card in cards)
    assert (len(cards), set(count.values())) == (120, SPREADS[game_name].of_a_trigger)


@of_both
def test_every_ability_stands_on_as_many_cards_and_with_every_trigger(cards: Sequence[Card], game_name: str) -> None:
    count = Counter(card.ability for card in cards)
    assert sorted(count.values()) == SPREADS[game_name].of_an_ability
    pairs = Counter((card.trigger, card.ability) for card in cards)
    assert len(pairs) == len({card.trigger for card in cards}) * len(count)
    assert set(pairs.values()) == {1, 2}


@of_both
def test_every_aspect_has_2_or_3_cards_of_each_ability_and_no_trigger_has_one_twice(cards: Sequence[Card]) -> None:
    count = Counter((card.aspect, card.ability) for card in cards)
    assert len(count) == 3 * len({card.ability for card in cards})
    assert set(count.values()) == {2, 3}
    assert len({(card.aspect, card.trigger, card.ability) for card in cards}) == 120


@of_both
def test_neither_a_trigger_nor_an_ability_tends_to_high_or_low_numbers(cards: Sequence[Card], game_name: str) -> None:
    """A deck is made of runs with each trigger once; an ability's cards lie around its middle."""
    spread = SPREADS[game_name]
    lean: Counter[tuple[int, int]] = Counter()
    for aspect in range(3):
        triggers: list[set[int]] = [set() for _ in spread.runs]
        for card in cards[40 * aspect : 40 * aspect + 40]:
            run = spread.run((card.number - 1) % 40)
            triggers[run].add(card.trigger)
            lean[aspect, card.ability] += 2 * run - (len(spread.runs) - 1)
        assert list(map(len, triggers)) == spread.runs
    assert max(map(abs, lean.values())) <= spread.lean


@pytest.mark.parametrize(
    ("game_name", "ability", "other", "warnings"),
    [
        ("first_empire", "vp_per_wall", "vp_per_palace", [
            "no card has the ability vp_per_wall, the rulebook lists it",
        ]),
        ("zhanguo", "vp_3", "vp_2", [
            "no card has the ability vp_3, the rulebook lists it",
            "no card with trigger palace has the ability vp_3, an example of the rulebook shows one",
        ]),
    ],
)  # fmt: skip
def test_an_ability_that_no_card_has_is_a_warning(
    copy: Path, game_name: str, ability: str, other: str, warnings: list[str]
) -> None:
    text = (copy / "cards.csv").read_text(encoding="utf-8").replace(f",{ability},", f",{other},")
    (copy / "cards.csv").write_text(text, encoding="utf-8")
    found = import_module(f"cext.games.{game_name}.data.components").check(copy)
    assert found == [f"warning: cards.csv: {warning}" for warning in warnings]
