"""Configuration of an experiment: command line over TOML file over defaults, checked key by key."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from analyser.errors import DataError, UsageError, did_you_mean

__all__ = ["DEFAULT_GAMES", "DESIGNS", "KEYS", "Config", "load_file", "merge", "to_toml"]

DESIGNS = ("boards", "balance", "openings", "run")
# Games of an experiment unless told otherwise: an answer within two minutes on two cores.
DEFAULT_GAMES: dict[str, int] = {"boards": 200_000, "balance": 200_000, "openings": 200_000, "run": 20_000}
# Share of the deals whose decisions are recorded, where the report shows what players do.
DEFAULT_SAMPLE: dict[str, float] = {"balance": 0.02}
MAX_STRATEGIES = 255  # strategies are numbered with 8 bits
MAX_GAMES = 2**32 - 1  # games are numbered with 32 bits


@dataclass(frozen=True, kw_only=True)
class Config:
    """One experiment: first the fields that decide every row, then those of how it is carried out and read."""

    design: str
    game: str
    players: int = 4
    games: int = 20_000
    strategies: tuple[str, ...] = ()  # empty: those shipped with the game (experiment.default_strategies)
    boards: tuple[str, ...] = ()  # empty: the game's first board in every seat
    seed: int = 1
    rotate: bool = True
    record: str = "seats"
    sample: float = 1.0
    components: str | None = None
    option: dict[str, str | int | bool] = field(default_factory=dict)

    margin: float = 2.0  # percentage points of win share a designer calls balanced
    workers: int | None = None  # None: one a core
    engine: str = "local"
    batch: int | None = None  # games of a part file; None: chosen so that memory stays flat
    out: str | None = None

    @property
    def sha256(self) -> str:
        """Digest of everything that decides the rows."""
        deciding = {key: value for key, value in asdict(self).items() if key not in EXECUTION}
        return hashlib.sha256(json.dumps(deciding, sort_keys=True).encode()).hexdigest()

    def stored(self) -> dict[str, Any]:
        """As it stands in the manifest: plain JSON values."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return plain


EXECUTION = frozenset({"margin", "workers", "engine", "batch", "out"})
KEYS: dict[str, str] = {f.name: str(f.type) for f in fields(Config)}
# Written down in files too, though they are no part of the experiment.
PRESENTATION = {"json": "bool", "quiet": "bool"}


def load_file(path: Path) -> dict[str, Any]:
    """Checked keys of a TOML file, of a run directory or of its manifest.json; DataError names file and key."""
    if path.is_dir():
        path = path / "manifest.json"
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"--config {path}: cannot be read ({getattr(error, 'strerror', None) or error})") from error
    if path.suffix == ".json":
        return _manifest_config(path, text)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path}: not valid TOML: {error}: correct that line") from error
    return {key: _checked(key, value, str(path)) for key, value in table.items()}


