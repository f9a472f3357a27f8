"""What a typed comparison comes to, in a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reports.factors import level_text
from reports.sentences import join_names, sentence_case
from reports.stats.verdict import FAIR, STRONGER, WEAKER

if TYPE_CHECKING:
    from reports.estimates import Block, Estimates

__all__ = ["finding_of", "level_name", "row_name", "value_text"]

MOST_NAMES = 3  # of a group of like rows
UNITS = 24  # letters of a unit that a sentence can take
Row = dict[str, Any]


def level_name(estimates: Estimates, factor: str, level: object) -> str:
    """A level in words: boards as the game calls them, a condition that holds as it is typed, numbers with what they
    number."""
    if factor == "board":
        return estimates.run.parts[0].frames.game.label(level)
    if level is True or level is False or level in ("yes", "no"):
        return factor if level is True or level == "yes" else f"not {factor}"
    width = estimates.band_widths.get(factor, 0.0)
    text = level_text(level, width)
    return f"{factor.replace('_', ' ')} {text}" if isinstance(level, int | float) and not width else text


def row_name(estimates: Estimates, row: Row) -> str:
    """What a row is about: the levels of its factors; the measure where it has none."""
    texts = [level_name(estimates, key, row[key]) for key in estimates.keys if row[key] is not None]
    return ", ".join(texts) or row["measure"].replace("_", " ")


def finding_of(estimates: Estimates) -> str:
    """The rows of the first measure in a sentence, or of all measures where each has one row: who is stronger and who
    weaker, by how much; or who has most and who least."""
    rows = estimates.table.filter(estimates.table["estimate"].is_not_null()).to_dicts()
    if not rows:
        return "There is nothing to compare"
    block = estimates.blocks[0]
    measures = {row["measure"] for row in rows}
    if len(measures) == len(rows) > 1:
        rows = [{**row, "name_": row["measure"].removeprefix("score_").replace("_", " ")} for row in rows]
        prefix = ""
    else:
        rows = [{**row, "name_": row_name(estimates, row)} for row in rows if row["measure"] == block.measure.name]
        prefix = f"{block.measure.name.replace('_', ' ')}: " if len(measures) > 1 else ""
    describe = _differences if any(block.against) else _extremes
    return sentence_case(prefix + describe(estimates, block, rows))


def _differences(estimates: Estimates, block: Block, rows: Sequence[Row]) -> str:
    """Which rows differ from their reference for sure, the largest difference first."""
    words = _words(estimates, block)
    surest = sorted(rows, key=lambda row: -abs(row["estimate"]))
    groups = [(word, [row for row in surest if row["verdict"] == word]) for word in words]
    parts = [
        f"{_names(block, group)} {'is' if len(group) == 1 else 'are'} {words[word]}" for word, group in groups if group
    ]
    if parts:
        rest = {row["verdict"] for row in rows} - set(words)
        remark = (
            "the rest fair" if rest == {FAIR} else "the rest fair or unclear" if FAIR in rest else "the rest unclear"
        )
        return "; ".join([*parts, *([remark] if block.is_judged and rest else [])])
    who = rows[0]["name_"] if len(rows) == 1 else ""
    if all(row["verdict"] is None for row in rows):
        return "too few games to say"
    if all(row["verdict"] in (FAIR, "same") for row in rows):
        return f"{who}: no difference" if who else f"no difference among {len(rows)}"
    return f"{who}: no difference is shown" if who else f"no difference is shown among {len(rows)}"


def _words(estimates: Estimates, block: Block) -> dict[str, str]:
    """What verdicts that say something are called: where the reference is the fair share, and where it is not."""
    if block.is_judged and block.is_par:
        return {STRONGER: "too strong", WEAKER: "too weak"}
    than = f" than {reference}" if (reference := _reference(estimates, block)) else ""
    if block.is_judged:
        return {STRONGER: f"stronger{than}", WEAKER: f"weaker{than}"}
    return {"higher": f"higher{than}", "lower": f"lower{than}"}


def _reference(estimates: Estimates, block: Block) -> str:
    """What rows are held against, where it is one thing."""
    chains = block.comparison.against
    if block.minus:
        return "in the other run"
    if len(chains) != 1 or len(chains[0]) != 1 or chains[0][0].kind == "each":
        return ""
    (reference,) = chains[0]
    if reference.kind == "level":
        return level_name(estimates, reference.factor, reference.level)
    return {"mean": "the mean", "rest": "the rest"}.get(reference.kind, reference.words)


def _extremes(estimates: Estimates, block: Block, rows: Sequence[Row]) -> str:
    """The rows with the most and the least."""
    if len(rows) == 1:
        return f"{rows[0]['name_']}: {value_text(block, rows[0])}"
    high, low = max(rows, key=lambda row: row["estimate"]), min(rows, key=lambda row: row["estimate"])
    ends = f"most: {high['name_']}, {value_text(block, high)}; least: {low['name_']}, {value_text(block, low)}"
    is_sure = high["low"] is not None and low["high"] is not None and high["low"] > low["high"]
    return ends if is_sure else f"{ends}; their intervals overlap"


def _names(block: Block, rows: Sequence[Row]) -> str:
    """Names of rows, those with the largest numbers with them."""
    names = [f"{row['name_']} ({value_text(block, row, signed=True)})" for row in rows[:MOST_NAMES]]
    more = [f"{len(rows) - MOST_NAMES} more"] if len(rows) > MOST_NAMES else []
    return join_names([*names, *more], "and")


def value_text(block: Block, row: Row, *, signed: bool = False, column: str = "estimate") -> str:
    """A number of a row with its unit; signed: a difference."""
    if row[column] is None:
        return "?"
    value = 100 * row[column] if block.is_bounded else row[column]
    digits = 1 if block.is_bounded or abs(value) >= 10 else 2
    unit = (" pp" if signed else " %") if block.is_bounded else ""
    return f"{value:{'+' if signed else ''}z.{digits}f}{unit}".replace("-", "−")
