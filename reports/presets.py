"""Questions in words that a run can be asked as it stands, each a comparison; and a comparison as it is typed."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any

from reports.factors import ASSIGNED

if TYPE_CHECKING:
    from reports.facts import GameFacts
    from reports.run import Run

__all__ = ["ComparisonText", "Preset", "missing_games", "presets_of"]


@dataclass(frozen=True)
class ComparisonText:
    """A comparison as it is typed: texts, several of them with commas between; "" where nothing is said."""

    measure: str = "win_share"
    by: str = ""
    against: str = ""
    within: str = ""
    where: str = ""
    of: str = ""

    @classmethod
    def of_texts(cls, texts: Mapping[str, str]) -> ComparisonText:
        """The comparison of these texts, each without the blanks around it; others are left out."""
        stripped = {name: " ".join(texts.get(name, "").split()) for name in NAMES}
        return cls(**{name: text for name, text in stripped.items() if text or name != "measure"})

    @property
    def texts(self) -> dict[str, str]:
        """Its texts by name, those that say something: what stands in an address or a file of questions."""
        return {name: text for name, text in asdict(self).items() if text}

    @property
    def words(self) -> dict[str, Any]:
        """The arguments of `Run.compare` that say the same."""
        lists = {"measure": _simple(split_list(self.measure)), "by": _simple(split_list(self.by))}
        return {
            **lists,
            "against": references(self.against),
            **{n: getattr(self, n) for n in ("within", "where", "of")},
        }

    @property
    def arguments(self) -> str:
        """What is typed after `analyser compare RUN`."""
        texts = [(name, text) for name, text in self.texts.items() if (name, text) != ("measure", "win_share")]
        return " ".join(f"--{name} {shlex.quote(text)}" for name, text in texts)

    @property
    def words_typed(self) -> str:
        """In one line: "win_share by board against A"."""
        return " ".join([self.measure, *(f"{name} {text}" for name, text in self.texts.items() if name != "measure")])

    @property
    def python(self) -> str:
        """The call of `Run.compare` on a run."""
        measure, *rest = ((name, value) for name, value in self.words.items() if value)
        return f"run.compare({', '.join([repr(measure[1]), *(f'{name}={value!r}' for name, value in rest)])})"


NAMES = tuple(field.name for field in fields(ComparisonText))


def split_list(text: str) -> tuple[str, ...]:
    """Words with commas between them, but for commas in parentheses and in quotes."""
    parts = re.findall(r"""(?:\([^()]*\)|'[^']*'|"[^"]*"|[^,])+""", text)
    return tuple(part.strip() for part in parts if part.strip())


def references(text: str) -> Sequence[str] | Mapping[str, str] | str | None:
    """References as they are typed: FACTOR=REFERENCE for several factors is one chain, else each stands for itself."""
    parts = split_list(text)
    pairs = [part.partition("=") for part in parts]
    factors = [factor for factor, sign, _ in pairs if sign]
    if len(parts) > 1 and len(factors) == len(parts) and len(set(factors)) == len(parts):
        return {factor.strip(): word.strip() for factor, _, word in pairs}
    return _simple(parts) or None


def _simple(parts: Sequence[str]) -> Sequence[str] | str:
    """The one text, or all of them."""
    return parts[0] if len(parts) == 1 else list(parts)


@dataclass(frozen=True)
class Preset:
    """A question in words, what it is about, and the comparison that answers it."""

    topic: str
    question: str
    text: ComparisonText


FAIRNESS, PLAYERS, POINTS, COURSE, OPENINGS, DECISIONS = (
    "What is fair", "Who plays", "Where points come from", "How the game goes", "Openings", "Decisions",
)  # fmt: skip
MOST_COUNTERS = 8  # that winners are compared by
BAND = 10  # points
CROSSED = ("free", "cross", "table", "chosen", "dealt", "mirror")  # arms, the one with the most balanced tables first


