"""Conditions on rows, in SQL's words: parsed by a grammar of our own, so that nothing but columns can be read.

    strategy = 'walls' and palaces_built between 1 and 3
    margin < 5 and not other.board in ('star', 'circle')

A column is one of the row's own: of this seat where rows are seats. Before the name of a seat's column may stand whose
it is: `winner.`, `any.` (some seat of the game), `all.` (every seat), `other.` (some other seat). A comparison may name
one of them, and holds if it holds for that seat, or those seats.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass

import polars as pl

__all__ = ["QUANTIFIERS", "Condition", "ConditionError", "Quantified", "nearest_name", "parse_condition"]

QUANTIFIERS = ("winner", "any", "all", "other")
MAX_LENGTH = 2_000  # characters of a condition
MAX_DEPTH = 40  # of parentheses
FLAG = re.compile(r"won|joint_win|offered_\w+")  # columns of yes and no: alone they are a condition
WORDS = {"and", "or", "not", "in", "between", "is", "null", "like", "true", "false"}
TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)|(?P<text>'(?:[^']|'')*')|(?P<name>[A-Za-z_][\w.]*)"
    r"|(?P<sign><=|>=|<>|!=|==|[=<>()+\-*/%,]))"
)
SIGNS: dict[str, Callable[[pl.Expr, pl.Expr], pl.Expr]] = {
    "=": pl.Expr.eq, "==": pl.Expr.eq, "!=": pl.Expr.ne, "<>": pl.Expr.ne,
    "<": pl.Expr.lt, "<=": pl.Expr.le, ">": pl.Expr.gt, ">=": pl.Expr.ge,
    "+": pl.Expr.__add__, "-": pl.Expr.__sub__, "*": pl.Expr.__mul__, "/": pl.Expr.__truediv__, "%": pl.Expr.__mod__,
}  # fmt: skip
COMPARED = ("=", "==", "!=", "<>", "<", "<=", ">", ">=")


class ConditionError(ValueError):
    """A text that is no condition; the message says what was not understood."""


@dataclass(frozen=True)
class Quantified:
    """A comparison that is asked of other seats than this one: whether it holds for them is the column `name`."""

    name: str
    quantifier: str
    holds: pl.Expr  # of a seat's row
    columns: frozenset[str]


@dataclass(frozen=True)
class Condition:
    """A condition: the expression that is true where it is met, the columns of the row itself that it names, its
    comparisons of other seats, and the texts that columns are compared with."""

    text: str
    holds: pl.Expr
    columns: frozenset[str]
    quantified: tuple[Quantified, ...] = ()
    texts: tuple[tuple[str, str], ...] = ()  # column, text

    @property
    def names(self) -> frozenset[str]:
        """All columns it names, of whichever seat."""
        return self.columns.union(*(one.columns for one in self.quantified))


def nearest_name(name: str, known: Collection[str]) -> str:
    """The end of a message about an unknown name: the nearest known one, or how all are listed."""
    near = difflib.get_close_matches(name.lower(), sorted(known), n=1)
    return f"did you mean {near[0]}?" if near else "`analyser compare RUN --list` prints all"


def parse_condition(text: str, known: Collection[str] | None = None) -> Condition:
    """The condition that a text states; raises ConditionError for any other text, and for a column that is not among
    the known ones (None: any may be)."""
    if len(text) > MAX_LENGTH:
        raise ConditionError(f"longer than {MAX_LENGTH:,} characters")
    parser = _Parser(text, known)
    holds = parser.either(0)
    if parser.at < len(parser.tokens):
        raise ConditionError(f"'{parser.tokens[parser.at][1]}' does not fit after '{parser.before()}'")
    if not holds.is_condition:
        raise ConditionError("no comparison: write one such as score > 100")
    return Condition(text, holds.expr, frozenset(holds.columns), tuple(parser.quantified), tuple(parser.texts))


@dataclass
class _Node:
    """A part of a condition: its expression, the columns it names by whose they are ("": the row's own)."""

    expr: pl.Expr
    is_condition: bool = False
    columns: frozenset[str] = frozenset()
    quantifier: str = ""
    text: str | None = None  # a text in quotes
    column: str = ""  # a column and nothing else


class _Parser:
    """Recursive descent, a method for each level of binding."""

    def __init__(self, text: str, known: Collection[str] | None) -> None:
        self.text = text
        self.tokens: list[tuple[str, str]] = []
        self.known = known
        self.at = 0
        self.quantified: list[Quantified] = []
        self.texts: list[tuple[str, str]] = []
        place = 0
        while place < len(text.rstrip()):
            match = TOKEN.match(text, place)
            if match is None:
                raise ConditionError(f"'{text[place:].strip()[:20]}' is not understood")
            kind = str(match.lastgroup)
            self.tokens.append((kind, match[kind]))
            place = match.end()
        if not self.tokens:
            raise ConditionError("it is empty")

    def before(self) -> str:
        return self.tokens[self.at - 1][1] if self.at else ""

    def peek(self) -> str:
        """The next sign, or word in small letters; "" at the end, and for a text or number."""
        if self.at >= len(self.tokens):
            return ""
        kind, value = self.tokens[self.at]
        return value if kind == "sign" else value.lower() if kind == "name" and value.lower() in WORDS else ""

    def take(self, *wanted: str) -> str:
        """The next sign or word if it is one of these; "" if not."""
        found = self.peek()
        if found not in wanted:
            return ""
        self.at += 1
        return found

    def expect(self, wanted: str) -> None:
        if not self.take(wanted):
            where = f"after '{self.before()}'" if self.at else "at the beginning"
            raise ConditionError(f"'{wanted}' is missing {where}")

    def either(self, depth: int) -> _Node:
        return self._joined(depth, "or", self.both, pl.Expr.or_)

    def both(self, depth: int) -> _Node:
        return self._joined(depth, "and", self.negated, pl.Expr.and_)

    def _joined(
        self, depth: int, word: str, part: Callable[[int], _Node], join: Callable[[pl.Expr, pl.Expr], pl.Expr]
    ) -> _Node:
        node = part(depth)
        while self.take(word):
            other = part(depth)
            if not (node.is_condition and other.is_condition):
                raise ConditionError(f"'{word}' needs a comparison on both sides")
            node = _Node(join(node.expr, other.expr), True, node.columns | other.columns)
        return node

    def negated(self, depth: int) -> _Node:
        if not self.take("not"):
            return self.comparison(depth)
        node = self.negated(depth)
        if not node.is_condition:
            raise ConditionError("'not' needs a comparison after it")
        return _Node(node.expr.not_(), True, node.columns)

    def comparison(self, depth: int) -> _Node:
        left = self.sum(depth)
        if sign := self.take(*COMPARED):
            right = self.sum(depth)
            self._note_texts(left, right)
            return self._compared([left, right], SIGNS[sign](left.expr, right.expr))
        if self.take("is"):
            negative = self.take("not")
            self.expect("null")
            return self._compared([left], left.expr.is_not_null() if negative else left.expr.is_null())
        negative = self.take("not")
        if self.take("in"):
            node = self._among(left, depth)
        elif self.take("between"):
            low = self.sum(depth)
            self.expect("and")
            high = self.sum(depth)
            node = self._compared([left, low, high], left.expr.is_between(low.expr, high.expr))
        elif self.take("like"):
            node = self._like(left, depth)
        elif negative:
            raise ConditionError("after 'not' comes in, between or like")
        else:
            return self._compared([left], left.expr) if FLAG.fullmatch(left.column) else left
        return _Node(node.expr.not_(), True, node.columns) if negative else node

    def _among(self, left: _Node, depth: int) -> _Node:
        self.expect("(")
        values = [self.sum(depth)]
        while self.take(","):
            values.append(self.sum(depth))
        self.expect(")")
        found = pl.lit(False)
        for value in values:
            self._note_texts(left, value)
            found = found | left.expr.eq(value.expr)
        return self._compared([left, *values], found)

    def _like(self, left: _Node, depth: int) -> _Node:
        pattern = self.sum(depth).text
        if pattern is None:
            raise ConditionError("after 'like' comes a text in quotes, such as 'U%'")
        parts = {"%": ".*", "_": "."}
        regex = "^" + "".join(parts.get(c, re.escape(c)) for c in pattern) + "$"
        return self._compared([left], left.expr.cast(pl.String).str.contains(regex))

    def _note_texts(self, left: _Node, right: _Node) -> None:
        for column, text in ((left, right), (right, left)):
            if column.column and text.text is not None:
                self.texts.append((column.column, text.text))

    def _compared(self, parts: list[_Node], holds: pl.Expr) -> _Node:
        """A comparison of these parts: one of the row's own, or one of other seats."""
        whose = {part.quantifier for part in parts if part.columns}
        columns = frozenset[str]().union(*(part.columns for part in parts))
        if not columns:
            raise ConditionError("a comparison names no column")
        if whose == {""}:
            return _Node(holds, True, columns)
        if len(whose) > 1:
            raise ConditionError("a comparison is of one seat: not of two, such as other.score > score")
        name = f"{self.text} #{len(self.quantified)}"
        self.quantified.append(Quantified(name, whose.pop(), holds, columns))
        return _Node(pl.col(name), True)

    def sum(self, depth: int) -> _Node:
        return self._reckoned(depth, ("+", "-"), self.product)

    def product(self, depth: int) -> _Node:
        return self._reckoned(depth, ("*", "/", "%"), self.signed)

    def _reckoned(self, depth: int, signs: tuple[str, ...], part: Callable[[int], _Node]) -> _Node:
        node = part(depth)
        while sign := self.take(*signs):
            other = part(depth)
            if node.text is not None or other.text is not None or node.is_condition or other.is_condition:
                raise ConditionError(f"'{sign}' needs a number on both sides")
            whose = {one.quantifier for one in (node, other) if one.columns}
            if len(whose) > 1:
                raise ConditionError("a comparison is of one seat: not of two, such as other.score - score")
            node = _Node(SIGNS[sign](node.expr, other.expr), False, node.columns | other.columns, *whose)
        return node

    def signed(self, depth: int) -> _Node:
        if not self.take("-"):
            return self.atom(depth)
        node = self.signed(depth)
        return _Node(-node.expr, False, node.columns, node.quantifier)

    def atom(self, depth: int) -> _Node:
        if depth > MAX_DEPTH:
            raise ConditionError(f"more than {MAX_DEPTH} parentheses in one another")
        if self.take("("):
            node = self.either(depth + 1)
            self.expect(")")
            return node
        if word := self.take("true", "false", "null"):
            return _Node(pl.lit({"true": True, "false": False, "null": None}[word]))
        if self.at >= len(self.tokens):
            raise ConditionError(f"nothing follows '{self.before()}'")
        kind, value = self.tokens[self.at]
        if kind == "sign" or value.lower() in WORDS:
            raise ConditionError(f"'{value}' does not fit {f'after {self.before()!r}' if self.at else 'at the start'}")
        self.at += 1
        if kind == "number":
            return _Node(pl.lit(float(value) if any(c in value for c in ".eE") else int(value)))
        if kind == "text":
            text = value[1:-1].replace("''", "'")
            return _Node(pl.lit(text), text=text)
        return self._column(value)

    def _column(self, value: str) -> _Node:
        if self.peek() == "(":
            raise ConditionError(f"{value}(...) is no part of a condition: name columns, numbers and 'texts'")
        quantifier, _, name = value.rpartition(".")
        if quantifier and quantifier not in QUANTIFIERS:
            raise ConditionError(f"{quantifier}. is not one of {', '.join(f'{one}.' for one in QUANTIFIERS)}")
        if self.known is not None and name not in self.known:
            raise ConditionError(f"no column {name}: {nearest_name(name, self.known)}")
        return _Node(pl.col(name), False, frozenset({name}), quantifier, column=name)
