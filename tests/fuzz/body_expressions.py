"""Expressions of the grammar of methods: numbers, texts, lists and tests of them."""

import re
from collections.abc import Callable
from random import Random

__all__ = ["Expressions"]

# What a method that is only asked may not do.
FIELD = r"table\.\w+(?:\[[^=]*?\])*"
CHANGES = re.compile(
    rf"table\.rng|self\.(?:bump|push|pair|drain|swap)\b|{FIELD},? (?:\S|//|table\.\w+ )?=(?!=)|del table|"
    rf"{FIELD}\.(?:append|insert|pop|remove|clear|sort|reverse|extend)\(|self\.grow\(table|list\(table\.p\) \+="
)

LISTS = (
    "table.v", "table.p", "table.q", "table.r[1]", "table.h[seat]", "table.k[1 - seat]", "table.s", "FIVE",
)  # fmt: skip
PAIR = '("A", w)'


class Expressions:
    """Writes expressions of a kind for one method, out of the variables that it has so far."""

    def __init__(self, chance: Random, method: str) -> None:
        self.chance, self.method = chance, method
        self.numbers, self.texts = ["a", "b", "seat"], ["w"]
        self.lists: list[str] = []
        self.text_lists: list[str] = []
        self.fixed: set[str] = {"a", "b", "seat", "w"}  # variables of loops: no statement assigns them
        self.count = 0

    def pick(self, *options: str) -> str:
        return self.chance.choice(options)

    def one(self, *makers: Callable[[], str]) -> str:
        """What one of several writes, if the method may do that."""
        while True:
            text = self.chance.choice(makers)()
            if self.method == "legal":
                text = re.sub(r"move\[(\d)\]", lambda at: "_abw"[int(at[1])], text)
            if self.method == "body" or not (
                CHANGES.search(text) or (self.method == "legal" and re.search(r"\bmove\b", text))
            ):
                return text

    def new(self, letter: str) -> str:
        self.count += 1
        return f"{letter}{self.count}"

    def constant(self) -> str:
        if self.chance.random() < 0.03:
            return self.pick("2**61", "-(2**61)", "2**31", "-(2**31)", "40000", "2**62", "10**19")
        return str(self.chance.randrange(-3, 9))

    def index(self, n: int, depth: int) -> str:
        if self.chance.random() < 0.6:
            return str(self.chance.randrange(-n, n))
        return f"({self.number(depth - 1)}) % {n}"

    def number(self, depth: int = 3) -> str:
        d = depth - 1
        if depth <= 0 or self.chance.random() < 0.25:
            return self.one(
                self.constant,
                lambda: self.chance.choice(self.numbers),
                lambda: self.pick("table.n", "table.m", "move[1]", "move[2]", "table.turn", "table.round"),
                lambda: self.pick(
                    "table.s[seat]", "table.s[1 - seat]", "table.v[0]", "table.k[seat][1]", "len(table.p)"
                ),
            )
        return self.one(
            lambda: f"({self.number(d)} {self.pick('+', '-', '*', '//', '%', '&', '|', '^')} {self.number(d)})",
            lambda: f"({self.number(d)} {self.pick('+', '-', '*')} {self.number(d)})",
            lambda: f"({self.number(d)} {self.pick('<<', '>>')} {self.pick('1', '2', self.number(0))})",
            lambda: f"({self.number(d)} {self.pick('//', '%')} {self.pick('2', '3', '-3', '7')})",
            lambda: f"({self.pick('-', '~', '+', 'not ')}{self.number(d)})",
            lambda: f"table.v[{self.index(5, d)}]",
            lambda: f"table.k[{self.index(2, d)}][{self.index(3, d)}]",
            lambda: f"FIVE[{self.index(5, d)}]",
            lambda: (
                f"COSTS[{self.text(d)}]"
                if self.chance.random() < 0.7
                else f"COSTS.get({self.text(d)}, {self.constant()})"
            ),
            lambda: f"ROWS[{self.index(3, d)}][{self.pick(chr(34) + 'cost' + chr(34), chr(34) + 'gain' + chr(34))}]",
            lambda: f"len({self.listing(d)})",
            lambda: f"len({self.text(d)})",
            lambda: f"sum({self.listing(d)})",
            lambda: f"{self.pick('min', 'max')}({self.listing(d)}, default={self.constant()})",
            lambda: f"{self.pick('min', 'max')}({self.listing(d)}{self.key(d)})",
            lambda: f"{self.pick('min', 'max')}({self.number(d)}, {self.number(d)})",
            lambda: f"{self.pick('min', 'max')}({self.number(d)}, {self.number(d)}, {self.number(d)})",
            lambda: f"{self.pick('abs', 'int', 'bool')}({self.number(d)})",
            lambda: f"divmod({self.number(d)}, {self.pick('3', '-2', self.number(d))})[{self.pick('0', '1')}]",
            lambda: f"({self.number(d)} if {self.test(d)} else {self.number(d)})",
            lambda: f"({self.number(d)} {self.pick('and', 'or')} {self.number(d)})",
            lambda: f"({self.test(d)})",
            lambda: f"{self.listing(d)}.count({self.number(d)})",
            lambda: f"{self.listing(d)}.index({self.number(d)})",
            lambda: f"{self.place()}.pop({self.pick('', '0', '-1', self.number(0))})",
            lambda: f"{self.listing(d)}[{self.pick('0', '-1', self.number(0))}]",
            lambda: f"table.rng.below({self.pick('3', '6', '1 + ' + self.number(0))})",
            lambda: f"table.rng.choice({self.listing(d)})",
            lambda: "self.bump(table)",
            lambda: f"self.push(table, {self.number(d)})",
            lambda: f"self.twice({self.number(d)})",
            lambda: f"self.pair(table, {self.number(d)})[{self.pick('0', '1')}]",
            lambda: "self.drain(table)",
            lambda: f"len(self.swap(table)) + {self.number(d)}",
            lambda: f"sum({self.pick('row[0]', 'len(row)', 'sum(row)')} for row in GRID if {self.test(d)})",
            lambda: f"sum({self.pick('cost', 'len(name)', 'cost * len(name)')} for name, cost in COSTS.items())",
            lambda: f"max(WORDS.index(each) for each in {self.pick('COSTS', 'WORDS', self.text(d))})",
            lambda: f"{self.pick('min', 'max')}(set({self.listing(d)}){self.key(d)})",
            lambda: f"sum(x * y for x, y in [({self.number(0)}, {self.number(0)}), ({self.number(d)}, 2)])",
            lambda: f"(self.found({self.listing(d)}, {self.number(d)}) or {self.constant()})",
            lambda: f"sum({self.comprehension(d)})",
            lambda: f"sum({self.number(d)} for _ in range({self.pick('2', '3', self.number(0))}))",
            lambda: f"len({self.pick('set', 'list', 'tuple')}({self.listing(d)}))",
            lambda: f"WORDS.index({self.text(d)})",
            lambda: f"len({self.text_listing(d)})",
            lambda: f"{self.text_listing(d)}.{self.pick('count', 'index')}({self.text(d)})",
            lambda: (
                f"({self.pick('x', 'y')}{self.count} := {self.number(d)})"
                if self.chance.random() < 0.2
                else self.constant()
            ),
        )

    def key(self, depth: int) -> str:
        if self.chance.random() < 0.5:
            return ""
        name = self.new("z")
        self.numbers.append(name)
        body = self.number(depth - 1) if self.chance.random() < 0.6 else f"({self.number(depth - 1)}, {name})"
        self.numbers.remove(name)
        return f", key=lambda {name}: {body}"

    def comprehension(self, depth: int) -> str:
        name = self.new("e")
        source = self.iterable(depth - 1)
        self.numbers.append(name)
        test = f" if {self.test(depth - 1)}" if self.chance.random() < 0.5 else ""
        item = self.number(depth - 1)
        self.numbers.remove(name)
        return f"{item} for {name} in {source}{test}"

    def iterable(self, depth: int) -> str:
        return self.one(
            lambda: self.listing(depth),
            lambda: self.listing(depth),
            lambda: f"range({self.pick('4', 'len(table.p)', self.number(0))})",
            lambda: f"range({self.number(0)}, {self.number(0)}{self.pick('', ', 2', ', -1')})",
            lambda: f"reversed({self.listing(depth)})",
            lambda: f"set({self.listing(depth)})",
            lambda: f"sorted(set({self.listing(depth)}))",
            lambda: f"dict.fromkeys({self.listing(depth)})",
        )

    def place(self) -> str:
        """A list that may be changed."""
        if self.method != "body":
            return self.pick("list(table.p)", *self.lists, *self.lists)
        return self.pick("table.p", "table.q", "table.r[0]", "table.r[a % 3]", "table.h[seat]", *self.lists)

    def listing(self, depth: int) -> str:
        d = depth - 1
        if depth <= 0 or self.chance.random() < 0.35:
            return self.pick(*LISTS, *self.lists, *self.lists)
        return self.one(
            lambda: f"[{self.number(d)}, {self.number(d)}]",
            lambda: "[]",
            lambda: f"[{self.comprehension(d)}]",
            lambda: f"sorted({self.listing(d)}{self.pick('', ', reverse=True')})",
            lambda: f"sorted({self.listing(d)}{self.key(d)})",
            lambda: f"list({self.iterable(d)})",
            lambda: (
                f"{self.listing(d)}"
                f"[{self.pick('', '1', '-2', self.number(0))}:{self.pick('', '2', '-1', self.number(0))}]"
            ),
            lambda: f"{self.listing(d)}[::-1]",
            lambda: f"({self.listing(d)} + {self.listing(d)})",
            lambda: f"([{self.number(d)}] * {self.pick('2', '3', self.number(0))})",
            lambda: f"({self.listing(d)} * {self.pick('2', '0', self.number(0))})",
            lambda: f"[*{self.listing(d)}, {self.number(d)}]",
            lambda: f"list({self.pick('move[1:3]', '(FIVE[1], *move[2:3])')})",
            lambda: f"table.rng.shuffled({self.listing(d)})",
            lambda: f"({self.listing(d)} or {self.listing(d)})",
            lambda: f"({self.listing(d)} if {self.test(d)} else {self.listing(d)})",
            lambda: f"GRID[{self.index(3, d)}]",
            lambda: f"ROWS[{self.index(3, d)}]['of']",
            lambda: f"table.r[{self.index(3, d)}]",
            lambda: f"table.h[{self.index(2, d)}]",
            lambda: f"self.low({self.listing(d)})",
            lambda: f"self.grow({self.pick('list(' + self.listing(d) + ')', self.place())}, {self.number(d)})",
            lambda: f"{self.listing(d)}.copy()",
        )

    def text_listing(self, depth: int) -> str:
        d = depth - 1
        if depth <= 0 or self.chance.random() < 0.3:
            return self.pick("WORDS", "[]", '["A", w]', "list(COSTS)", *self.text_lists, *self.text_lists)
        return self.one(
            lambda: f"[{self.text(d)}, {self.text(d)}]",
            lambda: f"[x for x in {self.text_listing(d)} if {self.pick('x != w', 'x in WORDS[:2]', self.test(d))}]",
            lambda: f"[{self.text(d)} for _ in {self.iterable(d)}]",
            lambda: f"WORDS[{self.number(0)}:{self.pick('', '3', self.number(0))}]",
            lambda: f"{self.text_listing(d)}[{self.pick('', '1', '-2')}:{self.pick('', '2', '-1')}]",
            lambda: f"({self.text_listing(d)} + {self.text_listing(d)})",
            lambda: f"({self.text_listing(d)} * 2)",
            lambda: f"list({self.pick('move[3:]', self.text(d), self.text_listing(d))})",
            lambda: f"list(dict.fromkeys({self.text_listing(d)}))",
            lambda: f"({self.text_listing(d)} if {self.test(d)} else {self.text_listing(d)})",
            lambda: f"table.rng.shuffled({self.text_listing(d)})",
            lambda: f"{self.pick('sorted', 'list', 'tuple', 'set')}({self.text_listing(d)})",
            lambda: f"{self.text_listing(d)}[::-1]",
        )

    def text(self, depth: int) -> str:
        d = depth - 1
        if depth <= 0 or self.chance.random() < 0.4:
            return self.pick("move[3]", '"A"', '"AB"', '"B"', *self.texts)
        return self.one(
            lambda: f"WORDS[{self.index(4, d)}]",
            lambda: f"({self.text(d)} if {self.test(d)} else {self.text(d)})",
            lambda: f"self.letter({self.number(d)})",
            lambda: '""',
            lambda: f"{self.text_listing(d)}[{self.pick('0', '-1')}]",
            lambda: f"table.rng.choice({self.text_listing(d)})",
            lambda: f"{self.text(d)}[0]",
            lambda: f"({self.text(d)} + {self.text(d)})" if self.chance.random() < 0.3 else self.text(d),
        )

    def test(self, depth: int) -> str:
        d = depth - 1
        sign = self.pick("<", "<=", ">", ">=", "==", "!=")
        if depth <= 0:
            return f"{self.number(0)} {sign} {self.number(0)}"
        return self.one(
            lambda: f"{self.number(d)} {sign} {self.number(d)}",
            lambda: f"{self.number(d)} {sign} {self.number(d)}",
            lambda: f"{self.number(d)} {self.pick('<', '<=', '==')} {self.number(d)} {sign} {self.number(d)}",
            lambda: f"{self.number(d)} {self.pick('in', 'not in')} {self.listing(d)}",
            lambda: f"{self.number(d)} {self.pick('in', 'not in')} ({self.constant()}, {self.constant()})",
            lambda: f"{self.text(d)} {self.pick('==', '!=')} {self.text(d)}",
            lambda: f"{self.text(d)} {self.pick('in', 'not in')} {self.pick('WORDS', PAIR, self.text(d))}",
            lambda: f"not {self.test(d)}",
            lambda: f"({self.test(d)} {self.pick('and', 'or')} {self.test(d)})",
            lambda: self.listing(d),
            lambda: f"{self.pick('any', 'all')}({self.comprehension(d)})",
            lambda: f"self.found({self.listing(d)}, {self.number(d)}) is {self.pick('', 'not ')}None",
            lambda: f"{self.text(d)} {self.pick('in', 'not in')} {self.text_listing(d)}",
            lambda: f"{self.text_listing(d)} {self.pick('==', '!=')} {self.pick('move[3:]', self.text_listing(d))}",
            lambda: f"{self.listing(d)} {self.pick('==', '!=')} {self.pick('move[1:3]', self.listing(d))}",
            lambda: self.text_listing(d),
        )
