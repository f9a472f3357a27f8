"""Runs made up with known effects: mirror, cross, free and opening experiments as the design makes them."""

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from reports.answer import Answer
from reports.ask import QUESTIONS, ask
from reports.facts import parse_facts
from reports.frames import Change, Frames, ScenarioRun
from reports.run_facts import RunFacts

BOARDS = ["A", "circle", "square", "triangle", "star"]
MAPS = ["north", "south"]
SOURCES = ["governors", "walls", "tasks"]
LETTERS = "URAGHPW"
CLASSES = ("unify", "recruit", "re-assign", "governor", "hire", "palace", "wall")
TALLIES = (
    "score_after_round_1", "score_after_round_2", "power_uses_0", "power_brought_0", "unrest_qin", "unrest_chu",
)  # fmt: skip
FOUR = ("builder", "racer", "taskman", "wallman")
SIX = (*FOUR, "banker", "scout")
ARMS = pl.Enum(
    ["mirror", "cross", "table", "free", "chosen", "forced", "dealt", "priced", "tuned", "forbidden", "skill"]
)

QIN = {"name": "Qin", "slots": 6, "tally": "unrest_qin"}
EXTRA = {"name": "extra worker", "brings": "workers", "uses": "power_uses_0", "gains": "power_brought_0"}


def counters(*names: str) -> dict[str, dict[str, str]]:
    """Counters of a game without words, as its facts have them."""
    return {name: {"kind": "count", "unit": "", "words": ""} for name in names}


FACTS: dict[str, Any] = {
    "name": "toy",
    "title": "Toy",
    "players": 4,
    "options": {},
    "provenance": {},
    "rulings": [],
    "classes": dict(zip(LETTERS, CLASSES, strict=True)),
    "sources": {s: f"points of {s}" for s in SOURCES},
    "counters": counters(*TALLIES),
    "board": {
        "scope": "seat",
        "nouns": ["board", "boards"],
        "page_question": "are the boards balanced?",
        "note": "",
        "series": None,
        "tracks": {"heading": "Tracks", "title": "How long?", "subtitle": "S", "reading": "R", "unit": "slots"},
    },
    "opening": {
        "by": "number",
        "letter": "U",
        "ordered": True,
        "turn": ["turn", "turns"],
        "name": "first round",
        "tip": {"levels": [3, 4], "text": "playing 3 or 4 cards on your player board in the first round"},
        "confounded_by": "the cards they held",
    },
    "opening_turns": 6,
    "boards": {
        "A": {"side": "A", "label": "A", "abilities": [], "tracks": [QIN | {"slots": 5}]},
        **{b: {"side": "B", "label": f"{b} (B)", "abilities": [EXTRA], "tracks": [QIN]} for b in BOARDS[1:]},
    },
    "holdings": {},
    "charts": [],
    "places": None,
    "cards": [{"key": "tiles", "nouns": ["tile", "tiles"], "cards": [
        {"number": number, "label": tally, "tallies": {"dealt": tally}} for number, tally in enumerate(TALLIES[2:4])
    ]}],
}  # fmt: skip

# The same game for one who decides, against a bot.
SOLO: dict[str, Any] = {
    **FACTS, "players": 1, "bots": 1, "bot": {"name": "House"}, "opening": {**FACTS["opening"], "tip": None},
}  # fmt: skip

Seated = tuple[str, str | None, str | None]  # strategy, board and forced opening of a seat

Game = tuple[int, int, str, Sequence[Seated]]  # a game to be made up: deal, line-up, arm, seats

Strength = Callable[[Any, int], float] | Mapping[Any, float]


def run_of(
    seats: pl.DataFrame, games: pl.DataFrame, *, facts: Mapping[str, Any] = FACTS, margin: float = 0.02, **known: Any
) -> ScenarioRun:
    """These frames as a run of a game that tells these facts."""
    known.setdefault("classes", dict.fromkeys(known.get("tuned", ()), "tuned"))
    return ScenarioRun.of(Frames(seats, games), game=parse_facts(facts), margin=margin, **known)


