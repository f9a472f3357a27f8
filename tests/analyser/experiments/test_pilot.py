"""The pilot finds the rotation with the smallest variance at the same cost, on games whose luck is known."""

from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl
import pytest
from msgspec.structs import replace

from analyser import play_games
from analyser.errors import DataError
from analyser.experiments.balance import Balance, Tournament
from analyser.experiments.boards import Boards
from analyser.experiments.experiment_kind import MIN_DEALS, PILOT_DEAL, ExperimentKind, Float, Pilot, PilotGames
from analyser.experiments.openings import LINES, Cards, Openings, line_of
from analyser.experiments.schedule import ForcedOpening, GameRows
from analyser.experiments.whatif import WhatIf
from tests.analyser.experiments.prepared import facts, prepared

ROOT = Path(__file__).parents[3]
GAME = facts(4, letters="URA", turns=3, tip=(2,))
Codes = npt.NDArray[np.uint32]


def games(rows: GameRows, share: Float, codes: Codes | None = None) -> PilotGames:
    """The games with these win shares and openings, on the boards they were to be played with."""
    none = np.zeros(rows.policy.shape, dtype=np.uint32)
    score, tie_break = np.rint(100 * share).astype(np.int16), np.ones(share.shape, np.uint8)
    return PilotGames(share, none if codes is None else codes, rows.board, score, tie_break)


def lucky_seat(rows: GameRows, forced: Sequence[ForcedOpening] = ()) -> PilotGames:
    """The deal alone decides which seat wins."""
    share = np.zeros(rows.policy.shape)
    share[np.arange(len(rows)), rows.deal * 7919 % 4] = 1.0
    return games(rows, share)


def lucky_game(rows: GameRows, forced: Sequence[ForcedOpening] = ()) -> PilotGames:
    """Every game is decided by itself."""
    share = np.zeros(rows.policy.shape)
    share[np.arange(len(rows)), np.random.default_rng(1).integers(0, 4, len(rows))] = 1.0
    return games(rows, share)


def better_side(rows: GameRows, forced: Sequence[ForcedOpening] = ()) -> PilotGames:
    """B sides share the win; among A sides alone all do."""
    strong = rows.board > 0
    strong |= ~strong.any(axis=1, keepdims=True)
    return games(rows, strong / strong.sum(axis=1, keepdims=True))


def lucky_strategy(rows: GameRows, forced: Sequence[ForcedOpening] = ()) -> PilotGames:
    """Strategy 0 wins wherever it sits, else the first seat."""
    share = np.zeros(rows.policy.shape)
    share[np.arange(len(rows)), (rows.policy == 0).argmax(axis=1)] = 1.0
    return games(rows, share)


@pytest.mark.parametrize("kind", [Balance(), Boards(), Openings(), Tournament(), WhatIf()])
@pytest.mark.parametrize("n_games", [4, 40, 400, 4_000, 40_000])
def test_pilots_play_a_tenth_of_the_games_at_most(kind: ExperimentKind, n_games: int) -> None:
    seen: list[GameRows] = []

    def play(rows: GameRows, forced: Sequence[ForcedOpening] = ()) -> PilotGames:
        seen.append(rows)
        lines = np.resize(np.array([0x111, 0x211, 0x311], dtype=np.uint32), rows.policy.shape)
        return games(rows, lucky_game(rows).share, lines)

    made = facts(4, letters="URA", turns=3, tip=(2,))
    board = replace(made.board, priced=True)
    pilot = kind.pilot(prepared(replace(made, board=board), 2, seed=1, games=n_games), play)
    assert sum(map(len, seen)) <= n_games / (20 if kind.times_decisions else 10)
    least = 24 if isinstance(kind, Openings) else MIN_DEALS
    assert all(len(np.unique(rows.deal)) >= least for rows in seen)  # with fewer it would decide by chance
    assert kind.design(prepared(made, 2, seed=1, games=n_games), pilot, sample=0.0).games >= n_games
    assert kind.rotation(pilot)


