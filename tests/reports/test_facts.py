"""A game's facts: decoded into what the game said, and refused in one line that names game, key and reason; what a run
says of itself and of the strength of those who played."""

import json
from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from analyser.experiments.loading import load_any
from cext.games import GAMES
from cext.kernel.words import counter_facts
from reports.facts import FactsError, parse_facts
from reports.frame_columns import RESERVED
from reports.run_facts import Edit, Elo, RunFacts, Strength, StrengthTable, expected_share
from tests.reports.real import game_facts
from tests.reports.synthetic import asked, frames, free

Change = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def zhanguo() -> dict[str, Any]:
    """What a game says with boards of the seats, and openings compared by number, out of a manifest."""
    return json.loads(json.dumps(game_facts()))


@pytest.fixture(scope="module")
def qin() -> dict[str, Any]:
    """And one whose boards are the whole table's, with series, and openings compared by the first turn."""
    return json.loads(json.dumps(game_facts("qin")))


@pytest.mark.parametrize("name", GAMES)
def test_a_manifest_says_the_same_as_the_game(name):
    told = load_any(name).facts()
    assert parse_facts(told) == parse_facts(json.loads(json.dumps(told)))


def test_boards_of_the_seats(zhanguo):
    game = parse_facts(zhanguo)
    assert (game.name, game.players, game.bots, game.seats, game.par) == ("zhanguo", 4, 0, 4, 0.25)
    assert (game.shared, game.plain, game.plain_boards, game.other_boards) == (False, 0, ("A",), (1, 2, 3, 4))
    assert (game.nouns, game.plain_label, game.label("star")) == (("player board", "player boards"), "A", "star (B)")
    assert (game.letters[:3], game.counted_class, game.tip_levels) == (("", "U", "R"), 1, (3, 4))
    assert game.classes["U"] == "unify"


def test_boards_of_the_table(qin):
    game = parse_facts(qin)
    assert (game.shared, game.plain, game.other_boards, len(game.plain_boards)) == (True, 0, (1,), 1)
    assert (game.counted_class, game.tip_levels) == (0, ())
    assert (game.board.series.tally, game.board.series.lowest) == ("pagodas_left", True)
    assert set(game.places.boards) == set(game.boards)


def test_par_is_over_those_who_decide(zhanguo):
    two = parse_facts({**zhanguo, "players": 2, "bots": 1})
    assert (two.seats, two.par) == (3, 0.5)
    alone = parse_facts({**zhanguo, "players": 1, "bots": 1})
    assert (alone.seats, alone.par) == (2, None)


def put(*path: str | int, value: Any) -> Change:
    """An edit that puts a value at the end of this path."""

    def edit(facts: dict[str, Any]) -> None:
        place: Any = facts
        for key in path[:-1]:
            place = place[key]
        place[path[-1]] = value

    return edit


WRONG: dict[str, tuple[Change, str]] = {
    "a key is missing": (lambda facts: facts.pop("counters"), "'counters' is missing: add a table"),
    "a misspelt key": (put("board", "ohter", value="a card"), r"board: unknown key \'ohter\': did you mean other\?"),
    "no player": (put("players", value=0), "'players' must be a whole number of at least 1, not 0"),
    "long letter": (put("classes", "Un", value="unify"), "classes: key 'Un' must be a letter other than x"),
    "side": (put("boards", "star", "side", value="C"), "'boards.star.side' must be one of A, B, not 'C'"),
    "one noun": (put("board", "nouns", value=["board"]), r"'board.nouns' must be a list of 2, not \['board'\]"),
    "scope": (put("board", "scope", value="all"), "'board.scope' must be one of seat, table, not 'all'"),
    "by": (put("opening", "by", value="often"), "'opening.by' must be one of first, number, not 'often'"),
    "class": (put("opening", "letter", value="Z"), "opening.letter: 'Z' is the letter of no class"),
    "tip": (put("opening", "tip", "levels", value=[3, 9]), "opening.tip.levels: an opening has 6 turns"),
    "holding": (put("holdings", value={"seal": "Seal"}), "holdings: 'seal' is not among the counters"),
    "chart": (put("charts", 0, "tallies", value={"no": "No"}), "charts: 'no' is not among"),
    "file name": (
        put("charts", 0, "key", value="a/b"),
        "charts 1: 'key' must be made of letters, digits and _, no digit first, not 'a/b'",
    ),
    "provenance": (
        put("provenance", "rulebook", value=-1),
        "'provenance.rulebook' must be a whole number of at least 0, not -1",
    ),
    "text": (put("title", value=""), "'title' must be a text that is not empty, not ''"),
    "a map": (
        put("places", value={"tallies": [], "noun": "x", "boards": {"A": {"rows": ["?"], "legend": {}}}}),
        r"places.boards.A: rows: '\?' is not in the legend",
    ),
    "kind": (
        put("counters", "pushes", value={"kind": "often", "unit": "", "words": "cards risked"}),
        "counters.pushes: 'often' is not one of count, state, flag, round, square, points",
    ),
}


