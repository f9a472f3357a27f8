"""Numbers, names and references in words; what an unclear effect waits for; what a design mixes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from cext.commands import command
from reports.frame_columns import BOARD, SEAT, STRATEGY
from reports.stats.verdict import FAIR, FEW_DEALS, MIXED, STRONGER, WEAKER, Word

if TYPE_CHECKING:
    from reports.facts import GameFacts
    from reports.stats.aliasing import Aliasing, Uneven

__all__ = [
    "BOTS",
    "FamilyReference",
    "Mixed",
    "advice",
    "bot_names",
    "fair_share",
    "fair_words",
    "join_names",
    "keep_units",
    "measured",
    "more_games",
    "more_or_fewer",
    "number_word",
    "of_games",
    "pp",
    "sentence_case",
    "share",
    "signed_pp",
    "try_edits",
]  # fmt: skip

BOTS = ("bot", "bots")  # what strategies are called on pages and in sentences, one and several
Kind = Literal["par", "level", "rest", "each", "before", "without"]
SPACE_OF_UNIT = re.compile(r"(?<=\d) (?=(?:%|pp|points?)(?!\w))|(?<=±) (?=\d)")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_WORDS: Mapping[Kind, Mapping[Word, str]] = {
    "par": {STRONGER: "too strong", WEAKER: "too weak"},
    "each": {STRONGER: "better", WEAKER: "worse", FAIR: "equal"},
    "before": {FAIR: "unchanged"},
    "without": {MIXED: "its cards differ"},
}


@dataclass(frozen=True)
class FamilyReference:
    """What the effects of a family are held against, and how they are put into words.

    kind: par (the win share of equals), a level of the factor (such as board A), the rest of its levels, each of them
    (who is better, by however little), before a change, or the same deal without. noun: what is compared, one and
    several. against: the reference in words, where the kind does not say it ("A", "the other numbers"). where: when it
    holds, as it may end a sentence or open it ("with a B side in every seat"). subject: how a name stands in a sentence
    ("opening with {name}"). arms: the parts of the schedule whose games are compared.
    """

    kind: Kind
    noun: tuple[str, str]
    against: str = ""
    where: str = ""
    subject: str = "{name}"
    arms: tuple[str, ...] = ()

    @property
    def is_of_bots(self) -> bool:
        """Whether strategies are compared."""
        return self.noun == BOTS

    @property
    def is_of_seats(self) -> bool:
        """Whether seats are compared, which stand in the order of their numbers."""
        return self.noun[0] == SEAT

    @property
    def is_sided(self) -> bool:
        """Whether a direction is all that is asked."""
        return self.kind == "each"

    def word(self, word: Word) -> str:
        """The word for what was read off an interval."""
        return _WORDS.get(self.kind, {}).get(word, word)

    @property
    def reference(self) -> str:
        """The reference in words, behind "than" or "as"."""
        kinds = {"par": "its share", "before": "before", "without": "without", "rest": f"the other {self.noun[1]}"}
        against = bot_names([self.against]) if self.is_of_bots and self.is_sided else self.against
        return against or kinds.get(self.kind, "the others")

    @property
    def is_elsewhere(self) -> bool:
        """Whether the same are compared in two places: seats on one map and on another."""
        return self.kind == "level" and self.against.startswith("on ")

    @property
    def than(self) -> str:
        """The reference behind "more"."""
        return f"than {self.reference}"

    def subject_of(self, name: str) -> str:
        """A name as the subject of a sentence."""
        return bot_names([name]) if self.is_of_bots else self.subject.format(name=name)


# -- numbers and names ------------------------------------------------------------------------------------------------


def pp(fraction: float) -> str:
    """A fraction of win share in percentage points, one decimal, a true minus, no minus zero."""
    return f"{round(100 * fraction, 1) + 0.0:.1f}".replace("-", "−")


def signed_pp(fraction: float) -> str:
    """The same with a plus where it is more than zero as printed."""
    words = pp(fraction)
    return words if words.startswith("−") or float(words) == 0 else f"+{words}"


def share(fraction: float) -> str:
    """A win share in per cent."""
    return f"{pp(fraction)} %"


def of_games(fraction: float) -> str:
    """A size of a difference of win share in a sentence: "4.8 of 100 games"."""
    return f"{pp(abs(fraction))} of 100 games"


def more_or_fewer(fraction: float) -> str:
    """A difference of win share behind one in games: "4.8 more", "0.3 fewer"."""
    return f"{pp(abs(fraction))} {'more' if fraction > 0 else 'fewer'}"


def more_games(fraction: float) -> str:
    """A difference of win share in a sentence: "4.8 more of 100 games"."""
    return f"{more_or_fewer(fraction)} of 100 games"


def fair_share(fraction: float) -> str:
    """The win share of equals in per cent: "25 %", "33.3 %"."""
    return f"{pp(fraction).removesuffix('.0')} %"


def keep_units(text: str) -> str:
    """The words with a no-break space between a number and its unit or sign, so that no line ends between them."""
    return SPACE_OF_UNIT.sub("\N{NO-BREAK SPACE}", text)


def number_word(n: int) -> str:
    """A small number in words."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else f"{n:,}"


