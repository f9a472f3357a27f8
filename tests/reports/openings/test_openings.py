"""Openings: forced numbers give the causal answer, also where the chosen ones mislead; the tip is judged right or
wrong; number of turns and their order are forced apart."""

import itertools

import polars as pl
import pytest
from scipy.stats import t

from reports.answer import Answer
from reports.section_comparison import as_run
from tests.reports.sections import shown_sections
from tests.reports.synthetic import Game, asked, frames, free, one_forced, run_of
from tests.reports.synthetic import openings as forced_openings

TIP_RIGHT = {"UUUxxx": 3.0, "UUUUxx": 3.0}


@pytest.fixture(scope="module")
def answer():
    return asked("openings", *frames(forced_openings(600), strength=TIP_RIGHT))


def against_best(answer):
    """The verdict on the tip against the best other number."""
    (one,) = (verdict for verdict in answer.verdicts if "the best other number" in verdict.subject)
    return one


def test_a_right_tip_is_called_right(answer):
    best = against_best(answer)
    assert best.sentence.startswith("Opening with 3 or 4 unify turns wins ")
    assert answer.screen.finding.endswith("; the rulebook's tip, 3 or 4, is right")
    assert answer.screen.finding.startswith("Opening with 3 or 4 unify turns is stronger")
    assert best.effect > 0.05
    assert best.p < 0.001
    (against_all,) = (v for v in answer.verdicts if v is not best and v.subject.startswith("tip: "))
    assert "against all other numbers" in against_all.subject
    assert against_all.low > 0


def test_a_wrong_tip_is_called_wrong_and_the_better_number_named():
    answer = asked("openings", *frames(forced_openings(500), strength={"UUUUUx": 4.0}))
    verdict = against_best(answer)
    assert "fewer of 100 games than opening with 5, the best other number" in verdict.sentence
    assert answer.screen.finding.endswith("; the rulebook's tip, 3 or 4, is wrong")
    assert " fewer of 100 games than 5, the best." in answer.screen.lead
    assert verdict.high < 0
    assert answer.screen.finding.startswith("Opening with 5 unify turns is stronger")


def test_a_tip_without_effect_is_neither():
    answer = asked("openings", *frames(forced_openings(60), seed=5))
    verdict = against_best(answer)
    tip = "the rulebook's tip, 3 or 4, is neither confirmed nor refuted"
    assert answer.screen.finding == f"No number of unify turns is shown to be better or worse than the others; {tip}"
    assert verdict.games_needed > 0


def test_forced_rows_count_the_forced_seat_only(answer):
    table = answer.tables["groups"].filter(pl.col("how") == "forced")
    assert table["group"].to_list() == list("0123456")
    assert table["n"].to_list() == [600] * 7
    assert table["frequency"].sum() == pytest.approx(1)


def test_plans_are_compared_on_the_same_deals_with_free_play_and_each_other(answer):
    table = {r["forced_opening"]: r for r in answer.tables["plans"].iter_rows(named=True)}
    assert list(table) == ["U" * u + "x" * (6 - u) for u in range(7)]
    assert [r["group"] for r in table.values()] == list("0123456")
    assert all(r["followed"] == 1.0 for r in table.values())
    mean = sum(r["share"] for r in table.values()) / 7
    three = table["UUUxxx"]
    assert three["against_others"] == pytest.approx((three["share"] - mean) * 7 / 6)
    assert three["against_chosen_low"] > 0
    assert table["xxxxxx"]["p"] < 0.05


def test_against_chosen_is_the_paired_difference_on_deal_and_seat():
    seats, games = frames(forced_openings(80), strength=TIP_RIGHT)
    forced = seats.filter(pl.col("forced_opening") == "UUUxxx").select("deal", "lineup", "seat", "win_share60")
    chosen = seats.filter(pl.col("arm") == "chosen").select(
        "deal", "lineup", "seat", pl.col("win_share60").alias("free")
    )
    both = forced.join(chosen, on=["deal", "lineup", "seat"])
    assert len(both) == 80
    difference = both["win_share60"].cast(pl.Float64) - both["free"].cast(pl.Float64)
    table = asked("openings", seats, games).tables["plans"]
    row = table.filter(pl.col("forced_opening") == "UUUxxx").row(0, named=True)
    assert row["against_chosen"] == pytest.approx(difference.mean() / 60)
    one = (difference.filter(difference != 0) ** 2).mean() ** 0.5  # deal that differs, the continuity correction
    half = (t.ppf(0.975, 79) * difference.std() / 80**0.5 + one / 80) / 60
    run = as_run(run_of(seats, games))
    where = "arm in ('forced', 'chosen') and forced_group in ('3', 'free')"
    alone = run.compare(by="forced_group", against="free", where=where).table.row(0, named=True)
    assert alone["high"] - alone["estimate"] == pytest.approx(half)
    assert row["against_chosen_high"] > alone["high"]  # simultaneous over the plans


