"""Which cards win: known effects are found, chance is told apart from choice, nothing is found where nothing is; pairs
beyond the sum of both, and cards by the round in which they were played."""

from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.stats import kstest

from reports.answer import SCREEN, SECTION, Answer
from reports.ask import ask
from reports.estimators.card_exposure import groups_of
from reports.estimators.card_pairs import PairSums, false_discovery_rates
from reports.facts import FactsError, parse_facts
from reports.frames import Frames
from reports.run_facts import RunFacts
from reports.stats.intervals import two_sided
from tests.reports.cards.made_up import CARDS, DECK, TOLD, asked, label, made_up
from tests.reports.sections import shown_sections

STRONG, WEAK = 3, 15


@pytest.fixture(scope="module")
def frames() -> Frames:
    return made_up({STRONG: 0.1, WEAK: -0.06}, 1000, forced=True)


@pytest.fixture(scope="module")
def known_effects(frames) -> Answer:
    return asked(frames)


def row(table: pl.DataFrame, **keys: Any) -> dict[str, Any]:
    (one,) = table.filter(*[pl.col(name) == value for name, value in keys.items()]).to_dicts()
    return one


def test_a_known_effect_is_found_where_chance_deals_it(known_effects):
    table = known_effects.tables["cards"]
    for number, effect in ((STRONG, 0.1), (WEAK, -0.06)):
        one = row(table, name=label(number))
        # one holder a game: its gain, less the part of the mean that is its own, over the others' loss
        assert one["effect_low"] < effect < one["effect_high"]
        assert one["n"] == 4000
    assert table["name"][0] == label(STRONG)
    assert table["name"][-1] == label(WEAK)
    assert known_effects.screen.finding == "Card 3: red is worth more than others, card 15: black less"
    by_name = {row.name: row.word for row in known_effects.screen.rows}
    assert len(by_name) == 12
    assert (by_name[label(STRONG)], by_name[label(WEAK)]) == ("stronger", "weaker")


def test_the_points_of_a_card_stand_beside_its_wins(known_effects):
    """Card 1 scores a point where it lies first in the hand: one holder in five."""
    one = row(known_effects.tables["cards"], name=label(1))
    assert one["points_low"] < 0.2 < one["points_high"]
    assert row(known_effects.tables["cards"], name=label(2))["points"] == pytest.approx(-0.2 / 19, abs=0.02)


def test_shrinking_draws_every_card_towards_the_mean(known_effects):
    table = known_effects.tables["cards"]
    assert (table["shrunken"].abs() < table["effect"].abs() + 0.004).all()
    assert table["shrunken"].is_sorted(descending=True)
    assert table["shrunken"].std() < table["effect"].std()


def test_what_cards_have_in_common_is_worth_their_mean(known_effects):
    red = row(known_effects.tables["traits"], name="red")
    assert red["cards"] == DECK // 2
    assert red["effect_low"] < (0.1 + 0.06) / 10 < red["effect_high"]  # ten red cards against ten black ones
    verdicts = {verdict.subject: verdict for verdict in known_effects.verdicts}
    assert list(verdicts)[DECK:] == ["suit red", "suit black"]
    assert verdicts["suit red"].effect == pytest.approx(red["effect"])
    assert verdicts["suit red"].sentence.startswith("A seat dealt one more card with the suit red wins ")
    assert {verdict.kind for verdict in known_effects.verdicts[DECK:]} == {SECTION}


def test_a_kind_of_unlike_cards_is_not_fair():
    """Two red cards are worth 5 points more and less than the others: in the mean the kind is like the other."""
    answer = asked(made_up({2: 0.05, 7: -0.05}, 3_000))
    words = {verdict.subject: verdict.verdict for verdict in answer.verdicts}
    assert (words[label(2)], words[label(7)]) == ("stronger", "weaker")
    assert (words["suit red"], words["suit black"]) == ("mixed", "fair")
    shown = answer.tables["verdicts"].filter(pl.col("subject") == "suit red")
    assert shown["verdict"].to_list() == ["its cards differ"]
    section = shown_sections(answer, TOLD)["traits"]
    assert section.heading == "Cards of a kind differ"
    assert section.sentence == "Suit red is fair in the mean, but cards in it differ."
    assert shown["effect_low"][0] > -0.02
    assert shown["effect_high"][0] < 0.02


def test_kinds_lead_where_deals_are_too_few_for_single_cards():
    """Every red card is worth 3 points: hardly shown of one by itself, and of all together."""
    few, many = (asked(made_up(dict.fromkeys(range(1, 11), 0.03), deals)) for deals in (150, 4_000))
    assert {verdict.subject for verdict in few.verdicts if verdict.kind == SCREEN} == {"suit red", "suit black"}
    assert "Single cards are not judged: too few deals with each card (± " in few.screen.lead
    assert len([verdict for verdict in many.verdicts if verdict.kind == SCREEN]) == DECK
    assert "Single cards" not in many.screen.lead


