"""A configuration put together: command line over TOML file over defaults, checked key by key."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, get_args

import tomlkit
from msgspec import Meta, defstruct

from analyser.errors import DataError, NotTrusted, UsageError
from analyser.experiments import scenario
from analyser.experiments.config import DECIDED, KEYS, LOCAL, Config, Names, is_engine
from analyser.experiments.experiment import EXPERIMENTS, Experiment, prepare
from analyser.experiments.experiment_kind import ExperimentKind
from analyser.experiments.loading import accepts_options, bot_options, default_players
from analyser.experiments.parse import (
    BOUNDS,
    LENGTHS,
    MAX_SCENARIOS,
    bound_error,
    check_bound,
    check_game,
    check_limits,
    parse_budget,
    parse_duration,
    parse_float,
    parse_int,
    parse_value,
)
from analyser.experiments.printings import with_first_printings
from analyser.experiments.scenario import Switches
from analyser.files import DigestError, verify_digest
from cext.commands import command
from cext.fields import FieldError, decode
from cext.file_games import full_name, packaged_games
from cext.games import is_game
from cext.messages import did_you_mean, parse_switch
from cext.safe_files import MAX_MANIFEST_BYTES, abbreviate, content_error, quote, read_limited
from cext.toml_reader import locate, read_toml
from reports.arguments import plain, refuse, text_argument
from strategies.errors import StrategyNotFound
from strategies.search_specs import expand_ladder

__all__ = ["check_arguments", "file_text", "load_experiment", "load_file", "merge", "merge_single", "run_config"]

LEVELS = {"levels": bool}  # an argument of its own: it adds a scenario for each skill level
PlayerCounts = Annotated[
    int | Annotated[tuple[int, ...], Meta(min_length=1)], Meta(description="a whole number or a list of them")
]
# What is in a file: how it is shown, too, though that is no part of the experiment.
FILE_KEYS: dict[str, Any] = KEYS | LEVELS | {"json": bool, "quiet": bool, "players": PlayerCounts, "scenario": Any}
ConfigFile = defstruct("ConfigFile", [(key, kind, None) for key, kind in FILE_KEYS.items()], forbid_unknown_fields=True)
COUNTS = ("printings", "retune")  # texts that may be numbers
DURATIONS = ("time_limit", "strong")


def load_file(path: Path) -> dict[str, Any]:
    """Checked keys of a TOML file, of a run directory or of its manifest.json; DataError names file and key."""
    if path.is_dir():
        path = path / "manifest.json"
    if path.suffix == ".json":
        return _manifest_config(path)
    return _check_table(read_toml(path, dict[str, Any], DataError), path)


def file_text(stored: Mapping[str, Any]) -> str:
    """A stored configuration as the TOML file that load_file() reads back; what has no value is left out."""
    document = tomlkit.document()
    document.update(_keys_with_value({key: value for key, value in stored.items() if key != "scenario"}))
    if scenarios := stored.get("scenario"):
        document["scenario"] = [
            {key: _on_one_line(value) for key, value in _keys_with_value(table).items()} for table in scenarios
        ]
    return tomlkit.dumps(document)


def _keys_with_value(table: Mapping[str, Any]) -> dict[str, Any]:
    """The keys that have a value: TOML has none for nothing."""
    return {key: value for key, value in table.items() if value not in (None, {})}


def _on_one_line(value: Any) -> Any:
    """A value as it stands in one of a list of tables."""
    if not isinstance(value, Mapping):
        return value
    inline = tomlkit.inline_table()
    inline.update(value)
    return inline


def _manifest_config(path: Path) -> dict[str, Any]:
    try:
        stored = verify_digest(json.loads(read_limited(path, MAX_MANIFEST_BYTES)))["config"]
        if reason := content_error(stored):
            raise DataError(f"{path}: {reason}: not a configuration this program wrote")
        values = {key: value for key, value in stored.items() if value is not None and key != "out"}
        return _check_table(values, path)
    except OSError as error:
        raise DataError(f"{path}: cannot be read ({error.strerror})") from error
    except DigestError as error:
        raise DataError(f"{path}: damaged: {error}: write what you want of it into a TOML file") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DataError(f"{path}: no configuration in it: name a TOML file or a run directory") from error


def _check_table(table: Mapping[str, Any], path: Path) -> dict[str, Any]:
    """The values of a file in the types of Config, within their bounds, or DataError with the place of the first that
    is wrong."""
    try:
        content = decode({key: _as_written(key, value) for key, value in table.items()}, ConfigFile)
        values = {key: getattr(content, key) for key in table}
        for key, value in values.items():
            if key != "scenario" and (reason := bound_error(key, value)):
                raise FieldError((key,), f"'{key}' = {quote(table[key])}: {reason}")
    except FieldError as error:
        raise DataError(f"{path if path.suffix == '.json' else locate(path, error.path)}: {error}") from error
    if "scenario" in values:
        values["scenario"] = scenario.check_table(values["scenario"], str(path))
    return values


def _as_written(key: str, value: Any) -> Any:
    """A value that is written as on the command line, such as "20k", "5m", "yes" or "a, b", as what it means."""
    kind = FILE_KEYS.get(key)
    if key in COUNTS and type(value) is int:
        return str(value)
    if kind is Names and isinstance(value, str):
        return [name.strip() for name in value.split(",")]
    scalar = next(iter(get_args(kind)), kind)  # of what may be None, too
    try:
        if (scalar is int or key == "players") and type(value) in (str, float):
            return parse_int(str(value))
        if scalar is float and isinstance(value, str):
            return parse_duration(value) if key in DURATIONS else parse_float(value)
    except ValueError as error:
        raise FieldError((key,), f"'{key}' = {quote(value)} {error}") from error
    switch = parse_switch(value) if scalar is bool and isinstance(value, str) else None
    return value if switch is None else switch


def check_arguments(design: object, settings: Mapping[str, Any]) -> tuple[str, dict[str, Any]]:
    """The design, and the settings that are given, with numbers of numpy and paths as Python's own numbers and texts.
    TypeError for a value of the wrong kind and a setting that is none, UsageError for an unknown design."""
    design = text_argument("design", design)
    if design not in EXPERIMENTS:
        raise UsageError(f"design '{design}': {did_you_mean(design, list(EXPERIMENTS))}")
    arguments = {key: _as_plain(key, value) for key, value in settings.items() if value is not None}
    for key in arguments:
        if key not in KEYS | LEVELS:
            raise TypeError(f"play_games: no argument '{key}': {did_you_mean(key, [*KEYS, *LEVELS])}")
    try:
        content = decode(arguments, ConfigFile)
    except FieldError as error:
        raise TypeError(f"play_games: {error}") from error
    return design, {key: getattr(content, key) for key in arguments}


def _as_plain(key: str, value: Any) -> Any:
    """An argument without numbers of numpy and paths; a count where a text may be one, as that text."""
    if isinstance(value, set | frozenset):  # without an order that is the same in every process
        refuse(key, "a list", value)
    if isinstance(value, list | tuple):
        return [_as_plain("", part) for part in value]
    if isinstance(value, Mapping):
        return {name: _as_plain("", part) for name, part in value.items()}
    if isinstance(value, os.PathLike):
        return str(value)
    return str(value) if key in COUNTS and type(value) is int else plain(value)


def load_experiment(design: str, options: Mapping[str, Any], file: Mapping[str, Any] | None = None) -> Experiment:
    """The experiment that options (of the command line) over those of a file over defaults say: checked, every default
    written out, its games loaded. Raises DataError or UsageError."""
    return prepare(merge(design, options, file))


def run_config(run: Path) -> Config:
    """The configuration of a run, to be played by this machine."""
    return merge("run", {"engine": LOCAL}, load_file(run))


def merge_single(options: Mapping[str, Any]) -> Config:
    """The configuration of one game, as the command line has it; UsageError where it would be of several."""
    config = merge("run", options)
    if config.scenario:
        listed = next(f"{name}={value}" for name, value in options["option"].items() if "," in str(value))
        raise UsageError(f"--option {listed}: one game has one value of a switch: choose one")
    return config


def merge(design: str, options: Mapping[str, Any], file: Mapping[str, Any] | None = None) -> Config:
    """The configuration that options over a file over defaults say, checked as far as that needs no game: who plays
    where nobody is named, and what a game calls its options, prepare() adds."""
    table = dict(file or {})
    stored = table.pop("design", None)
    if stored is not None and stored not in EXPERIMENTS:
        raise DataError(f"--config: unknown design '{stored}': {did_you_mean(str(stored), EXPERIMENTS)}")
    if stored is not None and design not in ("run", stored):
        raise DataError(f"--config is of an experiment '{stored}': give it to `{stored}` or `run`")
    kind = EXPERIMENTS[stored or design]
    _check_engine(table.get("engine"), options.get("engine"), collect=bool(options.get("collect")))
    table |= {key: value for key, value in options.items() if value is not None}
    values = {key: value for key, value in table.items() if key in KEYS and value is not None}
    if not values.get("game"):
        raise UsageError(f"no game: name one, for instance zhanguo ({command('games')} lists them)")
    if not is_game(values["game"]):
        values["game"] = packaged_games().get(str(values["game"]), values["game"])
    check_game(values["game"])
    values["game"] = full_name(values["game"])
    values["strategies"] = _expand_ladders(values.get("strategies", ()))
    tables = values.pop("scenario", ())
    counts = values.pop("players", None) or default_players(values["game"])
    counts = (counts,) if isinstance(counts, int) else tuple(counts)
    tables = _player_count_tables(counts, tables)
    by_level = bool(table.get("levels"))
    if by_level:
        several = bool(tables) or any("," in str(value) for value in (values.get("option") or {}).values())
        tables = scenario.for_each_level(values["game"], kind.name, values, several=several)
        values.setdefault("games", scenario.LEVEL_GAMES)
    values["option"], tables = _switch_tables(kind, values["game"], counts, values.get("option") or {}, tables)
    players = {"players": counts[0]}
    config = Config(design=kind.name, **{**kind.defaults, **players, **values})
    config = replace(
        config,
        scenario=scenario.build_scenarios(
            tables, players=config.players, option=config.option, components=config.components
        ),
    )
    _check(config)
    if config.record == "seats":
        config = replace(config, sample=1.0)
    return with_first_printings(config)


def _expand_ladders(names: Sequence[str]) -> tuple[str, ...]:
    """The strategies named, the steps of a ladder one by one."""
    try:
        return tuple(step for name in names for step in expand_ladder(name))
    except StrategyNotFound as error:
        raise DataError(f"--strategies: {error}") from error


def _player_count_tables(counts: Sequence[int], tables: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
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


def _switch_tables(
    kind: ExperimentKind, game: str, counts: Sequence[int], option: Switches, tables: Sequence[Mapping[str, Any]]
) -> tuple[Switches, Sequence[Mapping[str, Any]]]:
    """The switches of all scenarios, and a scenario table for each value of one that has several; tables that are
    called so already, such as those of a run that goes on, stay."""
    lists = {name: value.split(",") for name, value in option.items() if isinstance(value, str) and "," in value}
    plain = {name: value for name, value in option.items() if name not in lists}
    single_values = [name for name in lists if accepts_options(game, counts[0], {**plain, name: option[name]})]
    lists = {name: values for name, values in lists.items() if name not in single_values}
    if not lists and kind.every_opponent and not tables:
        lists = bot_options(game, counts[0], option)
    if not lists:
        return option, tables
    (switch, values), *more = lists.items()
    rest = {name: value for name, value in option.items() if name != switch}
    texts = [text.strip() for text in values]
    value_tables = scenario.for_each_value(switch, [parse_value(text) for text in texts])
    if not more and [table["name"] for table in tables] == [table["name"] for table in value_tables]:
        return rest, tables
    if more or tables:
        other = f"there is --option {more[0][0]}" if more else "scenarios are named already, or several --players"
        raise UsageError(
            f"--option {switch}={','.join(values)}: one list of values at a time, but {other} as well: write "
            "[[scenario]] tables into a file for --config"
        )
    if len(set(texts)) < len(texts) or not all(texts):
        raise UsageError(f"--option {switch}={','.join(values)}: name each value once")
    return rest, value_tables


def _check(config: Config) -> None:
    """Facts that need no game."""
    for key in KEYS:
        if key in BOUNDS or key in LENGTHS:
            check_bound(f"--{key.replace('_', '-')}", getattr(config, key), key)
    if (n := sum(entry.of is None for entry in config.scenarios)) > MAX_SCENARIOS:
        raise UsageError(f"{n:,} scenarios, at most {MAX_SCENARIOS:,} are answered together: split the run")
    if config.record not in ("seats", "decisions"):
        raise UsageError(f"--record {config.record}: {did_you_mean(config.record, ('seats', 'decisions'))}")
    if config.until not in (None, DECIDED):
        raise UsageError(f"--until {config.until}: {did_you_mean(str(config.until), (DECIDED,))}")
    if config.retune is not None:
        _check_retune(config, config.retune)
    check_limits(config.time_limit, config.memory_limit)


def _check_engine(stored: Any, requested: str | None, *, collect: bool) -> None:
    """NotTrusted where a file names a cluster and the command's own words no engine; UsageError for what is no engine,
    and for parts to be collected from no cluster."""
    engine = requested or stored or LOCAL
    if not is_engine(engine):
        raise UsageError(f"--engine {abbreviate(engine)}: choose local, dask://HOST:PORT or tls://HOST:PORT")
    if requested is None and engine != LOCAL:
        raise NotTrusted(
            f"the configuration names the cluster {engine}, this command does not: --engine {engine} connects to it, "
            f"and whoever answers there can run programs here; --engine {LOCAL} plays on this machine"
        )
    if collect and engine == LOCAL:
        raise UsageError("--collect brings parts back from a cluster: name one with --engine, or leave it out")


def _check_retune(config: Config, retune: str) -> None:
    """Players are tuned for sides of a change, when these have been played."""
    parse_budget(retune)
    if config.design not in ("whatif", "repair", "restricted"):
        raise UsageError(f"--retune: `{config.design}` changes nothing: use `whatif`, with a change")
    if config.design == "restricted" and sum(entry.of is None for entry in config.scenarios) > 1:
        raise UsageError("--forbid with --retune: one game at a time: name one value of --players and --option")
    if config.until is not None:
        raise UsageError(
            "--retune and --until: players tuned for a side play the games that others played: leave one out"
        )
