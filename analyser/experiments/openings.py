"""Which opening, and which card, wins? On each deal a line-up plays freely, then again with a seat's opening forced in
every way, or with a card put into a seat's hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import numpy.typing as npt

from analyser.errors import DataError
from analyser.experiments.config import Config, PreparedScenario
from analyser.experiments.experiment_kind import ExperimentKind, Pilot, Play, pilot_deals, pilot_rows
from analyser.experiments.loading import default_strategies, name_option
from analyser.experiments.schedule import Design, DesignPart, ForcedOpening, GameRows, Scheme
from analyser.experiments.schemes import forced_openings
from cext.commands import command
from reports.facts import GameFacts
from reports.frame_columns import OTHER_CLASS
from strategies.plan import FULL, NARROW, class_mask

__all__ = [
    "CLASS_BITS", "LINES", "Cards", "Openings", "forced_opening", "group_openings", "line_of", "own_openings",
    "planned_line", "starting_cards",
]  # fmt: skip

LINES = 8  # exact opening lines forced beside the groups that are compared
# Deals for each one on which tuned plans play as well: with a plan for each of seven groups a sixth of all games.
DEALS_PER_TUNED = 3
MIN_FOLLOW_RATE = 0.2  # of the seats told to open with a class: where fewer could, free play would drown the class
PILOT_DEALS = 500
MIN_DEALS = 24  # of them: some hundred openings
CARD_DEALS = 24  # on which a card put into a hand changes some game, if there are hands
CLASS_BITS = 4  # of a packed opening a turn takes, the first turn lowest


class Openings(ExperimentKind):
    """Openings as chosen, and as forced on the same deals, by ordinary plans and by those that are tuned to open so.

    A plan is tuned to open so if its file says that it is narrow, and its `opening` sets one of the groups compared: it
    plays that in the forced seat only, and no other. Where nobody else is named, all play as ordinary plans.
    """

    name = "openings"

    def players(self, game: GameFacts) -> tuple[str, ...]:
        """Plans of full strength, and those tuned to an opening."""
        narrow = default_strategies(game.name, (FULL, NARROW))
        ordinary = super().players(game)
        return (*ordinary, *own_openings([name for name in narrow if name not in ordinary], game))

    def check(self, config: Config, game: GameFacts) -> None:
        """Boards must fit, and there must be classes of moves to open with."""
        super().check(config, game)
        if len(game.classes) < 2:
            raise DataError(f"{game.name} names no two classes of moves: there are no openings to compare")
        if game.opening_turns < 1:
            raise DataError(f"{game.name} does not say how many turns are an opening: set opening_turns in its class")

    def pilot(self, prepared: PreparedScenario, play: Play) -> Pilot:
        """The lines chosen most often, to be forced on the experiment's deals, and the groups hardly ever possible.

        Groups by the first turn are forced to see whether the rules allow them; any number of turns is followed as far
        as it can be.
        """
        game = prepared.game
        groups = group_openings(game, prepared.forbidden)
        openings = () if game.counted_class else groups
        scheme = forced_openings(replace(prepared, rotate=True), openings)
        deals = pilot_deals(prepared, PILOT_DEALS, games=scheme.block, min_deals=MIN_DEALS)
        if not deals:
            return Pilot(figures={"deals": 0, "games": 0, "lines": 0})
        rows = pilot_rows(scheme, deals, prepared.seed)
        codes = play(rows, openings).opening
        lines, counts = np.unique(codes[(rows.forced_opening < 0).all(axis=1)], return_counts=True)
        line_counts = Counter({line_of(int(code), game): int(count) for code, count in zip(lines, counts, strict=True)})
        names = {opening.name for opening in groups}
        complete = {line: n for line, n in line_counts.items() if len(line) == game.opening_turns and line not in names}
        frequent = sorted(complete, key=lambda line: (-complete[line], line))[:LINES]
        follow_rates = [_follow_rate(opening, number, rows, codes) for number, opening in enumerate(openings)]
        rates = zip(openings, follow_rates, strict=True)
        barred = tuple(opening.name for opening, rate in rates if rate < MIN_FOLLOW_RATE)
        if openings and len(barred) > len(openings) - 2:
            (only,) = [*(game.classes[name] for name in game.classes if name not in barred), "any class"][:1]
            raise DataError(
                f"{game.name}: seats hardly ever open but with {only}: there are no two openings to compare: "
                f"ask {command('balance', game.name)}"
            )
        figures: dict[str, float | int | None] = {"deals": deals, "games": len(rows), "lines": len(complete)}
        return Pilot(lines=tuple(frequent), barred=barred, figures=figures)

    def design(self, prepared: PreparedScenario, pilot: Pilot, *, sample: float) -> Design:
        """Every group that the rules allow and the lines chosen most often, forced beside free play."""
        groups = group_openings(prepared.game, prepared.forbidden)
        openings = [opening for opening in groups if opening.name not in pilot.barred]
        openings += [forced_opening(line, prepared.game) for line in pilot.lines]
        plain, tuned = (forced_openings(prepared, openings, tuned=tuned) for tuned in (False, True))
        parts = [DesignPart(plain, DEALS_PER_TUNED - 1), DesignPart(tuned)] if tuned.choices else [DesignPart(plain)]
        return self.build_design(prepared, parts, sample=sample, forced=openings)


def _follow_rate(opening: ForcedOpening, number: int, rows: GameRows, codes: npt.NDArray[np.uint32]) -> float:
    """Fraction of the seats told to open so whose first turn was as told."""
    classes = codes[rows.forced_opening == number].astype(np.int64) & 15
    return float((opening.masks[0] >> classes & 1).mean())


def forced_opening(text: str, game: GameFacts, *, forbidden: int = 0, group: str | None = None) -> ForcedOpening:
    """What the text says, a letter a turn; x: any class but the one whose number the game compares.

    forbidden: mask of the classes that are never taken. group: the group of openings it stands for.
    """
    masks = {letter: class_mask(letter, game.letters) for letter in game.classes}
    if game.counted_class:
        masks[OTHER_CLASS] = class_mask(game.classes, game.letters) & ~(1 << game.counted_class)
    return ForcedOpening(text, tuple(masks[letter] & ~forbidden for letter in text), group)


def orders(letter: str, number: int, turns: int) -> list[str]:
    """Every order of so many turns of a class among the turns of an opening; a packed opening has at most 8 turns, so
    there are never more than 70."""
    return [
        "".join(letter if turn in subset else OTHER_CLASS for turn in range(turns))
        for subset in combinations(range(turns), number)
    ]


def group_openings(game: GameFacts, forbidden: int = 0) -> tuple[ForcedOpening, ...]:
    """Those of each group of openings that is compared: numbers of turns of a class, or classes of the first turn.

    For u = 0, 1, …: u turns of the opening take the class counted, the others anything but it, one for every order
    they can come in, earliest first. By the first turn: that turn alone is set. forbidden: mask of the classes that are
    never taken; what they leave impossible is left out.
    """
    turns, counted_letter = game.opening_turns, game.opening.letter
    if game.counted_class:
        texts = [(str(u), text) for u in range(turns + 1) for text in orders(counted_letter, u, turns)]
    else:
        texts = [(letter, letter) for letter in game.classes]
    forced = (forced_opening(text, game, forbidden=forbidden, group=group) for group, text in texts)
    return tuple(opening for opening in forced if all(opening.masks))


def planned_line(opening: Sequence[str], game: GameFacts) -> str:
    """The opening of a group that a plan's own one, letters of the classes it prefers on each turn, comes to: the name
    of one of group_openings(); "" where it leaves open which group."""
    if not game.counted_class:
        return opening[0] if opening and len(set(opening[0])) == 1 else ""
    counted_letter = game.opening.letter
    turns = [
        counted_letter if {*letters} == {counted_letter} else OTHER_CLASS
        for letters in opening[: game.opening_turns]
        if letters and ({*letters} == {counted_letter} or counted_letter not in letters)
    ]
    return "".join(turns) if len(turns) == game.opening_turns else ""


def line_of(code: int, game: GameFacts) -> str:
    """Letters of a packed opening; class 0 ends it."""
    letters = []
    while code:
        letters.append(game.letters[code & (1 << CLASS_BITS) - 1])
        code >>= CLASS_BITS
    return "".join(letters)


def own_openings(names: Sequence[str], game: GameFacts) -> dict[str, str]:
    """The openings to which plans among these strategies keep, as planned_line() has them, by their names; DataError in
    the loader's words."""
    from strategies import own_opening

    with name_option("--strategies"):
        lines = {name: planned_line(own_opening(name, game.name), game) for name in dict.fromkeys(names)}
    return {name: line for name, line in lines.items() if line}