@pytest.mark.parametrize(("edit", "message"), WRONG.values(), ids=WRONG)
def test_wrong_facts_are_one_line_with_game_key_and_reason(zhanguo, edit, message):
    facts = deepcopy(zhanguo)
    edit(facts)
    with pytest.raises(FactsError, match=f"^zhanguo: facts: {message}") as caught:
        parse_facts(facts)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("key", "more"), [("sources", "before"), ("counters", "score_palaces")])
def test_no_source_or_counter_is_called_like_a_column(zhanguo, key, more):
    """It would become a second column of that name, or take the first one's place."""
    for name in [*sorted(RESERVED), "palaces_low", "palaces_se", more]:
        facts = {**zhanguo, key: {**zhanguo[key], name: next(iter(zhanguo[key].values()))}}
        with pytest.raises(FactsError, match=f"^zhanguo: facts: {key}: '{name}' is a name the frames use themselves: "):
            parse_facts(facts)


@pytest.mark.parametrize(
    ("counter", "told"),
    [
        ("cards risked", {"words": "cards risked", "kind": "count", "unit": ""}),
        ("cards risked | state | cards", {"words": "cards risked", "kind": "state", "unit": "cards"}),
        ("jade | points", {"words": "jade", "kind": "points", "unit": "points"}),
    ],
)
def test_a_counter_is_a_count_where_no_kind_is_declared(counter, told):
    assert counter_facts(counter) == told


def test_a_counter_has_three_parts():
    with pytest.raises(ValueError, match="more than words, kind and unit"):
        counter_facts("jade | points | VP | more")


def test_a_run_names_its_scenario_where_there_are_several():
    base = RunFacts("mirror, cross", 1200, 7, ("builder", "racer"), "0.1.0", "abc", "0123", "2026-01-01", pilot_rho=0.5)
    assert base.header() == {
        "design": "mirror, cross", "planned_games": 1200, "seed": 7, "strategies": "builder, racer",
        "analyser_version": "0.1.0", "engine": "abc", "configuration": "0123", "started": "2026-01-01",
        "pilot_rho": 0.5,
    }  # fmt: skip
    assert "beginners" not in base.header()
    assert replace(base, classes={"novice": "beginners", "walls": "ordinary", "apprentice": "beginners"}).header()[
        "beginners"
    ] == ("novice, apprentice")
    several = replace(base, scenarios=("two", "three"), scenario="three")
    assert several.header()["scenario"] == "three"


def test_edits_of_components_are_told_as_far_as_they_can_be_read():
    edits = tuple(Edit("cards.csv", f"row {row}", "ability", "vp_2", "vp_3") for row in range(2, 32))
    run = RunFacts("mirror", edits=edits)
    assert run.edited.startswith(
        "Played with edited components: 30 data differ from the shipped ones: cards.csv, row 2,"
    )
    assert run.edited.endswith("; cards.csv, row 13, ability: vp_2 → vp_3; and 18 more.")
    assert run.header()["edited_data"] == 30
    assert RunFacts().edited == ""
    assert Edit("maps/mine.toml", "", "", "", "the file").text == "maps/mine.toml: added the file"
    assert Edit("cards.csv", "row 3", "", "1, vp_2", "").text == "cards.csv, row 3: removed 1, vp_2"


@pytest.mark.parametrize(("margin", "said"), [(0.02, False), (0.015, True), (0.03, True)])
def test_a_margin_chosen_after_the_games_is_told_as_such(margin, said):
    found = asked("balance", *frames(free(30)), run=RunFacts(margin=0.02), margin=margin)
    assert found.notes[0].startswith(f"The margin was changed from 2 to {100 * margin:g} of 100 games after") is said
    assert {verdict.margin for verdict in found.verdicts} == {margin}


WEAK, STRONG = Strength("a", elo=Elo(0, -30, 30, 2000)), Strength("s:9", elo=Elo(300, 260, 340, 2000))


def test_the_line_names_who_played_with_their_elo():
    assert StrengthTable(4, (WEAK, Strength("random"), Strength("d"))).line == (
        "Bots that played (Elo, 0 the mean of the game's players): a (+0 ±30), random, d. Not measured: d."
    )
    assert StrengthTable(4, (Strength("d"),)).line == "Bots that played: d. Not measured: d."


def test_a_reader_is_warned_where_a_player_is_known_that_is_shown_to_be_stronger_than_all():
    assert StrengthTable(4, (WEAK,), Strength("b", elo=Elo(50, 25, 75, 2000))).warnings == []
    assert StrengthTable(4, (WEAK, STRONG), STRONG).warnings == []
    assert StrengthTable(4, (Strength("d"),), STRONG).warnings == []
    (warning,) = StrengthTable(4, (WEAK,), STRONG).warnings
    assert warning.startswith(
        "Stronger than all that played: the s:9 bot. By Elo (+300 ±40) it wins about 65 of 100 games alone "
        "among players like a (+0 ±30), where 25 are fair."
    )
    assert "--strategies s:9 " in warning


def test_a_win_share_by_elo():
    """400 points are odds of ten against each: 10 of 11 against one, 10 of 13 among four."""
    assert [expected_share(400, players) for players in (2, 4)] == pytest.approx([10 / 11, 10 / 13])
    assert expected_share(0, 3) == pytest.approx(1 / 3)
