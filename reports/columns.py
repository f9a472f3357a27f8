"""What each column of the result tables is called, its unit, and how its values are written."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

from reports.sheet import signed
from reports.words import Words, pretty

__all__ = ["COLUMNS", "COLUMNS_IN_TABLE", "MISSING", "UNPRINTED", "Column", "column_of", "fraction_unit"]

MISSING = "–"


@dataclass(frozen=True)
class Column:
    """Heading, unit (empty for words), the way a value becomes text, and whether it stands right-aligned."""

    label: str
    unit: str
    write: Callable[[object, Words], str]
    numeric: bool = True

    def text(self, value: object, words: Words) -> str:
        """The value as text; what is missing is a dash."""
        if value is None or (isinstance(value, float) and not math.isfinite(value)):
            return MISSING
        return self.write(value, words)


def _number(factor: float, digits: int, sign: bool = False) -> Callable[[object, Words], str]:
    def write(value: object, words: Words) -> str:
        scaled = float(str(value)) * factor
        return signed(scaled, digits) if sign else f"{scaled:,.{digits}f}".replace("-", "−")

    return write


def _p(value: object, words: Words) -> str:
    p = float(str(value))
    return "< 0.001" if p < 0.001 else f"{p:.3f}"


def _percent(label: str) -> Column:
    return Column(label, "%", _number(100.0, 1))


def _pp(label: str) -> Column:
    return Column(label, "pp", _number(100.0, 1, sign=True))


def _points(label: str, *, sign: bool = False) -> Column:
    return Column(label, "points", _number(1.0, 1, sign))


def _plain(label: str, digits: int = 2, unit: str = "", *, sign: bool = False) -> Column:
    return Column(label, unit, _number(1.0, digits, sign))


def _count(label: str, unit: str = "") -> Column:
    return Column(label, unit, _number(1.0, 0))


def _test(label: str) -> Column:
    return Column(label, "", _p)


def _word(label: str) -> Column:
    return Column(label, "", lambda value, words: pretty(value), numeric=False)


def _code(label: str) -> Column:
    return Column(label, "", lambda value, words: str(value), numeric=False)


def _board(label: str) -> Column:
    return Column(label, "", lambda value, words: words.board(value), numeric=False)


COLUMNS: dict[str, Column] = {
    "subject": _code("compared"),
    "verdict": _word("verdict"),
    "board": _board("board"),
    "strategy": _code("strategy"),
    "source": _word("source of points"),
    "component": _word("component"),
    "measure": _word("measure"),
    "unit": Column("unit", "", lambda value, words: "%" if fraction_unit(value) else pretty(value), numeric=False),
    "term": _code("term"),
    "kind": Column("kind", "", lambda value, words: words.kind(value), numeric=False),
    "ability": _word("ability"),
    "region": _word("region"),
    "how": _word("how"),
    "brought": _word("brings"),
    "position": _word("position"),
    "line": _code("line"),
    "coarse": _code("coarse form"),
    "parent": _code("after"),
    "row": _code("row"),
    "name": _code("who"),
    "column": _code("column"),
    "action": Column("action", "", lambda value, words: words.action(value), numeric=False),
    "seat": _count("seat"),
    "round": _count("round"),
    "depth": _count("turn"),
    "b_sides": _count("such seats at the table"),
    "length": _count("slots"),
    "n": _count("n", "seat-games"),
    "deals": _count("deals"),
    "deals_needed": _count("deals needed"),
    "share": _percent("win share"),
    "ahead": _percent("ahead of column"),
    "never": _percent("never used"),
    "par": _percent("par"),
    "at_maximum": _percent("at maximum at the end"),
    "frequency": _percent("how often"),
    "level": _percent("level (lower bound)"),
    "share_of_total": _percent("of all points"),
    "share_of_score": _percent("of the score's variance"),
    "share_of_win": _percent("of the win share's variance"),
    "p_win_leader": _percent("leader wins"),
    "effect": _pp("difference in win share"),
    "interaction": _pp("interaction"),
    "margin": _pp("margin ±"),
    "score": _points("score"),
    "difference": _points("difference", sign=True),
    "lead": _points("lead", sign=True),
    "winners": _points("winners"),
    "losers": _points("losers"),
    "margin_to_best": _points("ahead of the best other"),
    "win_points": _plain("win points (par 1)"),
    "rho": _plain("correlation of the pair"),
    "odds_ratio": _plain("odds ratio"),
    "correlation": _plain("correlation with winning", sign=True),
    "estimate": _plain("estimate", 3, "logits", sign=True),
    "se": _plain("standard error", 3),
    "elo": _plain("Elo against par", 0, sign=True),
    "uses": _plain("uses", 2, "a game"),
    "amount": _plain("brought", 2, "a game"),
    "mean_final": _plain("at the end", 1, "slots"),
    "mean": _plain("mean"),
    "sd": _plain("standard deviation"),
    "p05": _plain("5th percentile", 1),
    "p50": _plain("median", 1),
    "p95": _plain("95th percentile", 1),
    "margin_low": _count("margin from", "points"),
    "margin_high": _count("to", "points"),
    "games": _percent("games"),
    "close": Column("close", "", lambda value, words: "yes" if value else "no", numeric=False),
    "over": _percent("games over by then"),
    "p": _test("p"),
    "p_holm": _test("p (Holm)"),
    "p_equivalence": _test("p (equivalence)"),
    "q": _test("q (false discovery)"),
    "plan": _code("forced opening"),
    "followed": _percent("plan followed"),
    "tally": _word("placement"),
    "square": _count("square"),
    "statistic": _plain("Wald statistic"),
    "df": _count("degrees of freedom"),
    "against_chosen": _pp("against free choice"),
    "against_others": _pp("against the other plans"),
}

COLUMNS_IN_TABLE: dict[tuple[str, str], Column] = {
    ("paired", "n"): _count("n", "pairs"),
    ("paired_sources", "n"): _count("n", "pairs"),
    ("board_board", "n"): _count("n", "pairs of seats"),
    ("strategy_strategy", "n"): _count("n", "pairs of seats"),
    ("table_shape", "n"): _count("n", "games"),
    ("seats", "n"): _count("n", "games"),
    ("shape", "n"): _count("n", "games"),
    ("margin", "n"): _count("n", "games"),
    ("rounds", "n"): _count("n", "games"),
    ("paired", "score"): _points("difference in score", sign=True),
    ("verdicts", "effect"): _pp("effect"),
    ("verdicts", "margin"): Column("margin", "pp", lambda value, words: "±" + _number(100.0, 1)(value, words)),
    ("actions", "round"): Column("round", "", lambda value, words: str(value) if value else words.opening_name),
    ("actions", "share"): _percent("of the round's turns"),
    ("actions", "n"): _count("n", "turns"),
    ("counters", "chart"): _word("chart"),
    ("counters", "label"): _code("what is counted"),
    ("counters", "winners"): _plain("winners"),
    ("counters", "losers"): _plain("all others"),
    ("counters", "difference"): _plain("difference", sign=True),
    ("composition", "share"): _percent("win share of such a seat"),
    ("board_board", "row"): _board("board"),
    ("board_board", "column"): _board("against"),
    ("board_board", "ahead"): _percent("finishes ahead"),
    ("strategy_strategy", "row"): _code("strategy"),
    ("strategy_strategy", "column"): _code("against"),
    ("strategy_strategy", "ahead"): _percent("finishes ahead"),
    ("tree", "line"): _code("opening so far"),
    ("table_shape", "difference"): _plain("difference from the first", sign=True),
    ("series", "n"): _count("n", "series"),
    ("series", "share"): _percent("of series won"),
    ("held", "label"): _code("held at the end"),
    ("held", "held"): _percent("win share with it"),
    ("held", "without"): _percent("win share without"),
    ("held", "score_held"): _points("score with it"),
    ("held", "score_without"): _points("score without"),
}

UNPRINTED = {("held", "holding"), ("counters", "counter")}
"""Keys that files hold and pages leave out: the column beside them says the same in words."""


def fraction_unit(unit: object) -> bool:
    """Whether a row's own unit says that its values are fractions."""
    return str(unit).strip().lower() in {"fraction", "share", "%"}


def column_of(table: str, name: str, words: Words) -> Column:
    """The column's metadata; a column nobody described is written as it stands."""
    if name == "group":
        return _group(words)
    known = COLUMNS_IN_TABLE.get((table, name)) or COLUMNS.get(name)
    if known and name == "board":
        return replace(known, label=words.nouns[0])
    return known or Column(pretty(name), "", _as_is)


def _group(words: Words) -> Column:
    """Groups of openings: numbers of turns of a class, or classes of the first turn."""
    if words.counted:
        return _count(f"{words.counted} {words.turn[1]}")
    return Column(words.groups, "", lambda value, known: known.group(value), numeric=False)


def _as_is(value: object, words: Words) -> str:
    return f"{value:,.2f}".replace("-", "−") if isinstance(value, float) else pretty(value)