def presets_of(run: Run) -> list[Preset]:
    """Questions that the game of a run can be asked, topic by topic; those of them that this run cannot answer, too:
    `missing_games` says what must be played for them."""
    part = run.parts[0]
    facts, columns = part.frames.game, part.columns["seats"]
    arm = next((arm for arm in CROSSED if arm in part.frames.arms), "") if len(part.frames.arms) > 1 else ""
    rounds = sorted(int(match[1]) for name in columns if (match := re.fullmatch(r"score_after_round_(\d+)", name)))
    makers = (_fairness, _strategies, _points, _course, _openings, _decisions)
    return [
        Preset(topic, question, _in_arm(ComparisonText(**texts), arm))
        for make in makers
        for topic, question, texts in make(facts, rounds)
        if facts.par is not None or not {"seat", "par", "lead"} & set(re.findall(r"\w+", " ".join(texts.values())))
    ]


def _in_arm(text: ComparisonText, arm: str) -> ComparisonText:
    """The comparison in the games of an arm where it names no factor that decides which games count."""
    if not arm or set(split_list(text.by)) & set(ASSIGNED):
        return text
    return replace(text, where=f"{text.where} and arm = '{arm}'" if text.where else f"arm = '{arm}'")


Rows = Iterator[tuple[str, str, dict[str, str]]]


def _fairness(facts: GameFacts, rounds: Sequence[int]) -> Rows:
    noun, several = facts.nouns
    plain = facts.a_sides[0] if len(facts.a_sides) == 1 else "A"
    if facts.shared:
        yield (
            FAIRNESS,
            f"Do players score more on some {several}?",
            {"measure": "score", "by": "board", "against": "mean"},
        )
        seats = {"by": "board,seat", "against": "board=mean,seat=mean"}
        yield FAIRNESS, f"Does going first help more on some {several}?", seats
        best = {"by": "board,strategy", "against": "board=mean,strategy=mean"}
        yield FAIRNESS, f"Which strategy gains from which {noun}?", best
    elif len(facts.boards) > 1:
        yield FAIRNESS, f"Which {noun} is too strong?", {"by": "board", "against": "par"}
        yield FAIRNESS, f"Which {noun} is stronger than {facts.baseline}?", {"by": "board", "against": plain}
        seats = {"by": "board,seat", "against": f"board={plain},seat=mean"}
        yield FAIRNESS, f"Does going first help more with some {several}?", seats
        hands = {"by": "board,strategy", "against": f"board={plain},strategy=mean"}
        yield FAIRNESS, f"Which {noun} is strong in whose hands?", hands
    yield FAIRNESS, "Which seat is too strong?", {"by": "seat", "against": "par"}
    yield FAIRNESS, "How many points is a seat worth?", {"measure": "score", "by": "seat", "against": "mean"}


def _strategies(facts: GameFacts, rounds: Sequence[int]) -> Rows:
    if facts.par is None:
        yield PLAYERS, "Which strategy wins most?", {"by": "strategy", "against": "mean"}
    yield PLAYERS, "Which strategy is too strong?", {"by": "strategy", "against": "par"}
    yield PLAYERS, "Which strategy scores most?", {"measure": "score", "by": "strategy", "against": "mean"}
    yield PLAYERS, "Which strategy suits which seat?", {"by": "strategy,seat", "against": "seat=mean"}
    neighbours = {"by": "strategy,strategy_before", "against": "strategy_before=mean"}
    if facts.players > 1:
        yield PLAYERS, "Does it matter who sits before you?", neighbours
    yield PLAYERS, "Whose scores vary most?", {"measure": "sd of score", "by": "strategy"}
    if facts.players > 2:
        last = {"measure": f"share of rank = {facts.players}", "by": "strategy", "against": "mean"}
        yield PLAYERS, "Who comes last?", last


