"""Conditions on rows, in SQL's words: parsed by a grammar of our own, so that nothing but columns can be read.

    strategy = 'walls' and palaces_built between 1 and 3
    winning_margin < 5 and not other.board in ('star', 'circle')

A column is one of the row's own: of this seat where rows are seats. Before the name of a seat's column may stand whose
it is: `winner.`, `any.` (some seat of the game), `all.` (every seat), `other.` (some other seat). A comparison may name
one of them, and holds if it holds for that seat, or those seats.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

import polars as pl

from cext.commands import command

__all__ = [
    "NAME", "QUANTIFIERS", "Condition", "ConditionError", "NothingToCompare", "Quantified", "check_own", "check_types",
    "is_flag", "nearest_name", "parse_condition", "parse_number",
]  # fmt: skip

QUANTIFIERS = ("winner", "any", "all", "other")
MAX_LENGTH = 2_000  # characters of a condition
MAX_DEPTH = 40  # of parentheses
MAX_CHOICE = 12  # names that a message lists
MAX_NUMBER = 1e18  # whole numbers of a row have 64 bits
MAX_DIGITS = 20  # of a number that a message repeats
# columns of yes and no: alone they are a condition
FLAG = re.compile(r"won|joint_win|forced|first_of_turn|comeback_after_round_\d+|offered_\w+|chosen_\w+")
WORDS = {"and", "or", "not", "in", "between", "is", "null", "like", "true", "false"}
START = r"(?:[A-Za-z_]|\d_[A-Za-z])"  # of a name: turns of the class 7 are 7_by_round_1
NAME = rf"{START}\w*"
TOKEN = re.compile(
    rf"\s*(?:(?P<name>{START}[\w.]*)"
    r"|(?P<number>\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+)|(?P<text>'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\")"
    r"|(?P<sign><=|>=|<>|!=|==|[=<>()+\-*/%,]))"
)
SIGNS: dict[str, Callable[[pl.Expr, pl.Expr], pl.Expr]] = {
    "=": pl.Expr.eq, "==": pl.Expr.eq, "!=": pl.Expr.ne, "<>": pl.Expr.ne,
    "<": pl.Expr.lt, "<=": pl.Expr.le, ">": pl.Expr.gt, ">=": pl.Expr.ge,
    "+": pl.Expr.__add__, "-": pl.Expr.__sub__, "*": pl.Expr.__mul__, "/": pl.Expr.__truediv__, "%": pl.Expr.__mod__,
}  # fmt: skip
OTHER_SEAT = re.compile(rf"\b(?:{'|'.join(QUANTIFIERS)})\.\w+")
COMPARISONS = ("=", "==", "!=", "<>", "<", "<=", ">", ">=")


class ConditionError(ValueError):
    """A text that is no condition; the message says what was not understood."""


class NothingToCompare(ConditionError):
    """What is compared is not in the games of a run; the message says what they lack."""


@dataclass(frozen=True)
class Quantified:
    """A comparison that is asked of other seats than this one: whether it holds for them is the column `name`."""

    name: str
    text: str  # of the whole condition
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
        return self.columns.union(*(part.columns for part in self.quantified))

    def check(self, schema: Mapping[str, pl.DataType]) -> None:
        """ConditionError for a name that no row of these types can have, and where a text is compared with a number."""
        for column, text in self.texts:
            kind = schema.get(column)
            if isinstance(kind, pl.Enum) and text not in kind.categories.to_list():
                names = kind.categories.to_list()
                choice = f"choose from {', '.join(names)}" if len(names) <= MAX_CHOICE else nearest_name(text, names)
                raise NothingToCompare(f"no {column} '{text}': {choice}")
        check_types(self.holds, schema, self.text)


def check_types(holds: pl.Expr, schema: Mapping[str, pl.DataType], text: str) -> None:
    """ConditionError where rows of these types cannot be asked."""
    try:
        pl.DataFrame(schema=schema).select(holds)
    except pl.exceptions.PolarsError as error:
        raise ConditionError(f"{text}: a text is compared with a number") from error


def is_flag(column: str) -> bool:
    """Whether a column, of whichever seat, is a condition by itself."""
    return FLAG.fullmatch(column.rpartition(".")[2]) is not None


def check_own(text: str) -> None:
    """ConditionError for a text of columns that names one of other seats: only conditions may."""
    if match := OTHER_SEAT.search(text):
        raise ConditionError(
            f"{match[0]} is of other seats, and belongs in a condition: filter with where, such as {match[0]} = ..."
        )


def nearest_name(name: str, columns: Collection[str]) -> str:
    """The end of a message about an unknown name: the nearest known one, or how all are listed."""
    near = difflib.get_close_matches(name.lower(), sorted(columns), n=1)
    return f"did you mean {near[0]}?" if near else f"{command('compare', 'RUN', '--list')} prints all"


def parse_condition(text: str, columns: Collection[str] | None = None) -> Condition:
    """The condition that a text states; raises ConditionError for any other text, and for a column that is not among
    the known ones (None: any may be)."""
    if len(text) > MAX_LENGTH:
        raise ConditionError(f"longer than {MAX_LENGTH:,} characters")
    parser = _Parser(text, columns)
    holds = parser.disjunction(0)
    if parser.at < len(parser.tokens):
        raise ConditionError(f"'{parser.tokens[parser.at][1]}' does not fit after '{parser.previous()}'")
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

    def __init__(self, text: str, columns: Collection[str] | None) -> None:
        self.text = text
        self.tokens: list[tuple[str, str]] = []
        self.known_columns = columns
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

    def previous(self) -> str:
        return self.tokens[self.at - 1][1] if self.at else ""

    def peek(self) -> str:
        """The next sign, or word in small letters; "" at the end, and for a text or number."""
        if self.at >= len(self.tokens):
            return ""
        kind, value = self.tokens[self.at]
        return value if kind == "sign" else value.lower() if kind == "name" and value.lower() in WORDS else ""

    def take(self, *words: str) -> str:
        """The next sign or word if it is one of these; "" if not."""
        word = self.peek()
        if word not in words:
            return ""
        self.at += 1
        return word

    def expect(self, word: str) -> None:
        if not self.take(word):
            where = f"after '{self.previous()}'" if self.at else "at the beginning"
            raise ConditionError(f"'{word}' is missing {where}")

    def disjunction(self, depth: int) -> _Node:
        return self._joined(depth, "or", self.conjunction, pl.Expr.or_)

    def conjunction(self, depth: int) -> _Node:
        return self._joined(depth, "and", self.negation, pl.Expr.and_)

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

    def negation(self, depth: int) -> _Node:
        count = self._count("not")
        node = self.comparison(depth)
        if count and not node.is_condition:
            raise ConditionError("'not' needs a comparison after it")
        return _Node(node.expr.not_(), True, node.columns) if count % 2 else node

    def comparison(self, depth: int) -> _Node:
        left = self.sum(depth)
        if sign := self.take(*COMPARISONS):
            right = self.sum(depth)
            self._note_texts(left, right)
            return self._compare([left, right], SIGNS[sign](left.expr, right.expr))
        if self.take("is"):
            negative = self.take("not")
            self.expect("null")
            return self._compare([left], left.expr.is_not_null() if negative else left.expr.is_null())
        negative = self.take("not")
        if self.take("in"):
            node = self._parse_in(left, depth)
        elif self.take("between"):
            low = self.sum(depth)
            self.expect("and")
            high = self.sum(depth)
            node = self._compare([left, low, high], left.expr.is_between(low.expr, high.expr))
        elif self.take("like"):
            node = self._parse_like(left, depth)
        elif negative:
            raise ConditionError("after 'not' comes in, between or like")
        else:
            return self._compare([left], left.expr) if is_flag(left.column) else left
        return _Node(node.expr.not_(), True, node.columns) if negative else node

    def _parse_in(self, left: _Node, depth: int) -> _Node:
        self.expect("(")
        values = [self.sum(depth)]
        while self.take(","):
            values.append(self.sum(depth))
        self.expect(")")
        holds = pl.lit(False)
        for value in values:
            self._note_texts(left, value)
            holds = holds | left.expr.eq(value.expr)
        return self._compare([left, *values], holds)

    def _parse_like(self, left: _Node, depth: int) -> _Node:
        pattern = self.sum(depth).text
        if pattern is None:
            raise ConditionError("after 'like' comes a text in quotes, such as 'U%'")
        parts = {"%": ".*", "_": "."}
        regex = "^" + "".join(parts.get(c, re.escape(c)) for c in pattern) + "$"
        return self._compare([left], left.expr.cast(pl.String).str.contains(regex))

    def _note_texts(self, left: _Node, right: _Node) -> None:
        for column, text in ((left, right), (right, left)):
            self._check_yes(column, text)
            if column.column and text.text is not None:
                self.texts.append((column.column, text.text))

    def _check_yes(self, column: _Node, answer: _Node) -> None:
        """ConditionError for a column that is compared with a yes or no, which no column holds."""
        word = (answer.text or answer.column).lower()
        if not column.column or word not in ("yes", "no"):
            return
        name = f"{column.quantifier}.{column.column}" if column.quantifier else column.column
        if is_flag(name):
            raise ConditionError(f"{name} is a condition by itself: write {'not ' * (word == 'no')}{name}")
        if answer.text is None:
            raise ConditionError(f"{word} is no column: write {name} = {int(word == 'yes')}, or '{word}' for a name")

    def _compare(self, parts: list[_Node], holds: pl.Expr) -> _Node:
        """A comparison of these parts: one of the row's own, or one of other seats."""
        quantifiers = {part.quantifier for part in parts if part.columns}
        columns = frozenset[str]().union(*(part.columns for part in parts))
        if not columns:
            raise ConditionError("a comparison names no column")
        if quantifiers == {""}:
            return _Node(holds, True, columns)
        if len(quantifiers) > 1:
            raise ConditionError("a comparison is of one seat: not of two, such as other.score > score")
        name = f"{self.text} #{len(self.quantified)}"
        self.quantified.append(Quantified(name, self.text, quantifiers.pop(), holds, columns))
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
            quantifiers = {operand.quantifier for operand in (node, other) if operand.columns}
            if len(quantifiers) > 1:
                raise ConditionError("a comparison is of one seat: not of two, such as other.score - score")
            # columns are small whole numbers, which would overflow
            numbers = (operand.expr * pl.lit(1.0, dtype=pl.Float64) for operand in (node, other))
            node = _Node(SIGNS[sign](*numbers), False, node.columns | other.columns, *quantifiers)
        return node

    def signed(self, depth: int) -> _Node:
        count = self._count("-")
        node = self.atom(depth)
        if count and (node.text is not None or node.is_condition):
            raise ConditionError("'-' needs a number after it")
        return _Node(-node.expr, False, node.columns, node.quantifier) if count % 2 else node

    def _count(self, word: str) -> int:
        """How often the sign or word follows, one after another."""
        first = self.at
        while self.take(word):
            pass
        return self.at - first

    def atom(self, depth: int) -> _Node:
        if depth > MAX_DEPTH:
            raise ConditionError(f"more than {MAX_DEPTH} parentheses in one another")
        if self.take("("):
            node = self.disjunction(depth + 1)
            self.expect(")")
            return node
        if word := self.take("true", "false", "null"):
            return _Node(pl.lit({"true": True, "false": False, "null": None}[word]))
        if self.at >= len(self.tokens):
            raise ConditionError(f"nothing follows '{self.previous()}'")
        kind, value = self.tokens[self.at]
        if kind == "sign" or value.lower() in WORDS:
            where = f"after '{self.previous()}'" if self.at else "at the start"
            raise ConditionError(f"'{value}' does not fit {where}")
        self.at += 1
        if kind == "number":
            return _Node(pl.lit(parse_number(value)))
        if kind == "text":
            text = value[1:-1].replace(value[0] * 2, value[0])
            return _Node(pl.lit(text), text=text)
        return self._column(value)

    def _column(self, value: str) -> _Node:
        if self.peek() == "(":
            raise ConditionError(f"{value}(...) is no part of a condition: name columns, numbers and 'texts'")
        quantifier, _, name = value.rpartition(".")
        if quantifier and quantifier not in QUANTIFIERS:
            raise ConditionError(f"{quantifier}. is not one of {', '.join(f'{name}.' for name in QUANTIFIERS)}")
        if self.known_columns is not None and name not in self.known_columns:
            raise ConditionError(f"no column {name}: {nearest_name(name, self.known_columns)}")
        return _Node(pl.col(name), False, frozenset({name}), quantifier, column=name)


def parse_number(text: str) -> int | float:
    """The number that digits write; ConditionError for one that no column can hold."""
    number = float(text)
    if abs(number) > MAX_NUMBER:
        start = text if len(text) <= MAX_DIGITS else f"{text[:MAX_DIGITS]}…"
        raise ConditionError(f"{start} is too large a number: at most 10^18")
    return int(text) if text.isdecimal() else number