@pytest.mark.parametrize(("n_games", "tried"), [(4, 0), (400, 40), (40_000, 4_000)])
def test_cards_that_change_nothing_are_found_in_a_tenth_of_the_games(n_games: int, tried: int) -> None:
    seen: list[int] = []

    def play(rows: GameRows, forced: Sequence[ForcedOpening] = ()) -> PilotGames:
        seen.append(len(rows))
        return games(rows, np.full(rows.policy.shape, 0.25))

    with pytest.raises(DataError, match="no seat is dealt a card") if tried else nullcontext():
        Cards().pilot(prepared(GAME, 2, seed=1, games=n_games), play)
    assert bool(seen) == bool(tried)
    assert sum(seen) <= tried


@pytest.mark.parametrize("design", ["run", "balance", "boards", "openings", "tournament"])
def test_four_games_are_what_is_played_where_four_are_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, design: str
) -> None:
    """Counted by the rules of the game, and besides what fills a block."""
    source = (ROOT / "examples/games/nim_boards.py").read_text(encoding="utf-8")
    deal = "    def deal(self, table, rng):\n"
    assert deal in source
    log = tmp_path / "deals"
    noted = f"        with open({str(log)!r}, 'a') as file:\n            file.write('x')\n"
    (tmp_path / "nim.py").write_text(source.replace(deal, deal + noted), encoding="utf-8")
    asked: dict[str, Any] = {"strategies": ["greedy", "random"], "players": 2, "workers": 0, "design": design}
    run = play_games(tmp_path / "nim.py", games=4, out=tmp_path / "run", **asked)
    n_games = run.games.select(pl.len()).collect().item()
    assert 4 <= n_games <= 6
    assert len(log.read_text()) == n_games


def test_a_seat_that_the_deal_favours_makes_patterns_cancel() -> None:
    pilot = Boards().pilot(prepared(GAME, 2, seed=1, games=100_000), lucky_seat)
    # The winner is the same under a pattern and its complement, so B minus A cancels within every rotation.
    assert pilot.figures["rho"] == 1.0
    assert [pilot.figures[f"design_effect_{name}"] for name in ("full", "half", "pair")] == [0.0, 0.0, 0.0]
    assert (pilot.figures["deals"], pilot.figures["games"]) == (200, 3200)


def test_games_that_have_nothing_in_common_gain_nothing() -> None:
    pilot = Boards().pilot(prepared(GAME, 1, seed=1, games=100_000), lucky_game)
    assert pilot.figures["rho"] == pytest.approx(0.0, abs=0.05)
    for name in ("full", "half", "pair"):
        assert pilot.figures[f"design_effect_{name}"] == pytest.approx(1.0, abs=0.25)


def test_seats_without_a_second_board_say_nothing_about_pairing() -> None:
    few = facts(4, boards={"plain": "A", "rich": "B"}, letters="", turns=0, tip=())

    def by_boards(rows: GameRows, forced: Sequence[ForcedOpening] = ()) -> PilotGames:
        """Equal deals and boards are equal games, all others have nothing in common."""
        key = rows.deal.astype(np.int64) * 8 + (rows.board > 0) @ np.arange(1, 5)
        winner = np.random.default_rng(3).integers(0, 4, int(key.max() - key.min()) + 1)[key - key.min()]
        return games(rows, (np.arange(4) == winner[:, None]).astype(np.float64))

    pilot = Boards().pilot(prepared(few, 1, seed=1, games=100_000), by_boards)
    assert pilot.figures["rho"] == pytest.approx(0.0, abs=0.15)  # 1 at the three seats that hold the same in both


def test_outcomes_without_luck_have_no_design_effect() -> None:
    pilot = Boards().pilot(prepared(GAME, 1, seed=1, games=100_000), better_side)
    assert pilot.figures["rho"] is None
    assert pilot.figures["design_effect"] is None


def test_rotations_share_a_deal_exactly_when_that_helps() -> None:
    # A strategy that wins from every seat gives each seat its par on every deal.
    helped = Balance().pilot(prepared(GAME, 4, seed=1, games=100_000), lucky_strategy)
    assert (helped.same_deal, helped.figures["design_effect_same_deal"]) == (True, 0.0)
    # A seat that the deal favours wins all rotations: four games tell no more than one.
    harmed = Balance().pilot(prepared(GAME, 4, seed=1, games=100_000), lucky_seat)
    assert (harmed.same_deal, harmed.figures["design_effect_same_deal"]) == (False, 4.0)
    assert harmed.figures["design_effect"] == 1.0


