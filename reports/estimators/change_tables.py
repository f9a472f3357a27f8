"""Tables of the question what a change does: their columns, and what makes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl
from markupsafe import Markup

from reports import columns as c
from reports.comparison_text import join_measures
from reports.estimators.example_games import EXAMPLES as EXAMPLE_GAMES
from reports.estimators.example_games import seats_text
from reports.estimators.scenarios import GAME_MEASURES, point_rows, shape_rows
from reports.estimators.scenarios import POINTS as POINT_COLUMNS
from reports.estimators.scenarios import SHAPE as SHAPE_COLUMNS
from reports.estimators.sides import (
    KINDS,
    ORDINARY,
    Kind,
    before_and_after,
    common_columns,
    has_no_effect,
    kinds_of,
    of_sides,
    pair_games,
    sides,
    subject_name,
    table_of,
    use_rows,
    win_share_changes,
    words_of_sides,
)
from reports.measure_lists import LINES
from reports.questions.base import Table
from reports.sentences import sentence_case
from reports.stats.verdict import FAIR, UNCLEAR, Word

if TYPE_CHECKING:
    from reports.estimates import Estimates
from reports.frames import ScenarioRun

__all__ = [
    "CHANGES", "COUNTERS", "EXAMPLES", "FAIRNESS", "OPEN", "OUTCOMES", "POINTS", "POWERS", "RETUNED", "REVERSED",
    "SHAPE", "TUNED_PLAYERS", "WIN_SHARES", "change_table", "fairness_table",
]  # fmt: skip

RUNNING = ("score_after_round_", "first_square")  # scores and places of a moment: no counters
OPEN = "unclear"
OUTCOMES: Mapping[tuple[bool, bool], str] = {  # by whether it was fair, and is
    (False, True): "becomes fair",
    (True, False): "becomes unfair",
    (True, True): "fair as before",
    (False, False): "unfair as before",
}
REVERSED = "unfair the other way"


def change_table(run: ScenarioRun) -> pl.DataFrame:
    """A row for each datum, option or ability that a change sets: what, before, after."""
    rows = [
        {"scenario": d.change, "what": d.what, "before": d.before, "after": d.after}
        for x in run.changes
        for d in x.differences
    ]
    return pl.DataFrame(rows) if rows else pl.DataFrame()


def fairness_table(run: ScenarioRun, *estimates: Estimates) -> pl.DataFrame:
    """How far everybody is from fair on both sides, the words for it, and what they come to."""
    columns = {"estimate": "{}", "low": "{}_low", "high": "{}_high", "verdict": "word_{}"}
    tables = [
        _with_names(run, kind, before_and_after(table_of(run, each), [kind.name], columns))
        for kind, each in zip(KINDS, estimates, strict=True)
        if each.blocks
    ]
    rows = pl.concat(tables).with_columns(pl.col("word_before", "word_after").fill_null(UNCLEAR))
    words = rows.select("word_before", "word_after").iter_rows()
    return rows.with_columns(outcome=pl.Series([_outcome(*pair) for pair in words], dtype=pl.String))


def _with_names(run: ScenarioRun, kind: Kind, rows: pl.DataFrame) -> pl.DataFrame:
    """Rows of a kind under its name, and what each is of in words."""
    names = [subject_name(run, kind.name, str(who)) for who in rows[kind.name]]
    return rows.drop(kind.name).with_columns(kind=pl.lit(kind.name), name=pl.Series(names, dtype=pl.String))


def _outcome(old: Word, new: Word) -> str:
    """What two words come to."""
    if UNCLEAR in (old, new):
        return OPEN
    outcome = OUTCOMES[old == FAIR, new == FAIR]
    return REVERSED if outcome == OUTCOMES[False, False] and old != new else outcome


def win_share_table(run: ScenarioRun, *estimates: Estimates) -> pl.DataFrame:
    """Win share before and after of everything the games can tell apart, change by change."""
    tables = []
    for kind, shares, changes in zip(KINDS, estimates[::2], estimates[1::2], strict=True):
        if shares.blocks:
            sides = before_and_after(table_of(run, shares).filter(tuned=ORDINARY), [kind.name])
            effects = table_of(run, changes).filter(tuned=ORDINARY)
            effects = effects.select(
                kind.name, "scenario", "p", effect="estimate", effect_low="low", effect_high="high"
            )
            rows = effects.join(sides, on=[kind.name, "scenario"], how="left", maintain_order="left")
            tables.append(_with_names(run, kind, rows))
    return _exact(run, pl.concat(tables))


def _exact(run: ScenarioRun, rows: pl.DataFrame) -> pl.DataFrame:
    """Rows whose differences have no interval where nothing differs in any game."""
    names = [name for name in ("difference", "relative", "effect") if f"{name}_low" in rows.columns]
    exact = {
        name: pl.lit(run.result(has_no_effect)) | ((pl.col(f"{name}_low") == 0) & (pl.col(f"{name}_high") == 0))
        for name in names
    }
    return rows.with_columns(
        pl.when(~is_exact).then(pl.col(f"{name}_{end}")).alias(f"{name}_{end}")
        for name, is_exact in exact.items()
        for end in ("low", "high")
    )


def _counters(run: ScenarioRun) -> dict[str, str]:
    """Every counter the game names, in words: actions, abilities, what was built, held and left."""
    abilities = [ability for board in run.game.boards.values() for ability in board.abilities]
    of_boards = {counter for ability in abilities for counter in (ability.uses, ability.gains)}
    names = [name for name in run.game.tallies if name in common_columns(run) and not name.startswith(RUNNING)]
    names = [name for name in names if name not in of_boards]  # which mean something else on another board
    return {name: sentence_case(run.game.tallies[name] or name.replace("_", " ")) for name in names}


def _abilities(run: ScenarioRun) -> list[dict[str, str]]:
    """Each ability of each board of the seats whose uses are counted."""
    return [
        {"board": name, "ability": ability.name, "counter": ability.uses}
        for name, board in ({} if run.game.shared else run.game.boards).items()
        for ability in board.abilities
        if ability.uses in common_columns(run)
    ]


def _measures(run: ScenarioRun) -> dict[str, object]:
    """What is measured of seats and of games."""
    columns = [name for part in sides(run).scenarios for names in part.columns.values() for name in names]
    return {
        **words_of_sides(run),
        "lines": f"{LINES},score",
        "shapes": ",".join(each.measure for each in GAME_MEASURES),
        "counters": join_measures([*_counters(run)], columns),
        "abilities": join_measures(list(dict.fromkeys(row["counter"] for row in _abilities(run))), columns),
    }


OF_LINES = of_sides(
    "{lines}", "scenario", "{before}", where="{ordinary} and {free}", family="scenarios", words=_measures
)
OF_GAMES = replace(OF_LINES, measure="{shapes}")
OF_COUNTERS = of_sides(
    "{counters}", "scenario", "{before},relative to {before}", where="{ordinary} and arm != 'forced'",
    family="whatif uses",
    words=_measures, needs=lambda run: bool(_counters(run)),
)  # fmt: skip
OF_ABILITIES = replace(
    OF_COUNTERS, measure="{abilities}", by="scenario,board", where="{ordinary} and {mirror}",
    needs=lambda run: bool(_abilities(run)),
)  # fmt: skip


def point_table(run: ScenarioRun, means: Estimates, changes: Estimates) -> pl.DataFrame:
    """Mean points of a seat by scoring category, and in all, on each side."""
    return _exact(run, point_rows(run, table_of(run, means), table_of(run, changes)))


def shape_table(run: ScenarioRun, means: Estimates, changes: Estimates) -> pl.DataFrame:
    """Length, points and tension of games on each side."""
    return _exact(run, shape_rows(table_of(run, means), table_of(run, changes)))


def counter_table(run: ScenarioRun, means: Estimates, changes: Estimates) -> pl.DataFrame:
    """Uses of every counter, in the game's order."""
    labels = _counters(run)
    order = pl.col("counter").cast(pl.Enum([*labels]))
    rows = _exact(run, use_rows(run, means, changes)).sort(order, maintain_order=True)
    return rows.with_columns(label=pl.col("counter").replace_strict(labels, return_dtype=pl.String))


