"""Trainings: the same bytes again, after an interruption and from any number of workers; a player that gets better."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from analyser.errors import DataError, Interrupted, ResumeMismatch
from analyser.sessions import open_executor
from analyser.training import session
from analyser.training.checkpoint import ROUND, Look, TrainingCheckpoint, TrainingResult
from analyser.training.session import TrainingProgress, train
from analyser.training.start import begin_training, best_plans, resume_training
from strategies.leaf_file import read_leaf

FEW = {"LOOK_GAMES": 20, "CHOICE_GAMES": 10, "FINAL_GAMES": 20, "COST_GAMES": 5, "HELD_OUT_GAMES": 60}
KINGDOM = {"plan": "middle_kingdom/jade", "players": (3,)}


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks and measurements of few games."""
    for name, games in FEW.items():
        monkeypatch.setattr(session, name, games)


def ignore(progress: TrainingProgress) -> None:
    """Watch nothing."""


def trained(out: Path, games: int, *, workers: int = 0, **options: Any) -> TrainingResult:
    with open_executor(workers) as executor:
        return train(begin_training({**KINGDOM, **options}, out, games=games), executor, ignore)


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, TrainingResult]:
    """The leaf of a training that was not interrupted, and its result."""
    out: Path = tmp_path_factory.mktemp("whole") / "whole.leaf"
    with pytest.MonkeyPatch.context() as patch:
        for name, games in FEW.items():
            patch.setattr(session, name, games)
        result = trained(out, 4 * ROUND)
    return out.read_bytes(), result


def stop_at(games: int) -> Callable[[TrainingProgress], None]:
    """Ctrl-C, once that many games are learned from."""

    def watch(progress: TrainingProgress) -> None:
        if progress.games == games:
            raise KeyboardInterrupt

    return watch


def test_the_same_training_gives_the_same_bytes(tmp_path: Path) -> None:
    leaves = []
    for workers in (0, 2):
        out = tmp_path / f"{workers}.leaf"
        trained(out, 2 * ROUND, workers=workers)
        leaves.append(out.read_bytes())
    assert leaves[0] == leaves[1]
    trained(tmp_path / "other.leaf", 2 * ROUND, seed=2)
    assert (tmp_path / "other.leaf").read_bytes() != leaves[0]


@pytest.mark.parametrize("kept", [session.LOTS, 2])
def test_resumed_equals_uninterrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, uninterrupted: tuple[bytes, TrainingResult], kept: int
) -> None:
    """kept: rounds whose positions are kept: fewer than were played, and all."""
    leaf, training = uninterrupted
    if kept != session.LOTS:
        monkeypatch.setattr(session, "LOTS", kept)
        training = trained(tmp_path / "whole.leaf", 4 * ROUND)
        leaf = (tmp_path / "whole.leaf").read_bytes()
    parts = tmp_path / "parts.leaf"
    with open_executor(0) as executor:
        begun = begin_training(KINGDOM, parts, games=4 * ROUND)
        with pytest.raises(Interrupted, match=r"parts\.leaf is the best so far, .* keeps 1,500 games: `.*` goes on"):
            train(begun, executor, stop_at(3 * ROUND))
        assert read_leaf(parts).head.training["games"] <= 2 * ROUND
        result = train(resume_training({}, parts), executor, ignore)
    assert parts.read_bytes() == leaf
    assert result.looks == training.looks


def test_nothing_is_kept_before_the_first_round(tmp_path: Path) -> None:
    with open_executor(0) as executor, pytest.raises(Interrupted, match="nothing is kept before the first 500 games"):
        train(begin_training(KINGDOM, tmp_path / "a.leaf"), executor, stop_at(0))
    assert not list(tmp_path.iterdir())


def test_more_games_are_learned_from_later(tmp_path: Path, uninterrupted: tuple[bytes, TrainingResult]) -> None:
    parts = tmp_path / "parts.leaf"
    trained(parts, 2 * ROUND)
    with open_executor(0) as executor:
        train(resume_training({}, parts, games=4 * ROUND), executor, ignore)
    assert parts.read_bytes() == uninterrupted[0]


def test_player_gets_better(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "LOOK_GAMES", 300)
    result = trained(tmp_path / "a.leaf", 8 * ROUND)
    looks = result.looks
    assert [look.games for look in looks] == [ROUND, 2 * ROUND, 4 * ROUND, 8 * ROUND]
    assert errors_apart(looks[0], looks[-1]) > 3
    for number in range(1, len(looks)):
        best = max(looks[:number], key=lambda look: look.share)
        assert errors_apart(best, looks[number]) > -3
    assert all(later.error < earlier.error for earlier, later in pairwise(looks))
    assert result.error < 0.85 * result.error_of_mean


def errors_apart(before: Look, after: Look) -> float:
    """Standard errors by which the later look wins more."""
    variance = sum(((look.high - look.low) / 3.92) ** 2 for look in (before, after))
    return (after.share - before.share) / variance**0.5


def test_leaf_says_what_it_was_learned_from(tmp_path: Path) -> None:
    result = trained(tmp_path / "a.leaf", ROUND)
    head = read_leaf(tmp_path / "a.leaf").head
    assert (head.game, head.players, head.plan, head.turns) == ("middle_kingdom", 3, "jade", result.turns)
    assert (head.error, head.error_of_mean) == (result.error, result.error_of_mean)
    assert head.training["plans"][:2] == ["jade", "noisy:jade:" + head.training["plans"][1].rpartition(":")[2]]
    assert "bluff" in head.cannot


def test_time_ends_it_with_a_look(tmp_path: Path) -> None:
    with open_executor(0) as executor:
        result = train(begin_training(KINGDOM, tmp_path / "a.leaf", minutes=1e-5), executor, ignore)
    assert (result.by_time, result.games, result.looks[-1].games) == (True, ROUND, ROUND)


def test_another_leaf_is_not_overwritten(tmp_path: Path) -> None:
    mine, other = tmp_path / "mine.leaf", tmp_path / "other.leaf"
    trained(mine, ROUND)
    trained(other, ROUND, seed=2)
    mine.write_bytes(other.read_bytes())
    with pytest.raises(DataError, match="another file is there"):
        resume_training({}, mine)


def test_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    trained(tmp_path / "a.leaf", ROUND)
    with pytest.raises(ResumeMismatch, match="seed was begun with 1, not 2"):
        resume_training({"seed": 2}, tmp_path / "a.leaf")
    file = TrainingCheckpoint.file_of(tmp_path / "a.leaf")
    content = file.read_bytes()
    for field in ("fit", "leaf"):
        checkpoint = TrainingCheckpoint.read(file)
        setattr(checkpoint, field, getattr(checkpoint, field)[:-8])
        checkpoint.save(file)
        with open_executor(0) as executor, pytest.raises(DataError, match="is not of this training"):
            train(resume_training({}, tmp_path / "a.leaf"), executor, ignore)
        file.write_bytes(content)


def test_plans_with_most_elo_are_the_best() -> None:
    assert best_plans("middle_kingdom", 3)[0] == "jade"
    assert set(best_plans("toy", 2)) == {"banker", "novice"}
