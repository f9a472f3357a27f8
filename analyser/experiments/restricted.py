"""What is indispensable? On each deal a line-up plays, then again with one thing after another forbidden to one seat
(restricted play: Jaffe, Miller, Andersen, Liu, Karlin, Popovic 2012); and what can be forbidden, to it or to all, by
the words a user writes: actions, kinds of moves, what cards, boards and tiles can do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from analyser.errors import DataError, UsageError
from analyser.experiments.config import Config, PreparedScenario, board_numbers
from analyser.experiments.experiment_kind import ExperimentKind, Pilot
from analyser.experiments.schedule import ARMS, Design, DesignPart, Forbidden, Placement, Scheme
from analyser.experiments.schemes import free
from cext.commands import command
from cext.messages import did_you_mean
from reports.estimators.restricted import WITHOUT, action_word
from reports.facts import GameFacts, Power
from reports.frame_columns import UNRESTRICTED
from strategies.levels import levels_of
from strategies.plan import class_mask

__all__ = [
    "EACH", "Restricted", "Restrictions", "default_search", "forbid", "group_words", "list_restrictable", "parse_each",
    "parse_restrictions",
]  # fmt: skip

ABILITIES = ("ability", "abilities")  # all of them
ARTICLE = re.compile(r"^(a|an|the) ")


@dataclass(frozen=True)
class Restrictions:
    """Classes of moves by letter, and kinds, that no seat chooses while others are legal; keys of abilities that are
    out of the game."""

    moves: tuple[str, ...]
    powers: tuple[str, ...]


def parse_restrictions(words: Sequence[str], game: GameFacts, kinds: Sequence[str]) -> Restrictions:
    """What these words name; DataError for one that names nothing, with the nearest that does.

    An action's word comes first, then what cards, boards and tiles do, then a kind of moves.
    """
    moves: dict[str, None] = {}
    powers: dict[str, None] = {}
    for word in words:
        if (move := _match_move(word, _action_letters(game))) is not None:
            moves[move] = None
        elif keys := _match_powers(word, game):
            powers |= dict.fromkeys(keys)
        elif (move := _match_move(word, {_normalise(kind): kind for kind in kinds})) is not None:
            moves[move] = None
        else:
            raise DataError(f"--forbid {word}: {_unknown_word_error(word, game, kinds)}")
    return Restrictions(tuple(moves), tuple(powers))


def list_restrictable(game: GameFacts, kinds: Sequence[str]) -> dict[str, dict[str, str]]:
    """What --forbid takes, by what it is: each word with what it stands for, where the word does not say so."""
    actions = {action_word(name): name for name in game.classes.values()}
    labels = {word: name if name != word else "" for word, name in actions.items()}
    groups = {"actions": labels} if labels else {}
    for power in game.powers:
        groups.setdefault(f"abilities of {power.of}", {})[power.key] = power.name
    used_words = {*_action_letters(game), *(ABILITIES if game.powers else ())}
    used_words |= {word for power in game.powers for word in _power_words(power)}
    return {
        **groups,
        "moves, where others are legal": {kind: "" for kind in kinds if _normalise(kind) not in used_words},
    }


def group_words(game: GameFacts) -> list[str]:
    """Words for several abilities: boards that have some, and the word for all abilities."""
    owners = {_normalise(power.of) for power in game.powers}
    boards = [name for name, board in game.boards.items() if owners & {_normalise(name), _normalise(board.label)}]
    return [*boards, *ABILITIES[1:]] if game.powers else []


def _normalise(text: str) -> str:
    """A text as words are compared: small letters and digits, everything else a space."""
    return " ".join(re.findall(r"[a-z0-9]+", text.lower()))


def _word_forms(word: str) -> Iterable[str]:
    """A word as it stands, and what it may be several of."""
    plain = _normalise(word)
    return plain, plain.removesuffix("s"), plain.removesuffix("es"), plain.removesuffix("ies") + "y"


def _action_letters(game: GameFacts) -> dict[str, str]:
    """Letters of the classes of moves by their words: re-assign, reassign, A; a merger, merger."""
    letters = {_normalise(letter): letter for letter in game.classes}
    for letter, name in game.classes.items():
        full = _normalise(name)
        bare = ARTICLE.sub("", full)
        letters |= dict.fromkeys((full, full.replace(" ", ""), bare), letter)
    return letters


def _match_move(word: str, by_word: Mapping[str, str]) -> str | None:
    """The class or kind that a word names in one or in several (wall, walls)."""
    return next((by_word[form] for form in _word_forms(word) if form in by_word), None)


def _power_words(power: Power) -> tuple[str, ...]:
    """What a power is called: its key whole, its key without the word before it where that is no number, its name."""
    words = _normalise(power.key), _normalise(power.key.partition("_")[2]), _normalise(power.name)
    return tuple(word for word in words if not word.isdigit())


def _match_powers(word: str, game: GameFacts) -> list[str]:
    """Keys of all powers that a word names: those of a board, of a kind of cards, or those called so."""
    forms = tuple(_word_forms(word))
    if not set(ABILITIES).isdisjoint(forms):
        return [power.key for power in game.powers]
    boards = {form for name, board in game.boards.items() for form in (_normalise(name), _normalise(board.label))}
    for form in forms:
        if keys := [power.key for power in game.powers if _normalise(power.key) == form]:
            return keys
        owners = {form, *(_normalise(board.label) for name, board in game.boards.items() if _normalise(name) == form)}
        owned = [power.key for power in game.powers if _normalise(power.of) in owners]
        called = [power.key for power in game.powers if form in _power_words(power)]
        if matches := owned or ([] if form in boards else called):
            return matches
    return []


def _unknown_word_error(word: str, game: GameFacts, kinds: Sequence[str]) -> str:
    """What is wrong with a word that names nothing, and what to write."""
    plain = _normalise(word)
    boards = {_normalise(form) for name, board in game.boards.items() for form in (name, board.label)}
    if plain in boards:
        return f"{game.nouns[1]} of {game.name} have no abilities: change what they give with --set or --change"
    owners = {power.of for power in game.powers}
    names = [name for name, board in game.boards.items() if board.label in owners]
    names += [name for group in list_restrictable(game, kinds).values() for name in group]
    names += [power.name for power in game.powers] + [power.of for power in game.powers]
    if not game.powers:
        return f"{game.name} has actions and moves, but no abilities: {did_you_mean(plain, dict.fromkeys(names))}"
    hint = f"{command('games', game.name, '--forbiddable')} lists what can be forbidden"
    return f"no such action or ability of {game.name}: {did_you_mean(plain, names, otherwise=hint)}"


EACH = "each"  # all actions, and the abilities that are in these games; without either, all kinds of moves
SEARCH_GAMES = 8  # of the search that plays where nobody is named, before each decision
SEARCH = "search:"


class Restricted(ExperimentKind):
    """One seat is restricted, the others are not: each line-up from every seat, all restrictions on the same deal."""

    name = "restricted"
    games = 4_000  # a search plays

    def players(self, game: GameFacts) -> tuple[str, ...]:
        """A search, which plays the restricted game as well as any."""
        return (default_search(game.name),)

    def check(self, config: Config, game: GameFacts) -> None:
        """Boards must fit, and there must be something to forbid."""
        super().check(config, game)
        if not config.restrictions:
            raise UsageError("nothing is forbidden: say what with --forbid, or --forbid each")
        if EACH in config.restrictions and len(config.restrictions) > 1:
            other = next(word for word in config.restrictions if word != EACH)
            raise UsageError(f"--forbid each is all there is: leave out --forbid {other}")
        if game.par is None:
            words = (word for restriction in config.restrictions for word in ("--forbid", restriction))
            instead = command("whatif", game.name, "--players", 1, *words)
            raise UsageError(f"--forbid: one seat decides, and no other has what it lacks: {instead} compares games")
        parse_each(config.restrictions, game, board_numbers(config.boards, game))

    def design(self, prepared: PreparedScenario, pilot: Pilot, *, sample: float) -> Design:
        """A block is a deal: a seat unrestricted, then without each of the things."""
        restrictions = parse_each(prepared.restrictions, prepared.game, prepared.boards)
        forced = [Forbidden(UNRESTRICTED, ())]
        forced += [forbid(word, restriction, prepared.game) for word, restriction in restrictions.items()]
        return self.build_design(
            prepared, [DesignPart(one_restricted(prepared, len(forced)))], sample=0.0, forced=forced
        )

    def rotation(self, pilot: Pilot) -> str:
        """What the design is, in words."""
        return "all restrictions of a seat share a deal"


def default_search(game: str, games: int = SEARCH_GAMES) -> str:
    """The search of the game's strongest level that has one, with so many games a decision, or one without a plan."""
    for level in reversed(levels_of(game)):
        if level.strategy.startswith(SEARCH):
            return ":".join([*level.strategy.split(":")[:2], str(games)])
    return f"mcts:{games}"