def sentence_case(words: str) -> str:
    """As the words begin a sentence or a heading; names in them keep their letters."""
    return words[:1].upper() + words[1:]


def join_names(names: Sequence[str], last: str = "and", *, max_names: int = 0) -> str:
    """Names with commas and a last word; max_names: of more than one beyond so many the first, and how many more."""
    listed = (
        [*names[:max_names], f"{len(names) - max_names} more"]
        if max_names and len(names) > max_names + 1
        else list(names)
    )
    return f" {last} ".join([", ".join(listed[:-1]), listed[-1]]) if len(listed) > 1 else "".join(listed)


def bot_names(names: Sequence[str], *, max_names: int = 0) -> str:
    """Strategies as a sentence names them, or they could be taken for parts of the game: "the walls bot", "bots palaces
    and walls"; what stands behind a name ("on Lakes", brackets) stands behind the word."""
    if len(names) != 1:
        return f"bots {join_names(names, max_names=max_names)}"
    name, space, rest = names[0].partition(" ")
    return f"the {name} bot{space}{rest}"


# -- one verdict ------------------------------------------------------------------------------------------------------


def measured(of: FamilyReference, effect: float, par: float) -> str:
    """What was measured of a subject: "wins 14.7 more of 100 games than A"."""
    where = f" {of.where}" if of.where else ""
    here, where = (where, "") if of.is_elsewhere else ("", where)
    is_zero = float(pp(abs(effect))) == 0
    if of.kind == "par":
        gap = "exactly its share" if is_zero else f"{more_or_fewer(effect)} of 100 than its share"
        return f"wins {share(par + effect)} of games{where}, {gap}"
    return (
        f"wins as often{here} as {of.reference}{where}"
        if is_zero
        else f"wins {more_games(effect)}{here} {of.than}{where}"
    )


def advice(reason: str, games: int, them: str = "it") -> str:
    """What would settle unclear effects that wait for this reason."""
    advice = {
        "play": "games are still being played",
        "deals": f"fewer than {FEW_DEALS} deals are too few to judge by",
        "plans": f"bots differ too much for more games to settle {them}: tune more of them",
        "data": f"more games will not settle {them}: look up the values that the rulebook leaves open",
        "games": f"about {games:,} games would probably settle {them}",
        "tolerance": f"close to your tolerance: more games will hardly settle {them}",
    }
    return advice[reason]


def fair_words(of: FamilyReference) -> str:
    """What is inside the tolerance is."""
    if of.kind in ("rest", "without"):
        return "about average"
    return of.word(FAIR) if of.kind in ("par", "before") else f"as good as {of.reference}"


MAX_UNEVEN = 4  # uneven levels that are named one by one


CROSS = "`balance` crosses bots, boards and seats (without --no-rotate)."


