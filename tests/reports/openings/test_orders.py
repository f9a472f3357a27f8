"""The number of turns of a class and their order are forced apart: each has its own effect."""

import itertools
from pathlib import Path

import polars as pl
import pytest

from reports.answer import Answer
from reports.facts_parser import parse_facts
from tests.reports.sections import write_report
from tests.reports.synthetic import FACTS, FOUR, Game, Seated, asked, frames, free

ORDERS = {
    u: ["".join("U" if t in taken else "x" for t in range(6)) for taken in itertools.combinations(range(6), u)]
    for u in range(7)
}


def in_turns(deals: int) -> list[Game]:
    """A free game in its rotations, then each number forced once, its orders taking turns from deal to deal."""
    lines = free(deals, arm="chosen")
    for deal in range(deals):
        seats: list[Seated] = [(strategy, "A", None) for strategy in FOUR]
        turn, focal = deal % 4, deal // 4 % 4
        line_up = seats[turn:] + seats[:turn]
        for u in range(7):
            plan = ORDERS[u][deal % len(ORDERS[u])]
            forced = [(s, b, plan if place == focal else None) for place, (s, b, _) in enumerate(line_up)]
            lines.append((deal, turn, "forced", forced))
    return lines


def early(line: Game, seat: int) -> float:
    """Seven points for a U on the first turn, and nothing for how many there are."""
    plan = line[3][seat][2]
    return 7.0 * (plan is not None and plan[0] == "U")


@pytest.fixture(scope="module")
def found() -> Answer:
    """An answer where only the order matters."""
    return asked("openings", *frames(in_turns(1200), strength=early))


def test_each_number_is_compared_as_the_mean_over_its_orders(found: Answer) -> None:
    plans = found.tables["plans"]
    assert plans["forced_opening"].to_list() == ["xxxxxx", "U1x5", "U2x4", "U3x3", "U4x2", "U5x1", "UUUUUU"]
    assert plans["group"].to_list() == list("0123456")
    assert plans["n"].to_list() == [1200] * 7
    assert plans["followed"].to_list() == [1.0] * 7
    shares = dict(plans.select("group", "share").iter_rows())
    assert shares["0"] < shares["3"] < shares["6"]  # a sixth more orders begin with a U for each


def test_the_order_within_a_number_has_its_own_effect(found: Answer) -> None:
    table = found.tables["order_turns"]
    assert table["group"].unique(maintain_order=True).to_list() == list("12345")
    first = table.filter(turn=1)
    later = table.filter(pl.col("turn") > 1)
    assert (first["effect"] > 0.1).all()
    # A later turn is taken instead of the first in two of five orders more: a fifth of its effect, lost.
    assert (later.filter(group="3")["effect"] < first.filter(group="3")["effect"].item() / 3).all()
    assert (first.filter(group="3")["effect_low"] > 0).all()


def test_the_page_shows_orders_where_they_were_forced_and_not_else(found: Answer, tmp_path: Path) -> None:
    page = write_report(found, tmp_path / "orders", game=parse_facts(FACTS)).read_text(encoding="utf-8")
    assert "unify turns, one on turn 1 pays " in page
    assert (tmp_path / "orders/figures/orders.svg").exists()
    one_each = [line for line in in_turns(40) if line[2] == "chosen"]
    plain = asked("openings", *frames(one_each))
    assert not len(plain.tables["order_turns"])
    page = write_report(plain, tmp_path / "plain", game=parse_facts(FACTS)).read_text(encoding="utf-8")
    assert "one on turn 1" not in page
