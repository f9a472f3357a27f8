"""What a change does, as verdicts and tables: who gains, what becomes fair, points, uses, players tuned for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from reports.answer import Verdict
from reports.comparison import parse_comparison
from reports.effects import VERDICT_TYPES, JudgedEffects, effects_of, judge_effects, together
from reports.estimators.scenarios import compare_points, compare_shapes
from reports.estimators.sides import (
    BEFORE_CHANGE,
    KINDS,
    ORDINARY,
    STRATEGY,
    Kind,
    before_and_after,
    change_labels,
    common_columns,
    compare_uses,
    is_same,
    kinds_of,
    sides,
    subject_name,
    tuned_win_share_changes,
    win_share_changes,
    win_shares,
)  # fmt: skip
from reports.plans import OverPlans, others_than_plans, over_plans
from reports.sentences import Reference, sentence_case
from reports.stats.verdict import FAIR, UNCLEAR, Word, judge

if TYPE_CHECKING:
    from reports.estimates import Estimates
    from reports.frames import RunFrames
    from reports.stats.families import Family

__all__ = [
    "NOUNS", "OPEN", "OUTCOMES", "REVERSED", "ability_table", "change_table", "counter_table", "fairness_table",
    "fingerprint", "gain_table", "judge_changes", "point_table", "shape_table", "solo_changes",
    "tuned_table", "win_share_table",
]  # fmt: skip

TUNED_FOR_IT = " tuned for it"
RUNNING = ("score_after_round_", "first_square")  # scores and places of a moment: no counters
OPEN = "unclear"
OUTCOMES: Mapping[tuple[bool, bool], str] = {  # by whether it was fair, and is
    (False, True): "becomes fair",
    (True, False): "becomes unfair",
    (True, True): "fair as before",
    (False, False): "unfair as before",
}
REVERSED = "unfair the other way"
NOUNS = {"seat": ("seat", "seats"), STRATEGY: ("strategy", "strategies")}


def judge_changes(run: RunFrames) -> JudgedEffects:
    """What boards, seats and strategies gain by each change, a family each; and the same in the hands of players tuned
    for each side."""
    tables, verdicts = [], []
    for kind in kinds_of(run) if run.games_played else ():
        names, family = win_share_changes(run, kind)
        tuned = tuned_win_share_changes(run, kind)
        judgements = [_judge_same(run, kind, names, family) if is_same(run) else _judge(run, kind, names, family, "")]
        judgements += [_judge(run, kind, tuned.names, tuned.tuned, TUNED_FOR_IT)] if tuned else []
        for table, members in judgements:
            tables.append(table)
            verdicts += members
    return pl.concat([table for table in tables if len(table)]) if verdicts else pl.DataFrame(), verdicts


def _judge(run: RunFrames, kind: Kind, names: Sequence[tuple[str, str]], family: Family, tuned: str) -> JudgedEffects:
    subjects = [_subject(run, kind, who, label) for who, label in names]
    words = sentence_case(_nouns_of(run, kind)[1]) + (", with players tuned for each side" if tuned else "")
    effects = effects_of(family, [f"{subject}{tuned}" for subject in subjects])
    return judge_effects(
        run, effects, _reference(run, kind, tuned), family=words, names=subjects, plans=_plans(run, kind)
    )


def _judge_same(run: RunFrames, kind: Kind, names: Sequence[tuple[str, str]], family: Family) -> JudgedEffects:
    """Zeros without intervals, which no game makes surer."""
    rows, verdicts, reference = [], [], _reference(run, kind, "")
    for (who, label), n, deals in zip(names, family.n.tolist(), family.deals.tolist(), strict=True):
        subject = _subject(run, kind, who, label)
        row = dict.fromkeys(VERDICT_TYPES, None) | {"effect": 0.0, "each": 0.0, "se": 0.0}
        sizes = {"margin": run.margin, "n": n, "deals": deals, "has_direction": False, "error_family": family.name}
        rows.append({"subject": subject, **row, **sizes, "verdict": reference.word(FAIR)})
        verdicts.append(
            Verdict(
                subject=subject, reference=reference, verdict=FAIR, leaning="", effect=0.0, low=None, high=None,
                margin=run.margin, p=None, n=n, deals=deals, games_needed=None, name=subject,
                family=sentence_case(_nouns_of(run, kind)[1]),
            )
        )  # fmt: skip
    return pl.DataFrame(rows, schema_overrides=VERDICT_TYPES) if rows else pl.DataFrame(), verdicts


def _plans(run: RunFrames, kind: Kind) -> dict[str, OverPlans]:
    """What plans say of each change, ordinary ones and tuned for each side."""
    estimates = run.result(win_shares)[kind.name].changes_by_strategy
    plans: dict[str, OverPlans] = {}
    if estimates is None:
        return plans
    others, rows = others_than_plans(run), []
    table = estimates.table.select(pl.col("tuned", kind.name, "scenario", "strategy").cast(pl.String))
    for players, who, label, strategy in table.iter_rows():
        subject = _subject(run, kind, who, label)
        if players != ORDINARY:
            subject += TUNED_FOR_IT
        elif strategy in others:
            subject = ""
        rows.append((subject, strategy))
    for family in estimates.families:
        plans |= over_plans(run, rows[: len(family.effect)], family)
        rows = rows[len(family.effect) :]
    return plans


def _subject(run: RunFrames, kind: Kind, who: str, label: str) -> str:
    name = subject_name(run, kind.name, who)
    return f"{name} with {label}" if len(run.changes) > 1 else name


def _nouns_of(run: RunFrames, kind: Kind) -> tuple[str, str]:
    return NOUNS.get(kind.name, run.game.nouns)


def _reference(run: RunFrames, kind: Kind, tuned: str) -> Reference:
    return Reference("before", _nouns_of(run, kind), where="with players tuned for each side" if tuned else "")


def fingerprint(run: RunFrames) -> int:
    """A number that is the same for the same games."""
    columns = [name for name in run.columns if name not in ("scenario", "board", "strategy", "forced_opening", "arm")]
    return int(run.table.select(pl.struct(columns).hash().bitwise_xor()).collect().item() or 0)


def solo_changes(run: RunFrames) -> tuple[Estimates, Estimates] | None:
    """Where one decides: win shares on each side by who plays, and what each change does to them."""
    if run.par is not None or not run.changes or not run.games_played:
        return None
    scenarios = sides(run, tuned=True)
    comparisons = [
        parse_comparison(scenarios, by=["tuned", "scenario"], against=reference, name="whatif alone")
        for reference in (None, {"scenario": BEFORE_CHANGE})
    ]
    shares, changes = scenarios.estimate(comparisons)
    return shares, changes


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
    estimates = run.result(win_shares)[kind.name].fair
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
    return pl.concat([_win_shares_of_kind(run, kind) for kind in kinds]) if kinds else pl.DataFrame()


def _win_shares_of_kind(run: RunFrames, kind: Kind) -> pl.DataFrame:
    shares = run.result(win_shares)[kind.name].shares.table.filter(tuned=ORDINARY)
    shares = shares.with_columns(pl.col(kind.name).cast(pl.String).alias("who"))
    names, family = win_share_changes(run, kind)
    frame = pl.DataFrame(names, schema={"who": pl.String, "scenario": pl.String}, orient="row").hstack(together(family))
    frame = frame.join(before_and_after(shares, ["who"]), on=["who", "scenario"], how="left", maintain_order="left")
    words = [subject_name(run, kind.name, who) for who in frame["who"]]
    return frame.with_columns(kind=pl.lit(kind.name), name=pl.Series(words, dtype=pl.String))


def point_table(run: RunFrames) -> pl.DataFrame:
    """Mean points of a seat by scoring category, and in all, on each side."""
    return compare_points(sides(run)) if run.changes and run.games_played else pl.DataFrame()


def shape_table(run: RunFrames) -> pl.DataFrame:
    """Length, points and tension of games on each side."""
    if not run.changes or not run.games_played:
        return pl.DataFrame()
    rows, none = compare_shapes(sides(run)), pl.lit(None, dtype=pl.Float64)
    return rows.with_columns(difference_low=none, difference_high=none) if is_same(run) else rows


def counter_table(run: RunFrames) -> pl.DataFrame:
    """Every counter the game names: actions, abilities, what was built, held and left."""
    abilities = [ability for board in run.game.boards.values() for ability in board.abilities]
    of_boards = {counter for ability in abilities for counter in (ability.uses, ability.gains)}
    names = [name for name in run.game.tallies if name in common_columns(run) and not name.startswith(RUNNING)]
    names = [name for name in names if name not in of_boards]  # which mean something else on another board
    if not names or not run.changes or not run.games_played:
        return pl.DataFrame()
    labels = {name: sentence_case(run.game.tallies[name] or name.replace("_", " ")) for name in names}
    rows = compare_uses(run, names, "arm != 'forced'")
    return rows.with_columns(label=pl.col("counter").replace_strict(labels, return_dtype=pl.String))


def ability_table(run: RunFrames) -> pl.DataFrame:
    """Uses of each ability of each board by a seat that has it."""
    abilities = [(name, ability) for name, board in run.game.boards.items() for ability in board.abilities]
    abilities = [(name, ability) for name, ability in abilities if ability.uses in common_columns(run)]
    if not abilities or run.game.shared or not run.changes or not run.games_played:
        return pl.DataFrame()
    rows = compare_uses(
        run, list(dict.fromkeys(ability.uses for _, ability in abilities)), KINDS[0].where(run), "board"
    )
    ability_rows = [{"board": name, "ability": ability.name, "counter": ability.uses} for name, ability in abilities]
    return pl.DataFrame(ability_rows).join(rows, on=["board", "counter"], maintain_order="left_right")


def tuned_table(run: RunFrames) -> pl.DataFrame:
    """After minus before by who plays, and how far the two differ, judged in one family with all of their kind."""
    tables = []
    for kind in kinds_of(run) if run.retuned and run.games_played else ():
        changes = tuned_win_share_changes(run, kind)

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
