"""`analyser replay --explain`: what a judge thinks of a decision's options, printed and drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from analyser.cli.output import print_status, table_lines
from analyser.errors import DataError, write_error
from analyser.replay.explain import hidden_options_note
from cext.messages import count_noun
from cext.safe_files import escape_controls
from reports.page.terminal import wrap_text

if TYPE_CHECKING:
    from analyser.replay.explain import Explanation, Judge, Option
    from analyser.replay.mistakes import Mistake
    from analyser.replay.timeline import Timeline

__all__ = ["find_judge", "mistake_lines", "print_explanation"]

MAX_OPTIONS = 4  # options that are compared
LETTERS = "ABCDEFGHIJ"
FEATURES = 10  # of a plan, listed one by one


def print_explanation(timeline: Timeline, ply: int, judge: str | None, *, name: str, out: Path, quiet: bool) -> None:
    """Print decision number `ply` as the judge of that name or the player's own strategy sees it, and draw it into the
    folder `out`. name: of the record. UsageError and DataError where that cannot be."""
    from analyser.replay.explain import decision_of

    explanation, actual = decision_of(timeline, ply, find_judge(timeline, judge), name=name)
    moment = timeline.moments[ply]
    assert moment.next is not None
    owner = "" if judge else ", the player's own strategy"
    print(
        "\n".join(
            [
                *wrap_text(
                    f"Decision {ply}, {timeline.seat_name(moment.next['seat'])} decides ({moment.next['stage']}): "
                    f"{count_noun(len(explanation.options), 'option')}. "
                    f"Values by {escape_controls(explanation.judge.name)}{owner}."
                ),
                *_remarks(timeline, ply, explanation, actual),
                "",
                *option_lines(explanation, actual),
            ]
        )
    )
    for path in draw_chart(explanation, actual, out / f"{Path(name).stem}-decision-{ply}", f"decision {ply}"):
        print_status(f"{path}: the same as a chart", quiet=quiet)


def find_judge(timeline: Timeline, judge: str | None) -> Judge | None:
    """The judge of that name for the game of a timeline; None: none is named. Raises as judge_named(), and DataError
    where the record cannot be played."""
    from analyser.replay.explain import judge_named

    if judge is None:
        return None
    if not timeline.positions:
        raise DataError(f"--judge: the record differs from the rules, its options have no values: {timeline.note}")
    return judge_named(judge, timeline.positions[0].game)


def _remarks(timeline: Timeline, ply: int, explanation: Explanation, actual: Option) -> Iterator[str]:
    """What else decided the move, besides the values."""
    line = timeline.moments[ply].next
    assert line is not None
    seat = timeline.header["seats"][line["seat"] - 1]
    if seat["forced_opening"]:
        yield from wrap_text(
            f"The opening of this player was forced ({seat['forced_opening']}), whatever it thought best."
        )
    if (
        explanation.judge.name != seat["strategy"]
        or actual == explanation.best
        or (not explanation.judge.search and actual.value == explanation.best.value)
    ):
        return
    if explanation.judge.search is None and explanation.judge.policy.temperature:  # type: ignore[union-attr]
        temperature = explanation.judge.policy.temperature / 1000  # type: ignore[union-attr]
        yield from wrap_text(
            f"It draws among moves of nearly equal value (temperature {temperature:g}), and took another."
        )
    elif not seat["forced_opening"]:
        yield from wrap_text("It took another move then: its file, the program or its draws were others.")


def option_lines(explanation: Explanation, actual: Option) -> list[str]:
    """The options and, of a plan, what speaks for the best of them."""
    options = shown_options(explanation, actual)
    searched = explanation.judge.search is not None
    guided = any(option.plan_value is not None for option in options)
    head = ["", "option", *(["games"] if searched else []), f"value, {explanation.judge.unit}", "against A"]
    head += ["plan, points"] if guided else []
    rows = []
    for letter, option in zip(LETTERS, options, strict=False):
        against = "" if option is explanation.best else _lead_text(explanation.best, option)
        row = [letter, f"{option.text}{' (made)' if option == actual else ''}"]
        row += [str(option.visits)] if searched else []
        row += [_number(option.value), against]
        rows.append(row + ([_number(option.plan_value)] if guided else []))
    output = table_lines(head, {"": rows}, right=range(2, len(head)))
    if left := hidden_options_note(explanation, len(options)):
        output.append(left)
    if searched:
        return [*output, "", *_values_note(explanation)]
    return [*output, "", *_best_option_lines(explanation, options)]


def _values_note(explanation: Explanation) -> list[str]:
    """What the values of a search are."""
    margin = explanation.judge.search.margin if explanation.judge.search else 0
    mixed = f", of which {100 * margin:.0f} % are by how much a game is won or lost" if margin else ""
    guided = " A plan's points count as long as few games are played." if explanation.judge.plan is not None else ""
    return wrap_text(
        f"value: mean of what the games played out after the option were worth: 100 % a win, 0 a loss{mixed}. Options "
        f"without one were not tried.{guided}"
    )


def _best_option_lines(explanation: Explanation, options: tuple[Option, ...]) -> list[str]:
    """Features times weights of the best option against each of the next ones."""
    others = range(1, len(options))
    if not others:
        return []
    places = [explanation.options.index(option) for option in options]
    differing = [term for term in explanation.terms if any(term.points_over(places[at]) for at in others)]
    differing.sort(key=lambda term: -max(abs(term.points_over(places[at])) for at in others))
    rows = [
        [
            term.feature,
            f"{term.units[0]:g} × {term.weight:.2f}".replace("-", "−"),
            *(_signed(term.points_over(places[at])) for at in others),
        ]
        for term in differing[:FEATURES]
    ]
    if rest := differing[FEATURES:]:
        over = (_signed(sum(term.points_over(places[at]) for term in rest)) for at in others)
        rows.append([count_noun(len(rest), "other feature"), "", *over])
    rows.append(
        ["all together", "", *(_signed(sum(t.points_over(places[at]) for t in explanation.terms)) for at in others)]
    )
    head = ["what speaks for A", "in A", *(f"over {LETTERS[at]}" for at in others)]
    return [
        *table_lines(head, {"": rows}, right=range(1, len(head))),
        "",
        *wrap_text(
            "In points: units of a feature × what the plan pays for one, less the same of the other option; features "
            "that are alike are left out."
        ),
    ]


def shown_options(explanation: Explanation, actual: Option) -> tuple[Option, ...]:
    """The best options, and the one that was taken."""
    valued = [option for option in explanation.options if option.value is not None][:MAX_OPTIONS]
    if len(valued) < 2:  # all others were left out: by a rule of the plan, or for want of games
        valued = list(explanation.options[:MAX_OPTIONS])
    return tuple(valued if actual in valued else [*valued[: MAX_OPTIONS - 1], actual])


def _lead_text(best: Option, option: Option) -> str:
    """How much an option is worth against the best."""
    return "–" if best.value is None or option.value is None else _signed(option.value - best.value)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:z.2f}".replace("-", "−")


def _signed(value: float) -> str:
    from reports.charts.style import signed

    return signed(value, 2)


# -- drawn ------------------------------------------------------------------------------------------------------------


def draw_chart(explanation: Explanation, actual: Option, stem: Path, decision: str) -> list[Path]:
    """The chart as SVG and PNG; the files. DataError where they cannot be written."""
    from analyser.files import write_atomic
    from reports.charts.bars import feature_bars, value_bars
    from reports.charts.style import house_style, missing_letters, png_bytes, svg_bytes, warn_of_boxes

    options = shown_options(explanation, actual)
    texts = [f"{option.text}{' (made)' if option == actual else ''}" for option in options]
    with house_style():
        if explanation.judge.search is not None:
            values = [option.value for option in options]
            games = [count_noun(option.visits, "game") if option.visits else "not tried" for option in options]
            figure = value_bars(decision, explanation.judge.name, texts, values, games)
        else:
            places = [explanation.options.index(option) for option in options]
            terms = [(term.feature, [term.points_over(at) for at in places[1:]]) for term in explanation.terms]
            figure = feature_bars(decision, explanation.judge.name, texts, terms, max_terms=FEATURES)
        files = {
            stem.with_name(f"{stem.name}.svg"): svg_bytes(figure),
            stem.with_name(f"{stem.name}.png"): png_bytes(figure),
        }
        warn_of_boxes(missing_letters(figure))
    for path, content in files.items():
        try:
            write_atomic(path, content)
        except OSError as error:
            raise write_error(path, error, "--out names a folder for the chart") from error
    return list(files)


# -- mistakes ---------------------------------------------------------------------------------------------------------


def mistake_lines(timeline: Timeline, mistakes: tuple[Mistake, ...]) -> Iterator[str]:
    """The largest mistakes of a game."""
    if not mistakes:
        yield "No move was below the best option."
        return
    rows = [
        [str(mistake.ply), timeline.seat_name(mistake.seat), f"{mistake.move}; better: {mistake.better}", mistake.words]
        for mistake in mistakes
    ]
    yield from table_lines(["decision", "player", "made", "lost"], {"": rows}, right=[0])
