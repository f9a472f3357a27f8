"""Tables of the question what a change does: their columns, and what makes them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl
from markupsafe import Markup

from reports import columns as c
from reports.effects import together
from reports.estimators.example_games import EXAMPLES as EXAMPLE_GAMES
from reports.estimators.example_games import seats_text
from reports.estimators.scenarios import POINTS as POINT_COLUMNS
from reports.estimators.scenarios import SHAPE as SHAPE_COLUMNS
from reports.estimators.scenarios import compare_points, compare_shapes
from reports.estimators.sides import (
    BEFORE_CHANGE,
    KINDS,
    ORDINARY,
    Kind,
    before_and_after,
    change_labels,
    changed_win_shares,
    common_columns,
    compare_uses,
    is_unchanged,
    kinds_of,
    pair_games,
    sides,
    subject_name,
    win_share_changes,
)
from reports.questions.base import Table
from reports.sentences import sentence_case
from reports.stats.verdict import FAIR, UNCLEAR, Word, judge

if TYPE_CHECKING:
    from reports.estimates import Estimates
    from reports.frames import RunFrames

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


def change_table(run: RunFrames) -> pl.DataFrame:
    """A row for each datum, option or ability that a change sets: what, before, after."""
    rows = [
        {"scenario": d.change, "what": d.what, "before": d.before, "after": d.after}
        for x in run.changes
        for d in x.differences
    ]
    return pl.DataFrame(rows) if rows else pl.DataFrame()


def fairness_table(run: RunFrames) -> pl.DataFrame:
    """How far everybody is from fair on both sides, the words for it, and what they come to."""
    if run.par is None or not run.changes or not run.games_played:
        return pl.DataFrame()
    return pl.DataFrame(
        [row for kind in kinds_of(run) for row in _fairness_of_kind(run, kind)], infer_schema_length=None
    )


def _fairness_of_kind(run: RunFrames, kind: Kind) -> Iterator[dict[str, Any]]:
    estimates = run.result(changed_win_shares)[kind.name].fair
    rows_of = dict(_fairness_by_side(run, kind, estimates)) if estimates else {}
    for label in change_labels(run) if rows_of else ():
        for who, first in rows_of[BEFORE_CHANGE].items():
            after = rows_of[label].get(who)
            if after is not None:
                row = {"kind": kind.name, "name": subject_name(run, kind.name, who), "scenario": label, "n": after["n"]}
                row |= {
                    f"{side}{end}": x[end]
                    for side, x in (("before", first), ("after", after))
                    for end in ("", "_low", "_high")
                }
                words = first["word"], after["word"]
                yield row | {"word_before": words[0], "word_after": words[1], "outcome": _outcome(*words)}


def _fairness_by_side(
    run: RunFrames, kind: Kind, estimates: Estimates
) -> Iterator[tuple[str, dict[str, dict[str, Any]]]]:
    """For each side of the change everybody of a kind with the distance from fair and the word for it."""
    for block, family in zip(estimates.blocks, estimates.families, strict=True):
        if block.labels.get("tuned", ORDINARY) == ORDINARY:
            names = block.means.groups[kind.name].cast(pl.String)
            numbers = (column.tolist() for column in (family.effect, family.low, family.high, family.deals, family.n))
            yield (
                str(block.labels["scenario"]),
                {
                    name: {
                        "": value,
                        "_low": low,
                        "_high": high,
                        "n": n,
                        "word": judge(low, high, deals, run.margin).verdict,
                    }
                    for name, value, low, high, deals, n in zip(names, *numbers, strict=True)
                },
            )


def _outcome(old: Word, new: Word) -> str:
    """What two words come to."""
    if UNCLEAR in (old, new):
        return OPEN
    outcome = OUTCOMES[old == FAIR, new == FAIR]
    return REVERSED if outcome == OUTCOMES[False, False] and old != new else outcome


def win_share_table(run: RunFrames) -> pl.DataFrame:
    """Win share before and after of everything the games can tell apart, change by change."""
    kinds = kinds_of(run) if run.games_played and run.changes else []
    return _exact(run, pl.concat([_win_shares_of_kind(run, kind) for kind in kinds])) if kinds else pl.DataFrame()


def _win_shares_of_kind(run: RunFrames, kind: Kind) -> pl.DataFrame:
    shares = run.result(changed_win_shares)[kind.name].shares.table.filter(tuned=ORDINARY)
    shares = shares.with_columns(pl.col(kind.name).cast(pl.String).alias("who"))
    names, family, _ = run.result(win_share_changes, kind)
    frame = pl.DataFrame(names, schema={"who": pl.String, "scenario": pl.String}, orient="row").hstack(together(family))
    frame = frame.join(before_and_after(shares, ["who"]), on=["who", "scenario"], how="left", maintain_order="left")
    words = [subject_name(run, kind.name, who) for who in frame["who"]]
    return frame.with_columns(kind=pl.lit(kind.name), name=pl.Series(words, dtype=pl.String))


def point_table(run: RunFrames) -> pl.DataFrame:
    """Mean points of a seat by scoring category, and in all, on each side."""
    return _exact(run, compare_points(sides(run))) if run.changes and run.games_played else pl.DataFrame()


def _exact(run: RunFrames, rows: pl.DataFrame) -> pl.DataFrame:
    """Rows whose differences have no interval where nothing differs in any game, or both sides are the same one."""
    names = [name for name in ("difference", "relative", "effect") if f"{name}_low" in rows.columns]
    exact = {
        name: pl.lit(is_unchanged(run)) | ((pl.col(f"{name}_low") == 0) & (pl.col(f"{name}_high") == 0))
        for name in names
    }
    return rows.with_columns(
        pl.when(~is_exact).then(pl.col(f"{name}_{end}")).alias(f"{name}_{end}")
        for name, is_exact in exact.items()
        for end in ("low", "high")
    )


def shape_table(run: RunFrames) -> pl.DataFrame:
    """Length, points and tension of games on each side."""
    if not run.changes or not run.games_played:
        return pl.DataFrame()
    return _exact(run, compare_shapes(sides(run)))


def counter_table(run: RunFrames) -> pl.DataFrame:
    """Every counter the game names: actions, abilities, what was built, held and left."""
    abilities = [ability for board in run.game.boards.values() for ability in board.abilities]
    of_boards = {counter for ability in abilities for counter in (ability.uses, ability.gains)}
    names = [name for name in run.game.tallies if name in common_columns(run) and not name.startswith(RUNNING)]
    names = [name for name in names if name not in of_boards]  # which mean something else on another board
    if not names or not run.changes or not run.games_played:
        return pl.DataFrame()
    labels = {name: sentence_case(run.game.tallies[name] or name.replace("_", " ")) for name in names}
    rows = _exact(run, compare_uses(run, names, "arm != 'forced'"))
    return rows.with_columns(label=pl.col("counter").replace_strict(labels, return_dtype=pl.String))


def ability_table(run: RunFrames) -> pl.DataFrame:
    """Uses of each ability of each board by a seat that has it."""
    abilities = [(name, ability) for name, board in run.game.boards.items() for ability in board.abilities]
    abilities = [(name, ability) for name, ability in abilities if ability.uses in common_columns(run)]
    if not abilities or run.game.shared or not run.changes or not run.games_played:
        return pl.DataFrame()
    uses = list(dict.fromkeys(ability.uses for _, ability in abilities))
    rows = _exact(run, compare_uses(run, uses, KINDS[0].where(run), "board"))
    ability_rows = [{"board": name, "ability": ability.name, "counter": ability.uses} for name, ability in abilities]
    return pl.DataFrame(ability_rows).join(rows, on=["board", "counter"], maintain_order="left_right")


def tuned_table(run: RunFrames) -> pl.DataFrame:
    """After minus before by who plays, and how far the two differ, judged in one family with all of their kind."""
    tables = []
    for kind in kinds_of(run) if run.retuned and run.games_played else ():
        changes = run.result(win_share_changes, kind)[2]

        def frame(names: Sequence[tuple[str, str]], of: str = kind.name) -> pl.DataFrame:
            who = [subject_name(run, of, name) for name, _ in names]
            return pl.DataFrame({"kind": of, "name": who, "scenario": [label for _, label in names]})

        tables += [changes.rows(frame)] if changes else []
    return pl.concat(tables) if tables else pl.DataFrame()


def gain_table(run: RunFrames) -> pl.DataFrame:
    """What tuning gained each plan on each side."""
    rows = [
        {**vars(gain), "scenario": gain.side, "plays": f"found {gain.plan_side}" if gain.plan_side else "as before"}
        for gain in (run.retuned.gained if run.retuned else ())
    ]
    return pl.DataFrame(rows) if rows else pl.DataFrame()


CHANGE = c.code("scenario", "change")
WHO = (c.word("kind", "kind", note="board / seat / strategy"), c.code("name", "who"), CHANGE)
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
            note=f"a board from the baseline, others from par; {c.TOGETHER}",
        ),
        c.word("word_before", "verdict before"),
        c.pp("after", "from fair, after", estimate=True, note=c.TOGETHER),
        c.word("word_after", "verdict after"),
        c.word("outcome", "so it"),
    ),
    fairness_table,
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
)
POINTS = Table("points", POINT_COLUMNS, point_table, side_by_side=("mean", "difference"))
SHAPE = Table("shape", SHAPE_COLUMNS, shape_table, side_by_side=("mean", "difference"))
COUNTERS = Table(
    "counters",
    (c.code("counter", "counter", printed=False), c.code("label", "what"), CHANGE, *USES),
    counter_table,
)
POWERS = Table("powers", (c.BOARD, c.word("ability", "ability"), CHANGE, *USES), ability_table)
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
)
RETUNED = Table(
    "retuned",
    (
        CHANGE,
        c.STRATEGY,
        c.word("plays", "plays", note="found on which side: the best there of all found"),
        c.count("generations", "generations", note="of 16 plans"),
        c.count("deals", "fresh deals"),
        c.pp("share", "gain of win share", estimate=True, note="over the plan whose seat it takes"),
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
