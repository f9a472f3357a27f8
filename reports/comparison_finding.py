"""What a typed comparison comes to, in a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from reports.factors import level_text
from reports.frame_columns import COLUMNS
from reports.sentences import join_names, sentence_case
from reports.stats.verdict import FAIR, FEW_DEALS, STRONGER, WEAKER

if TYPE_CHECKING:
    from reports.estimates import Block, Estimates

__all__ = ["finding_of", "level_name", "measure_name", "reference_name", "row_name", "unit_of", "value_text"]

MOST_NAMES = 3  # of a group of like rows
MOST_LETTERS = 30  # of a counter's words that a sentence can take
Row = dict[str, Any]


def level_name(estimates: Estimates, factor: str, level: object) -> str:
    """A level in words: boards and kinds of turns as the game calls them, a condition that holds as it is typed,
    numbers with what they number."""
    facts = estimates.run.scenarios[0].game
    if factor == "board":
        return facts.label(level)
    if factor == "first_turn" or (factor == "move_class" and isinstance(level, int)):
        letter = facts.letters[level] if isinstance(level, int) else str(level)
        return facts.classes.get(letter, letter or "none")
    if factor == "won":
        return "winners" if level == "yes" else "others"
    if level is True or level is False or level in ("yes", "no"):
        return factor if level is True or level == "yes" else f"not {factor}"
    width = estimates.band_widths.get(factor, 0.0)
    text = level_text(level, width)
    return f"{factor.replace('_', ' ')} {text}" if isinstance(level, int | float) and not width else text


def measure_name(block: Block) -> str:
    """A measure in words: a counter as the game has it, points by what they are for, numbers without their n."""
    name, facts = block.measure.name, block.scenario.game
    if name in facts.counters and len(facts.counters[name].words) <= MOST_LETTERS:
        return facts.counters[name].words
    if name.removeprefix("score_") in facts.sources:
        return f"points for {name.removeprefix('score_').replace('_', ' ')}"
    words, unit = name.replace("_", " "), unit_of(block)
    return f"{words.removeprefix('n ')} {unit}".replace(f"{unit} {unit}", unit) if words.startswith("n ") else words


def unit_of(block: Block) -> str:
    """What a measure is counted in, in a word; "" for shares, and where it has none."""
    if block.is_bounded or len(block.measure.columns) != 1 or block.measure.unit is not None:
        return "" if block.is_bounded else block.measure.unit or ""
    (name,) = block.measure.columns
    facts = block.scenario.game
    if name.startswith("score_") and name not in facts.counters:
        return "points"
    column = facts.counters.get(name) or COLUMNS.get(name)
    return column.unit if column else ""


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
        words = ""
    else:
        rows = [{**row, "name_": _name(estimates, row)} for row in rows if row["measure"] == block.measure.name]
        words = measure_name(block)
    of_rows = _differences(estimates, block, rows, words) if any(block.against) else _extremes(block, rows, words)
    return sentence_case(of_rows)


def _name(estimates: Estimates, row: Row) -> str:
    """What a row is about, in a sentence: bands with what they are of."""
    texts = []
    for key in estimates.keys:
        if row[key] is not None:
            band, level = re.match(r"band\((\w+)", key), level_name(estimates, key, row[key])
            texts.append(f"a {band[1].replace('_', ' ')} of {level}" if band else level)
    return ", ".join(texts) or measure_name(estimates.blocks[0])


def _differences(estimates: Estimates, block: Block, rows: Sequence[Row], measure: str) -> str:
    """Which rows differ from their reference for sure, the largest difference first."""
    surest = sorted(rows, key=lambda row: -abs(row["estimate"]))
    reference = reference_name(estimates, block)
    than = f" than {reference}" if reference else ""
    row_names = {row_name(estimates, row) for row in rows}
    words: dict[str, str]
    if block.is_judged:
        words = (
            {STRONGER: "too strong", WEAKER: "too weak"}
            if block.is_par
            else {STRONGER: f"stronger{than}", WEAKER: f"weaker{than}"}
        )
    elif len(row_names) == 1 and reference:  # of one group all measures
        who = row_names.pop()
        surest = [{**row, "name_": measure or row["name_"]} for row in surest]
        groups = [(word, group) for word in ("higher", "lower") if (group := _of(surest, word))]
        ends = [f" for {who} than {'' if block.minus else 'for '}{reference}", ""]
        parts = [f"{word}{end}: {_names(block, group)}" for (word, group), end in zip(groups, ends, strict=False)]
        return "; ".join(parts) or _nothing(rows, f"{measure}: " if measure else "", "")
    else:
        words = {"higher": f"higher{than}", "lower": f"lower{than}"}
    groups = [(word, group) for word in words if (group := _of(surest, word))]
    n_names = MOST_NAMES if len(groups) == 1 else MOST_NAMES - 1
    parts = [
        f"{_names(block, group, n_names)} {'is' if len(group) == 1 else 'are'} {words[word]}" for word, group in groups
    ]
    prefix = f"{measure}: " if measure and not block.is_judged else ""
    if parts:
        rest = {row["verdict"] for row in rows} - set(words)
        remark = (
            "the rest fair" if rest == {FAIR} else "the rest fair or unclear" if FAIR in rest else "the rest unclear"
        )
        return prefix + "; ".join([*parts, *([remark] if block.is_judged and rest else [])])
    who = f"{rows[0]['name_']}: " if len(rows) == 1 else ""
    return _nothing(rows, who or prefix, "" if who else f" among {len(rows)}")


def _nothing(rows: Sequence[Row], prefix: str, size: str) -> str:
    """That rows do not differ, or are not shown to."""
    verdicts = {row["verdict"] for row in rows}
    if verdicts == {None}:
        return "too few games to say"
    return f"{prefix}no difference{'' if verdicts <= {FAIR, 'same'} else ' is shown'}{size}"


def _of(rows: Sequence[Row], verdict: str) -> list[Row]:
    return [row for row in rows if row["verdict"] == verdict]


def reference_name(estimates: Estimates, block: Block) -> str:
    """What rows are held against, after "than"; "" where it is not one thing."""
    chains = block.comparison.against
    if block.minus:
        return "in the other run"
    if len(chains) == 1 and [reference.kind for reference in chains[0][1:]] == ["mean"]:
        return f"the mean of every {chains[0][1].factor.replace('_', ' ')}"
    if len(chains) != 1 or len(chains[0]) != 1 or chains[0][0].kind == "each":
        return ""
    (reference,) = chains[0]
    if reference.kind in ("level", "relative"):
        level = int(reference.level) if reference.level.isdecimal() else reference.level
        return level_name(estimates, reference.factor, level)
    return {"mean": "the mean", "rest": "the rest", "par": "the fair share"}.get(reference.kind, reference.words)


def _extremes(block: Block, rows: Sequence[Row], measure: str) -> str:
    """The rows with the most and the least, of those that enough deals tell of."""
    if len(rows) == 1:
        words = [measure] if measure and block.measure.statistic != "frequency" else []
        return f"{', '.join(dict.fromkeys([*words, rows[0]['name_']]))}: {value_text(block, rows[0])}"
    enough = [row for row in rows if row["deals"] >= FEW_DEALS]
    rows = enough if len(enough) > 1 else rows
    high, low = max(rows, key=lambda row: row["estimate"]), min(rows, key=lambda row: row["estimate"])
    ends = [f"{row['name_']} ({value_text(block, row)})" for row in (high, low)]
    is_sure = high["low"] is not None and low["high"] is not None and high["low"] > low["high"]
    overlap = "" if is_sure else "; their intervals overlap"
    if block.measure.statistic == "frequency":
        return f"most often: {ends[0]}; least often: {ends[1]}{overlap}"
    first = f"{measure}: highest for" if measure else "highest:"
    last = "lowest for" if measure else "lowest:"
    return f"{first} {ends[0]}, {last} {ends[1]}{overlap}"


def _names(block: Block, rows: Sequence[Row], n: int = MOST_NAMES) -> str:
    """Names of rows, those with the largest numbers with them."""
    names = [f"{row['name_']} ({value_text(block, row, signed=True)})" for row in rows[:n]]
    more = [f"{len(rows) - n} more"] if len(rows) > n else []
    return join_names([*names, *more], "and")


def value_text(block: Block, row: Row, *, signed: bool = False, column: str = "estimate") -> str:
    """A number of a row with its unit; signed: a difference."""
    if row[column] is None:
        return "?"
    is_share = block.is_bounded or block.is_relative
    value = 100 * row[column] if is_share else row[column]
    digits = 1 if is_share or abs(value) >= 10 else 2
    unit = "" if not is_share else " pp" if signed and not block.is_relative else " %"
    return f"{value:{'+' if signed else ''}z.{digits}f}{unit}".replace("-", "−")
