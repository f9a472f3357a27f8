"""Questions in words that a run can be asked as it stands, each a comparison."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cext.commands import command
from reports.comparison import parse_comparison
from reports.comparison_text import ComparisonText, split_list
from reports.conditions import ConditionError
from reports.factors import ASSIGNED
from reports.section_comparison import words_of

if TYPE_CHECKING:
    from reports.run import Run

__all__ = ["Preset", "in_arm", "missing_games", "presets_of", "usual_arm"]


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
BAND, CLOSE = 10, 2  # points
CROSSED = ("free", "cross", "table", "chosen", "dealt", "mirror")  # arms, the one with the most balanced tables first
BY_FAMILY = {"within": "{within}", "weights": "{weights}"}  # each family of plans counts once
Text = ComparisonText
# Questions by topic, the comparison that answers each, and what a game must have to be asked it; the game's words stand
# in braces.
PRESETS: tuple[tuple[str, str, Text, str], ...] = (
    (FAIRNESS, "Do players score more on some {boards}?", Text("score", "board", "mean"), "shared"),
    (FAIRNESS, "Does going first help more on some {boards}?",
     Text(by="board,seat", against="board=mean,seat=mean"), "shared"),
    (FAIRNESS, "Which bot gains from which {board}?",
     Text(by="board,strategy", against="board=mean,strategy=mean"), "shared"),
    (FAIRNESS, "Which {board} is too strong?", Text(by="board", against="par", **BY_FAMILY), "own"),
    (FAIRNESS, "Which {board} is stronger than {baseline}?", Text(by="board", against="{plain}", **BY_FAMILY), "own"),
    (FAIRNESS, "Does going first help more with some {boards}?",
     Text(by="board,seat", against="board={plain},seat=mean"), "own"),
    (FAIRNESS, "Which {board} is strong in whose hands?",
     Text(by="board,strategy", against="board={plain},strategy=mean"), "own"),
    (FAIRNESS, "Which seat is too strong?", Text(by="seat", against="{fair}", **BY_FAMILY), ""),
    (FAIRNESS, "How many points is a seat worth?", Text("score", "seat", "mean"), ""),
    (FAIRNESS, "What does a restriction cost?", Text(by="forced_opening", against="unrestricted"),
     "restricted"),
    (FAIRNESS, "How many points does a restriction cost?",
     Text("score", "forced_opening", "unrestricted"), "restricted"),
    (PLAYERS, "Which bot wins most?", Text(by="strategy", against="mean"), "solo"),
    (PLAYERS, "Which bot is too strong?", Text(by="strategy", against="par"), ""),
    (PLAYERS, "Which bot scores most?", Text("score", "strategy", "mean"), ""),
    (PLAYERS, "Which bot suits which seat?", Text(by="strategy,seat", against="seat=mean"), ""),
    (PLAYERS, "Does it matter who sits before you?",
     Text(by="strategy,strategy_before", against="strategy_before=mean"), "two"),
    (PLAYERS, "Whose scores vary most?", Text("sd of score", "strategy"), ""),
    (PLAYERS, "Who comes last?", Text("share of rank = {players}", "strategy", "mean"), "three"),
    (POINTS, "Where do winners get more points?", Text("{sources}", "won", "no"), "sources"),
    (POINTS, "Where does each bot get its points?", Text("{sources}", "strategy"), "sources"),
    (POINTS, "Where do {boards} gain and lose points?", Text("{sources}", "board", "{a_board}"), "sources boards"),
    (POINTS, "Do winners have more of these: {counter}?", Text("{name}", "won", "no"), "counters"),
    (POINTS, "How many points do the first and the last have?", Text("score", "rank"), "two"),
    (POINTS, f"Which points decide games that are won by {CLOSE} points at most?",
     Text("{sources}", "won", "no", where=f"winning_margin <= {CLOSE}"), "sources two"),
    (POINTS, "What do players score?", Text("frequency", f"band(score, {BAND})"), ""),
    (COURSE, "How often does a player win from a lead after round {round}?", Text(by=f"band({{lead}}, {BAND})"),
     "rounds"),
    (COURSE, "How often does a player win from behind after round {round}?", Text(by=f"band({{behind}}, {BAND})"),
     "rounds"),
    (COURSE, "How often does the leader after round {round} not win?", Text("share of {comeback}", of="games"),
     "rounds"),
    (COURSE, "What ends a game?", Text("frequency", "ending", of="games"), "endings"),
    (COURSE, "When does a game end, by what ends it?", Text("rounds", "ending", of="games"), "endings"),
    (COURSE, "How many decisions does a player make in a game?", Text("n_decisions per players", of="games"), ""),
    (COURSE, "How many minutes does a game take, at 20 seconds a decision?", Text("minutes_at_20_seconds", of="games"),
     ""),
    (COURSE, "Who wins from behind after round {round}?", Text(by="strategy", against="mean", where="{lead} < 0"),
     "rounds"),
    (COURSE, "Which {board} wins from behind?", Text(by="board", against="mean", where="{lead} < 0"), "rounds own"),
    (COURSE, "After which round is the winner in front for good?",
     Text("frequency", "leads_since_round", where="won"), "rounds"),
    (COURSE, "How often does the lead change?", Text("frequency", "lead_changes", of="games"), ""),
    (COURSE, "By how many points are games won?", Text("frequency", f"band(winning_margin, {BAND // 2})", of="games"),
     ""),
    (COURSE, "By how many points does each bot win?", Text("lead", "strategy", where="won"), "two"),
    (COURSE, "How often does a game end in a tie?", Text("share of joint_win", of="games"), "two"),
    (COURSE, "How long are games?", Text("frequency", "rounds", of="games"), ""),
    (OPENINGS, "Which first turn goes with winning?", Text(by="first_turn", against="mean"), "opening"),
    (OPENINGS, "Do bots open alike?", Text("frequency", "strategy,first_turn"), "opening"),
    (OPENINGS, "Which forced opening wins most?", Text(by="forced_opening", against="mean"), "opening free"),
    (OPENINGS, "How many {turns} do winners open with?", Text("{letter}_in_opening", "won", "no"), "letter"),
    (DECISIONS, "How many moves can a player choose from, round by round?", Text("n_legal", "round"), ""),
    (DECISIONS, "How often is there only one move?", Text("share of forced", "stage"), ""),
    (DECISIONS, "What do players do?", Text("frequency", "move_kind", of="decisions"), ""),
    (DECISIONS, "Which turns does each bot take?",
     Text("frequency", "strategy,move_class", where="move_class > 0", of="decisions"), "classes"),
)  # fmt: skip


def presets_of(run: Run) -> list[Preset]:
    """Questions that the game of a run can be asked, topic by topic; those of them that this run cannot answer, too:
    `missing_games` says what must be played for them."""
    scenario = run.scenarios[0]
    facts, columns = scenario.game, scenario.columns["seats"]
    arm = usual_arm(run)
    rounds = sorted(int(match[1]) for name in columns if (match := re.fullmatch(r"score_after_round_(\d+)", name)))
    middle = rounds[(len(rounds) - 1) // 2] if rounds else 0
    words = {
        **scenario.result(words_of),
        "board": facts.nouns[0], "boards": facts.nouns[1], "baseline": facts.plain_label,
        "a_board": "mean" if facts.shared else facts.plain_name, "round": middle,
        "sources": ",".join(f"score_{name}" for name in facts.sources),
        "lead": f"lead_after_round_{middle}", "behind": f"behind_after_round_{middle}",
        "comeback": f"comeback_after_round_{middle}", "turns": facts.opening.turn[1], "letter": facts.opening.letter,
    }  # fmt: skip
    counters = {name: counter.words for name, counter in facts.counters.items() if counter.kind in ("count", "state")}
    has = {
        "shared": facts.shared, "boards": len(facts.boards) > 1, "own": not facts.shared and len(facts.boards) > 1,
        "solo": facts.par is None, "two": facts.players > 1, "three": facts.players > 2, "sources": bool(facts.sources),
        "rounds": middle > 0, "endings": bool(facts.endings), "opening": bool(facts.classes and facts.opening_turns),
        "letter": bool(facts.opening.letter), "classes": bool(facts.classes), "counters": True,
        "restricted": "forbidden" in scenario.arms, "free": "forbidden" not in scenario.arms,
    }  # fmt: skip
    presets = []
    for topic, question, text, needs in PRESETS:
        each = list(counters.items())[:MOST_COUNTERS] if needs == "counters" else [("", "")]
        for name, counter in each if all(has[need] for need in needs.split()) else ():
            of = {**words, "name": name, "counter": counter}
            comparison = Text.of_texts({key: value.format(**of) for key, value in text.texts.items()})
            presets.append(Preset(topic, question.format(**of), in_arm(comparison, arm)))
    return [preset for preset in presets if facts.par is not None or not _needs_par(preset.text)]


def _needs_par(text: ComparisonText) -> bool:
    """Whether a comparison means nothing where one seat decides."""
    return bool({"seat", "par", "lead"} & set(re.findall(r"\w+", " ".join(text.texts.values()))))


def usual_arm(run: Run) -> str:
    """The arm to ask where a comparison does not decide which games count; "" where there is only one."""
    arms = run.scenarios[0].arms
    return next((arm for arm in CROSSED if arm in arms), "") if len(arms) > 1 else ""


def in_arm(text: ComparisonText, arm: str) -> ComparisonText:
    """The comparison in the games of an arm where it names no factor that decides which games count, and no arm."""
    if not arm or set(split_list(text.by)) & set(ASSIGNED) or re.search(r"\barm\b", text.where):
        return text
    return replace(text, where=f"{text.where} and arm = '{arm}'" if text.where else f"arm = '{arm}'")


def missing_games(run: Run, text: ComparisonText, levels: Mapping[str, Sequence[str]]) -> str:
    """What a run lacks to answer a comparison, in a line; "" where it lacks nothing. levels: those of each factor that
    were played."""
    try:
        comparison = parse_comparison(run, **text.keywords)
    except ConditionError as error:
        if run.decisions is None and "decisions" in str(error):
            return f"decisions: none were recorded: play {command('balance', 'GAME')}, which records some"
        return str(error)
    for factor in comparison.by:
        names = levels.get(factor.name, ())
        if factor.name in PLAYED_BY and len(names) < 2:
            has = f"only {names[0]}" if names else "none"
            return f"{factor.name}: the games have {has}: play {command(PLAYED_BY[factor.name], 'GAME')}"
    return ""


PLAYED_BY = {
    "board": "boards", "strategy": "balance", "seat": "balance",
    "forced_opening": "openings",
}  # fmt: skip
