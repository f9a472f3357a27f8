"""The strength of those who played in words, and when a reader is warned."""

from reports.run_facts import Share, Strength, StrengthTable

WEAK, STRONG = Share(0.30, 0.24, 0.36, 240), Share(0.90, 0.88, 0.92, 2400)


def table(*strategies: Strength) -> StrengthTable:
    return StrengthTable(4, "mcts:50", 50, strategies)


def test_the_line_gives_both_ends_of_the_shares_with_their_intervals():
    told = table(
        Strength("a", random=STRONG, search=WEAK), Strength("b", random=Share(0.5, 0.48, 0.52, 2400), search=WEAK)
    )
    assert told.line == (
        "Who played: a, b. A seat of theirs among players at random wins 50.0 % (b: 48.0 to 52.0 %) to 90.0 % (a: 88.0 "
        "to 92.0 %), n 2,400 each; 25 % is fair. One who searches (50 random games a decision) among players of one "
        "of them wins 30.0 % each (24.0 to 36.0 %; n 240)."
    )
    one = table(
        Strength("a", random=STRONG), Strength("c", learner=True, random=WEAK), Strength("random"), Strength("d")
    )
    assert one.line == (
        "Who played: a, c, random, d. A seat of theirs among players at random wins 90.0 % (88.0 to 92.0 %; n 2,400); "
        "25 % is fair. Those who play weakly on purpose win 30.0 % (24.0 to 36.0 %; n 240) among players at random. "
        "Not measured: d."
    )


def test_a_reader_is_warned_where_the_search_is_shown_to_win_more_than_par():
    beaten = Share(0.40, 0.34, 0.46, 240)
    assert table(Strength("a", random=STRONG, search=WEAK)).warnings == []  # 24 to 36 %: not shown
    assert table(Strength("a", learner=True, random=STRONG, search=beaten)).warnings == []
    (warning,) = table(Strength("a", search=beaten), Strength("b", search=WEAK), Strength("c", search=beaten)).warnings
    assert warning.startswith(
        "A simple search beats a and c: one player with 50 random games a decision among them wins 40 %"
    )
