"""The page says which games of a deal are compared, as they were played: only in full a seat's board alone differs."""

import itertools

import pytest

from analyser.experiments.design import Design
from analyser.experiments.schemes import Mirror, Part
from tests.analyser.experiments.settings import facts, setting
from tests.reports.synthetic import BOARDS, FACTS, MAP_FACTS, Game, asked, frames, tables

WORDS = {
    "full": "in which this seat's board is A and nothing else is changed",
    "half": "no two games of a deal differ in one seat's board alone",
    "pair": "differ in its own board and in those of all the others",
}


def mirrored(rotation: str, deals: int) -> list[Game]:
    """Games as the design lays them out, for two strategies."""
    scheme = Mirror.of(setting(facts(4), 2, seed=3), rotation)
    rows = Design("boards", (Part(scheme, deals),), 3).rows(0, deals * scheme.block)
    seats = [
        [(f"s{p}", BOARDS[b], None) for p, b in zip(*game, strict=True)]
        for game in zip(rows.policy, rows.board, strict=True)
    ]
    return [(int(deal), 0, "mirror", line) for deal, line in zip(rows.deal, seats, strict=True)]


@pytest.mark.parametrize("rotation", WORDS)
def test_each_rotation_is_described_by_the_games_it_plays(rotation: str) -> None:
    games = mirrored(rotation, 48)
    notes = asked("boards", *frames(games), facts=FACTS).notes
    assert [name for name, words in WORDS.items() if any(words in note for note in notes)] == [rotation]


@pytest.mark.parametrize("rotation", WORDS)
def test_the_description_is_true_of_the_design(rotation: str) -> None:
    """Between a seat's games with its B side and with A: do the others' boards stay, and do they even out?"""
    by_deal: dict[tuple[int, str], list[tuple[bool, ...]]] = {}
    for deal, _, _, seats in mirrored(rotation, 48):
        by_deal.setdefault((deal, seats[0][0]), []).append(tuple(board != "A" for _, board, _ in seats))
    alone, apart = 0, []
    for patterns in by_deal.values():
        for first, second in itertools.combinations(patterns, 2):
            alone += sum(a != b for a, b in zip(first, second, strict=True)) == 1
        for seat in range(4):
            others = {side: [sum(p) - side for p in patterns if p[seat] == side] for side in (True, False)}
            apart.append(sum(others[True]) / len(others[True]) - sum(others[False]) / len(others[False]))
    assert (alone > 0) == (rotation == "full")
    assert (set(apart) == {0.0}) == (rotation != "pair")  # on every deal
    assert abs(sum(apart)) < 1e-9  # over all deals


def test_maps_of_the_table_need_no_such_words() -> None:
    notes = asked("boards", *frames(tables(12)), facts=MAP_FACTS).notes
    assert not any("patterns of" in note for note in notes)
