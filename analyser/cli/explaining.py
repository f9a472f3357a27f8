"""`analyser replay --explain`: what a judge thinks of a decision's options, printed and drawn."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from analyser.cli.output import say, table_lines
from analyser.errors import DataError, write_error
from analyser.explain.options import others_left
from cext.limits import visible
from cext.spelling import counted
from reports.page.terminal import wrap_text

if TYPE_CHECKING:
    from analyser.explain import Explained, Judge, Mistake, Option
    from analyser.replay.story import Story

__all__ = ["explain", "mistake_lines", "named"]

SHOWN = 4  # options that are held against each other
LETTERS = "ABCDEFGHIJ"
FEATURES = 10  # of a plan, told one by one


def explain(story: Story, ply: int, judge: str | None, *, name: str, out: Path, quiet: bool) -> None:
    """Print decision number `ply` as the judge of that name or the player's own strategy sees it, and draw it into the
    folder `out`. name: of the record. UsageError and DataError where that cannot be."""
    from analyser.explain import decision_of

    told, made = decision_of(story, ply, named(story, judge), name=name)
    frame = story.frames[ply]
    assert frame.next is not None
    whose = "" if judge else ", the player's own strategy"
    print(
        "\n".join(
            [
                *wrap_text(
                    f"Decision {ply}, {story.seat_name(frame.next['seat'])} decides ({frame.next['stage']}): "
                    f"{counted(len(told.options), 'option')}. Values by {visible(told.judge.name)}{whose}."
                ),
                *_remarks(story, ply, told, made),
                "",
                *lines(told, made),
            ]
        )
    )
    for path in draw(told, made, out / f"{Path(name).stem}-decision-{ply}", f"decision {ply}"):
        say(f"{path}: the same as a chart", quiet=quiet)


def named(story: Story, judge: str | None) -> Judge | None:
    """The judge of that name for the game of a story; None: none is named. Raises as judge_named(), and DataError where
    the record cannot be played."""
    from analyser.explain import judge_named

    if judge is None:
        return None
    if not story.positions:
        raise DataError(f"--judge: the record differs from the rules, its options have no values: {story.note}")
    return judge_named(judge, story.positions[0].game)


def _remarks(story: Story, ply: int, told: Explained, made: Option) -> Iterator[str]:
    """What else decided the move, besides the values."""
    line = story.frames[ply].next
    assert line is not None
    seat = story.header["seats"][line["seat"] - 1]
    if seat["forced_opening"]:
        yield from wrap_text(
            f"The opening of this player was forced ({seat['forced_opening']}), whatever it thought best."
        )
    if (
        told.judge.name != seat["strategy"]
        or made == told.best
        or (not told.judge.search and made.value == told.best.value)
    ):
        return
    if told.judge.search is None and told.judge.policy.temperature:  # type: ignore[union-attr]
        drawn = told.judge.policy.temperature / 1000  # type: ignore[union-attr]
        yield from wrap_text(f"It draws among moves of nearly equal value (temperature {drawn:g}), and took another.")
    elif not seat["forced_opening"]:
        yield from wrap_text("It took another move then: its file, the program or its draws were others.")


def lines(told: Explained, made: Option) -> list[str]:
    """The options and, of a plan, what speaks for the best of them."""
    shown = shown_options(told, made)
    searched = told.judge.search is not None
    guided = any(option.planned is not None for option in shown)
    head = ["", "option", *(["games"] if searched else []), f"value, {told.judge.unit}", "against A"]
    head += ["plan, points"] if guided else []
    rows = []
    for letter, option in zip(LETTERS, shown, strict=False):
        against = "" if option is told.best else _less(told.best, option)
        row = [letter, f"{option.text}{' (made)' if option == made else ''}"]
        row += [str(option.visits)] if searched else []
        row += [_number(option.value), against]
        rows.append(row + ([_number(option.planned)] if guided else []))
    found = table_lines(head, {"": rows}, right=range(2, len(head)))
    if left := others_left(told, len(shown)):
        found.append(left)
    if searched:
        return [*found, "", *_reading(told)]
    return [*found, "", *_for_the_best(told, shown)]


def _reading(told: Explained) -> list[str]:
    """What the values of a search are."""
    margin = told.judge.search.margin if told.judge.search else 0
    mixed = f", of which {100 * margin:.0f} % are by how much a game is won or lost" if margin else ""
    guided = " A plan's points count as long as few games are played." if told.judge.plan is not None else ""
    return wrap_text(
        f"value: mean of what the games played out after the option were worth: 100 % a win, 0 a loss{mixed}. Options "
        f"without one were not tried.{guided}"
    )


def _for_the_best(told: Explained, shown: tuple[Option, ...]) -> list[str]:
    """Features times weights of the best option against each of the next ones."""
    others = range(1, len(shown))
    if not others:
        return []
    places = [told.options.index(option) for option in shown]
    differing = [term for term in told.terms if any(term.over(places[at]) for at in others)]
    differing.sort(key=lambda term: -max(abs(term.over(places[at])) for at in others))
    rows = [
        [
            term.feature,
            f"{term.units[0]} × {term.weight:.2f}".replace("-", "−"),
            *(_signed(term.over(places[at])) for at in others),
        ]
        for term in differing[:FEATURES]
    ]
    if rest := differing[FEATURES:]:
        over = (_signed(sum(term.over(places[at]) for term in rest)) for at in others)
        rows.append([counted(len(rest), "other feature"), "", *over])
    rows.append(["all together", "", *(_signed(sum(t.over(places[at]) for t in told.terms)) for at in others)])
    head = ["what speaks for A", "in A", *(f"over {LETTERS[at]}" for at in others)]
    return [
        *table_lines(head, {"": rows}, right=range(1, len(head))),
        "",
        *wrap_text(
            "In points: units of a feature × what the plan pays for one, less the same of the other option; features "
            "that are alike are left out."
        ),
    ]


def shown_options(told: Explained, made: Option) -> tuple[Option, ...]:
    """The best options, and the one that was taken."""
    valued = [option for option in told.options if option.value is not None][:SHOWN]
    if len(valued) < 2:  # all others were left out: by a rule of the plan, or for want of games
        valued = list(told.options[:SHOWN])
    return tuple(valued if made in valued else [*valued[: SHOWN - 1], made])


def _less(best: Option, option: Option) -> str:
    """How much an option is worth against the best."""
    return "–" if best.value is None or option.value is None else _signed(option.value - best.value)


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:z.2f}".replace("-", "−")


def _signed(value: float) -> str:
    from reports.charts.style import signed

    return signed(value, 2)


# -- drawn ------------------------------------------------------------------------------------------------------------


def draw(told: Explained, made: Option, stem: Path, decision: str) -> list[Path]:
    """The chart as SVG and PNG; the files. DataError where they cannot be written."""
    from analyser.runs.store import write_whole
    from reports.charts.bars import feature_bars, value_bars
    from reports.charts.style import house_style, png_bytes, svg_bytes

    shown = shown_options(told, made)
    texts = [f"{option.text}{' (made)' if option == made else ''}" for option in shown]
    with house_style():
        if told.judge.search is not None:
            values = [option.value for option in shown]
            games = [counted(option.visits, "game") if option.visits else "not tried" for option in shown]
            figure = value_bars(decision, told.judge.name, texts, values, games)
        else:
            places = [told.options.index(option) for option in shown]
            terms = [(term.feature, [term.over(at) for at in places[1:]]) for term in told.terms]
            figure = feature_bars(decision, told.judge.name, texts, terms, max_terms=FEATURES)
        files = {
            stem.with_name(f"{stem.name}.svg"): svg_bytes(figure),
            stem.with_name(f"{stem.name}.png"): png_bytes(figure),
        }
    for path, content in files.items():
        try:
            write_whole(path, content)
        except OSError as error:
            raise write_error(path, error, "--out names a folder for the chart") from error
    return list(files)


# -- mistakes ---------------------------------------------------------------------------------------------------------


def mistake_lines(story: Story, mistakes: tuple[Mistake, ...]) -> Iterator[str]:
    """The largest mistakes of a game."""
    if not mistakes:
        yield "No move was below the best option."
        return
    rows = [
        [str(one.ply), story.seat_name(one.seat), f"{one.made}; better: {one.better}", one.words] for one in mistakes
    ]
    yield from table_lines(["decision", "player", "made", "lost"], {"": rows}, right=[0])
