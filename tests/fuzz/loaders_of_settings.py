"""Plans, leaves, configurations, tunings and trainings: they are played, put together or gone on with."""

import json
import tempfile
from functools import cache, cached_property
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz.changing import changed_bytes
from tests.fuzz.trying import Defect, Files, Loader

__all__ = ["Configurations", "Leaves", "Plans", "Trainings", "Tunings"]

GAMES = 3  # that a plan plays
ROOT = Path(__file__).parents[2]


class Plans(Loader):
    """Strategies in TOML, of all games."""

    name = "plans"

    @cached_property
    def shipped(self) -> list[tuple[str, bytes]]:
        """Game and content of each."""
        from cext.games import GAMES

        files = sorted(path for game in GAMES for path in (ROOT / "strategies" / game).glob("*.toml"))
        return [(path.parent.name, path.read_bytes()) for path in files if path.name != "search.toml"]

    def genuine(self, draw: Random) -> Files:
        game, content = draw.choice(self.shipped)
        return {f"{game}/plan.toml": content}

    def use(self, draw: Random, folder: Path) -> None:
        import numpy as np

        from cext.kernel.match import play_games
        from cext.kernel.policy import RandomPolicy
        from strategies import load_strategy
        from tests.fuzz.loaders_of_components import loaded

        (file,) = folder.rglob("plan.toml")
        game = loaded(file.parent.name, draw)
        plan = load_strategy(str(file), game)
        board = -1 if not game.boards or not game.table_boards else draw.randrange(len(game.boards))
        played = play_games(
            game,
            [plan, RandomPolicy()],
            seed=draw.randrange(99),
            games=np.arange(GAMES),
            deals=np.arange(GAMES),
            policy=[[(seat + n) % 2 for seat in range(game.players)] for n in range(GAMES)],
            board=[[board] * game.players] * GAMES,
        )
        if any(len(column) != GAMES for column in played.games.values()):
            raise Defect("games are missing")


class Leaves(Loader):
    """Files of leaves: their heads as JSON, and their weights."""

    name = "leaves"

    @cached_property
    def written(self) -> list[tuple[str, int, bytes]]:
        """Game, players and content of some."""
        from cext.games import load_game
        from strategies.leaf_file import leaf_bytes
        from tests.leaves import random_net

        head: dict[str, Any] = {
            "plan": "p",
            "turns": 1,
            "margin": 0.5,
            "error": 0.1,
            "error_of_mean": 0.1,
            "cannot": "",
        }
        games = [load_game(name, players=players) for name, players in (("middle_kingdom", 2), ("zhanguo", 3))]
        return [(game.name, game.players, leaf_bytes(game, random_net(game), **head)) for game in games]

    def genuine(self, draw: Random) -> Files:
        game, players, content = draw.choice(self.written)
        head, _, weights = content.partition(b"\n")
        return {f"{game}-{players}/head.json": head, f"{game}-{players}/weights": weights}

    def changed(self, draw: Random, name: str, content: bytes) -> bytes:
        return super().changed(draw, name, content) if name.endswith("json") else changed_bytes(draw, content)

    def use(self, draw: Random, folder: Path) -> None:
        import numpy as np

        from cext.games import load_game
        from cext.kernel.match import play_games
        from strategies import load_strategy

        (head,) = folder.rglob("head.json")
        name, _, players = head.parent.name.partition("-")
        line = b" ".join(head.read_bytes().split(b"\n"))
        file = head.with_name("made.leaf")
        file.write_bytes(line + b"\n" + head.with_name("weights").read_bytes())
        game = load_game(name, players=int(players))
        plan = {"middle_kingdom": "jade", "zhanguo": "balanced"}[name]
        search = load_strategy(f"search:{plan}:4:leaf={file}", game)
        one = np.zeros((1, game.players), int)
        played = play_games(game, [search], seed=draw.randrange(99), games=[0], deals=[0], policy=one, board=one - 1)
        if any(len(column) != 1 for column in played.games.values()):
            raise Defect("a game is missing")


