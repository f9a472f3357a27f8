"""Methods of rules from a grammar: what a designer might write, and what a translation might read otherwise."""

from random import Random

from tests.fuzz.body_expressions import Expressions

__all__ = ["HEADS", "body_of"]

# What a method begins with. legal() has no move: a, b and w come from the table.
HEADS = {
    "body": "    def body(self, table, seat, move):\n        a, b, w = move[1], move[2], move[3]\n",
    "legal": "    def legal(self, table, seat):\n        a, b, w = table.m % 8, table.n % 5, WORDS[table.turn % 3]\n",
    "weigh": "    def weigh(self, table, seat, move):\n        a, b, w = move[1], move[2], move[3]\n",
}
METHODS = ("body", "legal", "body", "weigh")


class Writer(Expressions):
    """Writes one method: statements that use expressions, and at last what the variables hold."""

    def block(self, indent: int, depth: int, n: int, in_loop: bool = False) -> list[str]:
        kept = list(self.numbers), list(self.lists), list(self.texts), list(self.text_lists)
        lines = [
            line for _ in range(self.chance.randrange(1, n + 1)) for line in self.statement(indent, depth, in_loop)
        ]
        if indent > 2:
            self.numbers, self.lists, self.texts, self.text_lists = kept
        return lines

    def statement(self, indent: int, depth: int, in_loop: bool) -> list[str]:
        pad = "    " * indent
        if depth > 0 and self.chance.random() < 0.3:
            return self.compound(indent, depth, in_loop)
        if in_loop and self.chance.random() < 0.06:
            return [f"{pad}if {self.test(1)}:", f"{pad}    {self.pick('break', 'continue')}"]
        if self.chance.random() < 0.02:
            return [f"{pad}if {self.test(2)}:", f"{pad}    {self.result('3')}"]
        simple = self.one(
            self.set_field, self.set_field, self.set_item, self.change_list, self.change_list, self.set_name,
            self.set_name, self.set_list, self.several, self.rare, self.rare, self.change_texts,
        )  # fmt: skip
        guard = self.chance.random()
        if guard < 0.25:
            return (
                [f"{pad}if {self.test(2)}:", f"{pad}    {simple}"]
                if not simple.split(" = ")[0].isidentifier()
                else [f"{pad}{simple}"]
            )
        return [f"{pad}{simple}"]

    def small(self, depth: int = 3) -> str:
        """A number that a field has room for, mostly."""
        number = self.number(depth)
        return number if self.chance.random() < 0.1 else f"({number}) % {self.pick('7', '11', '100')}"

    def set_field(self) -> str:
        field = self.pick("table.n", "table.m", "table.s[seat]", "table.s[1 - seat]")
        if self.chance.random() < 0.4:
            return f"{field} {self.pick('+=', '-=', '+=', '*=', '//=', '%=', '^=')} {self.number(2)}"
        return f"{field} = {self.small()}"

    def set_item(self) -> str:
        item = self.one(
            lambda: f"table.v[{self.index(5, 2)}]",
            lambda: f"table.k[{self.index(2, 1)}][{self.index(3, 1)}]",
            lambda: f"table.p[{self.pick('0', '-1', self.number(0))}]",
            lambda: f"{self.pick('table.q', *self.lists)}[{self.pick('0', '-1')}]",
        )
        return f"{item} {self.pick('=', '=', '+=', '-=')} {self.small()}"

    def change_list(self) -> str:
        place = self.place()
        return self.one(
            lambda: f"{place}.append({self.small()})",
            lambda: f"{place}.insert({self.number(0)}, {self.small()})",
            lambda: f"{place}.pop({self.pick('', '0', self.number(0))})",
            lambda: f"{place}.remove({self.number(1)})",
            lambda: f"{place}.{self.pick('clear', 'sort', 'reverse')}()",
            lambda: f"{place}.extend({self.listing(2)})",
            lambda: f"{place} += {self.listing(2)}",
            lambda: f"table.rng.shuffle({place})",
            lambda: f"self.grow({place}, {self.number(1)})",
        )

    def change_texts(self) -> str:
        if not self.text_lists or self.chance.random() < 0.5:
            value, name = self.text_listing(3), self.new("t")
            self.text_lists.append(name)
            return f"{name} = {value}"
        name = self.chance.choice(self.text_lists)
        return self.one(
            lambda: f"{name}.append({self.pick(self.text(2), self.text(1), self.number(1))})",
            lambda: f"{name}.insert({self.number(0)}, {self.text(1)})",
            lambda: f"{name}.{self.pick('pop()', 'pop(0)', 'reverse()', 'clear()', 'sort()')}",
            lambda: f"{name}.remove({self.text(1)})",
            lambda: f"{name}.extend({self.text_listing(1)})",
            lambda: f"{name} {self.pick('=', '+=')} {self.text_listing(2)}",
            lambda: f"{name}[{self.pick('0', '-1')}] = {self.text(1)}",
            lambda: f"_, *{name} = {self.pick('move', 'move[2:]', self.text_listing(1))}",
        )

    def set_list(self) -> str:
        place = self.pick("table.p", "table.q", "table.r[0]", "table.r[2]", "table.h[seat]", "table.v", "table.k[seat]")
        if place == "table.v":
            return self.pick(f"table.v = [{self.small(1)}, *table.v[1:]]", f"table.v = [{self.comprehension(2)}]",
                             "table.v = sorted(table.v)")  # fmt: skip
        if place == "table.k[seat]":
            return f"table.k[seat] = [{self.small(1)}, {self.small(1)}, {self.small(1)}]"
        if self.chance.random() < 0.1:
            return f"table.r = [[{self.small(1)}], {self.listing(1)}, []]"
        if self.chance.random() < 0.1:
            return f"{place} = {self.pick('table.p', 'table.q')} = {self.listing(1)}"
        return (
            f"{place} = {self.listing(2)}[:{self.pick('3', '4')}]"
            if self.chance.random() < 0.6
            else f"{place} = {self.listing(2)}"
        )

    def set_name(self) -> str:
        kind = self.chance.random()
        if kind < 0.45:
            old = [name for name in self.numbers if name not in self.fixed]
            if old and self.chance.random() < 0.4:
                return f"{self.chance.choice(old)} {self.pick('=', '+=', '-=', '*=')} {self.number(2)}"
            value, name = self.number(3), self.new("x")
            self.numbers.append(name)
            return f"{name} = {value}"
        if kind < 0.85:
            old = self.lists
            if old and self.chance.random() < 0.3:
                return f"{self.chance.choice(old)} {self.pick('=', '+=')} {self.listing(2)}"
            value, name = self.listing(3), self.new("l")
            self.lists.append(name)
            return f"{name} = {value}"
        value, name = self.text(2), self.new("w")
        self.texts.append(name)
        return f"{name} = {value}"

    def several(self) -> str:
        x, y = self.new("x"), self.new("y")
        line = self.one(
            lambda: f"{x}, {y} = {self.number(2)}, {self.number(2)}",
            lambda: f"{x}, {y} = divmod({self.number(2)}, {self.pick('3', '4')})",
            lambda: f"{x} = {y} = {self.number(2)}",
            lambda: f"{x}, {y}, *_ = {self.listing(2)}",
            lambda: f"{x} = {y} = 0\n",
            lambda: "table.n, table.m = table.m, table.n",
            lambda: (
                f"table.v[{self.index(5, 1)}], table.v[{self.index(5, 1)}] = "
                f"table.v[{self.index(5, 1)}], {self.small(1)}"
            ),
        )
        if line.endswith("\n") or line.startswith(x):
            self.numbers += [x, y]
        return line.rstrip("\n")

    def rare(self) -> str:
        place, z = self.place(), self.new("z")
        line = self.one(
            lambda: f"{z} = ({self.comprehension(1)}); x{z} = (sum({z}) + sum({z})) % 11",
            lambda: f"{z} = ({self.comprehension(1)}); x{z} = (3 in {z}) + sum({z})",
            lambda: f"{z} = {self.constant()} if {self.test(1)} else None; x{z} = 3 if {z} is None else 5",
            lambda: f"{z} = -(2**61) * {self.number(0)}; x{z} = ({z} * 2 or {z} + {z}) % 7",
            lambda: f"{z} = -(2**61) * {self.pick('4', '2 * 2', 'a')} if {self.test(1)} else None; x{z} = {z} is None",
            lambda: f"{z} = {self.text(1)}; x{z} = ({self.text(0)} in {z}) + 2 * ({z} in {self.text(0)})",
            lambda: f"x{z} = self.letter({self.number(1)}) in {self.pick(chr(34) + 'AB' + chr(34), 'w', self.text(0))}",
            lambda: f"table.p = table.q = {self.pick('[]', '[3, 1]')}; table.q.append({self.number(0)} % 9)",
            lambda: f"table.s[seat] += table.v[self.bump(table){self.pick('', ' - 1', ' % 4')}]",
            lambda: f"del {place}[{self.pick('0', '-1', self.number(0))}]",
            lambda: f"{z} = ({self.number(2)}, {self.number(2)}); table.m = {z}[{self.pick('0', '1')}] % 9",
            lambda: f"{z}, table.n = self.pair(table, {self.number(2)})",
            lambda: f"{z} = {place}; self.grow({z}, {self.number(1)})",
            lambda: f"{z} = {place}; {self.set_list()}; table.m = len({z})",
            lambda: f"{place}[{self.pick('0', '-1')}] {self.pick('+=', '-=')} {place}.pop({self.pick('', '0')})",
            lambda: f"if len({place}) > 1: {place}[{self.pick('0', '-1')}] += {place}.pop(0)",
            lambda: f"table.m = len({place}) + self.drain(table)",
            lambda: f"table.v[0] += {self.pick('self.bump(table)', 'self.drain(table)', 'len(self.swap(table))')} % 5",
            lambda: (
                f"{place}.append({self.pick('self.bump(table)', 'self.drain(table)', 'len(self.swap(table))')} % 5)"
            ),
            lambda: (
                f"{self.pick('table.h', 'table.r')}[{self.index(2, 1)}].append({self.pick('self.bump(table)', '3')})"
            ),
            lambda: f"table.k[{self.index(2, 1)}] = sorted(table.k[{self.index(2, 1)}])",
            lambda: "table.h = [list(x) for x in table.h]",
            lambda: "table.h[0], table.h[1] = table.h[1], table.h[0]",
        )
        self.numbers += [name for name in (f"x{z}",) if name in line]
        return line

    def compound(self, indent: int, depth: int, in_loop: bool) -> list[str]:
        pad, d = "    " * indent, depth - 1
        match self.chance.randrange(10):
            case 8:
                name = self.new("w")
                head = [f"{pad}for {name} in {self.text_listing(2)}:"]
                self.texts.append(name)
                return head + self.inside([], indent, d)
            case 9:
                x, y = self.new("i"), self.new("i")
                pairs = ", ".join(f"({self.number(1)}, {self.number(1)})" for _ in range(2))
                return [f"{pad}for {x}, {y} in ({pairs}):", *self.inside([x, y], indent, d)]
            case 7:
                name, place = self.new("i"), self.place()
                change = f"{place}.{self.pick('remove(' + name + ')', 'pop()', 'pop(0)')}"
                return [
                    f"{pad}for {name} in reversed({place}):",
                    f"{pad}    if {name} > {self.pick('0', '2')}:",
                    f"{pad}        {change}",
                ]
            case 0 | 1:
                lines = [f"{pad}if {self.test(2)}:", *self.block(indent + 1, d, 2, in_loop)]
                if self.chance.random() < 0.3:
                    lines += [f"{pad}elif {self.test(2)}:", *self.block(indent + 1, d, 2, in_loop)]
                if self.chance.random() < 0.6:
                    lines += [f"{pad}else:", *self.block(indent + 1, d, 2, in_loop)]
                return lines
            case 2 | 3:
                name, source = self.new("i"), self.iterable(2)
                return [f"{pad}for {name} in {source}:", *self.inside([name], indent, d)]
            case 4:
                i, name, source = self.new("i"), self.new("i"), self.iterable(2)
                first = self.pick("", "", ", 1", f", {self.number(0)}")
                return [
                    f"{pad}for {i}, {name} in enumerate({source}{first}):",
                    *self.inside([i, name], indent, d),
                ]
            case 5 if self.chance.random() < 0.2:
                i, name = self.new("i"), self.new("i")
                return [
                    f"{pad}for {i}, {name} in zip({self.listing(2)}, {self.listing(2)}):",
                    *self.inside([i, name], indent, d),
                ]
        name = self.new("c")
        head = [
            f"{pad}{name} = 0",
            f"{pad}while {name} < {self.pick('3', '5')} and {self.test(1)}:",
            f"{pad}    {name} += 1",
        ]
        return head + self.inside([name], indent, d)

    def inside(self, names: list[str], indent: int, depth: int) -> list[str]:
        self.numbers += names
        self.fixed |= set(names)
        lines = self.block(indent + 1, depth, 3, in_loop=True)
        self.numbers = [name for name in self.numbers if name not in names]
        return lines

    def result(self, total: str) -> str:
        """The statement that ends the method, with a number that it depends on."""
        if self.method == "body":
            return "return"
        if self.method == "weigh":
            return f"return [{total}, {self.number(1)}, {self.number(1)}]"
        second = self.pick("i", f"({self.number(1)}) % 7", "i % 4")
        move = f"('go', ({total} + 3 * i) % 8, {second} - 2, {self.pick('WORDS[i % 3]', 'w', self.text(1))})"
        return f"return [{move} for i in range({self.pick('4', f'2 + {total} % 3')})]"

    def ending(self) -> list[str]:
        """What the variables hold at last becomes points, moves or features."""
        total = "table.s[seat]" if self.method == "body" else "total"
        lines = [] if self.method == "body" else ["        total = 0"]
        lines += [f"        {total} = ({total} * 31 + {name}) % 10007" for name in self.numbers]
        lines += [f"        for x in {name}:\n            {total} = ({total} * 31 + x) % 10007" for name in self.lists]
        mixed = f"({total} * 31 + (x == w) + (x == 'A') * 2) % 10007"
        lines += [f"        for x in {name}:\n            {total} = {mixed}" for name in self.text_lists]
        lines += [f"        {total} += WORDS.index({name})" for name in self.texts if name != "w"]
        return lines if self.method == "body" else [*lines, f"        {self.result('total')}"]


def body_of(seed: int, number: int) -> str:
    """The lines of a method: those of (seed, number) are always the same."""
    method, chance = METHODS[number % len(METHODS)], Random(f"{seed} {number}")
    while True:
        writer = Writer(chance, method)
        lines = writer.block(2, 2, chance.choice([1, 2, 3, 5]))
        body = HEADS[method] + "\n".join(lines + writer.ending()) + "\n"
        if is_python(body):
            return body


def is_python(body: str) -> bool:
    """Whether Python reads it: := may not stand everywhere."""
    try:
        compile(f"class Body:\n{body}", "", "exec")
    except SyntaxError:
        return False
    return True