def asked(
    question: str,
    seats: pl.DataFrame,
    games: pl.DataFrame,
    decisions: pl.DataFrame | None = None,
    *,
    facts: Mapping[str, Any] = FACTS,
    margin: float = 0.02,
    **known: Any,
) -> Answer:
    """The answer from these frames, for a game that tells these facts, with what else `ask` may be told; about a change
    it is one of nothing where none is given."""
    found, game = Frames(seats, games, decisions), parse_facts(facts)
    if isinstance(facts_of_run := known.get("run"), RunFacts) and not facts_of_run.classes:
        known["run"] = replace(facts_of_run, classes=dict.fromkeys(facts_of_run.tuned, "tuned"))
    if QUESTIONS[question].is_joint and "changes" not in known:
        known["changes"] = [Change("nothing", ScenarioRun.of(found, game=game, margin=margin))]
    return ask(question, found, game=game, margin=margin, **known)


def frames(
    lines: Sequence[Game], *, seed: int = 1, strength: Strength | None = None, players: int = 4
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Frames from lines (deal, lineup, arm, [(strategy, board, plan) a seat]); strength adds points: a function of the
    game and the seat from 0 on, or what each strategy, board, plan or seat, from 1 on, brings; a tuple: all together.

    Every deal has luck of its own for each seat, common to all its games, so that games of one deal are correlated.
    """
    if isinstance(strength, Mapping):
        strength = partial(_points_of, {frozenset(k if isinstance(k, tuple) else (k,)): x for k, x in strength.items()})
    rng = np.random.default_rng(seed)
    n, k = len(lines), players
    deals = np.array([line[0] for line in lines])
    luck = np.random.default_rng(seed + 1000).normal(0, 4, (int(deals.max()) + 1, k)) if n else np.zeros((0, k))
    bonus = np.array([[strength(line, s) if strength else 0.0 for s in range(k)] for line in lines]).reshape(n, k)
    noise = rng.normal(0, 5, (n, k))
    score = np.rint(40 + (luck[deals] if n else 0) + noise + bonus).astype(int)
    share, rank, winners, margin = results_of(score)
    governors, walls = rng.integers(0, 20, (n, k)), rng.integers(0, 15, (n, k))
    openings = rng.integers(0, len(LETTERS), (n, k, 6))
    games = pl.DataFrame(
        {
            "game": np.arange(n),
            "deal": deals,
            "lineup": [line[1] for line in lines],
            "arm": [line[2] for line in lines],
            "players": np.full(n, k),
            "n_decisions": rng.integers(80, 120, n),
            "n_legal_moves": rng.integers(500, 800, n),
            "n_forced": rng.integers(0, 20, n),
            "rounds": np.full(n, 5),
            "lead_changes": rng.integers(0, 9, n),
            "winners": winners,
            "winning_margin": margin,
        },
        schema_overrides={"arm": ARMS, "deal": pl.UInt32, "game": pl.UInt32},
    )
    plans = [seat[2] for line in lines for seat in line[3]]
    text = ["".join(LETTERS[c] for c in codes) for codes in openings.reshape(-1, 6)]
    text = [follow(plan, free) for plan, free in zip(plans, text, strict=True)]
    strategies = sorted({seat[0] for line in lines for seat in line[3]})
    seats = pl.DataFrame(
        {
            "game": np.repeat(np.arange(n), k),
            "deal": np.repeat(deals, k),
            "lineup": np.repeat([line[1] for line in lines], k),
            "arm": [line[2] for line in lines for _ in range(k)],
            "seat": np.tile(np.arange(1, k + 1), n),
            "strategy": [seat[0] for line in lines for seat in line[3]],
            "board": [seat[1] for line in lines for seat in line[3]],
            "forced_opening": plans,
            "score": score.ravel(),
            "rank": rank.ravel(),
            "tie_break": np.ones(n * k, dtype=int),
            "start_points": np.zeros(n * k, dtype=int),
            "win_share60": share.ravel(),
            "opening": text,
            "score_governors": governors.ravel(),
            "score_walls": walls.ravel(),
            "score_tasks": (score - governors - walls).ravel(),
            "score_after_round_1": (score // 3).ravel(),
            "score_after_round_2": score.ravel() // 2 + rng.integers(0, 4, n * k),
            "power_uses_0": rng.integers(0, 3, n * k),
            "power_brought_0": rng.integers(0, 5, n * k),
            "unrest_qin": rng.integers(0, 6, n * k),
        },
        schema_overrides={
            "arm": ARMS,
            "board": pl.Enum([*BOARDS, *MAPS]),
            "strategy": pl.Enum(strategies),
            "forced_opening": pl.String,
            **dict.fromkeys(("seat", "win_share60", "rank", "tie_break"), pl.UInt8),
            **dict.fromkeys(("start_points", "score", "score_governors", "score_walls", "score_tasks"), pl.Int16),
            **dict.fromkeys(("deal", "game"), pl.UInt32),
        },
    )
    return seats, games


def results_of(score: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    """Of games [game, seat] the win shares in 60ths, the ranks, how many won, and by how much."""
    is_best = score == score.max(axis=1, keepdims=True)
    winners, ordered = is_best.sum(axis=1), np.sort(score, axis=1)
    rank = 1 + (score[:, :, None] < score[:, None, :]).sum(axis=2)
    return np.where(is_best, 60 // winners[:, None], 0), rank, winners, ordered[:, -1] - ordered[:, -2]


def _points_of(brings: Mapping[frozenset[Any], float], line: Game, seat: int) -> float:
    own = {*line[3][seat], seat + 1}
    return sum(points for who, points in brings.items() if who <= own)


def against_bot(
    deals: int, strategies: Sequence[str], *, seed: int = 1, strength: Strength | None = None
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """A game a deal for each strategy in seat 1, against a bot in seat 2, which has neither strategy nor board."""
    lines: list[Game] = [
        (deal, 0, "free", [(who, "A", None), ("nobody", "A", None)]) for deal in range(deals) for who in strategies
    ]
    seats, games = frames(lines, seed=seed, strength=strength, players=2)
    return seats.with_columns(pl.when(seat=1).then(name).alias(name) for name in ("strategy", "board")), games


def follow(plan: str | None, free: str) -> str:
    """The opening of a seat that follows its plan: x stands for anything but U; beyond the plan it is free."""
    if plan is None or plan.startswith(("without", "unrestricted")):
        return free
    begun = [("R" if c == "U" else c) if want == "x" else want for want, c in zip(plan, free, strict=False)]
    return "".join(begun) + free[len(plan) :]


def mirror(deals: int, *, strategies: Sequence[str] = ("builder", "racer"), pattern: str = "full") -> list[Game]:
    """One strategy in all seats; on each deal all side patterns over one order of the four boards."""
    orders = list(itertools.permutations(BOARDS[1:]))
    lines: list[Game] = []
    for deal in range(deals):
        order = orders[(7 * deal) % len(orders)]
        patterns = [p for p in itertools.product([0, 1], repeat=4) if pattern == "full" or sum(p) % 2 == deal % 2]
        for strategy in strategies:
            lines += [
                (deal, 0, "mirror", [(strategy, order[s] if on else "A", None) for s, on in enumerate(p)])
                for p in patterns
            ]
    return lines


def dealt(deals: int, *, strategies: Sequence[str] = ("builder", "racer"), first: int = 0) -> list[Game]:
    """One strategy in all seats, each with a B side: an order of the four in its rotations on one deal."""
    orders = list(itertools.permutations(BOARDS[1:]))
    lines: list[Game] = []
    for deal in range(first, first + deals):
        seats = [(strategies[deal % len(strategies)], board, None) for board in orders[(7 * deal) % len(orders)]]
        lines += [(deal, 0, "dealt", seats[r:] + seats[:r]) for r in range(4)]
    return lines


def priced(
    lines: Sequence[Game], deals: int, price: Mapping[str, int], worth: Mapping[str, float]
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """These games, and so many dealt ones on later deals in which boards are paid for at the start; worth: what each
    board brings."""
    first = lines[-1][0] + 1
    paid = [(deal, lineup, "priced", seats) for deal, lineup, _, seats in dealt(deals, first=first)]

    def strength(line: Game, seat: int) -> float:
        board = line[3][seat][1] or ""
        return worth[board] - price.get(board, 0) * (line[2] == "priced")

    seats, games = frames([*lines, *paid], strength=strength)
    cost = pl.col("board").cast(pl.String).replace_strict(price, default=0)
    return seats.with_columns(start_points=pl.when(arm="priced").then(-cost).otherwise(0).cast(pl.Int16)), games


def cross(deals: int, *, first: int = 0, strategies: Sequence[str] = ("builder", "racer"), seed: int = 3) -> list[Game]:
    """Every seat a random strategy and a random side of its board, in four rotations on one deal."""
    rng = np.random.default_rng(seed)
    lines: list[Game] = []
    for deal in range(first, first + deals):
        sides = zip(rng.permutation(BOARDS[1:]), rng.integers(0, 2, 4), strict=True)
        boards = [str(b) if on else "A" for b, on in sides]
        seats = [(strategies[int(rng.integers(len(strategies)))], b, None) for b in boards]
        lines += [(deal, deal % 50, "cross", seats[r:] + seats[:r]) for r in range(4)]
    return lines


def free(deals: int, *, strategies: Sequence[str | Seated] = FOUR, arm: str = "free", first: int = 0) -> list[Game]:
    """A line-up rotated through the seats on one deal after the other; who has no board sits on side A."""
    seats = [(who, "A", None) if isinstance(who, str) else who for who in strategies]
    turns = range(len(seats))
    return [(deal, r, arm, seats[r:] + seats[:r]) for deal in range(first, first + deals) for r in turns]


def one_forced(deal: int, arm: str, plan: str, strategies: Sequence[str] = FOUR) -> Game:
    """A game in which one seat has this plan; line-up and seat take turns from deal to deal."""
    r, focal = deal % 4, deal // 4 % 4
    line = [*strategies[r:], *strategies[:r]]
    return deal, r, arm, [(who, "A", plan if seat == focal else None) for seat, who in enumerate(line)]


def openings(deals: int, *, strategies: Sequence[str] = FOUR, plans: Sequence[str] | None = None) -> list[Game]:
    """Free games in rotation, then one of them again with one seat's opening forced, plan after plan."""
    plans = plans if plans is not None else ["U" * u + "x" * (6 - u) for u in range(7)]
    forced = [one_forced(deal, "forced", plan, strategies) for deal in range(deals) for plan in plans]
    return free(deals, strategies=strategies, arm="chosen") + forced


def tuned_openings(deals: int, numbers: Sequence[int] = range(7), *, each: int = 2) -> list[Game]:
    """Ordinary plans forced to every number, and on one deal in so many tuned ones in the same seat."""
    lines = openings(deals)
    for deal, _, arm, seats in list(lines):
        focal = next((at for at, seat in enumerate(seats) if seat[2]), -1)
        if arm == "forced" and deal % each == 0 and (number := (seats[focal][2] or "").count("U")) in numbers:
            tuned = [(f"open{number}", "A", seat[2]) if at == focal else seat for at, seat in enumerate(seats)]
            lines.append((deal, 100 + number, "tuned", tuned))
    return lines


def restricted(deals: int) -> list[Game]:
    """On each deal one seat unrestricted, then without one thing after another."""
    whats = ("unrestricted", "without unify", "without ability_vp")
    return [one_forced(deal, "forbidden", what) for deal in range(deals) for what in whats]


MAP_FACTS: dict[str, Any] = {
    **FACTS,
    "boards": {"north": {"side": "A", "label": "North"}, "south": {"side": "B", "label": "South"}},
    "board": {
        "scope": "table",
        "nouns": ["map", "maps"],
        "page_question": "does the map decide who wins?",
        "note": "Only the map differs.",
        "series": {"tally": "pieces_left", "best": "lowest"},
    },
    "counters": {**FACTS["counters"], **counters("holds_seal", "pieces_left")},
    "holdings": {"holds_seal": "Seal"},
}


def tables(chunks: int, *, strategies: Sequence[str] = FOUR, maps: Sequence[str] = MAPS, first: int = 0) -> list[Game]:
    """A line-up in four rotations on every map, all on one deal, for as many deals in a row as there are maps."""
    m = len(maps)
    lines: list[Game] = []
    for deal in range(first * m, (first + chunks) * m):
        turn = (deal // m) % len(strategies)
        line_up = [*strategies[turn:], *strategies[:turn]]
        line_up = [line_up[0], line_up[2], line_up[1], line_up[3]] if deal // m % 2 else line_up
        for r in range(4):
            turned = line_up[r:] + line_up[:r]
            lines += [(deal, 10 * r + i, "table", [(s, name, None) for s in turned]) for i, name in enumerate(maps)]
    return lines
