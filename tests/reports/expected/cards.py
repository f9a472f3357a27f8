"""What one more card, or one more of a kind of cards, does to the games won of 100: slopes within games on what the
moves or counters of a run say was dealt; of cards that chance does not deal what a seat wins more that begins with one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from tests.reports.expected.rows import GROUPS, SHARE, Row, jackknife, manifest_of, rows_of
from tests.reports.expected.screens import MAX_ROWS, chart_contradictions, news_of

__all__ = ["contradictions_of_cards"]

Floats = NDArray[np.float64]
FREE = ("chosen", "free", "table", "mirror", "cross")  # arms in which no card is put into a hand: the first counts
RARE = 0.05  # of the games: cards that lie otherwise in fewer are no deal
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
COUNT = re.compile(
    r"(?:^|; |, )(\S+)(?: [^;,]+ (?:is|are) worth)? (more|less)\b"
)  # "two cards are worth more, one less"


def contradictions_of_cards(run: Path, report: Mapping[str, Any]) -> list[str]:
    """What the first screen of a report on cards says that the run does not: one line each. Of every set the cards
    lead, or their kinds where no card is decided; the furthest of all that lead are drawn."""
    screen, manifest = report["screen"], manifest_of(run)
    rows, drawn = rows_of(run), screen["rows"]
    lines, leading = list[str](), dict[str, Row]()
    for cards in manifest["scenarios"][0]["game"]["cards"]:
        single, kinds = values_of_set(run, cards, rows)
        has_kinds = any(row["name"] in kinds for row in drawn)
        if has_kinds:
            decided = [
                name for name, row in single.items() if not row.allows("unclear", 0.0, manifest["config"]["margin"])
            ]
            lines += [f"kinds of {cards['nouns'][1]} lead, {name} is decided: {single[name]}" for name in decided]
        members = kinds if has_kinds else single
        leading |= members
        lines += headline_of_set(screen, [row for row in drawn if row["name"] in members])
    fair_inside = [{**row, "side": "fair" if row["word"] == "its cards differ" else row["side"]} for row in drawn]
    more, matched = chart_contradictions(screen, fair_inside, leading, manifest["config"]["margin"])
    far = sorted(abs(row.value) for row in leading.values())[-MAX_ROWS:]
    missing = [name for name, row in leading.items() if abs(row.value) > far[0] + 1e-9 and name not in matched]
    return [*lines, *more, *(f"{name} is not drawn: {leading[name]}" for name in missing)]


def headline_of_set(screen: Mapping[str, Any], drawn: Sequence[Mapping[str, Any]]) -> list[str]:
    """What finding and sentence say of the drawn rows of a set: the furthest decided one has its name, or is among as
    many as are counted, and its number."""
    news = news_of(screen, drawn)
    if news is None:
        return []
    lines, n = [], sum(row["side"] == news["side"] for row in drawn)
    counts = [count.lower() for count, side in COUNT.findall(screen["finding"]) if side == news["side"]]
    numbers = [
        NUMBERS.index(count) if count in NUMBERS else int(count)
        for count in counts
        if count in NUMBERS or count.isdigit()
    ]
    if news["name"].lower() not in screen["finding"].lower() and n > max(numbers, default=0):
        lines.append(f"the finding does not name {news['name']}: {screen['finding']}")
    number = f"{abs(news['value']):.1f} {'more' if news['value'] > 0 else 'fewer'}"
    if number not in screen["lead"] or news["name"].lower() not in screen["lead"].lower():
        lines.append(f"the sentence does not give {number} of {news['name']}: {screen['lead']}")
    return lines


def values_of_set(run: Path, cards: Mapping[str, Any], rows: pl.DataFrame) -> tuple[dict[str, Row], dict[str, Row]]:
    """The values of the cards of a set, and of kinds of them, by name; neither where the run says nothing of them."""
    kinds: dict[str, list[int]] = {}
    for place, card in enumerate(cards["cards"]):
        for trait, label in cards["traits"].items():
            kinds.setdefault(f"{label} {card['traits'][trait]}", []).append(place)
    names = [card["label"] for card in cards["cards"]]
    free = rows.filter(arm=next(arm for arm in FREE if arm in rows["arm"].unique())).sort("game", "seat")
    is_dealt = cards["dealt"] or any("dealt" in card["tallies"] for card in cards["cards"])
    if is_dealt:
        copies, free = dealt_copies(run, cards, free)
        of_kinds = [copies[:, members].sum(axis=1) for members in kinds.values()]
        return slopes(free, names, copies), slopes(free, [*kinds], np.stack(of_kinds, axis=1)) if kinds else {}
    forced = (
        {f"{cards['key']} {card['number']}": [card["label"]] for card in cards["cards"]} if cards["held_note"] else {}
    )
    traits: dict[str, list[str]] = {plan: [] for plan in forced}
    for name, members in kinds.items():
        for place in members:
            traits.get(f"{cards['key']} {cards['cards'][place]['number']}", []).append(name)
    return begun_with(rows, free, forced), begun_with(rows, free, traits)


def dealt_copies(run: Path, cards: Mapping[str, Any], free: pl.DataFrame) -> tuple[Floats, pl.DataFrame]:
    """Copies [row, card] that seats were dealt, and the rows: those of games whose moves are recorded, where moves say
    it: a card is dealt to who makes such a move with it, its number being the first field."""
    if not cards["dealt"]:
        columns = [card["tallies"]["dealt"] for card in cards["cards"]]
        return free.select(columns).to_numpy().astype(np.float64), free
    moves = pl.concat([pl.read_parquet(part) for part in sorted((run / "decisions").rglob("*.parquet"))])
    free = free.join(moves.select("game").unique(), on="game", how="semi").with_row_index("row")
    moves = moves.filter(pl.col("move_kind").cast(pl.String).is_in(cards["dealt"])).select("game", "seat", "a")
    places = {card["number"]: place for place, card in enumerate(cards["cards"])}
    held = moves.join(free.select("game", "seat", "row"), on=["game", "seat"])
    held = held.with_columns(place=pl.col("a").replace_strict(places, default=None, return_dtype=pl.Int64)).drop_nulls()
    copies = np.zeros((len(free), len(places)))
    copies[held["row"].to_numpy(), held["place"].to_numpy()] = 1
    return copies, free


def slopes(rows: pl.DataFrame, names: Sequence[str], copies: Floats) -> dict[str, Row]:
    """The slope of games won on copies [row, name], both less their means of the game, or of all games where one seat
    decides; without names whose copies hardly ever differ."""
    game = rows["game"].rle_id().to_numpy()
    table = game if rows["seat"].n_unique() > 1 else np.zeros_like(game)
    size = np.bincount(table)

    def inside(values: Floats) -> Floats:
        sums = np.zeros((len(size), values.shape[1]))
        np.add.at(sums, table, values)
        return np.asarray(values - (sums / size[:, None])[table])

    x, y = inside(copies), inside(rows.select(SHARE).to_numpy())
    varied, deal = np.zeros((game[-1] + 1, len(names))), rows["deal"].to_numpy()
    np.add.at(varied, game, x * x)
    deals = [len(np.unique(deal[np.isin(game, np.flatnonzero(varied[:, name] > 1e-9))])) for name in range(len(names))]
    xy, xx = np.zeros((2, GROUPS, len(names)))
    np.add.at(xy, deal % GROUPS, x * y)
    np.add.at(xx, deal % GROUPS, x * x)
    is_deal = (varied > 1e-9).mean(axis=0) >= RARE
    with np.errstate(divide="ignore", invalid="ignore"):
        slope, without = xy.sum(axis=0) / xx.sum(axis=0), (xy.sum(axis=0) - xy) / (xx.sum(axis=0) - xx)
    error = np.sqrt((GROUPS - 1) * without.var(axis=0))
    return {name: Row(slope[at], error[at], deals[at]) for at, name in enumerate(names) if is_deal[at]}


def begun_with(rows: pl.DataFrame, free: pl.DataFrame, names: Mapping[str, Sequence[str]]) -> dict[str, Row]:
    """What a seat that begins with a card wins more than the same seat of the same line-up and deal as dealt; names: of
    each card by the name of its forced opening."""
    keys = ["deal", "lineup", "seat"]
    of_card = pl.col("forced_opening").replace_strict({plan: [*of] for plan, of in names.items()}, default=None)
    forced = rows.filter(pl.col("arm") == "forced", pl.col("forced_opening").is_in([*names]))
    if forced.is_empty():
        return {}
    pairs = forced.with_columns(name=of_card).explode("name").join(free.select(*keys, free=SHARE), on=keys)
    pairs = pairs.select("deal", "name", difference=SHARE - pl.col("free")).drop_nulls()

    def means(pairs: pl.DataFrame) -> dict[str, float]:
        return dict(pairs.group_by("name").agg(pl.col("difference").mean()).iter_rows())

    deals = dict(pairs.group_by("name").agg(pl.col("deal").n_unique()).iter_rows())
    return {name: Row(row.value, row.error, deals[name]) for name, row in jackknife(pairs, means).items()}