def ability_table(run: ScenarioRun, means: Estimates, changes: Estimates) -> pl.DataFrame:
    """Uses of each ability of each board by a seat that has it."""
    rows = _exact(run, use_rows(run, means, changes, "board"))
    return pl.DataFrame(_abilities(run)).join(rows, on=["board", "counter"], maintain_order="left_right")


def tuned_table(run: ScenarioRun, *estimates: Estimates) -> pl.DataFrame:
    """After minus before by who plays, and how far the two differ, judged in one family with all of their kind."""
    tables = []
    for kind in run.result(kinds_of) if run.retuned else ():
        changes = run.result(win_share_changes, kind)[2]

        def frame(names: Sequence[tuple[str, str]], of: str = kind.name) -> pl.DataFrame:
            who = [subject_name(run, of, name) for name, _ in names]
            return pl.DataFrame({"kind": of, "name": who, "scenario": [label for _, label in names]})

        tables += [changes.rows(frame)] if changes else []
    return pl.concat(tables) if tables else pl.DataFrame()


def gain_table(run: ScenarioRun) -> pl.DataFrame:
    """What tuning gained each plan on each side."""
    rows = [
        {**vars(gain), "scenario": gain.side, "plays": f"found {gain.plan_side}" if gain.plan_side else "as before"}
        for gain in (run.retuned.gained if run.retuned else ())
    ]
    return pl.DataFrame(rows) if rows else pl.DataFrame()