MAX_CARD_GAMES = 6  # games of a block in which a card is put into a hand: beside those of four rotations somewhat more


class Cards(ExperimentKind):
    """Cards as they fall, as they are played, and as they are put into hands on the same deals."""

    name = "cards"
    games = 80_000
    sample = 1.0

    def check(self, config: Config, game: GameFacts) -> None:
        """Boards must fit, and the game must say what its cards are."""
        super().check(config, game)
        if not game.cards:
            raise DataError(f"{game.name} does not say what its cards are: cards cannot be compared")

    def pilot(self, prepared: PreparedScenario, play: Play) -> Pilot:
        """Nothing is decided; where chance deals no cards to seats, DataError unless seats can begin with some."""
        if any(card_set.is_dealt for card_set in prepared.game.cards):
            return Pilot()
        cards = starting_cards(prepared)
        scheme = card_in_hand(replace(prepared, rotate=True), cards)
        deals = pilot_deals(prepared, CARD_DEALS, games=scheme.block, pilots=2, min_deals=1)
        if not deals:
            return Pilot()
        rows = pilot_rows(scheme, deals, prepared.seed)
        as_dealt = replace(rows, forced_opening=np.full_like(rows.forced_opening, -1))
        if np.array_equal(play(rows, cards).score, play(as_dealt).score):
            name = prepared.game.name
            export, ask = command("components", "export", name, "DIR"), command("whatif", name, "--change", "DIR")
            raise DataError(
                f"{name}: no seat is dealt a card before its first turn: chance tells nothing of cards: edit them in a "
                f"copy ({export}) and ask {ask}"
            )
        return Pilot()

    def design(self, prepared: PreparedScenario, pilot: Pilot, *, sample: float) -> Design:
        """Free play, and beside it the cards that a seat can begin the game with."""
        cards = starting_cards(prepared)
        scheme = card_in_hand(replace(prepared, rotate=True), cards)
        kinds = {
            kind
            for card_set in prepared.game.cards
            for kind in (*card_set.dealt, *(use.kind for use in card_set.uses))
            if kind
        }
        design = self.build_design(prepared, [DesignPart(scheme)], sample=sample if kinds else 0.0, forced=cards)
        return replace(design, kinds=tuple(sorted(kinds)))


def card_in_hand(prepared: PreparedScenario, cards: Sequence[ForcedOpening]) -> Scheme:
    """On each deal a line-up in its rotations as dealt, then as many of these games with a card put into a seat's hand.

    Cards take turns from deal to deal as the orders of an opening do: each as often, none with one line-up or seat.
    Decisions of games as dealt alone are recorded: with a card put into a hand, what is held is no longer chance. The
    main contrast is of seats: who holds which card is the question's own business.
    """
    scheme = forced_openings(prepared, cards)
    as_dealt = scheme.block - len({card.group for card in cards})
    return replace(scheme, name="cards", contrast_label="share of seat 1", recorded=as_dealt)


def starting_cards(prepared: PreparedScenario) -> Sequence[ForcedOpening]:
    """Every card that a seat can begin the game with, in groups of equal size that each have a game of every block."""
    cards = [(card_set, card) for card_set in prepared.game.cards if card_set.can_be_held for card in card_set.cards]
    groups = next((n for n in range(MAX_CARD_GAMES, 0, -1) if len(cards) % n == 0), 1)
    return tuple(
        ForcedOpening(card_set.plan(card), (), group=f"cards {number % groups}", card=card.number)
        for number, (card_set, card) in enumerate(cards)
    )
