"""Each number in the hands of a plan tuned to open so, beside ordinary bots: the tip is judged by the first, for whom
it holds is said, and an effect has one interval wherever it stands."""

from collections.abc import Mapping

import polars as pl
import pytest

from reports.answer import Answer, Verdict
from reports.estimators.opening_verdicts import UNTUNED
from reports.estimators.openings import ORDINARY, TUNED
from reports.section_comparison import as_run
from tests.reports.synthetic import FOUR, Game, asked, frames, run_of, tuned_openings

NUMBERS = range(7)


def points(ordinary: Mapping[int, float], tuned: Mapping[int, float]) -> dict[tuple[str, str], float]:
    """What each number forced brings, by who plays it."""
    plan = {u: "U" * u + "x" * (6 - u) for u in NUMBERS}
    brings = {(who, plan[u]): x for u, x in ordinary.items() for who in FOUR}
    return brings | {(f"open{u}", plan[u]): x for u, x in tuned.items()}


def answered(lines: list[Game], ordinary: Mapping[int, float], tuned: Mapping[int, float]) -> Answer:
    return asked("openings", *frames(lines, strength=points(ordinary, tuned)))


@pytest.fixture(scope="module")
def by_both() -> Answer:
    """Ordinary plans win with six; those tuned to open so with three or four."""
    return answered(tuned_openings(900), {6: 4.0}, {3: 6.0, 4: 6.0})


def tips(answer: Answer) -> list[Verdict]:
    return [verdict for verdict in answer.verdicts if verdict.family.startswith("The rulebook's tip")]


def test_the_tip_is_judged_in_the_hands_of_tuned_plans_first_and_says_for_whom_it_holds(by_both):
    right, wrong = (verdict for verdict in tips(by_both) if "the best other number" in verdict.subject)
    assert right.family == "The rulebook's tip, bots tuned to open so"
    assert right.sentence.startswith("Opening with 3 or 4 unify turns wins ")
    assert "when forced on the same deals and played by bots tuned to open so" in right.sentence
    assert right.effect > 0.1
    assert wrong.family == "The rulebook's tip, ordinary bots"
    assert "fewer of 100 games than opening with 6, the best other number" in wrong.sentence
    screen = by_both.screen
    assert screen.finding.startswith("Opening with 3 or 4 unify turns is stronger, with ")
    assert screen.lead.startswith("Forced on the same deals, played by bots tuned to open so, opening with ")
    assert screen.finding.endswith("; the rulebook's tip, 3 or 4, is right")
    assert by_both.summary == screen.finding
    assert "The rulebook's tip wins " in screen.lead
    assert screen.change[0] == "Fairness asks for no change."
    assert "ordinary" not in screen.lead
    (who,) = (doubt for doubt in screen.doubts if doubt.source == "Who plays")
    assert "in the hands of ordinary bots opening with 6 unify turns is stronger" in who.words


def test_both_kinds_of_players_are_one_family(by_both):
    """A family of both has wider intervals than one of ordinary bots alone, on the same games."""
    lines = [line for line in tuned_openings(900) if line[2] != "tuned"]
    alone = answered(lines, {6: 4.0}, {})
    wide = by_both.tables["plans"].filter(players=ORDINARY)
    narrow = alone.tables["plans"].filter(players=ORDINARY)
    # Made-up deals of both runs differ, so widths are compared in standard errors of one comparison.
    rows = {row["subject"]: row for row in by_both.tables["verdicts"].iter_rows(named=True)}
    own = {row["subject"]: row for row in alone.tables["verdicts"].iter_rows(named=True)}

    def reach(row: dict[str, float]) -> float:
        return (row["effect_high"] - row["effect_low"]) / (row["each_high"] - row["each_low"])

    subject = "3 unify turns in the first round"
    assert reach(rows[f"{subject}, ordinary bots"]) > reach(own[subject]) > 1
    assert wide["n"].to_list() == narrow["n"].to_list() == [900] * 7


def test_an_effect_has_one_interval_wherever_it_stands(by_both):
    rows = {row["subject"]: row for row in by_both.tables["verdicts"].iter_rows(named=True)}
    for row in by_both.tables["plans"].iter_rows(named=True):
        other = "" if row["players"] == TUNED else ", ordinary bots"
        turns = "turn" if row["group"] == "1" else "turns"
        told = rows[f"{row['group']} unify {turns} in the first round{other}"]
        for end in ("", "_low", "_high"):
            assert row[f"against_others{end}"] == told[f"effect{end}"]


