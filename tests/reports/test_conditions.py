"""Conditions: what is understood, as polars has it; what is refused, and why; nothing but columns is read."""

import polars as pl
import pytest

from reports.conditions import ConditionError, parse_condition

ROWS = pl.DataFrame(
    {
        "score": [90, 110, 130, None],
        "walls": [0, 1, 2, 3],
        "strategy": ["walls", "tasks", "it's", "o%_x"],
        "won": [True, False, False, True],
        "7_by_round_1": [0, 1, 2, 4],
    }
)


@pytest.mark.parametrize(
    ("text", "met"),
    [
        ("score > 100", [1, 2]),
        ("score >= 110 and walls < 2", [1]),
        ("score = 90 or walls = 2", [0, 2]),
        ("not score > 100", [0]),
        ("not (score > 100 or walls = 3)", [0]),
        ("score is null", [3]),
        ("score is not null", [0, 1, 2]),
        ("walls between 1 and 2", [1, 2]),
        ("walls not between 1 and 2", [0, 3]),
        ("strategy in ('walls', 'tasks')", [0, 1]),
        ("strategy not in ('walls', 'tasks')", [2, 3]),
        ("strategy like 't%'", [1]),
        ("strategy like 'wall_'", [0]),
        ("strategy like 'o%'", [3]),
        ("strategy = 'it''s'", [2]),
        ("score - 10 * walls = 100", [1]),
        ("(score + walls) / 2 > 55", [1, 2]),
        ("score % 20 = 10", [0, 1, 2]),
        ("-walls < -1", [2, 3]),
        ("- -walls > 1", [2, 3]),
        ("-" * 1_901 + "walls < -1", [2, 3]),
        ("not " * 401 + "won", [1, 2]),
        ("(" * 39 + "won" + ")" * 39, [0, 3]),
        (f"walls < {10**18}", [0, 1, 2, 3]),
        ("7_by_round_1 = 2", [2]),
        ("3 < 7_by_round_1 and 7_by_round_1 < 1e1", [3]),
        ("won = true", [0, 3]),
        ("won <> true", [1, 2]),
        ("1 < walls", [2, 3]),
        ("SCORE_IS_TEXT IS NULL", None),
        ("score > 1e2 AND Walls != 5", None),
    ],
)
def test_a_condition_is_met_by_the_rows_that_sql_would_take(text, met):
    if met is None:  # columns are named as they are
        with pytest.raises(ConditionError, match="no column"):
            parse_condition(text, ROWS.columns)
        return
    found = ROWS.with_row_index("at").filter(parse_condition(text, ROWS.columns).holds)
    assert found["at"].to_list() == met


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "it is empty"),
        (f"score > {'9' * 400}", "99999999999999999999… is too large a number: at most 10^18"),
        (f"score in (1, {10**19})", "10000000000000000000 is too large a number"),
        ("score > 1e400", "1e400 is too large a number"),
        ("9" * 400, "is too large a number"),
        ("-'walls' = 3", "'-' needs a number after it"),
        ("-(score > 3) = 3", "'-' needs a number after it"),
        ("(" * 900 + "won" + ")" * 900, "more than 40 parentheses"),
        ("   ", "it is empty"),
        ("score", "no comparison: write one such as score > 100"),
        ("score >", "nothing follows '>'"),
        ("score > and walls = 1", "'and' does not fit after '>'"),
        ("score > 1 walls = 1", "'walls' does not fit after '1'"),
        ("score > 1 and walls", "'and' needs a comparison on both sides"),
        ("(score > 1", "')' is missing after '1'"),
        ("not score", "'not' needs a comparison after it"),
        ("score not 3", "after 'not' comes in, between or like"),
        ("strategy like walls", "after 'like' comes a text in quotes"),
        ("score > 'a' + 1", "'+' needs a number on both sides"),
        ("1 = 1", "a comparison names no column"),
        ("score > 1; drop table x", "'; drop table x' is not understood"),
        ('score > "walls', "is not understood"),
        ("select * from read_csv('/etc/passwd')", "no column select"),
        ("(select 1)", "no column select"),
        ("score > (select max(score) from self)", "no column select"),
        ("read_csv('/etc/passwd') = 1", "read_csv(...) is no part of a condition"),
        ("scan_parquet('x') is null", "scan_parquet(...) is no part of a condition"),
        ("winner.score > score", "a comparison is of one seat: not of two"),
        ("winner.score - other.score > 3", "a comparison is of one seat: not of two"),
        ("loser.score > 1", "loser. is not one of winner., any., all., other."),
        ("scores > 1", "no column scores: did you mean score?"),
        ("score > 1" + " and score > 1" * 200, "longer than 2,000 characters"),
        ("(" * 60 + "score > 1" + ")" * 60, "more than 40 parentheses in one another"),
    ],
)
def test_what_is_no_condition_is_refused_with_its_reason(text, reason):
    with pytest.raises(ConditionError) as refused:
        parse_condition(text, ROWS.columns)
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("won = yes", "won is a condition by itself: write won"),
        ("won = 'No'", "won is a condition by itself: write not won"),
        ("'yes' = winner.won", "winner.won is a condition by itself: write winner.won"),
        ("offered_palace in (yes, no)", "offered_palace is a condition by itself: write offered_palace"),
        ("has_philosopher = no", "no is no column: write has_philosopher = 0, or 'no' for a name"),
    ],
)
def test_a_yes_or_no_is_answered_with_what_to_write(text, message):
    with pytest.raises(ConditionError) as refused:
        parse_condition(text)
    assert str(refused.value) == message
    assert parse_condition("strategy = 'yes'").texts == (("strategy", "yes"),)


@pytest.mark.parametrize(
    ("text", "quantifiers", "own"),
    [
        ("winner.strategy = 'walls' and score > 100", ["winner"], {"score"}),
        ("any.score > 150 or all.score > 90", ["any", "all"], set()),
        ("not other.walls in (1, 2)", ["other"], set()),
    ],
)
def test_a_comparison_of_other_seats_stands_apart(text, quantifiers, own):
    condition = parse_condition(text, ROWS.columns)
    assert [one.quantifier for one in condition.quantified] == quantifiers
    assert condition.columns == own
    assert set(condition.holds.meta.root_names()) == own | {one.name for one in condition.quantified}