CHANGE = c.code("scenario", "change")
WHO = (replace(c.KIND, note="board / seat / strategy"), c.code("name", "who"), CHANGE)
USES = (
    c.count("n", "n", "seats"),
    c.number("before", "before", 3, "a seat and game", estimate=True),
    c.number("after", "after", 3, "a seat and game", estimate=True),
    c.number("difference", "difference", 3, sign=True, estimate=True, note="after minus before, on the same deals"),
    c.percent("relative", "in % of before", estimate=True, note="the difference over the mean before"),
)

CHANGES = Table(
    "changes",
    (
        CHANGE,
        c.code("what", "what"),
        c.worded("before", "before", lambda value, words: Markup("<del>{}</del>").format(value)),
        c.worded("after", "after", lambda value, words: Markup("<ins>{}</ins>").format(value)),
    ),
    change_table,
)
FAIRNESS = Table(
    "fairness",
    (
        *WHO,
        c.count("n", "n", "seats or pairs"),
        c.pp(
            "before",
            "from fair, before",
            estimate=True,
            note=f"a board from the plain one, others and named boards from par; {c.TOGETHER}",
        ),
        c.word("word_before", "verdict before"),
        c.pp("after", "from fair, after", estimate=True, note=c.TOGETHER),
        c.word("word_after", "verdict after"),
        c.word("outcome", "so it"),
    ),
    fairness_table,
    tuple(kind.fair for kind in KINDS),
)
WIN_SHARES = Table(
    "win_shares",
    (
        *WHO,
        c.N,
        c.percent("before", "win share before", estimate=True),
        c.percent("after", "after", estimate=True),
        c.pp("effect", "difference", estimate=True, note=f"after minus before; {c.TOGETHER}, the kind"),
        c.P,
    ),
    win_share_table,
    tuple(comparison for kind in KINDS for comparison in (kind.changes.means, kind.changes)),
)
POINTS = Table("points", POINT_COLUMNS, point_table, (OF_LINES.means, OF_LINES), side_by_side=("mean", "difference"))
SHAPE = Table("shape", SHAPE_COLUMNS, shape_table, (OF_GAMES.means, OF_GAMES), side_by_side=("mean", "difference"))
COUNTERS = Table(
    "counters",
    (c.code("counter", "counter", printed=False), c.code("label", "what"), CHANGE, *USES),
    counter_table,
    (OF_COUNTERS.means, OF_COUNTERS),
)
POWERS = Table(
    "powers", (c.BOARD, c.word("ability", "ability"), CHANGE, *USES), ability_table, (OF_ABILITIES.means, OF_ABILITIES)
)
TUNED_PLAYERS = Table(
    "tuned_players",
    (
        *WHO,
        c.word("players", "players", note="ordinary, tuned for the side they play, or how far the two differ"),
        c.N,
        c.pp("effect", "effect", estimate=True, note=f"share, after minus before; {c.TOGETHER}"),
        c.P,
    ),
    tuned_table,
    tuple(kind.changes for kind in KINDS),
)
RETUNED = Table(
    "retuned",
    (
        CHANGE,
        c.STRATEGY,
        c.word("plays", "plays", note="found on which side: the best there of all found"),
        c.count("generations", "generations", note="of 16 plans"),
        c.count("deals", "fresh deals"),
        c.pp("share", "gain of win share", estimate=True, note="over the bot whose seat it takes"),
        c.points("ahead", "points ahead", sign=True, estimate=True, note="gain, of the mean opponent"),
    ),
    gain_table,
)
EXAMPLES = Table(
    EXAMPLE_GAMES,
    (
        c.word("kind", "kind", note="typical / closest / strangest"),
        c.code("change", "change", note="where there are several"),
        c.count("game", "game", note="its number in both scenarios"),
        c.link("replay", "before", "watch", note="the page of its replay; null: none"),
        c.link("replay_after", "after", "watch", note="the same"),
        c.number("apart", "apart", 1, "points a seat", note="mean over seats of how far its score moved"),
        c.worded("played", "who played, and their scores", lambda value, words: seats_text(str(value))),
        c.count("winning_margin", "margin, before", "points"),
        c.count("winning_margin_after", "after", "points"),
        replace(c.count("n_decisions", "length", "decisions"), printed=False),
        replace(c.count("n_decisions_after", "length", "decisions"), printed=False),
        c.word("scenario", "scenario", printed=False, note="that of the game after the change"),
        replace(c.count("deal", "deal"), printed=False),
    ),
    pair_games,
)