@dataclass(frozen=True)
class Mixed:
    """The aliases of a design, and what the game calls their levels."""

    aliasing: Aliasing
    game: GameFacts

    def describe_level(self, factor: str, level: str) -> str:
        """A level with all that its effect cannot be told from: "governors (always played triangle (B))"."""
        alias, name = self.alias(factor, level).replace("was held", "held"), self._label(factor, level)
        return f"{name} ({alias})" if alias else name

    def alias(self, factor: str, level: str) -> str:
        """What a level always met, or else met more often than others did; "" where it met all alike."""
        always = [
            f"{_verb(factor, other)} {join_names([self._label(other, level_met) for level_met in levels], 'or')}"
            for other, levels in self.aliasing.partners(factor, level).items()
            if levels != self.aliasing.levels[other]
        ]
        if always:
            return f"always {' and '.join(always)}"
        leaning = self.aliasing.leaning(factor, level)
        return self._leaning(leaning) if leaning else ""

    def _leaning(self, uneven: Uneven) -> str:
        meeting = f"{_verb(uneven.factor, uneven.other)} {self._label(uneven.other, uneven.partner)}"
        return f"{meeting} in {100 * uneven.share:.0f} % of its games where {100 * uneven.usual:.0f} % is usual"

    def _label(self, factor: str, level: str) -> str:
        return {BOARD: self.game.label(level), SEAT: f"seat {level}"}.get(factor, level)

    @property
    def warnings(self) -> list[str]:
        """What a reader must know before any verdict; nothing where the design is crossed."""
        uneven = _each_once(self.aliasing.uneven)
        return [*map(self._alias, self.aliasing.inseparable), *([self._uneven(uneven)] if uneven else [])]

    def confounding(self, factors: Sequence[str]) -> list[str]:
        """A sentence for each of these factors that cannot be told from one that is not compared."""
        sentences = []
        for group in self.aliasing.inseparable:
            factor = next((name for name in factors if name in group), "")
            others = [name for name in group if name not in factors]
            if factor and others:
                clauses = ((level, self.alias(factor, level)) for level in self.aliasing.levels[factor])
                example = next((f": {self._label(factor, level)} {clause}" for level, clause in clauses if clause), "")
                sentences.append(f"{factor} cannot be told from {join_names(others, 'and')} in these games{example}.")
        return sentences

    def _alias(self, group: Sequence[str]) -> str:
        """A group of factors that cannot be told apart, with every alias."""
        nouns = [{BOARD: self.game.nouns[0], STRATEGY: BOTS[0]}.get(factor, factor) for factor in group]
        opening = f"{sentence_case(join_names(nouns, 'and'))} cannot be told apart in this run"
        clauses = {level: self.alias(group[0], level) for level in self.aliasing.levels[group[0]]}
        aliases = "; ".join(f"{self._label(group[0], level)} {clause}" for level, clause in clauses.items() if clause)
        details = f": {aliases}" if aliases else ": too few of their combinations were played"
        return f"{opening}{details}. Their effects are given once, jointly, and none is judged by itself. {CROSS}"

    def _uneven(self, uneven: Sequence[Uneven]) -> str:
        """The levels that met others unequally often."""
        sentences = [f"{self._label(each.factor, each.level)} {self._leaning(each)}" for each in uneven[:MAX_UNEVEN]]
        more = f"; and {len(uneven) - MAX_UNEVEN} more" if len(uneven) > MAX_UNEVEN else ""
        mixture = "A win share then holds some of both effects."
        return f"The line-ups are uneven: {'; '.join(sentences)}{more}. {mixture} {CROSS}"


def _each_once(uneven: Sequence[Uneven]) -> list[Uneven]:
    """Each level once, by what it met most unevenly, and each pair of factors from one side."""
    order = (STRATEGY, BOARD, SEAT)
    out: dict[tuple[str, str], Uneven] = {}
    for each in uneven:
        if order.index(each.factor) < order.index(each.other) and each.share > each.usual:
            out.setdefault((each.factor, each.level), each)
    return list(out.values())


def _verb(factor: str, other: str) -> str:
    """What a level of a factor does with one of another."""
    if other == STRATEGY:
        return "was held by"
    if factor == STRATEGY:
        return "played" if other == BOARD else "sat in"
    return "had" if other == BOARD else "lay at"


def try_edits(game: GameFacts) -> str:
    """The commands that try another value of a game's data, as a sentence; "" where it has none."""
    if not (game.provenance or game.cards):
        return ""
    export = command("components", "export", game.name, "DIR")
    players = ("--players", 1) if game.par is None else ()
    whatif = command("whatif", game.name, *players, "--change", "DIR")
    return f"Edit a copy of its data ({export}); {whatif} plays it."