def test_what_is_played_is_told_apart_from_what_is_dealt(known_effects):
    table = known_effects.tables["played"].filter(pl.col("trait").is_null())
    assert set(table["use"]) == {"played on the own board", "played to the court"}
    both = [row(table, name=label(STRONG), use=use) for use in ("played on the own board", "played to the court")]
    assert sum(one["often"] for one in both) == pytest.approx(1.0)
    assert sum(one["n"] for one in both) == 4000
    assert all(0.03 < one["effect"] < 0.15 for one in both)  # players chose by lot here


def test_a_card_put_into_a_hand_is_compared_with_the_same_seat_as_dealt(frames, known_effects):
    one = row(known_effects.tables["forced"].filter(pl.col("trait").is_null()), name=label(STRONG))
    both = frames.seats.lazy().collect().filter(pl.col("seat") == 1)
    forced = both.filter(pl.col("forced_opening") == f"cards {STRONG}")
    free = both.filter(
        pl.col("forced_opening").is_null() & (pl.col("lineup") == 0) & pl.col("deal").is_in(forced["deal"].implode())
    )
    assert one["n"] == len(forced) == 50
    assert one["effect"] == pytest.approx((forced["win_share60"].mean() - free["win_share60"].mean()) / 60)
    red = row(known_effects.tables["forced"], name="red")
    assert red["n"] == 500


def test_what_is_dealt_is_judged_in_the_hands_of_each_plan(frames):
    """Seats change plans from game to game; the effects of cards do not."""
    seats = frames.seats.lazy().collect()
    names = pl.Series(["one", "two", "three", "four", "five"], dtype=pl.String)
    turned = names[((seats["seat"] + seats["deal"] * 3 + seats["lineup"]) % 5).to_list()]
    known_effects = asked(Frames(seats.with_columns(strategy=turned), frames.games, frames.decisions))
    assert len(known_effects.verdicts) == DECK + 2
    for verdict in known_effects.verdicts:
        plans = verdict.plans
        assert plans.plans == 5
        assert plans.mean == pytest.approx(verdict.effect, abs=0.005)
        assert all(one.low < (verdict.effect or 0.0) < one.high for one in plans.effects)


def test_nothing_is_found_where_no_card_does_anything():
    p = []
    assert [group.trait for group in groups_of(parse_facts(TOLD).cards[0])] == ["", "suit"]
    for seed in range(12):
        nothing = asked(made_up({}, 150, seed=seed))
        table = nothing.tables["cards"]
        assert len(table) == DECK
        se = (table["effect_high"] - table["effect_low"]) / 2 / 1.976
        p += two_sided(table["effect"], se, 149).tolist()
        assert not any(verdict.verdict in ("stronger", "weaker") for verdict in nothing.verdicts)
        assert nothing.screen.finding.startswith("No card is ") or "not decided" in nothing.screen.finding
    assert kstest(p, "uniform").pvalue > 0.01
    assert sum(x < 0.05 for x in p) / len(p) < 0.09


def test_the_page_has_a_section_each_for_dealt_forced_traits_pairs_and_played(known_effects):
    sections = shown_sections(known_effects, TOLD)
    assert list(sections)[:5] == ["dealt", "forced", "traits", "pairs", "played"]
    assert sections["dealt"].sentence == "Of 20 cards one is better and one is worse to be dealt than others."
    assert sections["traits"].heading == "Suit: red may help and black may hurt"
    assert "no proof" in sections["played"].heading
    names = [chart.name for section in sections.values() for chart in section.charts]
    assert names == ["dealt_cards", "forced_cards", "traits_cards", "pairs", "played_cards_own", "played_cards_court"]
    assert all(section.question and section.reading for key, section in sections.items() if key != "examples")


def test_without_recorded_decisions_it_says_what_is_missing(frames):
    known_effects = asked(Frames(frames.seats, frames.games))
    assert len(known_effects.tables["cards"]) == 0
    assert "No decisions were recorded: who was dealt which card is not known." in known_effects.notes
    assert len(known_effects.verdicts) == DECK + 2  # forced all the same
    assert "begins with" in known_effects.verdicts[0].sentence


def test_only_recorded_deals_count(frames):
    seats, games = frames.seats.lazy().collect(), frames.games.lazy().collect()
    kept = games.filter((pl.col("deal") < 500) & (pl.col("arm") == "chosen"))["game"]
    moves = frames.decisions.lazy().collect().filter(pl.col("game").is_in(kept.implode()))
    assert row(asked(Frames(seats, games, moves)).tables["cards"], name=label(STRONG))["n"] == 2000


