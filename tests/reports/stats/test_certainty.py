"""What may stand in a heading: estimates that would be told from 0 on a page of eight sections."""

import pytest

from reports.stats.certainty import certain_rows, is_certain


@pytest.mark.parametrize(
    ("errors", "size", "certain"),
    [(2.0, 1, False), (2.72, 1, False), (2.75, 1, True), (-2.75, 1, True), (2.75, 10, False), (3.5, 10, True)],
)
def test_an_effect_is_certain_beyond_the_quantile_of_a_heading(errors: float, size: int, certain: bool) -> None:
    """The two-sided quantile of 5 % / 8 is 2.734 errors."""
    assert is_certain(errors, errors - 1.96, errors + 1.96, size=size) is certain


def test_what_has_no_interval_is_not_certain() -> None:
    assert not is_certain(1.0, None, None)
    assert not is_certain(1.0, 1.0, 1.0)
    assert not is_certain(0.0, -1.0, 1.0)


def test_rows_are_tested_for_how_many_they_are() -> None:
    row = {"x": 2.8, "x_low": 0.84, "x_high": 4.76}
    assert certain_rows([row], "x") == [row]
    assert certain_rows([row, {**row, "x": 0.1, "x_low": -1.9, "x_high": 2.1}], "x") == []
