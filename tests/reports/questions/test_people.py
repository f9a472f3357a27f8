"""What the title of a page of people says, by how far people are from the nearest level and from ordinary bots."""

import numpy as np
import polars as pl
import pytest

from reports.estimators.people import Nearest
from reports.questions.people import PeopleFacts, title_of

LEVELS = ("novice", "experienced")


def title(novice: tuple[float, str | None], experienced: tuple[float, str | None], *, share: float = 1.0) -> str:
    """The title where novices are nearest in that share of resamples; of each level the difference and its verdict."""
    rows = [
        {"level": name, "difference": x, "verdict": word}
        for name, (x, word) in zip(LEVELS, (novice, experienced), strict=True)
    ]
    ends = [np.array(pair) for pair in ((0.1, 0.9), (0.0, 0.8), (0.2, 1.0), (share, 1 - share))]
    near = Nearest(LEVELS, *ends)
    facts = PeopleFacts("toy", "experienced", 60, 100, 180, 0, 0, 0, 1.0, False, ())
    return title_of({"score": pl.DataFrame(rows)}, near, facts)


@pytest.mark.parametrize(
    ("novice", "experienced", "share", "expected"),
    [
        ((1, "unclear"), (-20, "lower"), 1.0,
         "People play most like novice bots; they score 20.0 points less than experienced bots"),
        ((30, "higher"), (10, "higher"), 1.0,
         "People play most like novice bots, but score 30.0 points more than these"),
        ((30, "higher"), (10, "higher"), 0.7,
         "People play most like novice or experienced bots, but score 30.0 points more than novice bots"),
        ((1, "unclear"), (2, "unclear"), 1.0,
         "People play most like novice bots; in points they are not shown to differ from experienced bots either"),
        ((1, None), (2, None), 1.0,
         "Not decided yet, 60 plays are fewer than 50; so far people play most like novice bots"),
    ],
)  # fmt: skip
def test_a_title_names_the_nearest_level_and_how_far_people_are_off(
    novice: tuple[float, str | None], experienced: tuple[float, str | None], share: float, expected: str
) -> None:
    assert title(novice, experienced, share=share) == expected