def test_cards_told_by_tallies_need_no_decisions(frames):
    copies = pl.Series([2, 1, 0, 0] * (frames.seats.lazy().collect().height // 4))
    told = {
        "key": "tiles",
        "nouns": ["tile", "tiles"],
        "cards": [{"number": 0, "label": "red", "tallies": {"dealt": "power_uses_0", "left": "unrest_qin"}}],
        "uses": [{"key": "left", "label": "left over"}],
    }
    seats = frames.seats.lazy().collect().with_columns(power_uses_0=copies, unrest_qin=copies.clip(0, 1))
    known_effects = asked(Frames(seats, frames.games), {**TOLD, "cards": [told]})
    assert known_effects.tables["cards"]["n"].to_list() == [2 * 4000]
    shares = seats.filter(pl.col("arm") == "chosen")["win_share60"].to_numpy().reshape(-1, 4).mean(axis=0) / 60
    x = [1.25, 0.25, -0.75, -0.75]
    slope = sum(a * b for a, b in zip(x, shares, strict=True)) / sum(a * a for a in x)
    assert known_effects.tables["cards"]["effect"][0] == pytest.approx(slope)
    assert known_effects.tables["played"]["often"].to_list() == [None]  # an opening hand is not all that is drawn


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"nouns": ["card"]}, "cards 1: 'nouns' must be a list of 2, not ['card']"),
        ({"key": "my cards"}, "cards 1: 'key' must be made of letters, digits and _"),
        ({"uses": [{"key": "own", "label": "own", "kind": "play", "classes": "Z"}]}, "the letter of no class"),
        ({"cards": [{"number": 1, "label": "one"}]}, "its traits must be those of the set: suit"),
        ({"cards": [CARDS["cards"][0], CARDS["cards"][0]]}, "two cards of a set have the same number"),
        ({"cards": [{**CARDS["cards"][0], "tallies": {"lost": "unrest_qin"}}]}, "neither dealt nor the key of a use"),
        ({"cards": [{**CARDS["cards"][0], "tallies": {"dealt": "nothing"}}]}, "is not among the counters"),
    ],
)
def test_wrong_facts_are_told_in_one_line(change, reason):
    with pytest.raises(FactsError, match="cards") as told:
        parse_facts({**TOLD, "cards": [{**CARDS, **change}]})
    assert reason in str(told.value)


PLANTED = {1: 0.10, 2: -0.08, 3: 0.05}


def test_a_planted_pair_is_found_beyond_what_both_cards_do():
    pairs = asked(made_up(PLANTED, 3_000, pair=(1, 4, 0.30))).tables["pairs"]
    assert len(pairs) == 190
    first, *others = pairs.iter_rows(named=True)
    assert (first["first"], first["second"]) == (label(1), label(4))
    assert first["effect_low"] < 0.30 < first["effect_high"]
    assert first["rate"] < 0.001
    assert sum(row["rate"] <= 0.05 for row in others) <= 1


def test_a_planted_pair_is_shown_as_large_as_it_is_and_alone():
    answer = asked(made_up({}, 1_500, seed=1, pair=(1, 4, 0.40)))
    first, *others = answer.tables["pairs"].iter_rows(named=True)
    assert (first["first"], first["second"]) == (label(1), label(4))
    assert first["shrunken_low"] < 0.40 < first["shrunken_high"]
    assert first["shrunken"] > 0.98 * first["effect"]
    assert [row for row in others if row["rate"] <= 0.05] == []


def test_cards_that_add_up_make_no_pair():
    answer = asked(made_up(PLANTED, 3_000))
    pairs = answer.tables["pairs"]
    assert (pairs["rate"] <= 0.05).sum() == 0
    assert pairs["shrunken"].abs().max() < 0.3 * pairs["effect"].abs().max()


def test_what_a_pair_adds_to_another_is_that_of_least_squares():
    """Pairs that stand out are estimated as least squares of both at once give them: the third card has no effect."""
    rng = np.random.default_rng(4)
    hands = np.argsort(rng.random((4_000, 6)), axis=1)
    copies = np.zeros((2, 6, 4_000), dtype=np.uint8)
    for seat in range(2):
        copies[seat, hands[:, 3 * seat : 3 * seat + 2].T, np.arange(4_000)] = 1
    y = 4.0 * (copies[:, 0] & copies[:, 1]) + rng.normal(0, 1, (2, 4_000))
    pairs, deal = [(0, 1), (0, 2), (3, 4)], np.arange(4_000)
    sums = PairSums(pairs, 1)
    sums.add(copies, y, deal)
    sums.add_errors(copies, y, deal)
    alone = sums.interactions()
    assert sums.choose_outstanding()
    sums.add_shared(copies)
    beside = sums.interactions()
    assert beside.estimate[0] == pytest.approx(alone.estimate[0])
    product = (copies[:, 0] & copies[:, 1]).astype(float)
    x = np.stack([copies[:, 0], copies[:, 2], copies[:, 0] & copies[:, 2]]).astype(float)
    columns, z = (a - a.mean(axis=-2, keepdims=True) for a in (x, product))
    share = np.linalg.lstsq(columns.reshape(3, -1).T, z.reshape(-1), rcond=None)[0][2]
    assert beside.estimate[1] == pytest.approx(alone.estimate[1] - share * beside.estimate[0])
    assert abs(alone.estimate[1]) > 4 * alone.se[1]
    assert abs(beside.estimate[1]) < 3 * beside.se[1]


