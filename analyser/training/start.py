"""A training begun or taken up again: every name checked, defaults written out, inputs compared with what they were."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from analyser.errors import DataError, UsageError
from analyser.experiments.loading import check_players, load_scenario
from analyser.experiments.parse import check_bound, check_game
from analyser.files import json_digest
from analyser.ratings.table import elo_file, load_elo
from analyser.sessions import (
    Session,
    check_not_begun,
    check_output,
    check_unchanged,
    input_digests,
    new_objective,
    parse_plan_name,
    restore,
)
from analyser.training.checkpoint import ROUND, TrainingCheckpoint
from cext.commands import command, command_line
from cext.file_games import full_name, is_file_game, split_name
from strategies import StrategyFileError, list_strategies
from strategies.catalogue import find, plan_of
from strategies.leaf_file import SUFFIX, read_leaf

__all__ = ["TrainingSession", "begin_training", "best_plans", "resume_training"]

GAMES = 20_000  # where neither a number nor a time is given
BEST = 3  # plans among which the player's strength is measured
DIGITS = 16  # of a digest


@dataclass
class TrainingSession(Session[TrainingCheckpoint]):
    """A training ready to go on."""

    @property
    def resume_command(self) -> str:
        """The command that resumes it."""
        return command_line("train", "--resume", self.out)

    @property
    def plan(self) -> str:
        """The plan, without its game."""
        return split_name(self.checkpoint.plan)[1]

    @property
    def players(self) -> int:
        """Players at the table."""
        return self.checkpoint.objective.players[0]

    @property
    def digest(self) -> str:
        """Digest of the settings, by which a leaf of this training is known."""
        return json_digest(self.checkpoint.settings)[:DIGITS]

    @property
    def chart(self) -> Path:
        """Where the chart of learning is drawn."""
        return self.out.with_name(f"{self.out.stem}-learning.png")

    @property
    def saved_note(self) -> str:
        """What is kept of a training that was stopped, and how to resume it."""
        if not self.n_saved:
            return f"nothing is kept before the first {ROUND} games are learned from"
        return f"{self.out} is the best so far, {super().saved_note}"


def begin_training(
    options: Mapping[str, Any], out: Path | None, *, games: int | None = None, minutes: float | None = None
) -> TrainingSession:
    """A new training. options: `plan` and fields of Objective, None where the default holds; out: the leaf's file;
    games, minutes: how long it lasts, GAMES where neither says. Raises UsageError or DataError."""
    settings = {key: value for key, value in options.items() if value is not None}
    spec = _full_plan_name(options["plan"], settings.get("players"))
    game, name, _ = parse_plan_name(spec)
    objective = new_objective(game, (), settings)
    if not objective.against:
        best = best_plans(game, objective.players[0])[:BEST] or (name,)
        objective = new_objective(game, best, settings)
    others = tuple(plan for plan in best_plans(game, objective.players[0]) if plan != name)
    checkpoint = TrainingCheckpoint(
        objective=objective, plan=spec, others=others, minutes=minutes,
        limit=_whole_rounds(GAMES if games is None and minutes is None else games),
    )  # fmt: skip
    out = out or Path(f"{Path(name).stem}{SUFFIX}")
    check_output(out, SUFFIX, "a leaf")
    if ":" in str(out) or "," in str(out):
        raise UsageError(f"--out {out}: no strategy could name it: use a path without colon and comma")
    check_not_begun(TrainingCheckpoint, out)
    session = TrainingSession(checkpoint, out)
    if session.chart.exists():
        raise DataError(f"--out {out}: {session.chart} is there already and stays as it is: name another file")
    _check(session)
    checkpoint.digests = _inputs(checkpoint)
    return session


def resume_training(
    options: Mapping[str, Any], out: Path, *, games: int | None = None, minutes: float | None = None
) -> TrainingSession:
    """The training that ends in `out`, as it was begun; it lasts as long as it was to, unless games or minutes say
    otherwise. ResumeMismatch where another was asked for, or inputs changed."""
    checkpoint = restore(TrainingCheckpoint, options, out, limit=_whole_rounds(games), minutes=minutes)
    session = TrainingSession(checkpoint, out)
    if out.exists() and not _is_own(session):
        raise DataError(f"--resume {out}: another file is there, and stays as it is: move it, then --resume")
    _check(session)
    check_unchanged(checkpoint, _inputs(checkpoint), out)
    return session


def best_plans(game: str, players: int) -> tuple[str, ...]:
    """The plans shipped with a game, or declared in its file: the one with most Elo among so many players first."""
    names = [info.name for info in list_strategies(game) if info.kind == "weighted"]
    rows = () if is_file_game(game) else load_elo(elo_file(game))
    elo = {row.strategy: row.elo for row in rows if row.players == players}
    return tuple(sorted(names, key=lambda name: -elo.get(name, float("-inf"))))


def _full_plan_name(spec: str | None, players: tuple[int, ...] | None) -> str:
    """GAME/PLAN, with the game's best plan where none is named."""
    if not spec:
        raise UsageError(f"no game: name one, for instance zhanguo ({command('games')} lists them)")
    game, name = split_name(spec)
    check_game(game)
    if name:
        return spec
    objective = new_objective(full_name(game), (), {"players": players} if players else {})
    plans = best_plans(objective.game, objective.players[0])
    if not plans:
        more = "declare one in its `plans`" if is_file_game(objective.game) else f"name a file: {game}/FILE.toml"
        raise DataError(f"{game} has no plan to learn from, and to learn from nothing is not possible yet: {more}")
    return f"{game}/{plans[0]}"


def _whole_rounds(games: int | None) -> int | None:
    """The games, rounded up to whole rounds."""
    return None if games is None else -(-games // ROUND) * ROUND


def _check(session: TrainingSession) -> None:
    """UsageError or DataError unless every setting fits the game."""
    objective = session.checkpoint.objective
    check_bound("--seed", objective.seed)
    check_bound("--players", objective.players[0])
    if objective.players[0] < 2:
        raise UsageError("--players 1: a player learns by winning against others: give 2 or more")
    check_bound("--games", session.checkpoint.limit)
    parse_plan_name(session.checkpoint.plan)
    check_players(objective.against, objective.game, "--opponents")
    check_players(session.checkpoint.others, objective.game, "plans to learn from")
    load_scenario(objective.game, objective.scenario(objective.players[0]))
    try:
        plan_of(find(session.plan, objective.game))
    except StrategyFileError as error:
        raise DataError(str(error)) from error


def _is_own(session: TrainingSession) -> bool:
    """Whether the file is a leaf that this training wrote."""
    try:
        return read_leaf(session.out).head.training.get("settings") == session.digest
    except StrategyFileError:
        return False


def _inputs(checkpoint: TrainingCheckpoint) -> dict[str, str]:
    """Digests of all that decides a game besides the settings."""
    return input_digests(checkpoint, (*checkpoint.objective.against, *checkpoint.others))