def test_a_tournament_shares_deals_where_that_helps_to_tell_strategies_apart() -> None:
    # A seat that the deal favours wins all rotations: each strategy has it once, and its luck is gone.
    helped = Tournament().pilot(prepared(GAME, 4, seed=1, games=100_000), lucky_seat)
    assert (helped.same_deal, helped.figures["design_effect_same_deal"]) == (True, 0.0)

    def favoured(rows: GameRows, forced: Sequence[ForcedOpening] = ()) -> PilotGames:
        """A strategy that the deal favours wins from every seat: four games tell no more than one."""
        return games(rows, (rows.policy == rows.deal[:, None] % 4).astype(np.float64))

    harmed = Tournament().pilot(prepared(GAME, 4, seed=1, games=100_000), favoured)
    assert (harmed.same_deal, harmed.figures["design_effect_same_deal"]) == (False, 4.0)


def test_the_pilot_stays_small_and_on_deals_of_its_own() -> None:
    seen: list[GameRows] = []

    def play(rows: GameRows, forced: Sequence[ForcedOpening] = ()) -> PilotGames:
        seen.append(rows)
        return lucky_game(rows)

    for games in (40_000, 100_000):
        Boards().pilot(prepared(GAME, 3, seed=1, games=games), play)
        Balance().pilot(prepared(GAME, 3, seed=1, games=games, slow=True), play)
    assert [len(np.unique(rows.deal)) for rows in seen] == [200, 24] * 2
    assert all(rows.deal.min() == PILOT_DEAL for rows in seen)
    assert np.unique(seen[0].policy).tolist() == [0, 1, 2]


def test_forced_lines_are_the_most_frequent_whole_ones_that_no_level_covers() -> None:
    lines = {0x111: 9, 0x121: 5, 0x331: 4, 0x21: 50, 0: 7}  # UUU, URU, UAA, UR cut short, none
    codes = np.repeat(np.array(list(lines), dtype=np.uint32), list(lines.values()))

    def play(rows: GameRows, forced: Sequence[ForcedOpening] = ()) -> PilotGames:
        return games(rows, np.full(rows.policy.shape, 0.25), np.resize(codes, rows.policy.shape))

    pilot = Openings().pilot(prepared(GAME, 4, seed=1, games=10_000), play)
    assert pilot.lines == ("URU", "UAA")
    assert len(pilot.lines) <= LINES


def test_a_first_turn_that_the_rules_hardly_ever_allow_is_barred() -> None:
    game = facts(4, letters="URA", turns=3, counted=None, tip=())
    possible = {0: 1.0, 1: 0.5, 2: 0.03}  # U, R, A: how often a seat told to may

    def play(rows: GameRows, forced: Sequence[ForcedOpening] = ()) -> PilotGames:
        codes = np.full(rows.policy.shape, 0x111, dtype=np.uint32)
        for plan, often in possible.items():
            told = np.flatnonzero((rows.forced_opening == plan).any(axis=1))
            able = told[: round(often * len(told))]
            codes[able] = np.where(rows.forced_opening[able] == plan, 0x110 + plan + 1, codes[able])
        return games(rows, np.full(rows.policy.shape, 0.25), codes)

    pilot = Openings().pilot(prepared(game, 4, seed=1, games=100_000), play)
    assert pilot.barred == ("A",)
    assert pilot.lines == ("UUU",)  # as chosen: forced seats do not count
    assert Pilot.from_dict(pilot.to_dict()) == pilot


def test_a_line_is_read_from_the_lowest_bits() -> None:
    assert line_of(0x321, GAME) == "URA"
    assert line_of(0, GAME) == ""


def test_a_pilot_is_stored_and_read_back() -> None:
    pilot = Pilot("pair", False, ("URA",), {"rho": 0.5, "design_effect": None})
    assert Pilot.from_dict(pilot.to_dict()) == pilot