def test_interactions_are_those_of_least_squares():
    random = np.random.default_rng(2)
    copies = (random.random((3, 2, 400)) < 0.4).astype(np.uint8)
    x1, x2 = copies[:, 0].astype(float), copies[:, 1].astype(float)
    y = 2 * x1 - x2 + 3 * x1 * x2 + random.normal(0, 1, x1.shape)
    sums = PairSums([(0, 1)], 1)
    for add in (sums.add, sums.add_errors):
        for some in (slice(0, 150), slice(150, 400)):
            add(copies[..., some], y[:, some], np.arange(400)[some])
    known_effects = sums.interactions()
    x = np.stack([x1, x2, x1 * x2])
    x -= x.mean(axis=1, keepdims=True)
    within = y - y.mean(axis=0)
    columns, flat = x.reshape(3, -1).T, within.reshape(-1)
    effects = np.linalg.lstsq(columns, flat, rcond=None)[0]
    assert known_effects.estimate == pytest.approx([effects[2]])
    scores = (columns * (flat - columns @ effects)[:, None]).reshape(3, 400, 3).sum(axis=0)
    inverse = np.linalg.inv(columns.T @ columns)
    n = known_effects.deals[0]
    assert known_effects.se == pytest.approx([np.sqrt((inverse @ scores.T @ scores @ inverse)[2, 2] * n / (n - 1))])


def test_what_nobody_holds_together_says_nothing():
    copies = np.zeros((2, 2, 200), dtype=np.uint8)
    copies[0, 0], copies[1, 1] = 1, 1
    sums = PairSums([(0, 1)], 1)
    for add in (sums.add, sums.add_errors):
        add(copies, np.arange(400.0).reshape(2, 200), np.arange(200))
    known_effects = sums.interactions()
    assert np.isnan([known_effects.estimate[0], known_effects.se[0], known_effects.p[0]]).all()
    assert known_effects.n[0] == 0


def test_false_discovery_rates_are_benjamini_and_hochbergs():
    rates = false_discovery_rates([0.01, 0.04, 0.03, 0.005, np.nan])
    assert rates[:4] == pytest.approx([0.02, 0.04, 0.04, 0.02])
    assert np.isnan(rates[4])


def test_a_card_played_early_is_told_from_one_played_late():
    frames = made_up({}, 1_500)
    # Black cards in the first round win: those seats have the whole win.
    early = frames.decisions.filter((pl.col("round") == 1) & (pl.col("a") > 10)).select("game", "seat").unique()
    seats = frames.seats.join(early.with_columns(early=True), on=["game", "seat"], how="left", maintain_order="left")
    n_early = pl.col("early").fill_null(value=False).sum().over("game")
    share = pl.when("early").then(60 // n_early.clip(1)).when(n_early == 0).then(15).otherwise(0)
    frames = type(frames)(
        seats.with_columns(win_share60=share.cast(pl.Int64)).drop("early"), frames.games, frames.decisions
    )
    rows = asked(frames).tables["rounds_used"]
    black = rows.filter((pl.col("name") == "black") & pl.col("use").str.contains("court")).sort("round")
    assert black["round"].to_list() == [1, 2, 3, 4, 5]
    assert black["effect_low"][0] > 0.1
    assert (black["effect_high"][1:] < 0).all()
    red = rows.filter((pl.col("name") == "red") & pl.col("use").str.contains("court")).sort("round")
    assert red["effect_high"][0] < 0


def test_cards_are_compared_at_tables_that_count_whole():
    frames = made_up({STRONG: 0.3}, 60)
    bot = pl.when(pl.col("seat") == 4).then(pl.lit("seer")).otherwise(pl.lit("one"))
    frames, facts = frames._replace(seats=frames.seats.with_columns(strategy=bot)), parse_facts(TOLD)
    run = RunFacts(seed=1, classes={"seer": "strong"})
    screen = ask("cards", frames, game=facts, run=run, margin=0.02).screen
    assert screen.finding.startswith("Others sit at the tables of ordinary players")
    assert not screen.rows
    everyone = ask("cards", frames, game=facts, run=run, margin=0.02, player_class="all").screen
    assert everyone.rows[0].name == label(STRONG)