def test_tables_say_who_played(by_both):
    groups = by_both.tables["groups"]
    assert groups.group_by("how", "players").agg(pl.col("n").sum()).sort("how", "players").rows() == [
        ("chosen", ORDINARY, 4 * 4 * 900),
        ("forced", ORDINARY, 7 * 900),
        ("forced", TUNED, 7 * 450),
    ]
    plans = by_both.tables["plans"]
    assert plans.select("group", "players").rows() == [
        (str(number), players) for number in NUMBERS for players in (ORDINARY, TUNED)
    ]
    assert plans["against_chosen"].null_count() == 0


def test_tuned_plans_are_compared_on_the_same_deals_and_seats():
    seats, games = frames(tuned_openings(200), strength=points({}, {u: float(u) for u in NUMBERS}))
    run = as_run(run_of(seats, games))
    own = seats.filter((pl.col("arm") == "tuned") & pl.col("forced_opening").is_not_null())
    both = own.filter(forced_opening="UUUUxx").join(own.filter(forced_opening="UUUUUU"), on=["deal", "seat"])
    assert len(both) == 100
    difference = (both["win_share60"].cast(pl.Int64) - both["win_share60_right"].cast(pl.Int64)) / 60
    four = run.compare(by="forced_group", against="6", where="arm = 'tuned'").table.row(4, named=True)
    assert four["estimate"] == pytest.approx(difference.mean())
    assert four["se"] == pytest.approx(difference.std() / 10)


def test_a_number_without_a_tuned_plan_is_played_by_ordinary_ones_and_marked():
    answer = answered(tuned_openings(300, (3, 4, 5)), {}, dict.fromkeys(NUMBERS, 5.0))
    tuned, ordinary = tips(answer)[:2], tips(answer)[2:]
    assert {verdict.family for verdict in tuned} == {
        "The rulebook's tip, bots tuned to open so (0, 1, 2, 6 played by ordinary ones)"
    }
    assert {verdict.family for verdict in ordinary} == {"The rulebook's tip, ordinary bots"}
    plans = answer.tables["plans"]
    assert plans.filter(players=TUNED)["group"].to_list() == ["3", "4", "5"]
    assert any("against 5, the best other number" in verdict.subject for verdict in tuned)
    shares = dict(plans.filter(players=TUNED).select("group", "share").iter_rows())
    rest = plans.filter((pl.col("players") == ORDINARY) & pl.col("group").cast(pl.String).is_in(["0", "1", "2", "6"]))
    mean = (sum(rest["share"]) + shares["3"] + shares["5"]) / 6
    four = plans.filter(players=TUNED, group="4").row(0, named=True)
    assert four["against_others"] == pytest.approx(shares["4"] - mean)


def test_without_tuned_plans_one_line_says_so_and_nothing_else_changes():
    lines = [line for line in tuned_openings(200) if line[2] != "tuned"]
    answer = answered(lines, {6: 4.0}, {})
    assert list(answer.warnings) == [UNTUNED]
    assert {verdict.family for verdict in answer.verdicts} == {
        "The rulebook's tip",
        "Unify turns in the first round, forced",
    }
    (best,) = (verdict for verdict in tips(answer) if "the best other number" in verdict.subject)
    assert answer.screen.finding.endswith("; the rulebook's tip, 3 or 4, is wrong")
    number = best.reference.against.removeprefix("opening with ").partition(",")[0]
    assert answer.screen.change[0] == f"Change the rulebook's tip from 3 or 4 to {number}."
    assert best.low is not None
    assert " for ordinary bots" not in " ".join(verdict.sentence for verdict in answer.verdicts)
    assert set(answer.tables["plans"]["players"]) == {ORDINARY}


def test_where_ordinary_plans_open_alike_the_reader_is_sent_to_the_tuned_ones():
    seats, games = frames(tuned_openings(200), strength=points({u: 2.0 * u for u in NUMBERS}, {}))
    free = pl.col("forced_opening").is_null()
    alike = seats.with_columns(opening=pl.when(free).then(pl.lit("UUUUUU")).otherwise("opening"))
    answer = asked("openings", alike, games)
    (warning,) = answer.warnings
    assert warning == (
        "All four bots of this run, free to choose, open with 6 unify turns (3,200 of 3,200 openings). Chosen "
        "openings cannot be compared; forced ones lead, played by bots tuned to open so."
    )
