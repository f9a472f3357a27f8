"""A configuration put together: command line over TOML file over defaults, checked key by key."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import tomlkit

from analyser.errors import DataError, UsageError
from analyser.experiments import scenario
from analyser.experiments.arena import default_players, opponents, takes
from analyser.experiments.config import DECIDED, KEYS, MAX_GAMES, Config
from analyser.experiments.kind import Kind
from analyser.experiments.kinds import KINDS
from analyser.experiments.levels import GAMES as LEVEL_GAMES
from analyser.experiments.levels import for_each_level
from analyser.experiments.printings import begun
from analyser.experiments.retuning import limit_of
from analyser.experiments.scenario import Switches
from analyser.experiments.values import check_limits, read_number, read_value, read_whole
from analyser.seal import Changed, whole
from cext.games import UnknownGame, check_game
from cext.limits import MOST_MANIFEST, MOST_SETTINGS, file_bytes, unreadable
from cext.spelling import did_you_mean
from cext.switch_words import read_switch
from cext.toml_reading import TomlFault, toml_table
from strategies.errors import StrategyNotFound
from strategies.searches import laddered

__all__ = ["file_text", "load_file", "merge"]

ENGINES = r"(dask|tls)://[^/\s]+:\d{1,5}"  # of clusters: where a scheduler answers
MAX_STRATEGIES = 255  # strategies are numbered with 8 bits
# Written down in files too, though they are no part of the experiment.
PRESENTATION = {"json": "bool", "quiet": "bool"}
LEVELS = {"levels": "bool"}  # stands for a scenario for each level


def load_file(path: Path) -> dict[str, Any]:
    """Checked keys of a TOML file, of a run directory or of its manifest.json; DataError names file and key."""
    if path.is_dir():
        path = path / "manifest.json"
    try:
        text = file_bytes(path, MOST_MANIFEST if path.suffix == ".json" else MOST_SETTINGS).decode()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"--config {path}: cannot be read ({getattr(error, 'strerror', None) or error})") from error
    if path.suffix == ".json":
        return _manifest_config(path, text)
    try:
        table = toml_table(text)
    except TomlFault as fault:
        raise DataError(f"{path}, {fault}") from fault
    return {key: _checked(key, value, str(path)) for key, value in table.items()}


def file_text(stored: Mapping[str, Any]) -> str:
    """A stored configuration as the TOML file that load_file() reads back; what has no value is left out."""
    document = tomlkit.document()
    document.update(_present({key: value for key, value in stored.items() if key != "scenario"}))
    if scenarios := stored.get("scenario"):
        document["scenario"] = [{key: _on_one_line(value) for key, value in _present(one).items()} for one in scenarios]
    return tomlkit.dumps(document)


def _present(table: Mapping[str, Any]) -> dict[str, Any]:
    """The keys that have a value: TOML has none for nothing."""
    return {key: value for key, value in table.items() if value not in (None, {})}


def _on_one_line(value: Any) -> Any:
    """A value as it stands in one of a list of tables."""
    if not isinstance(value, Mapping):
        return value
    inline = tomlkit.inline_table()
    inline.update(value)
    return inline


def _manifest_config(path: Path, text: str) -> dict[str, Any]:
    try:
        stored = whole(json.loads(text))["config"]
        if wrong := unreadable(stored):
            raise DataError(f"{path}: {wrong}: not a configuration this program wrote")
        kept = {key: value for key, value in stored.items() if value is not None and key != "out"}
        return {key: _checked(key, value, str(path)) for key, value in kept.items()}
    except Changed as error:
        raise DataError(f"{path}: damaged: {error}: write what you want of it into a TOML file") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DataError(f"{path}: no configuration in it: name a TOML file or a run directory") from error


def _checked(key: str, value: Any, where: str) -> Any:
    """The value of a key in the type of Config, or DataError."""
    if key not in KEYS and key not in PRESENTATION | LEVELS:
        raise DataError(f"{where}: unknown key '{key}': {did_you_mean(key, [*KEYS, *PRESENTATION, *LEVELS])}")
    if key == "scenario":
        return scenario.check_table(value, where)
    kind = KEYS.get(key) or (PRESENTATION | LEVELS)[key]
    if key in ("printings", "retune") and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if kind.startswith("tuple"):
        if isinstance(value, str):
            value = [name.strip() for name in value.split(",")]
        if isinstance(value, list) and all(isinstance(name, str) for name in value):
            return tuple(name for name in value if name)
        raise DataError(f"{where}: '{key}' must be a list of names or one text with commas, not {value!r}")
    if kind == "Switches":
        if isinstance(value, dict) and all(isinstance(setting, str | int | bool) for setting in value.values()):
            return value
        raise DataError(f"{where}: '{key}' must be a table of switches, such as [option] draft = true, not {value!r}")
    if key == "players" and isinstance(value, list):
        if value and all(isinstance(count, int) and not isinstance(count, bool) for count in value):
            return tuple(value)
        raise DataError(f"{where}: 'players' must be a whole number or a list of them, not {value!r}")
    if (kind.startswith("int") and isinstance(value, str | float)) or (
        kind.startswith("float") and isinstance(value, str)
    ):
        try:
            return (read_whole if kind.startswith("int") else read_number)(str(value))
        except ValueError as error:
            raise DataError(f"{where}: '{key}' = {value!r} {error}") from error
    if kind.startswith("bool") and isinstance(value, str) and (known := read_switch(value)) is not None:
        return known
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
    if stored is not None and stored not in KINDS:
        raise DataError(f"--config: unknown design '{stored}': {did_you_mean(str(stored), KINDS)}")
    if stored is not None and design not in ("run", stored):
        raise DataError(f"--config is of an experiment '{stored}': give it to `analyser {stored}` or `analyser run`")
    kind = KINDS[stored or design]
    table |= {key: value for key, value in given.items() if value is not None}
    chosen = {key: value for key, value in table.items() if key in KEYS and value is not None}
    if not chosen.get("game"):
        raise UsageError("no game: name one, for instance zhanguo (`analyser games` lists them)")
    try:
        check_game(chosen["game"])
    except UnknownGame as error:
        raise DataError(str(error)) from error
    chosen["strategies"] = _steps(chosen.get("strategies", ()))
    tables = chosen.pop("scenario", ())
    counts = chosen.pop("players", None) or default_players(chosen["game"])
    counts = (counts,) if isinstance(counts, int) else tuple(counts)
    tables = _for_each(counts, tables)
    by_level = bool(table.get("levels"))
    if by_level:
        several = bool(tables) or any("," in str(value) for value in (chosen.get("option") or {}).values())
        tables = for_each_level(chosen["game"], kind.name, chosen, several=several)
        chosen.setdefault("games", LEVEL_GAMES)
    chosen["option"], tables = _with_values(kind, chosen["game"], counts, chosen.get("option") or {}, tables)
    players = {"players": counts[0]}
    config = Config(design=kind.name, **{**kind.defaults, **players, **chosen})
    config = replace(
        config,
        scenario=scenario.filled(tables, players=config.players, option=config.option, components=config.components),
    )
    _check(config)
    if config.record == "seats":
        config = replace(config, sample=1.0)
    return begun(config)


def _steps(names: Sequence[str]) -> tuple[str, ...]:
    """The strategies named, the steps of a ladder one by one."""
    try:
        return tuple(step for name in names for step in laddered(name))
    except StrategyNotFound as error:
        raise DataError(f"--strategies: {error}") from error


def _for_each(counts: Sequence[int], tables: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """The scenario tables of these numbers of players: one each where there are several, else the tables given."""
    if len(counts) == 1:
        return tables
    listed = ",".join(map(str, counts))
    if len(set(counts)) < len(counts):
        raise UsageError(f"--players {listed}: name each number once")
    if not tables:
        return tuple({"name": f"{count}-players", "players": count} for count in counts)
    if [table.get("players") for table in tables] != list(counts):
        raise UsageError(f"--players {listed}: the scenarios named already have players of their own: leave one out")
    return tables


def _with_values(
    kind: Kind, game: str, counts: Sequence[int], option: Switches, tables: Sequence[Mapping[str, Any]]
) -> tuple[Switches, Sequence[Mapping[str, Any]]]:
    """The switches of all scenarios, and a scenario table for each value of one that has several; tables that are
    called so already, such as those of a run that goes on, stay."""
    lists = {name: value.split(",") for name, value in option.items() if isinstance(value, str) and "," in value}
    plain = {name: value for name, value in option.items() if name not in lists}
    whole = [name for name in lists if takes(game, counts[0], {**plain, name: option[name]})]
    lists = {name: values for name, values in lists.items() if name not in whole}
    if not lists and kind.every_opponent and not tables:
        lists = opponents(game, counts[0], option)
    if not lists:
        return option, tables
    (switch, values), *more = lists.items()
    rest = {name: value for name, value in option.items() if name != switch}
    texts = [text.strip() for text in values]
    asked = scenario.for_each_value(switch, [read_value(text) for text in texts])
    if not more and [table["name"] for table in tables] == [table["name"] for table in asked]:
        return rest, tables
    if more or tables:
        other = f"there is --option {more[0][0]}" if more else "scenarios are named already, or several --players"
        raise UsageError(
            f"--option {switch}={','.join(values)}: one list of values at a time, but {other} as well: write "
            "[[scenario]] tables into a file for --config"
        )
    if len(set(texts)) < len(texts) or not all(texts):
        raise UsageError(f"--option {switch}={','.join(values)}: name each value once")
    return rest, asked


def _check(config: Config) -> None:
    """Facts that need no game."""
    if not 0 < config.games <= MAX_GAMES:
        raise UsageError(f"--games {config.games}: give a number of games from 1 to {MAX_GAMES}")
    if not 0 < config.sample <= 1:
        raise UsageError(f"--sample {config.sample:g}: give a fraction of the deals above 0, at most 1")
    if not 0 < config.margin < 100:
        raise UsageError(f"--margin {config.margin:g}: give percentage points of win share between 0 and 100")
    if config.record not in ("seats", "decisions"):
        raise UsageError(f"--record {config.record}: {did_you_mean(config.record, ('seats', 'decisions'))}")
    if not 0 <= config.seed < 2**63:
        raise UsageError(f"--seed {config.seed}: give a whole number from 0 to 2^63 - 1")
    if config.until not in (None, DECIDED):
        raise UsageError(f"--until {config.until}: {did_you_mean(str(config.until), (DECIDED,))}")
    if config.retune is not None:
        _check_retune(config, config.retune)
    if config.workers is not None and config.workers < 0:
        raise UsageError(f"--workers {config.workers}: give 0 (play in this process) or a number of processes")
    if config.batch is not None and config.batch < 1:
        raise UsageError(f"--batch {config.batch}: give a number of games from 1 on")
    check_limits(config.time_limit, config.memory_limit)
    if len(set(config.strategies)) > MAX_STRATEGIES:
        raise UsageError(
            f"--strategies: {len(set(config.strategies))} are named, at most {MAX_STRATEGIES} can be seated"
        )
    if config.engine != "local" and not re.fullmatch(ENGINES, config.engine):
        raise UsageError(f"--engine {config.engine}: choose local, dask://HOST:PORT or tls://HOST:PORT")


def _check_retune(config: Config, asked: str) -> None:
    """Players are tuned for sides of a change, when these have been played."""
    limit_of(asked)
    if config.design != "whatif":
        raise UsageError(f"--retune: `analyser {config.design}` changes nothing: ask `analyser whatif`")
    if config.until is not None:
        raise UsageError(
            "--retune and --until: players tuned for a side play the games that others played: leave one out"
        )
