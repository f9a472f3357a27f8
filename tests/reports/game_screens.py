"""First screens of every question on the shipped games: numbers invented, the names and words each game's own."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from types import SimpleNamespace
from typing import Any, NamedTuple

import polars as pl

from reports.answer import FirstScreen, Verdict, sentence
from reports.estimators import board_effects, opening_verdicts
from reports.estimators.board_effects import AGAINST_PLAIN, AMONG_OTHERS
from reports.estimators.board_tables import TABLES
from reports.estimators.card_exposure import groups_of, verdict_groups
from reports.estimators.cards import dealt_reference, forced_reference
from reports.estimators.change_effects import _reference as change_reference
from reports.estimators.change_effects import solo_changes
from reports.estimators.forced_openings import ForcedPlan, forced_shares
from reports.estimators.free_games import measure_seats, measure_strategies
from reports.estimators.openings import ORDINARY, TUNED, Grouping
from reports.estimators.sides import BEFORE_CHANGE, BOARD, KINDS, STRATEGY, subject_name
from reports.estimators.standing import Pairs, compare_standing, cycle_table, standing
from reports.facts import GameFacts
from reports.first_screen import screen_of
from reports.questions import boards as board_question
from reports.questions import cards as card_question
from reports.questions import tournament, whatif
from reports.questions.solo import solo_screen, solo_sentences
from reports.sentences import FamilyReference
from reports.stats.games_needed import Effect
from tests.reports.said import verdict_of

PLANS = {
    "zhanguo": ("balanced", "builder", "governors", "markers", "palaces", "tasks", "walls"),
    "first_empire": ("balanced", "elixir", "governors", "palaces", "rewards", "soldiers", "walls"),
    "qin": ("absorber", "blocker", "expander", "villager"),
    "middle_kingdom": ("collector", "curve", "disruptor", "goals"),
}
Screen = Callable[[Any, FirstScreen, list[Verdict]], FirstScreen]


def as_judged(run: Any, screen: FirstScreen, verdicts: list[Verdict]) -> FirstScreen:
    """The screen that verdicts alone make."""
    return screen


class Family(NamedTuple):
    """What is compared with what, and the screen that its question makes of it."""

    question: str
    reference: FamilyReference
    names: Sequence[str]
    screen: Screen = as_judged


def run_of(game: GameFacts, **results: Any) -> Any:
    """As much of a run as words are made of."""
    after = SimpleNamespace(same=False, label="after", run=SimpleNamespace(result=lambda make, *of: object()))
    run = SimpleNamespace(
        game=game,
        par=game.par,
        arms={},
        games_played=40_000,
        changes=(after,),
        margin=0.02,
        tuned={},
        others=(),
        who_counts="",
    )
    run.class_of = lambda strategy: "ordinary"
    run.first_arm = lambda *arms: None
    run.result = lambda make, *of: results.get(getattr(make, "__name__", ""), {})
    return run


def screens(game: GameFacts) -> Iterator[tuple[str, str]]:
    """Of every question its name and its screens: one strong and one weak, all fair, one that leans."""
    if game.par is None:
        yield from solo_screens(game)
        return
    for family in families(game):
        yield family.question, "\n".join(line for case in cases(family.names) for line in lines_of(family, case, game))
    yield "tournament", "\n".join(tournament_lines(game))


def cases(names: Sequence[str]) -> Iterator[list[tuple[str, float, float]]]:
    """Names with an effect and half of its interval, in points."""
    ends = {names[0]: (5.3, 1.0), names[-1]: (-5.1, 1.0)}
    yield [(name, *ends.get(name, (0.7, 0.9))) for name in names]
    yield [(name, 0.7 - at / 9, 0.5) for at, name in enumerate(names)]
    yield [(name, 4.0 if at == 0 else 1.0, 3.0) for at, name in enumerate(names)]


def lines_of(family: Family, case: Sequence[tuple[str, float, float]], game: GameFacts) -> list[str]:
    """Title, lead, and the sentence of the first."""
    par, run = game.par or 0.0, run_of(game)
    verdicts = [verdict_of(name, effect, half, family.reference, par=par) for name, effect, half in case]
    screen = family.screen(run, screen_of(verdicts, run), verdicts)
    return [screen.finding, f"  {screen.lead}", *change_of(screen), f"  · {sentence(verdicts[0], par)}"]


def change_of(screen: FirstScreen) -> list[str]:
    """What to change, where it says so."""
    return [f"  → {' '.join(screen.change)}"] if screen.change else []


def families(game: GameFacts) -> Iterator[Family]:
    """All families of verdicts of a game with several players."""
    run, plans = run_of(game), PLANS[game.name]
    seats = [f"seat {n}" for n in range(1, game.players + 1)]
    yield from _boards(run, game, seats, plans)
    yield Family("balance, seats", FamilyReference("par", ("seat", "seats")), seats)
    yield Family("balance, strategies", FamilyReference("par", ("strategy", "strategies")), plans)
    yield from _openings(game)
    for cards in game.cards:
        groups = verdict_groups(groups_of(cards))
        names = [group.subject(label) for group in groups for label in group.labels][:4]
        if cards.is_dealt:
            yield Family(f"{cards.nouns[1]} dealt", dealt_reference(groups), names, _card_screen)
        if cards.can_be_held:
            yield Family(f"{cards.nouns[1]} to begin with", forced_reference(groups), names, _card_screen)
    members = {BOARD: list(game.boards)[:5], "seat": [str(n) for n in range(1, game.players + 1)], STRATEGY: plans}
    for kind in KINDS:
        if kind.name != BOARD or not game.shared:
            names = [subject_name(run, kind.name, who) for who in members[kind.name]]
            yield Family(f"whatif, {kind.name}", change_reference(run, kind, ""), names, _change_screen)


def _boards(run: Any, game: GameFacts, seats: Sequence[str], plans: Sequence[str]) -> Iterator[Family]:
    names = [list(game.boards)[number] for number in game.other_boards]
    if not game.shared:
        for situation, words in ((AMONG_OTHERS, "among others"), (AGAINST_PLAIN, "against the plain one")):
            reference = board_effects._reference(run, situation)
            yield Family(f"boards {words}", reference, [game.label(board) for board in names])
        return
    base, where = f"on {game.sentence_label(game.plain_boards[0])}", f"on {game.sentence_label(names[0])}"
    yield Family("boards, seats", FamilyReference("level", ("seat", "seats"), base, where), seats)
    yield Family("boards, strategies", FamilyReference("level", ("strategy", "strategies"), base, where), plans)
    yield Family(
        "boards, seats on several", FamilyReference("level", ("seat", "seats"), base), [f"{s} {where}" for s in seats]
    )


def _openings(game: GameFacts) -> Iterator[Family]:
    grouping = Grouping(game)
    noun = ("number", "numbers") if grouping.letter else (f"first {grouping.turn[0]}", f"first {grouping.turn[1]}")
    groups = grouping.order[:7]
    for players in ((ORDINARY,), (TUNED, ORDINARY)):
        plans = {group: ForcedPlan(players[0], group) for group in groups}
        shares: Any = SimpleNamespace(players=players, at=lambda who, plans=plans: plans, grouping=grouping)
        shares.share, shares.tip_groups = lambda plan: 0.303, lambda levels: ((), ())
        reference = opening_verdicts._reference(shares, players[0], "rest", noun, f"the mean of {grouping.others}")

        def screen(run: Any, first: FirstScreen, verdicts: list[Verdict], shares: Any = shares) -> FirstScreen:
            full = run_of(run.game, **{forced_shares.__name__: shares, "judge_openings": (None, verdicts)})
            return opening_verdicts.first_screen_of(full, first)

        yield Family(f"openings, {players[0]}", reference, [grouping.names([group]) for group in groups], screen)


def _card_screen(run: Any, screen: FirstScreen, verdicts: list[Verdict]) -> FirstScreen:
    return card_question._screen(run_of(run.game, judge_cards=(None, verdicts)), screen)


def _change_screen(run: Any, screen: FirstScreen, verdicts: list[Verdict]) -> FirstScreen:
    return replace(screen, finding=whatif.title_of(verdicts))


def tournament_lines(game: GameFacts) -> Iterator[str]:
    """Of standings in which the first is ahead of all others, of some, and of none; what pairs come to."""
    plans, par = PLANS[game.name], game.par or 0.0
    table = pl.DataFrame({"strategy": plans, "share": [par + 0.08 - 0.05 * at for at in range(len(plans))]})
    table = table.with_columns(share_low=pl.col("share") - 0.02, share_high=pl.col("share") + 0.02, elo=pl.lit(40.0))
    link = {"first": plans[2], "second": plans[1], "third": plans[0], "stable": 0.99}
    for half, cycles in ((0.01, []), (0.07, [link]), (1.0, [])):
        effects = {}
        for at, pair in enumerate(combinations(plans, 2), 1):
            low, high = 0.05 * at - half, 0.05 * at + half
            effects[pair] = Effect(pair[0], 0.05 * at, low, high, low, high, half / 2, 0.01, 9000, 1500, 0.05)
        results = {compare_standing.__name__: Pairs(plans, effects), standing.__name__: table}
        results[cycle_table.__name__] = pl.DataFrame(cycles)
        screen = tournament.show_first(run_of(game, **results), FirstScreen("", ""))
        yield from (screen.finding, f"  {screen.lead}", *change_of(screen))


def solo_screens(game: GameFacts) -> Iterator[tuple[str, str]]:
    """How often one who decides wins, with which plan; what boards and a change do."""
    ends = {"n": 500, "deals": 500, "margin_to_best": 11.0, "margin_to_best_low": 8.1, "margin_to_best_high": 13.8}
    total = pl.DataFrame({"share": 0.634, "share_low": 0.6, "share_high": 0.66, **ends})
    shares = [(plan, 0.8 - 0.05 * at, 0.001 if at in (0, 6) else 0.5) for at, plan in enumerate(PLANS[game.name])]
    plans = pl.DataFrame(shares, schema=["strategy", "share", "p"], orient="row")
    plans = plans.with_columns(share_low=pl.col("share") - 0.1, share_high=pl.col("share") + 0.1)
    results: dict[str, Any] = {measure_seats.__name__: (total, []), measure_strategies.__name__: (plans, [])}
    run = run_of(game, **results)
    screen = solo_screen(run)
    sentences = [f"  · {line}" for line in solo_sentences(run)]
    yield "balance", "\n".join([screen.finding, f"  {screen.lead}", *change_of(screen), *sentences])
    rows = [{"board": board, "effect": 0.05 - 0.02 * at, "effect_low": -0.1, "effect_high": 0.1, "p": 0.001 + at}
            for at, board in enumerate(list(game.boards)[1:4])]  # fmt: skip
    paired = TABLES["paired"].make
    boards = board_question.screen_alone(run_of(game, **{paired.__name__: pl.DataFrame(rows)}), FirstScreen("", ""))
    yield "boards", f"{boards.finding}\n  {boards.lead}"
    sides = [{"tuned": ORDINARY, "scenario": side, "estimate": x, "low_each": x - 0.02, "high_each": x + 0.02}
             for side, x in ((BEFORE_CHANGE, 0.61), ("after", 0.66))]  # fmt: skip
    gap = [{**sides[1], "estimate": 0.05, "low_each": 0.01, "high_each": 0.09}]
    estimates = tuple(SimpleNamespace(table=pl.DataFrame(table)) for table in (sides, gap))
    changed = run_of(game, **{solo_changes.__name__: estimates})
    yield "whatif", f"{whatif.summarize(changed)}\n  {whatif._solo_screen(changed).lead}"