def test_plans_not_followed_are_reported_as_such():
    seats, games = frames(forced_openings(20))
    broken = seats.with_columns(
        opening=pl.when((pl.col("forced_opening") == "UUUUUU") & (pl.col("deal") < 5))
        .then(pl.lit("UUUUUR"))
        .otherwise("opening")
    )
    table = asked("openings", broken, games).tables["plans"]
    assert table.filter(pl.col("forced_opening") == "UUUUUU")["followed"].item() == 0.75
    assert table.filter(pl.col("forced_opening") == "xxxxxx")["followed"].item() == 1.0


def test_exact_lines_are_forced_lines_and_no_numbers():
    plans = ["UUUHRU", "RRRHHH", "UUxxxx", "UUUUxx"]
    answer = asked("openings", *frames(forced_openings(60, plans=plans)))
    lines = answer.tables["plans"].filter(pl.col("group").is_null())
    assert lines["forced_opening"].to_list() == ["RRRHHH", "UUUHRU"]
    assert answer.tables["groups"].filter(pl.col("how") == "forced")["group"].to_list() == ["2", "4"]
    assert {v.subject for v in answer.verdicts if v.reference.kind == "rest"} == {
        f"{u} unify turns in the first round" for u in (2, 4)
    }


def test_leads_of_a_game_cancel(answer):
    table = answer.tables["trajectory"].filter(pl.col("how") == "chosen")
    for number in (1, 2):
        of_round = table.filter(pl.col("round") == number)
        assert (of_round["lead"] * of_round["n"]).sum() == pytest.approx(0, abs=1e-6)
    assert set(answer.tables["trajectory"]["how"]) == {"chosen", "forced"}


def test_where_each_number_does_best_uses_forced_games(answer):
    table = answer.tables["best_where"]
    assert set(table["how"]) == {"forced"}
    assert table["n"].sum() == 7 * 600


ORDERS = {
    u: ["".join("U" if t in taken else "x" for t in range(6)) for taken in itertools.combinations(range(6), u)]
    for u in range(7)
}


def in_turns(deals: int) -> list[Game]:
    """A free game in its rotations, then each number forced once, its orders taking turns from deal to deal."""
    forced = [one_forced(deal, "forced", ORDERS[u][deal % len(ORDERS[u])]) for deal in range(deals) for u in range(7)]
    return free(deals, arm="chosen") + forced


@pytest.fixture(scope="module")
def ordered() -> Answer:
    """An answer where only the order matters: seven points for a U on the first turn."""
    early = {plan: 7.0 for plans in ORDERS.values() for plan in plans if plan[0] == "U"}
    return asked("openings", *frames(in_turns(1200), strength=early))


def test_each_number_is_compared_as_the_mean_over_its_orders(ordered):
    plans = ordered.tables["plans"]
    assert plans["forced_opening"].to_list() == ["xxxxxx", "U1x5", "U2x4", "U3x3", "U4x2", "U5x1", "UUUUUU"]
    assert plans["group"].to_list() == list("0123456")
    assert plans["n"].to_list() == [1200] * 7
    assert plans["followed"].to_list() == [1.0] * 7
    shares = dict(plans.select("group", "share").iter_rows())
    assert shares["0"] < shares["3"] < shares["6"]  # a sixth more orders begin with a U for each


def test_the_order_within_a_number_has_its_own_effect(ordered):
    table = ordered.tables["order_turns"]
    assert table["group"].unique(maintain_order=True).to_list() == list("12345")
    first = table.filter(turn=1)
    later = table.filter(pl.col("turn") > 1)
    assert (first["effect"] > 0.1).all()
    # A later turn is taken instead of the first in two of five orders more: a fifth of its effect, lost.
    assert (later.filter(group="3")["effect"] < first.filter(group="3")["effect"].item() / 3).all()
    assert (first.filter(group="3")["effect_low"] > 0).all()


def test_the_page_shows_orders_where_they_were_forced_and_not_else(ordered):
    shown = shown_sections(ordered)["orders"]
    assert "unify turns, one on turn 1 pays " in shown.sentence
    assert [chart.name for chart in shown.charts] == ["orders"]
    plain = asked("openings", *frames([line for line in in_turns(40) if line[2] == "chosen"]))
    assert not len(plain.tables["order_turns"])
    assert "orders" not in shown_sections(plain)


def test_forced_groups_are_listed_and_a_line_is_no_group():
    run = as_run(run_of(*frames(forced_openings(20, plans=["UUxxxx", "UUUUxx", "UUUHRU"]))))
    levels = {row["factor"]: row["levels"] for row in run.factors().iter_rows(named=True)}
    assert levels["forced_group"] == "2, 4, free"
    assert levels["forced_line"] == "UUUHRU, free"
