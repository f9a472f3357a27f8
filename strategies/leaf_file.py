"""Files of leaves: a network that says what a position will be worth, what it was learned from, and for what game.

The first line is its head in JSON; behind it are the weights, 16-bit and 32-bit whole numbers, lowest byte first.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from glob import escape
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import msgspec
from msgspec import Meta, field

from cext.commands import command
from cext.fallback_files import resolve_path
from cext.fields import FieldError, Integer, Record, Text, decode
from cext.kernel.value_inputs import MAX_INPUTS, Coding, Inputs
from cext.messages import did_you_mean
from cext.safe_files import content_error, quote, read_limited
from strategies.errors import StrategyFileError, StrategyNotFound

if TYPE_CHECKING:
    from cext.kernel.game import Game
    from cext.kernel.value_net import ValueNet, Weights

__all__ = [
    "SUFFIX",
    "Leaf",
    "LeafHead",
    "components_digest",
    "leaf_bytes",
    "leaf_files",
    "leaf_net",
    "leaf_path",
    "read_leaf",
]

HERE = Path(__file__).parent
SUFFIX = ".leaf"
FORMAT = "analyser leaf 1"
MAX_LEAF_BYTES = 4 << 20
DIGITS = 32  # of a digest
TRAIN = f"make it anew with {command('train', 'GAME')}"


class LeafHead(Record, frozen=True, kw_only=True):
    """What the first line of a leaf's file says."""

    format: Literal["analyser leaf 1"] = "analyser leaf 1"
    game: Text
    players: Annotated[int, Meta(ge=1, le=6)]
    components: str  # digest of the game's components and switches
    plan: Text  # that guided the games it was learned from
    turns: Annotated[int, Meta(ge=0, le=1000)]  # of the seat, played before the network is asked
    margin: Annotated[float, Meta(ge=0, le=1)]  # part of the reward that is by how much a game is won
    error: Annotated[float, Meta(ge=0, le=1)]  # mean squared error of the reward, on games it was not learned from
    error_of_mean: Annotated[float, Meta(ge=0, le=1)]  # the same of one who foresees nothing
    cannot: str  # what a player that uses it cannot do, in a sentence; "": nothing is known
    training: dict[str, Any] = field(default_factory=dict)  # how it was made: plain values
    hidden: Annotated[int, Meta(ge=8, le=64)]
    b2: Integer
    shift: Annotated[int, Meta(ge=0, le=40)]
    inputs: Annotated[tuple[Coding, ...], Meta(min_length=1, description="a list of inputs")]
    weights: str  # digest of what is behind the head


@dataclass(frozen=True)
class Leaf:
    """A network and what is known of it."""

    head: LeafHead
    inputs: Inputs
    weights: "Weights"


def leaf_path(leaf: str, game: str, players: int) -> Path:
    """The file that a search names: FILE.leaf, or NAME of a shipped one, of which each number of players has its own.
    StrategyNotFound where none of that name is shipped."""
    if leaf.endswith(SUFFIX):
        return resolve_path(Path(leaf))
    path = HERE / game / f"{leaf}-{players}{SUFFIX}"
    if not resolve_path(path).is_file():
        names = sorted({file.stem.rpartition("-")[0] for file in (HERE / game).glob(f"*-{players}{SUFFIX}")})
        hint = did_you_mean(leaf, names) if names else f"write the path of a file that ends in {SUFFIX}"
        raise StrategyNotFound(f"no leaf {leaf!r} is shipped for {game} with {players} players: {hint}")
    return resolve_path(path)


def leaf_files(leaf: str, game: str) -> tuple[Path, ...]:
    """The files that a search's leaf may be read from: of a shipped one those of all numbers of players."""
    if leaf.endswith(SUFFIX):
        return (resolve_path(Path(leaf)),)
    return tuple(sorted((HERE / game).glob(f"{escape(leaf)}-[1-9]{SUFFIX}")))


def leaf_notes(leaf: str, game: str) -> dict[str, str]:
    """What the file of a search's leaf says of it, by name; StrategyNotFound or StrategyFileError."""
    files = leaf_files(leaf, game)
    if not files:
        raise StrategyNotFound(
            f"no leaf {leaf!r} is shipped for {game}: write the path of a file that ends in {SUFFIX}"
        )
    head = read_leaf(files[0]).head
    return {
        "turns": f"{head.turns}",
        "margin": f"{head.margin:g}",
        "error": f"{head.error:.3f} of the reward, squared, where the mean has {head.error_of_mean:.3f}",
        **({"cannot": head.cannot} if head.cannot else {}),
    }


