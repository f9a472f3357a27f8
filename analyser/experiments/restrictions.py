"""What nobody may do, by the words a user writes: actions, kinds of moves, and what cards, boards and tiles can do."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from analyser.errors import DataError
from cext.messages import did_you_mean
from reports.estimators.restricted import action_word
from reports.facts import GameFacts, Power

__all__ = ["Restrictions", "group_words", "list_restrictable", "parse_restrictions"]

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
    hint = f"`analyser games {game.name} --forbiddable` lists what can be forbidden"
    return f"no such action or ability of {game.name}: {did_you_mean(plain, names, otherwise=hint)}"
