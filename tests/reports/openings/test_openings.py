"""Openings: forced numbers give the causal answer, also where the chosen ones mislead; the tip is judged right or
wrong."""

import polars as pl
import pytest

from reports.estimators.forced_openings import FREE, ForcedPlan, forced_shares
from reports.estimators.openings import ORDINARY
from tests.reports.synthetic import FACTS, asked, frames, run_of
from tests.reports.synthetic import openings as forced_openings


def planned(bonus):
    """Points by the number of U a seat's plan forces."""

    def strength(line, seat):
        plan = line[3][seat][2]
        return 0.0 if plan is None else bonus(plan.count("U"))

    return strength


def tip_right(u):
    return 3.0 if u in (3, 4) else 0.0


@pytest.fixture(scope="module")
def found():
    return asked("openings", *frames(forced_openings(600), strength=planned(tip_right)), None, facts=FACTS)


def against_best(found):
    """The verdict on the tip against the best other number."""
    (one,) = (verdict for verdict in found.verdicts if "the best other number" in verdict.subject)
    return one


def test_a_right_tip_is_called_right(found):
    best = against_best(found)
    assert best.sentence.startswith("Opening with 3 or 4 unify turns wins ")
    assert found.screen.finding.endswith("; the rulebook's tip, 3 or 4, is right")
    assert found.screen.finding.startswith("Opening with 3 or 4 unify turns is stronger")
    assert best.effect > 0.05
    assert best.p < 0.001
    (against_all,) = (v for v in found.verdicts if v is not best and v.subject.startswith("tip: "))
    assert "against all other numbers" in against_all.subject
    assert against_all.low > 0


def test_a_wrong_tip_is_called_wrong_and_the_better_number_named():
    strength = planned(lambda u: 4.0 if u == 5 else 0.0)
    found = asked("openings", *frames(forced_openings(500), strength=strength), facts=FACTS)
    verdict = against_best(found)
    assert "less than opening with 5, the best other number" in verdict.sentence
    assert found.screen.finding.endswith("; the rulebook's tip, 3 or 4, is wrong")
    assert " points less than 5, the best." in found.screen.lead
    assert verdict.high < 0
    assert found.screen.finding.startswith("Opening with 5 unify turns is stronger")


def test_a_tip_without_effect_is_neither():
    found = asked("openings", *frames(forced_openings(60), seed=5), facts=FACTS)
    verdict = against_best(found)
    tip = "the rulebook's tip, 3 or 4, is neither confirmed nor refuted"
    assert found.screen.finding == f"No number of unify turns is shown to be better or worse than the others; {tip}"
    assert verdict.games_needed > 0


def test_forced_rows_count_the_forced_seat_only(found):
    table = found.tables["groups"].filter(pl.col("how") == "forced")
    assert table["group"].to_list() == list("0123456")
    assert table["n"].to_list() == [600] * 7
    assert table["frequency"].sum() == pytest.approx(1)


def test_plans_are_compared_on_the_same_deals_with_free_play_and_each_other(found):
    table = {r["forced_opening"]: r for r in found.tables["plans"].iter_rows(named=True)}
    assert list(table) == ["U" * u + "x" * (6 - u) for u in range(7)]
    assert [r["group"] for r in table.values()] == list("0123456")
    assert all(r["followed"] == 1.0 for r in table.values())
    mean = sum(r["share"] for r in table.values()) / 7
    three = table["UUUxxx"]
    assert three["against_others"] == pytest.approx((three["share"] - mean) * 7 / 6)
    assert three["against_chosen_low"] > 0
    assert table["xxxxxx"]["p"] < 0.05


def test_against_chosen_is_the_paired_difference_on_deal_and_seat():
    seats, games = frames(forced_openings(80), strength=planned(tip_right))
    forced = seats.filter(pl.col("forced_opening") == "UUUxxx").select("deal", "lineup", "seat", "win_share60")
    chosen = seats.filter(pl.col("arm") == "chosen").select(
        "deal", "lineup", "seat", pl.col("win_share60").alias("free")
    )
    both = forced.join(chosen, on=["deal", "lineup", "seat"])
    assert len(both) == 80
    difference = both["win_share60"].cast(pl.Float64) - both["free"].cast(pl.Float64)
    run = run_of(seats, games)
    plans = forced_shares(run)
    table = asked("openings", seats, games, facts=FACTS).tables["plans"]
    row = table.filter(pl.col("forced_opening") == "UUUxxx").row(0, named=True)
    assert row["against_chosen"] == pytest.approx(difference.mean() / 60)
    from scipy.stats import t

    one = (difference.filter(difference != 0) ** 2).mean() ** 0.5  # deal that differs, the continuity correction
    half = (t.ppf(0.975, 79) * difference.std() / 80**0.5 + one / 80) / 60
    alone = plans.family(run, "one", [([ForcedPlan(ORDINARY, "UUUxxx")], [FREE])])
    assert alone.high[0] - alone.effect[0] == pytest.approx(half)
    assert row["against_chosen_high"] > alone.high[0]  # simultaneous over the plans


def test_plans_not_followed_are_reported_as_such():
    seats, games = frames(forced_openings(20))
    broken = seats.with_columns(
        opening=pl.when((pl.col("forced_opening") == "UUUUUU") & (pl.col("deal") < 5))
        .then(pl.lit("UUUUUR"))
        .otherwise("opening")
    )
    table = asked("openings", broken, games, facts=FACTS).tables["plans"]
    assert table.filter(pl.col("forced_opening") == "UUUUUU")["followed"].item() == 0.75
    assert table.filter(pl.col("forced_opening") == "xxxxxx")["followed"].item() == 1.0


def test_exact_lines_are_forced_lines_and_no_numbers():
    plans = ["UUUHRU", "RRRHHH", "UUxxxx", "UUUUxx"]
    found = asked("openings", *frames(forced_openings(60, plans=plans)), facts=FACTS)
    lines = found.tables["plans"].filter(pl.col("group").is_null())
    assert lines["forced_opening"].to_list() == ["RRRHHH", "UUUHRU"]
    assert found.tables["groups"].filter(pl.col("how") == "forced")["group"].to_list() == ["2", "4"]
    assert {v.subject for v in found.verdicts if v.reference.kind == "rest"} == {
        f"{u} unify turns in the first round" for u in (2, 4)
    }


def test_leads_of_a_game_cancel(found):
    table = found.tables["trajectory"].filter(pl.col("how") == "chosen")
    for number in (1, 2):
        of_round = table.filter(pl.col("round") == number)
        assert (of_round["lead"] * of_round["n"]).sum() == pytest.approx(0, abs=1e-6)
    assert set(found.tables["trajectory"]["how"]) == {"chosen", "forced"}


def test_where_each_number_does_best_uses_forced_games(found):
    table = found.tables["best_where"]
    assert set(table["how"]) == {"forced"}
    assert table["n"].sum() == 7 * 600
