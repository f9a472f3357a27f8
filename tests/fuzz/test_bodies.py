"""Methods of rules compiled as in Python: bodies from the grammar, and those that once were read otherwise."""

import ast

import pytest

from tests.fuzz.bodies import PER_PROGRAM, Trial, shrink, try_bodies
from tests.fuzz.body_grammar import HEADS, body_of
from tests.fuzz.misreadings import MISREADINGS, misread

SEED = 53

# The number of a body of the grammar that finds a misreading.
FOUND_BY = {
    "letters of a part": 677,
    "the order of a set": 195,
    "one list in two fields": 174,
    "a generator used up": 2,
    "a list that changes under its own item": 248,
    "a list replaced by what is added to it": 2126,
    "a list replaced by its index": 308,
    "the lowest number of 64 bits": 252,
    "a list that shrinks under reversed()": 246,
}
# What Python does, and the translation once did otherwise.
READ_OTHERWISE = {
    "letters of a part": """
        x = "AB" if a > 3 else "A"
        table.s[seat] += (x in "AB") + 2 * (x in "BA") + 4 * ("" in "AB")
    """,
    "the order of a set": """
        for i in set(table.v):
            table.s[seat] = table.s[seat] * 3 % 1009 + i
        table.n = max(set(table.v), key=lambda x: 1) + min(set(table.q), key=lambda x: x % 2)
    """,
    "one list in two fields": """
        table.p = table.q = []
        table.p.append(a)
    """,
    "a generator used up": """
        z = (x for x in table.v)
        table.n = sum(z) + sum(z)
    """,
    "a constant generator used up": """
        z = (x * 2 for x in FIVE)
        table.n = sum(z) + sum(z)
    """,
    "a list that changes under its own item": """
        if len(table.q) > 1:
            table.q[-1] += table.q.pop(0)
    """,
    "a list replaced by what is added to it": """
        table.v[0] += self.bump(table)
    """,
    "a list replaced by its index": """
        table.s[seat] += table.v[self.bump(table)]
    """,
    "the lowest number of 64 bits": """
        z = -(2**61)
        table.n = (z * 2 + z * 2) % 7
        table.m = (-(2**61) * 4 | 0) % 5 + (~(2**61 * 4 - 1)) % 3
        y = z * 2 + z * 2 if a > -1 else None
        table.s[seat] += 1 if y is None else 2
    """,
    "a list made before the loop over it": """
        for x in [table.n for y in table.q]:
            table.s[seat] += x + self.push(table, 1)
    """,
    "a list that shrinks under reversed()": """
        for x in reversed(table.p):
            table.s[seat] = table.s[seat] * 3 % 1009 + x
            if x > 0:
                table.p.remove(x)
    """,
    "a list changed by what is added behind it": """
        table.q = (table.h[seat] + self.grow(table.h[seat], 1))[:8]
    """,
    "a name of one of two lists": """
        z = table.p if a > 3 else table.q
        table.p = [1, 2, 3]
        table.n = len(z)
    """,
    "a range beyond 64 bits": """
        for x in range(10**19, 6, 4 * 10**18):
            table.n += 1
    """,
    "a tuple in place of a list": """
        table.p = FIVE
    """,
    "a tuple added to a list": """
        table.p = [1] + FIVE
    """,
}


def lines_of(body: str) -> str:
    """A body as it is written in the game."""
    return HEADS["body"] + "".join(f"        {line[8:]}\n" for line in body.splitlines() if line.strip())


def test_compiled_bodies_agree_with_python() -> None:
    """One program has them all, and those of the grammar that find a misreading."""
    bodies = {case: lines_of(body) for case, body in READ_OTHERWISE.items()}
    bodies |= {f"{name}, of the grammar": body_of(SEED, number) for name, number in FOUND_BY.items()}
    trial, names = Trial(), list(bodies)
    try_bodies(list(bodies.values()), trial, flags=("-O0",))
    assert [(names[number], how) for number, how in trial.different] == []


def test_bodies_of_the_grammar_agree_with_python() -> None:
    """Those of `python -m tests.fuzz bodies --seed 53 --inputs 200`."""
    trial = Trial()
    for first in range(0, 200, PER_PROGRAM):
        try_bodies([body_of(SEED, first + i) for i in range(PER_PROGRAM)], trial, first, flags=("-O0",))
    assert not trial.different, trial.different
    assert trial.translated > 100
    assert trial.answered > 3 * trial.left


@pytest.mark.parametrize("name", MISREADINGS)
def test_a_misreading_that_comes_back_is_found(name: str) -> None:
    """By the case above, and by a body of the grammar: `python -m tests.fuzz bodies --seed 53 --misread NAME`."""
    bodies, trial = [lines_of(READ_OTHERWISE[name]), body_of(SEED, FOUND_BY[name])], Trial()
    with misread(name):
        try_bodies(bodies, trial, flags=("-O0",))
    assert [number for number, _ in trial.different] == [0, 1]


def test_a_difference_is_found_and_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    from cext.games.translation import expressions

    monkeypatch.setitem(expressions.OPERATORS, ast.Mod, "({} % {})")  # as C has it
    lines = "        table.m = 3\n        if a > 1:\n            table.n = (b - 5) % 3\n        table.s[seat] += 1\n"
    body = HEADS["body"] + lines
    trial = Trial()
    try_bodies([body], trial, flags=("-O0",))
    assert len(trial.different) == 1
    assert "if" not in shrink(body)
    assert "% 3" in shrink(body)
