"""What a repair comes to, in words: a sentence each for the edits, the shares, how sure it is, and what else moves; on
the terminal with the sets of edits nearest to fair."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import polars as pl

from analyser.experiments.loading import default_players
from analyser.experiments.repair import data_of
from analyser.experiments.scenario import is_start_points
from analyser.experiments.whatif import AFTER_CHANGE, BEFORE_CHANGE
from analyser.repair.goals import (
    BOARDS,
    OPENINGS,
    PLAIN,
    PROBABLE,
    SEATS,
    STRATEGIES,
    largest_distance,
    largest_end,
)
from analyser.repair.search import Edits
from analyser.repair.session import FAIR, NEAREST, PRINTINGS, PROBABLY_FAIR, RepairResult
from cext.commands import command_line
from reports.estimators.openings import Grouping
from reports.findings import BRACKETS
from reports.page.terminal import MAX_LINES, WIDTH, wrap_text
from reports.sentences import (
    BOTS,
    bot_names,
    fair_share,
    join_names,
    more_games,
    number_word,
    of_games,
    pp,
    sentence_case,
    share,
    signed_pp,
)  # fmt: skip

__all__ = [
    "COMPONENTS", "answer_lines", "certainty_of", "edit_words", "frontier_rows", "guess_words", "has_components",
    "lead_of", "play_command", "printing_words", "side_effect_words", "stop_words", "target_name", "title_of",
    "tuned_words",
]  # fmt: skip

COMPONENTS = "components"  # folder of the edited component files
MAX_TARGETS = 6  # that a sentence names


def all_fair_words(result: RepairResult) -> str:
    """What it is that all are fair."""
    if OPENINGS in result.goals:
        return f"none wins more than {of_games(result.margin)} above their mean"
    return f"all are within {of_games(result.margin)} of fair"


def title_of(result: RepairResult) -> str:
    n, subjects = len(result.edits), subjects_of(result)
    words = "; ".join(edit_words(result, result.edits))
    edits = f"{sentence_case(number_word(n))} edit{'s' * (n > 1)}"
    if result.is_stopped:
        return f"Stopped before it was judged. {edits} may make {subjects} fair, or less unfair: {words}"
    make = f"make{'s' * (n == 1)} {subjects} fair"
    if result.word != NEAREST:
        probably = "probably " if result.word == PROBABLY_FAIR else ""
        return f"{edits} {probably}{make}{_as_we_guess(result)}: {words}"
    if result.printings and result.word_of_games != NEAREST:
        return f"{edits} {make} in only {result.printings[0]:.0f} of {PRINTINGS} versions of the guessed data: {words}"
    if largest_distance(result.targets) <= result.margin or _has_hope(result):
        bring = f"bring{'s' * (n == 1)} {subjects} nearer to fair"
        return f"{edits} {bring}, not shown to be within {of_games(result.margin)} of fair: {words}"
    max_edits = max(len(candidate.edits) for candidate in result.frontier)
    limit = f"{number_word(max_edits)} edit{'s' * (max_edits > 1)}"
    return f"No set of at most {limit} is found that makes {subjects} fair; nearest: {words}"


def _as_we_guess(result: RepairResult) -> str:
    """That a word rests on our guesses, where other values of them were not played."""
    return ", as we guess its data" if result.has_unknowns and result.printings is None else ""


def _has_hope(result: RepairResult) -> bool:
    """Whether a set that was not judged is predicted to make all fair."""
    return any(c.unfairness <= result.margin for c in result.frontier if c.edits != result.edits)


def edit_words(result: RepairResult, edits: Edits) -> Iterator[str]:
    """Each edit in words, what changes together as one."""
    for number, steps in edits:
        changes = result.variables[number].after(steps)
        if is_start_points(changes[0][0]):
            yield join_names([_start_words(result, path, points) for path, _, points in changes], max_names=2)
            continue
        paths = join_names([_short_path(path) for path, _, _ in changes], max_names=2)
        values = list(dict.fromkeys(f"{old} → {new}" for _, old, new in changes))
        yield f"{paths} {', '.join(values)}"


def _start_words(result: RepairResult, path: str, points: int) -> str:
    """Points at the start in words: "triangle starts 4 points behind"."""
    kind, name = path.split(".")[1:]
    owner = target_name(result, SEATS if kind == "seats" else BOARDS, name)
    unit = "point" if abs(points) == 1 else "points"
    how = f"{abs(points)} {unit} {'ahead' if points > 0 else 'behind'}" if points else "like all others"
    return f"{owner} starts {how}"


def _short_path(path: str) -> str:
    """A path without the file that most data are in."""
    return path.removeprefix("boards.").removeprefix("numbers.")


def subjects_of(result: RepairResult) -> str:
    """What is to become fair, in words."""
    game = result.game
    words = {BOARDS: f"the {game.others}", PLAIN: f"the {game.others} against {game.plain_label}", SEATS: "the seats"}
    words |= {STRATEGIES: "the bots", OPENINGS: "the openings"}
    return join_names([words[goal] for goal in result.goals])


def target_name(result: RepairResult, goal: str, target: str) -> str:
    """A target in words, without what stands in brackets behind it."""
    if goal == STRATEGIES:
        return bot_names([target])
    if goal == OPENINGS:
        return f"opening with {Grouping(result.game).names([target])}"
    return f"seat {target}" if goal == SEATS else re.sub(BRACKETS, "", result.game.label(target))


def lead_of(result: RepairResult) -> str:
    """Shares of all targets, before and after."""
    rows = list(zip(result.targets.iter_rows(named=True), result.as_it_is.iter_rows(named=True), strict=True))
    rows = sorted(rows, key=lambda pair: -pair[1]["off"])[:MAX_TARGETS]
    words = []
    for number, (row, old_row) in enumerate(rows):
        goal, target = row["goal"], row["target"]
        name = target_name(result, goal, target)
        if goal in (PLAIN, OPENINGS):
            fair = result.game.plain_label if goal == PLAIN else "the mean"
            old_estimate = signed_pp(old_row["estimate"])
            words.append(f"{name} wins {more_games(row['estimate'])} than {fair} ({old_estimate} before)")
        else:
            old, new = (result.shares[goal, target, side] for side in (BEFORE_CHANGE, AFTER_CHANGE))
            verb = " wins" if not number else ""
            words.append(f"{name}{verb} {share(new)} ({pp(old)} before)")
    fair = "" if set(result.goals) <= {PLAIN, OPENINGS} else f", where {fair_share(result.game.par or 0.0)} is fair"
    games = f"on {result.games:,} games on new deals"
    if result.is_stopped:
        games = f"as the search predicts from {result.searched:,} games"
    return f"{sentence_case(join_names(words))}{fair}, {games}."


def certainty_of(result: RepairResult) -> str:
    """What is shown, or what is not and what to do about it."""
    if result.is_stopped:
        return f"Not judged: they may be up to {of_games(result.largest)} off; begin it again to be sure."
    sure = f"95 % sure: at most {of_games(result.largest)} off"
    if result.word_of_games == FAIR:
        return f"{sentence_case(all_fair_words(result))}, {sure}."
    if result.word_of_games == PROBABLY_FAIR:
        likely = f"{100 * PROBABLE:.0f} % sure: at most {of_games(largest_end(result.targets, 'probable_end'))} off"
        return f"{sentence_case(all_fair_words(result))}, {likely}; {sure}. More `--time` makes it surer."
    if not math.isfinite(result.largest):
        return "These games are too few to judge by: more `--time` play more."
    missing = result.targets.filter(pl.col("end") > result.margin).sort("end", descending=True).head(2)
    words = [
        f"{target_name(result, goal, target)} is {of_games(off)} off, at most {pp(end)}"
        for goal, target, off, end in missing.select("goal", "target", "off", "end").iter_rows()
    ]
    is_near = largest_distance(result.targets) <= result.margin or _has_hope(result) or result.is_cut
    advice = "more `--time` search on" if is_near else "allow more with `--edits`, or other data with `--vary`"
    cut = "Time was up before all sets of edits were played. " if result.is_cut else ""
    return f"{cut}Not shown to be within {of_games(result.margin)} of fair: {join_names(words)}; {advice}."


def stop_words(result: RepairResult) -> str:
    """What is kept of a repair that was stopped before it was judged, and how to judge it."""
    content = join_names([f"{result.searched:,} games", "repair.json", *(["edited files"] * has_components(result))])
    return f"stopped: {result.folder} keeps {content}: `{play_command(result)}` judges the edits"


def tuned_words(result: RepairResult) -> str:
    """How far from fair all is with players tuned for the edited game."""
    if result.tuned is None:
        return ""
    worst = max(result.tuned.iter_rows(named=True), key=lambda row: row["off"])
    name, end = target_name(result, worst["goal"], worst["target"]), largest_end(result.tuned)
    off = f"{name} is furthest from fair, by {of_games(worst['off'])}"
    return f"With players tuned for the edited game {off}; all are at most {of_games(end)} off, 95 % sure."


def printing_words(result: RepairResult) -> str:
    """In how many printings of the data that nobody knows the repair holds."""
    if result.printings is None:
        return ""
    about, low, high = result.printings
    return (
        f"It holds in about {about:.0f} of {PRINTINGS} versions of the data that no rulebook states (95 % sure: {low} "
        f"to {high}; {result.printing_games:,} games each)."
    )


def side_effect_words(result: RepairResult) -> str:
    """A bound on all else that moves, and what gets worse."""
    moved = result.judgement.filter(pl.col("moves") & pl.col("end").is_not_nan())
    if not len(moved):
        return ""
    bounds = moved.group_by("goal", maintain_order=True).agg(pl.col("end").max())
    nouns = {BOARDS: result.game.nouns[0], SEATS: "seat", STRATEGIES: BOTS[0]}
    words = [f"no {nouns[goal]} by more than {pp(end)}" for goal, end in bounds.iter_rows()]
    length = f"{result.decisions[1]:,.1f} decisions a game ({result.decisions[0]:,.1f} before)"
    losers = moved.filter((pl.col("goal") == STRATEGIES) & (pl.col("high") < 0)).sort("estimate")
    rows = losers.select("target", "estimate").iter_rows()
    weaker = [f"{bot_names([name])} loses {pp(-loss)}" for name, loss in rows]
    unused = f"no one uses {join_names(result.unused, max_names=2)} any more" if result.unused else ""
    worse = [*weaker[:2], *([unused] if unused else ["no ability falls out of use"] if result.game.powers else [])]
    bound = f"{join_names(words)} of 100 games, 95 % sure with the above"
    return f"What else it moves: {bound}; {'; '.join([length, *worse])}."


def guess_words(result: RepairResult) -> str:
    """Which of the edited data are guesses."""
    data = [
        _short_path(path)
        for number, _ in result.edits
        for path, status in zip(result.variables[number].paths, result.variables[number].statuses, strict=True)
        if status in ("inferred", "reconstructed")
    ]
    if not data:
        return "None of the changed data is a guess of ours; other data of the game are." if result.has_unknowns else ""
    all_of_them = len(data) == sum(len(result.variables[number].paths) for number, _ in result.edits)
    names = "all of these data" if all_of_them else join_names(data, max_names=3)
    return f"Our guesses, not the rulebook's: {names}. Look them up in the box before you change them."


def has_components(result: RepairResult) -> bool:
    """Whether component files are edited, not points at the start alone."""
    paths = [path for number, _ in result.edits for path in result.variables[number].paths]
    return any(not is_start_points(path) for path in paths)


def play_command(result: RepairResult) -> str:
    """The command that plays the edited game against the game as it is."""
    game, players = result.config.game, result.config.players
    table = ("--players", players) if players != default_players(game) else ()
    edits = (*result.config.scenarios[0].data, *data_of(result.variables, result.edits))
    change: list[tuple[str, object]] = [("--change", result.folder / COMPONENTS)] if has_components(result) else []
    change += [("--set", datum) for datum in edits if is_start_points(datum) or not change]
    return command_line("whatif", game, *table, *(word for option in change for word in option))


# -- on the terminal ---------------------------------------------------------------------------------------------------


def answer_lines(result: RepairResult, page: Path | None) -> list[str]:
    """The answer in at most 23 lines of 80 columns; page: of the report, where there is one."""
    if not result.edits:
        return wrap_text(
            f"{sentence_case(subjects_of(result))} are fair already{_as_we_guess(result)}: {all_fair_words(result)}, "
            f"the furthest at most {of_games(result.largest)} off, 95 % sure, on {result.games:,} games: nothing to "
            "repair"
        )
    sentences = (title_of, lead_of, certainty_of, tuned_words, side_effect_words, printing_words)
    lines = [text for sentence in sentences for text in wrap_text(sentence(result))]
    lines += ["", *_frontier_lines(result), "", *wrap_text(guess_words(result)), *_foot(result, page)]
    optional = [at for at, line in enumerate(lines) if not line]
    for at in reversed(optional[: max(0, len(lines) - MAX_LINES)]):
        del lines[at]
    return lines


def frontier_rows(result: RepairResult) -> Iterator[dict[str, Any]]:
    """The game as it is, and of each number of edits the set nearest to fair, in points; none that is further from
    fair than the game as it is."""
    as_it_is = largest_distance(result.as_it_is)
    yield _judged_row(0, result.as_it_is, "the game as it is")
    for candidate in result.frontier:
        n, words = len(candidate.edits), "; ".join(edit_words(result, candidate.edits))
        if candidate.edits == result.edits:
            yield _judged_row(n, result.targets, words)
        elif candidate.unfairness < as_it_is:
            ends = {"off": candidate.unfairness, "off_low": candidate.low, "off_high": candidate.high}
            points = {name: 100 * value for name, value in ends.items()}
            yield {"edits": n, **points, "how": "predicted", "words": words}


def _judged_row(n: int, rows: pl.DataFrame, words: str) -> dict[str, Any]:
    ends = {"off": "off", "off_low": "least", "off_high": "end"}
    points = {name: 100 * float(rows[column].to_numpy().max()) for name, column in ends.items()}
    return {"edits": n, **points, "how": "judged", "words": words}


def _frontier_lines(result: RepairResult) -> Iterator[str]:
    """The same for the terminal, a row in as many lines as it takes."""
    yield f"{'edits':5}  {'pp off':>11}  nearest to fair"
    for row in frontier_rows(result):
        n, off, words = row["edits"], pp(row["off"] / 100), row["words"]
        if row["how"] == "predicted":
            off += f" ± {pp((row['off_high'] - row['off_low']) / 200)}"
        elif n:
            words = f"the edits above, {'as they were' if not result.is_stopped else 'not'} judged"
        first, *rest = wrap_text(words, WIDTH - 20)
        yield f"{n:>5}  {off:>11}  {first}"
        yield from (f"{'':20}{line}" for line in rest)


def _foot(result: RepairResult, page: Path | None) -> list[str]:
    """Where the files are, and what to do with them."""
    lines = [f"Edited: {result.folder / COMPONENTS}"] if has_components(result) else []
    lines.append(f"Play it: {play_command(result)}")
    if result.tuned is None:
        lines.append("With players tuned for it: the same with --retune 5")
    return [*lines, *([f"Page: {page}"] if page else [])]
