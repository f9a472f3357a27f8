"""Columns of the frames: no name has two meanings, in no game; every one is said to be what it is."""

from __future__ import annotations

from itertools import combinations

import pytest

from analyser import play_games
from cext.games import load_game
from reports.decoding import decoded
from reports.entry import FactsError
from reports.facts import GameFacts
from reports.frame_columns import COLUMNS
from reports.run import FRAMES, Run

GAMES = ("zhanguo", "first_empire", "qin", "middle_kingdom")
KEYS = {
    "game",
    "scenario",
    "deal",
    "lineup",
    "arm",
    "seat",
    "strategy",
    "board",
}  # of a row: the same wherever they are


@pytest.fixture(scope="module", params=GAMES)
def run(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A small run of a game, with its decisions."""
    out = tmp_path_factory.mktemp(request.param) / "run"
    return play_games(request.param, games=24, players=2, record="decisions", out=out, workers=0, seed=1)


def test_columns_of_one_name_hold_the_same_in_every_frame(run: Run) -> None:
    frames = {of: frame.collect() for of in FRAMES if (frame := getattr(run, of)) is not None}
    assert list(frames) == list(FRAMES)
    seats = frames["seats"]
    for one, other in combinations(FRAMES, 2):
        both = set(frames[one].columns) & set(frames[other].columns)
        assert both <= KEYS, (one, other)
        on = ["game", "seat"] if "seat" in both else ["game"]
        keys = frames[other].select(both).unique()
        assert keys.join(seats.select(both).unique(), on=sorted(both), how="anti", nulls_equal=True).is_empty()
        assert keys.select(on).is_unique().all()


def test_a_column_is_described_or_is_the_games_own(run: Run) -> None:
    facts = run.parts[0].frames.game
    own = {*facts.tallies, *(f"score_{name}" for name in facts.sources)}
    names = {name for columns in run.parts[0].columns.values() for name in columns}
    assert names - own <= set(COLUMNS)
    assert own & set(COLUMNS) == set()


@pytest.mark.parametrize(
    ("key", "name"), [("tallies", "forced"), ("tallies", "winning_margin"), ("sources", "before"), ("tallies", "ply")]
)
def test_a_game_may_not_call_its_own_what_a_column_is_called(key: str, name: str) -> None:
    facts = dict(qin_facts().mapping)
    with pytest.raises(FactsError, match=f"'{name}' is a name the frames use themselves"):
        decoded(facts | {key: [*facts[key], [name, "of another thing"]]})


def qin_facts() -> GameFacts:
    return GameFacts.read(load_game("qin", players=2).facts())
