"""Do decisions matter: a sample of decisions, every option of which was played out; what is never taken; kingmaking."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import polars as pl

from cext.commands import command
from reports import columns as c
from reports.answer import Doubt, FirstScreen, ScreenRow
from reports.charts.sheet import Scale
from reports.charts.views import forest_chart, forest_rows
from reports.first_screen import CHANCE, WHO
from reports.questions.base import ABOVE, NOTHING, Chart, Evidence, Findings, Question, Section, Table
from reports.sentences import join_names, more_games, number_word, of_games, pp, sentence_case, signed_pp
from reports.stats.group_means import mean_table
from reports.stats.intervals import Averaged
from reports.stats.true_effects import min_true_effects
from reports.stats.verdict import FEW_DEALS

__all__ = ["QUESTION", "decision_screen", "decision_tables", "decision_values", "option_shares", "unchosen_options"]

TYPES = {
    "deal": pl.UInt32, "over_median": pl.Float64, "over_second": pl.Float64, "p": pl.Float64,
    "cannot_win": pl.Boolean, "swing": pl.Float64,
}  # fmt: skip
MIN_OFFERED = 20  # decisions in which an option must have been offered before it is said to be taken by nobody


def decision_values(rows: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """A row a number: measure, n decisions, deals, its mean with the ends of a 95 % interval by itself, clustered by
    deal (null: one deal alone); all in fractions.

    matters: the share of decisions worth more than the margin at least, 95 % sure, its own lower end; over_median,
    over_second: win share of the option picked less that of the one ranked in the middle and of the next; cannot_win:
    decisions of who cannot win any more; swing: by how much these move another's chance. Decisions lie on deals of
    their own: p-values are independent.
    """
    frame = pl.DataFrame(rows, schema=TYPES).with_columns(pl.col("cannot_win").cast(pl.Int64))
    share = min_true_effects(frame["p"].to_list()) / len(frame)
    at_least = {"measure": "matters", "n": len(frame), "deals": frame["deal"].n_unique(), "mean": share}
    tables = [pl.DataFrame([at_least | {"mean_low": share, "mean_high": 1.0}])]
    for name in ("over_median", "over_second", "cannot_win", "swing"):
        present = frame.drop_nulls(name).with_columns(measure=pl.lit(name))
        if len(present):
            measure = Averaged(name, bounded=name == "cannot_win")
            table = mean_table(present, ["measure"], {"mean": measure})
            tables.append(table.select("measure", "n", "deals", "mean", "mean_low", "mean_high"))
    return pl.concat(tables, how="vertical_relaxed").with_columns(pl.col("mean_low", "mean_high").fill_nan(None))


def unchosen_options(rows: Sequence[Mapping[str, Any]]) -> list[tuple[str, int, int]]:
    """Options that were offered often and taken in no decision: their names, with how many decisions on how many deals
    offered them beside others; the most often offered first."""
    choices, decisions, deals = set[str](), dict[str, int](), dict[str, set[int]]()
    for row in rows:
        choices.add(row["chosen"])
        for name in row["options"] if len(row["options"]) > 1 else ():
            decisions[name] = decisions.get(name, 0) + 1
            deals.setdefault(name, set()).add(row["deal"])
    unchosen = [
        (name, n, len(deals[name])) for name, n in decisions.items() if name not in choices and n >= MIN_OFFERED
    ]
    return sorted(unchosen, key=lambda option: (-option[1], option[0]))


def option_shares(rows: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """How often each option is chosen where it is offered beside others: option, n decisions, deals, the share of them
    with the ends of a 95 % interval by itself; those that were offered in too few are left out."""
    offers = [
        {"deal": row["deal"], "option": name, "chosen": int(name == row["chosen"])}
        for row in rows
        if len(row["options"]) > 1
        for name in row["options"]
    ]
    types = {"deal": pl.UInt32, "option": pl.String, "chosen": pl.Int64}
    frame = pl.DataFrame(offers, schema=types).filter(pl.len().over("option") >= MIN_OFFERED)
    if not len(frame):
        return pl.DataFrame()
    table = mean_table(frame, ["option"], {"chosen": Averaged("chosen", bounded=True)})
    return table.select("option", "n", "deals", "chosen", "chosen_low", "chosen_high").sort("chosen", "option")


MAX_NAMES = 4
LABELS = {
    "over_median": ("pick against middle option", "all decisions"),
    "over_second": ("pick against next option", "all decisions"),
    "swing": ("another player's chance", "of who cannot win"),
}
AXIS = "win share that a decision moves, pp"


def decision_screen(
    rows: Sequence[Mapping[str, Any]], *, margin: float, half: int, player: str, game: str
) -> FirstScreen:
    """What the sample comes to; half: playouts of an option in each half; game: as it is typed, ""
    where nothing can be forbidden to one of several seats."""
    table = decision_values(rows)
    of = {row["measure"]: row for row in table.iter_rows(named=True)}
    matters = of["matters"]
    chart = tuple(
        ScreenRow.of_estimate(label, of[name], "mean", word) for name, (label, word) in LABELS.items() if name in of
    )
    few = f"Not decided yet, fewer than {FEW_DEALS} deals: so far " if matters["deals"] < FEW_DEALS else ""
    tolerance = f"by {100 * margin:g} of 100 games or more"
    at_least = f"at least {100 * matters['mean']:.0f} % of decisions matter"
    title = sentence_case(f"{few}{at_least if matters['mean'] > 0 else 'no decision is shown to matter'}, {tolerance}")
    is_sure = of["over_median"]["mean_low"] is not None
    amount = f"± {_half(of['over_median'])} of 100 games" if is_sure else "not computed"
    size = f"{len(rows):,} decisions, one a game, each on a deal of its own; each interval by itself"
    doubts = (
        Doubt(CHANCE, amount, size),
        Doubt(
            "How measured",
            f"{half} playouts",
            f"of each option pick, {half} others measure; who sees further gains more",
        ),
        Doubt(WHO, "not computed", f"{player} plays, and plays out; better players may see more in a decision"),
    )
    change = _change(rows, game) if matters["deals"] >= FEW_DEALS else None
    cautions = tuple(_unchosen(rows))
    return FirstScreen(title, _lead(of, half), chart, AXIS, change=change, doubts=doubts, cautions=cautions)


def _change(rows: Sequence[Mapping[str, Any]], game: str) -> tuple[str, str]:
    """What to look at: options that nobody takes."""
    restricted = command("balance", game, "--forbid", "each")
    more = f"; {restricted} says what a player loses without each." if game else "."
    if names := [name for name, _, _ in unchosen_options(rows)]:
        return f"Strengthen or cut {join_names(names, max_names=MAX_NAMES)}.", f"No player here takes them{more}"
    return "No change is proposed.", f"Every option that was often offered is taken{more}"


def _half(row: Mapping[str, Any]) -> str:
    return pp((row["mean_high"] - row["mean_low"]) / 2)


def _sure(row: Mapping[str, Any]) -> str:
    if row["mean_low"] is None:
        return ""
    return f" (95 % sure: {signed_pp(row['mean_low'])} to {signed_pp(row['mean_high'])})"


def _lead(of: Mapping[str, Mapping[str, Any]], half: int) -> str:
    """The gain of a pick, and kingmaking, in numbers."""
    best, lost = of["over_median"], of["cannot_win"]
    words = (
        f"What {half} playouts of each option pick wins {more_games(best['mean'])} than what they rank in the "
        f"middle{_sure(best)}."
    )
    if "swing" not in of:
        return f"{words} No decision is of a player who cannot win any more."
    swing, part = of["swing"], f"{100 * lost['mean']:.0f} % of decisions"
    moved = f"the choice moves another's chance by {of_games(swing['mean'])}{_sure(swing)}"
    return f"{words} In {part} the player cannot win any more (0 of {half} playouts of each option); {moved}."


def _unchosen(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """What was offered and never taken."""
    options = [f"{name} ({n} times on {deals} deals)" for name, n, deals in unchosen_options(rows)]
    return [f"Offered, and never chosen: {join_names(options, max_names=MAX_NAMES)}."] if options else []


# -- the page ---------------------------------------------------------------------------------------------------------


VALUES = Table("values", (
    c.word("measure", "number"), c.count("n", "n", "decisions"), c.count("deals", "deals"),
    c.percent("mean", "mean", estimate=True, note="each interval by itself; matters: at least"),
), about="what decisions are worth")  # fmt: skip
OPTIONS = Table("options", (
    c.word("option", "option"), c.count("n", "offered", "decisions", note="beside others"), c.count("deals", "deals"),
    c.percent("chosen", "chosen", estimate=True, note="where it is offered; each interval by itself"),
), about="how often options are chosen")  # fmt: skip


def decision_tables(rows: Sequence[Mapping[str, Any]]) -> dict[str, pl.DataFrame]:
    """The tables of an answer by name."""
    return {
        "values": VALUES.shaped(decision_values(rows)),
        "options": OPTIONS.shaped(option_shares(rows)),
    }


def _values(evidence: Evidence) -> dict[str, Mapping[str, Any]]:
    return {row["measure"]: row for row in evidence.rows("values", "mean")}


def _worth_finding(evidence: Evidence) -> Findings:
    row = _values(evidence)["over_second"]
    wins = f"wins {more_games(row['mean'])}"
    return f"The option picked {wins} than the next{_sure(row)}", f"Picked options {wins.replace('wins', 'win', 1)}"


def _option_finding(evidence: Evidence) -> Findings:
    rows = evidence.rows("options", "option", "chosen")
    unchosen = [row["option"] for row in rows if row["chosen"] == 0]
    if unchosen:
        n = f"{sentence_case(number_word(len(unchosen)))} option{'s are' if len(unchosen) > 1 else ' is'}"
        return f"Never chosen: {join_names(unchosen, max_names=MAX_NAMES)}", f"{n} never chosen"
    if not rows:
        return ""
    statement = f"Rarest where it is offered: {rows[0]['option']}, {100 * rows[0]['chosen']:.0f} %"
    return statement, "Every option is chosen at times"


def _option_charts(evidence: Evidence, title: str) -> Iterable[Chart | None]:
    rows = forest_rows(evidence.rows("options", "option", "chosen"), "option", "chosen")
    scale = Scale("chosen where it is offered, %")
    yield forest_chart("options", title, "", rows, scale, n_label="decisions")


def _king_finding(evidence: Evidence) -> Findings:
    of = _values(evidence)
    part = f"{100 * of['cannot_win']['mean']:.0f} % of decisions"
    lost = f"{part} are of a player who cannot win any more"
    heading = f"{part} come too late to win"
    if "swing" not in of:
        return lost, heading
    swing = of["swing"]
    if swing["mean_low"] is None or swing["mean_low"] <= 0:
        return f"{lost}; whether they decide who wins is open, {swing['n']} are too few", heading
    return f"{lost}, and move another's chance by {of_games(swing['mean'])}", "Players who cannot win decide who does"


QUESTION = Question(
    name="decisions",
    asks=lambda game: "do decisions matter?",
    judge=lambda run: NOTHING,
    is_of_run=False,
    sections=(
        Section("worth", "What is a good choice worth?", _worth_finding, (VALUES,), reading=ABOVE),
        Section(
            "options", "Which options are never taken?", _option_finding, (OPTIONS,), _option_charts,
            "What is never taken is too weak, or too seldom of use; what is always taken leaves no choice.",
        ),
        Section("kingmaking", "Does who cannot win decide who does?", _king_finding),
    ),
)  # fmt: skip
