"""Numbers and switches as people type them."""

import pytest

from analyser.experiments.parse import parse_duration, parse_float, parse_int, parse_value


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(
            ("20000", 20_000),
            ("20_000", 20_000),
            ("20,000", 20_000),
            ("20k", 20_000),
            ("20K", 20_000),
            ("20 k", 20_000),
        ),
        *(
            ("1e4", 10_000),
            ("2.5e3", 2_500),
            ("1.5k", 1_500),
            ("2M", 2_000_000),
            ("2m", 2_000_000),
            ("0", 0),
            ("-3", -3),
        ),
    ],
)
def test_a_count_may_be_written_shortly(text: str, number: int) -> None:
    assert parse_int(text) == number


@pytest.mark.parametrize("text", ["1.5", "1e-3", "1.0005k"])
def test_a_fraction_is_no_count(text: str) -> None:
    with pytest.raises(ValueError, match="is no whole number: give one such as 20000"):
        parse_int(text)


@pytest.mark.parametrize("text", ["", "k", "1,5", "2,00,0", "twenty", "0x10", "1e", "20g", "1e999", "inf", "nan", "٣"])
def test_other_texts_are_no_number(text: str) -> None:
    with pytest.raises(ValueError, match="is no number: give a whole one"):
        parse_int(text)
    with pytest.raises(ValueError, match=r"is no number: give one such as 2 or 1\.5"):
        parse_float(text)


def test_fractions_have_a_point() -> None:
    assert (parse_float("1.5"), parse_float("2"), parse_float(".25")) == (1.5, 2.0, 0.25)


def test_a_switch_is_on_or_off_in_any_words() -> None:
    assert [parse_value(text) for text in ("on", "true", "Yes", "off", "FALSE", "no")] == [True] * 3 + [False] * 3
    assert [parse_value(text) for text in ("7", "-2", "auction", "1.5")] == [7, -2, "auction", "1.5"]


@pytest.mark.parametrize(
    ("text", "unit", "seconds"),
    [
        ("90", "s", 90), ("90s", "s", 90), ("5m", "s", 300), ("5 min", "s", 300), ("1.5h", "s", 5_400),
        ("1e3", "s", 1_000), ("5", "m", 300), ("90s", "m", 90), ("5M", "m", 300), ("1H", "m", 3_600),
    ],
)  # fmt: skip
def test_a_time_has_a_unit_or_that_of_its_option(text: str, unit: str, seconds: float) -> None:
    assert parse_duration(text, unit) == seconds


@pytest.mark.parametrize("text", ["", "m", "5x", "5k", "5 m s", "1,5h", "1:30", "inf", "9" * 5_000])
def test_other_texts_are_no_time(text: str) -> None:
    with pytest.raises(ValueError, match="is no time: give one such as 90s, 5m or 1h, or a number of seconds"):
        parse_duration(text)


@pytest.mark.parametrize("text", ["20.000", "1.0", "999.000"])
def test_a_point_between_thousands_or_before_decimals_is_asked_about(text: str) -> None:
    whole = text.partition(".")[0]
    with pytest.raises(ValueError, match=f"is {whole} or {whole}000: write the one you mean, without a point"):
        parse_int(text)