def _points(facts: GameFacts, rounds: Sequence[int]) -> Rows:
    sources = ",".join(f"score_{name}" for name in facts.sources)
    if facts.sources:
        yield POINTS, "Where do winners get more points?", {"measure": sources, "by": "won", "against": "no"}
        yield POINTS, "Where does each strategy get its points?", {"measure": sources, "by": "strategy"}
    if facts.sources and len(facts.boards) > 1:
        points = {"measure": sources, "by": "board", "against": "mean" if facts.shared else "A"}
        yield POINTS, f"Where do {facts.nouns[1]} gain and lose points?", points
    counters = [name for name, counter in facts.counters.items() if counter.kind in ("count", "state")]
    for name in counters[:MOST_COUNTERS]:
        words = facts.counters[name].words
        yield POINTS, f"Do winners have more of these: {words}?", {"measure": name, "by": "won", "against": "no"}
    yield POINTS, "What do players score?", {"measure": "frequency", "by": f"band(score, {BAND})"}


def _course(facts: GameFacts, rounds: Sequence[int]) -> Rows:
    middle = rounds[(len(rounds) - 1) // 2] if rounds else 0
    if middle:
        lead = f"lead_after_round_{middle}"
        yield COURSE, f"Who is ahead after round {middle}, how often do they win?", {"by": f"band({lead}, {BAND})"}
        behind = {"by": "strategy", "against": "mean", "where": f"{lead} < 0"}
        yield COURSE, f"Who wins from behind after round {middle}?", behind
        if not facts.shared and len(facts.boards) > 1:
            yield COURSE, f"Which {facts.nouns[0]} wins from behind?", {**behind, "by": "board"}
        when = {"measure": "frequency", "by": "leads_since_round", "where": "won"}
        yield COURSE, "After which round is the winner in front for good?", when
    yield COURSE, "How often does the lead change?", {"measure": "frequency", "by": "lead_changes", "of": "games"}
    margins = {"measure": "frequency", "by": f"band(winning_margin, {BAND // 2})", "of": "games"}
    yield COURSE, "By how many points are games won?", margins
    yield COURSE, "How long are games?", {"measure": "frequency", "by": "rounds", "of": "games"}


def _openings(facts: GameFacts, rounds: Sequence[int]) -> Rows:
    if facts.classes and facts.opening_turns:
        yield OPENINGS, "Which first turn goes with winning?", {"by": "first_turn", "against": "mean"}
        yield OPENINGS, "Do strategies open alike?", {"measure": "frequency", "by": "strategy,first_turn"}
        yield OPENINGS, "Which forced opening wins most?", {"by": "forced_opening", "against": "mean"}
    if facts.opening.letter:
        yield OPENINGS, f"How many {facts.opening.turn[1]} do winners open with?", {
            "measure": f"{facts.opening.letter}_in_opening", "by": "won", "against": "no",
        }  # fmt: skip


def _decisions(facts: GameFacts, rounds: Sequence[int]) -> Rows:
    yield DECISIONS, "How many moves can a player choose from, round by round?", {"measure": "n_legal", "by": "round"}
    yield DECISIONS, "How often is there only one move?", {"measure": "share of forced", "by": "stage"}
    yield DECISIONS, "What do players do?", {"measure": "frequency", "by": "move_kind", "of": "decisions"}
    if facts.classes:
        turns = {"measure": "frequency", "by": "strategy,move_class", "where": "move_class > 0", "of": "decisions"}
        yield DECISIONS, "Which turns does each strategy take?", turns


def missing_games(run: Run, text: ComparisonText, levels: Mapping[str, Sequence[str]]) -> str:
    """What a run lacks to answer a comparison, in a line; "" where it lacks nothing. levels: those of each factor that
    were played."""
    from reports.comparison import parse_comparison
    from reports.conditions import ConditionError

    try:
        comparison = parse_comparison(run, **text.words)
    except ConditionError as error:
        return str(error)
    for factor in comparison.by:
        names = levels.get(factor.name, ())
        if factor.name in PLAYED_BY and len(names) < 2:
            has = f"only {names[0]}" if names else "none"
            return f"{factor.name}: the games have {has}: play `{PLAYED_BY[factor.name]}`"
    return ""


PLAYED_BY = {
    "board": "analyser boards GAME", "strategy": "analyser balance GAME", "seat": "analyser balance GAME",
    "forced_opening": "analyser openings GAME",
}  # fmt: skip
