"""The design of `cards`: games as dealt, and the same with a card put into a hand; decisions of the first alone."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from msgspec.structs import replace

from analyser.errors import DataError
from analyser.experiments.config import Config
from analyser.experiments.experiment_kind import Pilot
from analyser.experiments.openings import Cards, starting_cards
from analyser.experiments.schedule import ARMS
from analyser.runs.answer import answer_run
from analyser.runs.integrity import scan_table
from analyser.runs.store import RunDirectory
from reports.card_facts import Card, CardSet, Use
from reports.facts import GameFacts
from tests.analyser.experiments.prepared import facts, prepared
from tests.analyser.runs.experiment import new_run

pytestmark = pytest.mark.usefixtures("undrawn")


def with_cards(players: int, number: int) -> GameFacts:
    """A game of so many cards, which moves `play` tell of."""
    cards = tuple(Card(n, f"card {n}", {}, {}) for n in range(1, number + 1))
    use = Use("court", "played to the court", "discard", "")
    one = CardSet("cards", ("card", "cards"), cards, {}, ("play",), (use,), held_note="in place of another")
    return replace(facts(players), cards=(one,))


@pytest.mark.parametrize(("players", "number"), [(4, 12), (3, 12), (2, 5), (4, 7)])
def test_every_card_is_forced_as_often_as_any_other_beside_a_game_as_dealt(players: int, number: int) -> None:
    made = prepared(with_cards(players, number), players + 1, games=4_000)
    design = Cards().design(made, Pilot(), sample=1.0)
    rows = design.rows(0, design.games)
    forced = rows.arm == ARMS.index("forced")
    per_deal = int(forced.sum()) // design.deals
    assert number % per_deal == 0
    assert len(rows) == design.deals * (players + per_deal)
    counts = Counter(rows.forced_opening[forced].max(axis=1).tolist())
    turns = design.deals // (number // per_deal) * (number // per_deal)
    assert set(counts) == set(range(number))
    assert max(counts.values()) - min(counts.values()) <= (turns < design.deals)
    free = set(zip(rows.deal[~forced].tolist(), rows.lineup[~forced].tolist(), strict=True))
    assert set(zip(rows.deal[forced].tolist(), rows.lineup[forced].tolist(), strict=True)) <= free
    assert ((rows.forced_opening[forced] >= 0).sum(axis=1) == 1).all()
    assert (rows.record == ~forced).all()
    assert design.kinds == ("discard", "play")


def test_cards_that_no_seat_can_begin_with_are_not_forced() -> None:
    game = with_cards(4, 12)
    made = prepared(replace(game, cards=(replace(game.cards[0], held_note=""),)), 5)
    assert starting_cards(made) == ()
    design = Cards().design(made, Pilot(), sample=1.0)
    assert set(design.rows(0, 40).arm.tolist()) == {ARMS.index("chosen")}


def test_a_game_that_names_no_cards_is_refused_in_one_line() -> None:
    with pytest.raises(DataError, match="made_up does not say what its cards are"):
        Cards().check(Config(design="cards", game="made_up"), facts(4))


def frame(run: RunDirectory, table: str) -> pl.DataFrame:
    scanned = scan_table(run, table)
    assert scanned is not None
    return scanned.collect()


def test_zhanguo_deals_every_card_to_one_seat_of_four(tmp_path: Path) -> None:
    run = new_run(tmp_path / "run", "cards", game="zhanguo", games=600, seed=5)
    decisions = frame(run, "decisions")
    assert set(decisions["move_kind"].unique()) == {"play"}
    games = frame(run, "games").filter(pl.col("arm") == "chosen")["game"]
    assert set(decisions["game"]) == set(games)
    plays = decisions.group_by("game").len()["len"]
    assert plays.max() == 120  # a last card that allows one move alone is no decision
    assert plays.mean() > 119.8  # type: ignore[operator]
    (answer,) = (one.answer for one in answer_run(run, "cards"))
    cards = answer.tables["cards"]
    assert len(cards) == 120
    assert (cards["n"] / len(games)).to_numpy() == pytest.approx(np.ones(120), abs=0.03)
    assert set(answer.tables["traits"]["trait"]) == {"trigger", "ability", "numbers"}  # aspects are dealt alike
    assert set(answer.tables["forced"]["trait"].drop_nulls()) == {"aspect", "trigger", "ability", "numbers"}
    often = answer.tables["played"].filter(pl.col("trait").is_null()).group_by("name").agg(pl.col("often").sum())
    assert often["often"].to_numpy() == pytest.approx(np.ones(len(often)))


@pytest.mark.parametrize(
    ("game", "games", "dealt", "forced", "used"),
    [
        ("qin", 400, 6, 6, {"tiles"}),
        ("middle_kingdom", 400, 0, 6, {"goals", "dynasty"}),
        ("first_empire", 400, 120, 120, {"cards", "alchemists", "governor_tiles"}),
    ],
)
def test_every_game_is_answered(tmp_path: Path, game: str, games: int, dealt: int, forced: int, used: set[str]) -> None:
    run = new_run(tmp_path / "run", "cards", game=game, games=games, seed=5)
    (answer,) = (one.answer for one in answer_run(run, "cards"))
    assert len(answer.tables["cards"]) == dealt
    assert len(answer.tables["forced"].filter(pl.col("trait").is_null())) <= forced
    assert set(answer.tables["played"]["set"]) == used
    assert answer.verdicts
    assert any("dealt" in verdict.family for verdict in answer.verdicts) == (dealt > 0)


def test_solo_has_no_par_and_still_tells_what_cards_do(tmp_path: Path) -> None:
    run = new_run(tmp_path / "run", "cards", game="first_empire", games=300, seed=5, players=1)
    (answer,) = (one.answer for one in answer_run(run, "cards"))
    assert {verdict.reference.kind for verdict in answer.verdicts} == {"without"}  # which needs no fair share
    assert len(answer.tables["cards"]) > 100