class Configurations(Loader):
    """Configurations of experiments in TOML."""

    name = "configurations"

    @cached_property
    def texts(self) -> list[bytes]:
        """One of each kind, and some with scenarios, data and printings."""
        from analyser.experiments.config_loader import file_text, merge
        from analyser.experiments.experiment import EXPERIMENTS

        given: list[tuple[str, dict[str, Any]]] = [
            *(
                (kind, {"game": game})
                for kind in EXPERIMENTS
                for game in ("zhanguo", "middle_kingdom")
                if kind != "whatif"
            ),
            ("run", {"game": "qin", "option": {"map": "bird"}, "strategies": ("random", "expander")}),
            ("run", {"game": "first_empire", "players": 1, "option": {"lisi": "2"}, "record": "decisions"}),
        ]
        texts = [file_text(merge(kind, values).to_dict()) for kind, values in given]
        texts.append(
            'design = "run"\ngame = "zhanguo"\ngames = 400\nstrategies = ["builder", "random"]\n'
            '[[scenario]]\nname = "a"\n[[scenario]]\nname = "b"\nplayers = 3\noption = {}\nforbidden = ["W"]\n'
            'data = ["boards.triangle.tracks.4=2"]\n[[scenario]]\nname = "c"\nprinting = 3\nof = "a"\nseries = 2\n'
        )
        return [text.encode() for text in texts]

    def genuine(self, draw: Random) -> Files:
        return {"mine.toml": draw.choice(self.texts)}

    def use(self, draw: Random, folder: Path) -> None:
        from analyser.experiments.config_loader import file_text, load_file, merge
        from analyser.experiments.experiment import EXPERIMENTS, prepare

        design = "run" if draw.random() < 0.7 else draw.choice(list(EXPERIMENTS))
        config = merge(design, {}, load_file(folder / "mine.toml"))
        again = folder / "again.toml"
        again.write_text(file_text(config.to_dict()), encoding="utf-8")
        same = merge("run", {}, load_file(again))
        if same.to_dict() != config.to_dict():
            raise Defect(f"written and read it is another: {again.read_text()}")
        if draw.random() < 0.4:
            prepare(config)


class Tunings(Loader):
    """What is kept of a tuning."""

    name = "tunings"
    kind = "tuning"

    @property
    def file(self) -> str:
        """The file's name."""
        return f"mine.{self.kind}.json"

    def genuine(self, draw: Random) -> Files:
        return {self.file: begun(draw.randrange(len(TUNED)))}

    def sealed(self, draw: Random, files: Files) -> Files:
        from analyser.files import json_digest

        if draw.random() < 0.15:
            return files
        try:
            content = json.loads(files[self.file])
            plain = {key: value for key, value in content.items() if key not in (self.kind, "sha256")}
            return {self.file: json.dumps(content | {"sha256": json_digest(plain)}).encode()}
        except (ValueError, TypeError, AttributeError, RecursionError):
            return files

    def use(self, draw: Random, folder: Path) -> None:
        from analyser.tuning.start import resume_tuning

        resume_tuning({}, folder / "mine.toml")


class Trainings(Tunings):
    """What is kept of a training."""

    name = "trainings"
    kind = "training"

    def genuine(self, draw: Random) -> Files:
        return {self.file: trained(draw.randrange(len(TRAINED)))}

    def use(self, draw: Random, folder: Path) -> None:
        from analyser.training.start import resume_training

        resume_training({}, folder / "mine.leaf")


TRAINED = ({"plan": "toy/banker", "players": (2,)}, {"plan": "zhanguo", "seed": 3, "against": ("builder",)})


@cache
def trained(number: int) -> bytes:
    """A training of which a round is done."""
    from analyser.training.checkpoint import ROUND, Look, TrainingCheckpoint
    from analyser.training.start import begin_training

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "mine.leaf"
        kept = begin_training(TRAINED[number], out).checkpoint
        kept.rounds, kept.fit, kept.leaf = 1, "AAAA", "AAAA"
        kept.looks = [Look(games=ROUND, error=0.1, share=0.5, low=0.4, high=0.6)]
        kept.save(TrainingCheckpoint.file_of(out))
        return TrainingCheckpoint.file_of(out).read_bytes()


TUNED: tuple[dict[str, Any], ...] = (
    {"plan": "middle_kingdom/collector", "players": (2,), "games": 4},
    {"plan": "zhanguo/balanced", "players": (2, 3), "games": 4, "board": "triangle", "starts": 2},
    {
        "plan": "qin/expander", "emphasis": (("score", 0.5),), "games": 4, "option": {"map": "bird"}, "keep": ("win",),
    },
)  # fmt: skip


@cache
def begun(number: int) -> bytes:
    """A tuning of which a generation is done."""
    from analyser.experiments.parse import TuningBudget
    from analyser.tuning.checkpoint import TuningCheckpoint
    from analyser.tuning.search import PLANS
    from analyser.tuning.start import begin_tuning

    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "mine.toml"
        kept = begin_tuning(TUNED[number], out, TuningBudget(3)).checkpoint
        kept.fitness_values = [[[1.0] * PLANS for _ in range(kept.starts)]]
        kept.save(TuningCheckpoint.file_of(out))
        return TuningCheckpoint.file_of(out).read_bytes()