def _manifest_config(path: Path, text: str) -> dict[str, Any]:
    try:
        stored = json.loads(text)["config"]
        kept = {key: value for key, value in stored.items() if value is not None and key != "out"}
        return {key: _checked(key, value, str(path)) for key, value in kept.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise DataError(f"{path}: no configuration in it: name a TOML file or a run directory") from error


def _checked(key: str, value: Any, where: str) -> Any:
    """The value of a key in the type of Config, or DataError."""
    if key not in KEYS and key not in PRESENTATION:
        raise DataError(f"{where}: unknown key '{key}': {did_you_mean(key, [*KEYS, *PRESENTATION])}")
    kind = KEYS.get(key) or PRESENTATION[key]
    if kind.startswith("tuple"):
        if isinstance(value, str):
            value = [name.strip() for name in value.split(",")]
        if isinstance(value, list) and all(isinstance(name, str) for name in value):
            return tuple(name for name in value if name)
        raise DataError(f"{where}: '{key}' must be a list of names or one text with commas, not {value!r}")
    if kind.startswith("dict"):
        if isinstance(value, dict) and all(isinstance(setting, str | int | bool) for setting in value.values()):
            return value
        raise DataError(f"{where}: '{key}' must be a table of switches, such as [option] draft = true, not {value!r}")
    for word, types, name in (
        ("bool", (bool,), "true or false"),
        ("int", (int,), "a whole number"),
        ("float", (int, float), "a number"),
        ("str", (str,), "a text"),
    ):
        if kind.startswith(word):
            if isinstance(value, types) and (word == "bool" or not isinstance(value, bool)):
                return float(value) if word == "float" else value
            raise DataError(f"{where}: '{key}' must be {name}, not {value!r}")
    raise AssertionError(kind)


def merge(design: str, given: Mapping[str, Any], file: Mapping[str, Any] | None = None) -> Config:
    """The configuration in force: `given` (command line) over `file` over defaults; errors when it makes no sense."""
    table = dict(file or {})
    stored = table.pop("design", None)
    if stored is not None and stored not in DESIGNS:
        raise DataError(f"--config: unknown design '{stored}': {did_you_mean(str(stored), DESIGNS)}")
    if stored is not None and design not in ("run", stored):
        raise DataError(f"--config is of an experiment '{stored}': give it to `analyser {stored}` or `analyser run`")
    design = stored or design
    chosen = {key: value for key, value in {**table, **given}.items() if key in KEYS and value is not None}
    if not chosen.get("game"):
        raise UsageError("no game: name one, for instance `analyser boards zhanguo` (`analyser games` lists them)")
    defaults: dict[str, Any] = {"games": DEFAULT_GAMES[design]}
    if design in DEFAULT_SAMPLE:
        defaults |= {"record": "decisions", "sample": DEFAULT_SAMPLE[design]}
    config = Config(design=design, **{**defaults, **chosen})
    _check(config)
    if config.record == "seats":
        config = replace(config, sample=1.0)
    return config


def _check(config: Config) -> None:
    """Facts that need no game."""
    if not 0 < config.games <= MAX_GAMES:
        raise UsageError(f"--games {config.games}: give a number of games from 1 to {MAX_GAMES}")
    if not 0 < config.sample <= 1:
        raise UsageError(f"--sample {config.sample:g}: give a fraction of the deals above 0, at most 1")
    if not 0 < config.margin < 100:
        raise UsageError(f"--margin {config.margin:g}: give percentage points of win share between 0 and 100")
    if config.record not in ("seats", "decisions"):
        raise UsageError(f"--record {config.record}: choose from seats, decisions")
    if not 0 <= config.seed < 2**63:
        raise UsageError(f"--seed {config.seed}: give a whole number from 0 to 2^63 - 1")
    if config.workers is not None and config.workers < 0:
        raise UsageError(f"--workers {config.workers}: give 0 (play in this process) or a number of processes")
    if config.batch is not None and config.batch < 1:
        raise UsageError(f"--batch {config.batch}: give a number of games from 1 on")
    if len(set(config.strategies)) > MAX_STRATEGIES:
        raise UsageError(
            f"--strategies: {len(set(config.strategies))} are named, at most {MAX_STRATEGIES} can be seated"
        )
    if config.engine != "local" and not config.engine.startswith("dask://"):
        raise UsageError(f"--engine {config.engine}: choose local or dask://host:port")


def to_toml(stored: Mapping[str, Any]) -> str:
    """A stored configuration as a TOML file that `--config` reads back to the same configuration."""
    plain = [f"{key} = {_literal(value)}" for key, value in stored.items() if value is not None and key != "option"]
    switches = [f"{name} = {_literal(value)}" for name, value in stored.get("option", {}).items()]
    return "\n".join([*plain, *(["", "[option]", *switches] if switches else [])]) + "\n"


def _literal(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(_literal(item) for item in value) + "]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)  # TOML's basic strings are JSON's
    return repr(value)