def forbid(word: str, restriction: Restrictions, game: GameFacts) -> Forbidden:
    """What one seat does without, by the word for it."""
    letters = [move for move in restriction.moves if move in game.classes]
    kinds = tuple(move for move in restriction.moves if move not in game.classes)
    classes = class_mask(letters, game.letters)
    return Forbidden(WITHOUT + word, (), classes=classes, kinds=kinds, powers=restriction.powers)


def one_restricted(prepared: PreparedScenario, restrictions: int) -> Scheme:
    """On each deal one line-up, one seat of which has each restriction in turn, the first of which is none.

    Every seat of a line-up is restricted, deal after deal, before the next line-up is played; once all have been, their
    rotations follow.
    """
    scheme = free(prepared)
    lineups, rotations, k = scheme.lineups, int(scheme.choices["rotations"]), prepared.game.players
    bases = len(lineups.at) // rotations
    arm = ARMS.index("forbidden")

    def place(block: Any, step: Any) -> Placement:
        base, rotation = block // k % bases, block // (k * bases) % rotations
        return Placement(base * rotations + rotation, np.full(len(block), arm), block % k, step, np.zeros_like(block))

    return Scheme(
        name="restricted", lineups=lineups, block=restrictions, place=place, contrast_label="restricted minus not",
        choices={"rotations": rotations},
    )  # fmt: skip


def parse_each(words: Sequence[str], game: GameFacts, boards: Sequence[int]) -> dict[str, Restrictions]:
    """What is forbidden in turn, by the words for it: those given, one by one, or `each`: every action, and every
    ability but those of boards that nobody has; of a game without, every kind of moves. DataError for a word that names
    nothing, and where there is nothing to forbid."""
    kinds = game.kinds
    if EACH not in words:
        return {word: parse_restrictions([word], game, kinds) for word in dict.fromkeys(words)}
    groups = list_restrictable(game, kinds)
    *rest, last = groups
    others = {board.label for number, board in enumerate(game.boards.values()) if number not in boards}
    names = [name for group in rest if group.removeprefix("abilities of ") not in others for name in groups[group]]
    names = names or list(groups[last] if len(kinds) > 1 else ())
    if not names:
        listed = command("games", game.name, "--forbiddable")
        raise DataError(
            f"--forbid each: {game.name} has nothing to forbid: no actions, abilities or kinds of moves ({listed})"
        )
    return {name: parse_restrictions([name], game, kinds) for name in names}
