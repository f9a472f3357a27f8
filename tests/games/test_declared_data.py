"""Data of a game in one Python file: files beside it and values of its class, edited, drawn, recorded; what is wrong
with them in one line."""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from cext.games import ComponentError, component_set, load_game
from cext.games.component_edits import set_datum
from cext.games.printings import KeyedRandom, unknown_data_of
from cext.kernel.game import Game
from cext.user_code import ProgramError
from tests.games.tables import FORMS, as_saved

MARKET = Path(__file__).parents[2] / "examples" / "games" / "market"


@pytest.fixture
def market(tmp_path: Path) -> Path:
    shutil.copytree(MARKET, tmp_path / "market", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "market" / "market.py"


def edited(market: Path, folder: Path, *data: str) -> Game:
    """The game with data set."""
    components = component_set(str(market))
    content = components.raw_content()
    for path, value in (datum.split("=") for datum in data):
        set_datum(components, content, path, value)
    folder.mkdir()
    components.write(content, folder)
    return load_game(str(market), players=2, components=folder)


def test_rows_and_values_reach_the_rules_and_cannot_be_changed_by_them(market: Path) -> None:
    rules: Any = load_game(str(market), players=2).rules  # type: ignore[attr-defined]
    assert (rules.hand_size, dict(rules.pays)) == (3, {"A": 4, "B": 5})
    assert dict(rules.cards[3]) == {"name": "forge", "colour": "red", "coins": 4, "count": 4}
    with pytest.raises(TypeError):
        rules.cards[3]["coins"] = 5


def test_data_are_set_and_edited_files_take_their_place(market: Path, tmp_path: Path) -> None:
    game = edited(market, tmp_path / "edited", "cards.forge.coins=9", "numbers.hand_size=2", "numbers.pays.B=7")
    position = game.deal(seed=1)
    assert [len(player["hand"]) for player in game.words.whole_state(position)["players"]] == [2, 2]
    rules: Any = game.rules  # type: ignore[attr-defined]
    assert (rules.cards[3]["coins"], rules.pays["B"]) == (9, 7)
    shipped = load_game(str(market), players=2)
    assert game.facts()["digest"] != shipped.facts()["digest"]
    components = component_set(str(market))
    edits = components.edits(components.raw_content(tmp_path / "edited"))
    assert [(edit.file, edit.row, edit.edited) for edit in edits] == [
        ("cards.csv", "row 5", "9"), ("numbers.toml", "hand_size", "2"), ("numbers.toml", "pays", "7"),
    ]  # fmt: skip
    tables = game.words.component_tables()
    (tmp_path / "again").mkdir()
    shipped.words.write_components(tables, tmp_path / "again")
    again = load_game(str(market), players=2, components=tmp_path / "again")
    assert again.words.component_tables() == tables


def test_what_is_unknown_is_drawn_but_for_what_was_read_off(market: Path, tmp_path: Path) -> None:
    unknowns = unknown_data_of(str(market))
    assert unknowns is not None
    content = unknowns.components.raw_content()
    assert unknowns.open_groups(content) == {"cards coins": 2, "hand_size": 1}
    content["cards.csv"][4]["status"] = "owner"
    drawn = set()
    for number in range(60):
        printing = unknowns.components.raw_content()
        printing["cards.csv"][4]["status"] = "owner"
        for group in unknowns.groups:
            group.redraw(printing, KeyedRandom(1, number, group.name))
        coins = [row["coins"] for row in printing["cards.csv"]]
        assert coins[:5] == [1, 2, 3, 4, 5]
        drawn.add((coins[5], printing["numbers.toml"]["hand_size"]["value"]))
    assert drawn == {(coins, size) for coins in range(6) for size in (2, 3, 4)}
    assert load_game(str(market), players=2).words.provenance == {"rulebook": 4, "reconstructed": 3}


def test_cards_are_put_into_hands_and_forbidden(market: Path) -> None:
    game = load_game(str(market), players=2)
    for card in range(6):
        position = game.deal(seed=3, cards=[(1, card)])
        assert card in game.words.whole_state(position)["players"][1]["hand"]
    assert [card["label"] for card in game.facts()["cards"][0]["cards"]][4:] == ["bank", "temple"]
    assert game.words.text(position, position.moves()[0]).startswith("sells the ")
    without = load_game(str(market), players=2, forbidden="card_farm,card_mill")
    for deal in range(20):
        position = without.deal(seed=1, deal=deal)
        hand = set(without.words.whole_state(position)["players"][0]["hand"])
        if hand - {0, 1}:
            texts = {without.words.text(position, move).split()[-1] for move in position.moves()}
            assert not texts & {"farm", "mill"}


WRONG = {
    "no literal": ("data(3,", "data(1 + 2,", "line 21: hand_size must be written out"),
    "a set": ("unknown=[2, 3, 4]", "unknown={2, 3, 4}", "line 21: hand_size must be written out in data(…), with numb"),
    "no file": ("cards.csv", "card.csv", "line 20: there is no file card.csv"),
    "no column": ('"coins": range', '"coin": range', "line 20: cards coin: cards.csv has no 'coin'"),
    "a fraction": ("data(3,", "data(3.5,", "line 21, hand_size: holds 3.5"),
    "another kind of values": ("[2, 3, 4]", '["2"]', "line 21: hand_size: ['2'] must be values such as 3"),
    "a move of no data": ('"card": "cards"', '"card": "crds"', "line 12: move 'sell': card is 'crds'"),
    "a pile of no data": ('secret=True, of="cards"', 'secret=True, of="crds"', "line 24: deck is of 'crds'"),
    "a name that is taken": ("hand_size", "rounds", "line 10: field rounds"),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_with_declared_data_is_one_line(market: Path, case: str) -> None:
    old, new, message = WRONG[case]
    market.write_text(market.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises((ProgramError, ComponentError), match=f"market.py.*{re.escape(message)}"):
        load_game(str(market), players=2)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("forge,red,4,4", "forge,red,4", "row 5: 4 cells where the header has 5"),
        ("rulebook\nbank", "guess\nbank", "row 5: status 'guess'"),
        ("forge", '"forge', "row 5: broken CSV"),
        ("forge", "inn", "two rows are called 'inn'"),
        ("name,colour", "name,name", "row 1: two columns are called 'name'"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_file_is_a_line_with_its_row(market: Path, old: str, new: str, message: str) -> None:
    file = market.parent / "cards.csv"
    file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(ComponentError, match=f"cards.*{re.escape(message)}"):
        load_game(str(market), players=2)


def test_an_edited_file_with_other_columns_or_values_is_refused(market: Path, tmp_path: Path) -> None:
    components = component_set(str(market))
    components.export(tmp_path / "edited")
    file = tmp_path / "edited" / "cards.csv"
    text = file.read_text(encoding="utf-8")
    for old, new, message in (("farm,green,1", "farm,green,x", "row 2: coins holds 'x'"), ("coins", "coin", "coins")):
        file.write_text(text.replace(old, new), encoding="utf-8")
        with pytest.raises(ComponentError, match=message):
            components.load(tmp_path / "edited")


CARDS = 'name,colour,coins,count\nfarm,green,1,10\nMühle,green,2,8\n"inn, old",red,3,6\n007,,0,4\n'


def named_cards(market: Path, content: bytes) -> list[dict[str, object]]:
    """What a game reads of such a file."""
    (market.parent / "cards.csv").write_bytes(content)
    rows = component_set(str(market)).load()["cards.csv"]
    return [{key: value for key, value in row.items() if key not in ("status", "source")} for row in rows]


@pytest.mark.parametrize("form", FORMS)
def test_a_table_is_read_as_a_spreadsheet_saves_it(market: Path, form: str) -> None:
    rows = named_cards(market, as_saved(CARDS, form))
    assert [row["name"] for row in rows] == ["farm", "Mühle", "inn, old", "007"]
    assert [(row["coins"], row["count"]) for row in rows] == [(1, 10), (2, 8), (3, 6), (0, 4)]
    assert [row["colour"] for row in rows] == ["green", "green", "red", ""]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (",1,10", ",,10", "row 2: coins is blank, and the column has numbers: write a whole number, such as 0 or"),
        (",2,8", ",1.5,8", "row 3: coins holds '1.5': write a whole number"),
        (",10\n", ',"1,000"\n', "row 2: count holds '1,000': write a whole number"),
        (",10\n", ",1.000\n", "row 2: count holds '1.000': write a whole number"),
        (",10\n", ",1 000\n", "row 2: count holds '1 000': write a whole number"),
        (",10\n", ",10%\n", "row 2: count holds '10%': write a whole number"),
        (",10\n", ",1234567890\n", "row 2: count holds '1234567890': write a whole number"),
        (",10\n", ",=5*2\n", "row 2: count holds the formula '=5*2': save the values"),
        ("farm,green,1,10\n", "farm,green,1,10,\nb,,1,1,x\n", "row 3: 5 cells where the header has 4"),
        ("name,colour", "name,", "row 2: column 2 holds 'green' and has no name"),
        (CARDS[CARDS.index("\n") :], "\n", "row 1: no rows below the header"),
        (CARDS, "", "cards.csv: the file is empty"),
    ],
)  # fmt: skip
def test_a_doubtful_cell_is_refused_by_row(market: Path, old: str, new: str, message: str) -> None:
    assert old in CARDS
    with pytest.raises(ComponentError, match=re.escape(message)):
        named_cards(market, CARDS.replace(old, new, 1).encode())


def test_words_for_yes_and_no_are_refused(market: Path) -> None:
    yes = CARDS.replace("count", "fast").replace(",10\n", ",FALSE\n").replace(",8\n", ",TRUE\n")
    with pytest.raises(ComponentError, match="row 2: fast holds 'FALSE', a text: write 1 for true and 0 for false"):
        named_cards(market, yes.replace(",6\n", ",TRUE\n").replace(",4\n", ",FALSE\n").encode())


def test_ranks_with_letters_stay_texts(market: Path) -> None:
    rows = named_cards(
        market, CARDS.replace("colour", "rank").replace(",green,", ",9,").replace(",red,", ",J,").encode()
    )
    assert [row["rank"] for row in rows] == ["9", "9", "J", ""]