def components_digest(components: str, options: Mapping[str, object]) -> str:
    """Digest of what a leaf learned from beside the rules: the game's components, by their digest, and its switches."""
    content = {"components": components, "options": {key: str(value) for key, value in options.items()}}
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:DIGITS]


def leaf_bytes(game: "Game", net: "ValueNet", **head: Any) -> bytes:
    """The file of a network of that game; head: the fields of LeafHead that do not follow from it."""
    weights = net.weights
    assert weights is not None
    content = (
        weights.w1.astype("<i2").tobytes() + weights.b1.astype("<i4").tobytes() + weights.w2.astype("<i4").tobytes()
    )
    full_head = LeafHead(
        game=Path(game.name).name,
        players=game.players,
        components=components_digest(game.facts().get("digest", ""), game.options),
        hidden=net.hidden,
        b2=weights.b2,
        shift=weights.shift,
        inputs=net.inputs.codings,
        weights=_digest(content),
        **head,
    )
    return msgspec.json.encode(full_head, order="deterministic") + b"\n" + content


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:DIGITS]


def read_leaf(path: Path) -> Leaf:
    """The leaf in a file; StrategyFileError where it cannot be read or is none."""
    import numpy as np

    from cext.kernel.value_net import Weights

    try:
        content = read_limited(path, MAX_LEAF_BYTES)
    except OSError as error:
        raise StrategyFileError(f"{path}: cannot be read ({error.strerror}): give the path of a leaf") from error
    line, newline, body = content.partition(b"\n")
    try:
        plain = msgspec.json.decode(line) if newline else None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        plain = None
    if not isinstance(plain, dict) or "format" not in plain:
        raise StrategyFileError(f"{path}: is no leaf: its first line is not the head of one: {TRAIN}")
    if reason := content_error(plain):
        raise StrategyFileError(f"{path}: {reason}: {TRAIN}")
    if plain["format"] != FORMAT:
        raise StrategyFileError(f"{path}: has the format {quote(plain['format'])}, not {FORMAT!r}: {TRAIN}")
    try:
        head = decode(plain, LeafHead)
    except FieldError as error:
        raise StrategyFileError(f"{path}: {error}: {TRAIN}") from error
    inputs = Inputs(head.inputs, head.players)
    n, hidden = inputs.n, head.hidden
    if n > MAX_INPUTS:
        raise StrategyFileError(f"{path}: has {n:,} inputs, more than {MAX_INPUTS:,}: {TRAIN}")
    expected = 2 * n * hidden + 8 * hidden
    if len(body) != expected or _digest(body) != head.weights:
        fault = f"{len(body):,} bytes of weights, not {expected:,}" if len(body) != expected else "other weights"
        raise StrategyFileError(f"{path}: has {fault} than its head says: copy it again, or {TRAIN}")
    numbers = np.frombuffer(body, "<i2", n * hidden), np.frombuffer(body, "<i4", 2 * hidden, 2 * n * hidden)
    w1, ends = numbers[0].astype(np.int16).reshape(n, hidden), numbers[1].astype(np.int32).reshape(2, hidden)
    return Leaf(head, inputs, Weights(w1, ends[0].copy(), ends[1].copy(), head.b2, head.shift))


def leaf_net(leaf: Leaf, game: "Game", path: Path) -> "ValueNet":
    """The network for a game; StrategyFileError where the file is for another one. Of other components it knows less,
    as `limit_of` says."""
    from cext.kernel.value_net import ValueNet

    head, name = leaf.head, Path(game.name).name
    if head.game != name:
        raise StrategyFileError(f"{path}: is a leaf of {head.game}, not of {name}: name one of this game")
    if head.players != game.players:
        raise StrategyFileError(
            f"{path}: is a leaf for {head.players} players, not for {game.players}: name one for this number"
        )
    try:
        return ValueNet(game, leaf.inputs, leaf.weights)
    except ValueError as error:
        raise StrategyFileError(f"{path}: does not fit {name}: {error}: {TRAIN}") from error
