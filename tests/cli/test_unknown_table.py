"""`components export --unknown` and a filled-in table as --components: what is filled in, and what is wrong."""

import csv
import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from cext.games import component_folder
from cext.games.component_schema import OWNER
from cext.games.owner_data import cell_text, place_of, write_unknown
from cext.games.printings import Content, UnknownData, draw_printing, unknown_data_of
from tests.cli.conftest import Cli, assert_refused
from tests.games.tables import FORMS, as_saved

Place = tuple[str, str, str]
CIRCLE = ("boards.toml", "circle", "tracks")
BOOK = {"two": ("cards.csv", "5", "count"), "three": ("cards.csv", "6", "count"), "four": ("cards.csv", "7", "count")}
Fill = Callable[[str, Mapping[Place, str]], Path]


def unknowns_in(game: str) -> UnknownData:
    found = unknown_data_of(game)
    assert found is not None
    return found


@pytest.fixture
def fill(tmp_path: Path) -> Fill:
    """fill(game, values): a table of its unknown values with these filled in, called box.csv."""

    def written(game: str, values: Mapping[Place, str]) -> Path:
        path = tmp_path / "box.csv"
        path.unlink(missing_ok=True)
        write_unknown(unknowns_in(game), path, {})
        with path.open(encoding="utf-8-sig", newline="") as file:
            header, *rows = csv.reader(file)
        for place, value in values.items():
            (row,) = [row for row in rows if tuple(row[:3]) == place]
            row[-1] = value
        with path.open("w", encoding="utf-8", newline="") as file:  # as a spreadsheet saves it
            csv.writer(file, lineterminator="\r\n").writerows([header, *rows])
        return path

    return written


def content_of(game: str, table: Path) -> Content:
    return unknowns_in(game).components.raw_content(component_folder(game, table))


def without_provenance(table: object) -> object:
    if isinstance(table, dict):
        return {key: without_provenance(value) for key, value in table.items() if key not in ("status", "source")}
    return [without_provenance(value) for value in table] if isinstance(table, list) else table


# -- the table ---------------------------------------------------------------------------------------------------------


def test_a_row_names_where_a_value_stands_what_it_is_and_what_it_may_be(called: Cli, tmp_path: Path) -> None:
    done = called("components", "export", "zhanguo", "--unknown", "box.csv")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(
        "312 unknown values in box.csv: fill in the column value, then give --components box.csv"
    )
    with (tmp_path / "box.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 312
    assert rows[0] == {
        "file": "boards.toml",
        "row": "circle",
        "column": "tracks",
        "group": "unrest tracks",
        "meaning": "Circle, B side: how many slots do the unrest tracks of regions 1 to 5 have? (five numbers, left to "
        "right) Look at the row of black slots in each of the five columns of the player board.",
        "allowed": "5 values, each 2 to 4",
        "guess": "[3, 2, 3, 4, 3]",
        "status": "reconstructed",
        "value": "",
    }
    assert len({(row["file"], row["row"], row["column"]) for row in rows}) == 312


def test_what_decides_most_in_a_run_comes_first(called: Cli, tmp_path: Path) -> None:
    (tmp_path / "run" / "reports").mkdir(parents=True)
    shares = tmp_path / "run" / "reports" / "variance_shares.csv"
    shares.write_text("group,total\nrewards,.1\ntask slots + borders,.6\nunrest tracks,.3\n", encoding="utf-8")
    called("components", "export", "zhanguo", "--unknown", "box.csv", "--run", "run")
    with (tmp_path / "box.csv").open(encoding="utf-8-sig", newline="") as file:
        groups = list(dict.fromkeys(row["group"] for row in csv.DictReader(file)))
    assert groups[:4] == ["borders", "task slots", "unrest tracks", "rewards"]
    shares.write_text("group,share\nrewards,.1\n", encoding="utf-8")
    again = called("components", "export", "zhanguo", "--unknown", "two.csv", "--run", "run")
    assert again.stderr.endswith("it has the columns group and total\n")
    (tmp_path / "empty").mkdir()
    none = called("components", "export", "zhanguo", "--unknown", "two.csv", "--run", "empty")
    assert "no variance_shares.csv there" in none.stderr


@pytest.mark.parametrize(
    ("words", "error"),
    [
        ("zhanguo", "name a folder for a copy of the files, or --unknown FILE.csv for a table of unknown values"),
        ("zhanguo copy --run run", "--run puts unknown values in order: give --unknown FILE.csv as well"),
        ("zhanguo --unknown box.ods", "--unknown box.ods: the name of a table ends in .csv"),
        ("zhanguo --unknown taken.csv", "taken.csv: exists: name a new file"),
        ("zhanguo --unknown nowhere/box.csv", "cannot be written (No such file or directory): name another file"),
        ("toy --unknown box.csv", "toy does not say how its unknown data may vary: there is nothing to fill in"),
    ],
)
def test_what_stands_in_the_way_of_a_table_is_one_line(called: Cli, tmp_path: Path, words: str, error: str) -> None:
    (tmp_path / "taken.csv").touch()
    done = called("components", "export", *words.split())
    assert done.returncode in (2, 3)
    assert done.stderr.endswith(f"{error}\n")
    assert done.stderr.count("\n") == 1


# -- filled in ---------------------------------------------------------------------------------------------------------


def test_an_empty_table_is_the_shipped_game(fill: Fill) -> None:
    assert content_of("zhanguo", fill("zhanguo", {})) == unknowns_in("zhanguo").components.raw_content()


def test_what_is_filled_in_has_its_status_and_only_what_has_to_agree_changes(fill: Fill) -> None:
    content, shipped = content_of("zhanguo", fill("zhanguo", {CIRCLE: "[3,4, 3 2 4]"})), unknowns_in("zhanguo")
    circle = content["boards.toml"]["circle"]
    assert circle["tracks"] == {"value": [3, 4, 3, 2, 4], "status": OWNER, "source": "read off the box"}
    assert [levels[-1] for levels in circle["no_palace"]["value"]] == [3, 4, 3, 2, 4]
    before = shipped.components.raw_content()
    before["boards.toml"]["circle"] = circle
    assert content == before


def test_a_block_found_elsewhere_changes_places_with_the_one_thought_there(fill: Fill) -> None:
    boards = content_of("zhanguo", fill("zhanguo", {("boards.toml", "circle", "block"): "calm"}))["boards.toml"]
    sides = ("circle", "square", "triangle", "star")
    assert [boards[side]["block"]["value"] for side in sides] == ["calm", "marker", "hire", "moves"]
    assert [boards[side]["block"]["status"] for side in ("circle", "triangle")] == [OWNER, "inferred"]


def test_counts_that_no_longer_add_up_are_brought_to_agree(fill: Fill) -> None:
    rows = content_of("middle_kingdom", fill("middle_kingdom", {BOOK["two"]: "7"}))["cards.csv"]
    nobles = {row["card"]: row["count"] for row in rows if row["card"].startswith("noble")}
    assert (nobles["noble_2"], sum(nobles.values())) == (7, 12)


def test_a_cell_of_a_list_may_be_nothing(fill: Fill) -> None:
    values = {("rewards.csv", "2", "kind"): "wall", ("rewards.csv", "2", "regions"): "-"}
    row = content_of("zhanguo", fill("zhanguo", values))["rewards.csv"][0]
    assert (row["kind"], row["regions"], row["status"]) == ("wall", "", OWNER)


@pytest.mark.parametrize("name", ["zhanguo", "first_empire", "qin", "middle_kingdom"])
@pytest.mark.parametrize("number", range(2))
def test_a_whole_box_is_filled_in_and_varies_no_more(fill: Fill, name: str, number: int) -> None:
    """A printing, as it might lie in a box, cards as shipped; wall tiles are told apart by one of their faces."""
    unknowns = unknowns_in(name)
    groups = [group for group in unknowns.groups if not group.searched]
    shipped = unknowns.components.raw_content()
    box = draw_printing(shipped, groups, seed=9, printing=number)
    values: dict[Place, str] = {}
    for group in groups:
        for look in group.lookups(box):
            for field in look.fields:
                value = look.entry(box)[field]
                if look.also:
                    front = look.marked(shipped)[1][field]
                    tile = next(row["tile"] for row in box[look.file] if row[field] == front)
                    value = next(row[field] for row in box[look.file] if row["tile"] == tile and row[field] != front)
                values[place_of(look, field)] = cell_text(value)
    content = content_of(name, fill(name, values))
    for file in content:
        if file != "wall_tiles.csv":
            assert without_provenance(content[file]) == without_provenance(box[file])
    assert set(unknowns.open_groups(content)) <= {"cards", "faces of wall tiles"}
    for group in groups:
        if not group.count(content):
            assert draw_printing(content, [group], seed=1, printing=1) == content


def test_a_card_takes_its_trigger_and_ability_from_others_of_its_deck(fill: Fill) -> None:
    values = {("cards.csv", "2", "trigger"): "wall", ("cards.csv", "2", "ability"): "calm_any"}
    cards, shipped = (
        content_of("zhanguo", fill("zhanguo", given))["cards.csv"] for given in (values, {})
    )  # fmt: skip
    assert (cards[0]["trigger"], cards[0]["ability"], cards[0]["status"]) == ("wall", "calm_any", OWNER)
    changed = [row["number"] for row, before in zip(cards, shipped, strict=True) if row != before]
    assert 2 <= len(changed) <= 3
    for field in ("trigger", "ability"):
        assert sorted(row[field] for row in cards) == sorted(row[field] for row in shipped)


# -- commands ----------------------------------------------------------------------------------------------------------


def test_every_command_plays_with_a_filled_in_table_and_a_run_keeps_it(called: Cli, fill: Fill, tmp_path: Path) -> None:
    table = fill("zhanguo", {CIRCLE: "[4, 4, 4, 4, 4]"})
    words = "run zhanguo --players 2 --games 8 --strategies random --workers 0 --out run --components box.csv"
    done = called(*words.split())
    assert done.returncode == 0
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text(encoding="utf-8"))
    assert (tmp_path / "run" / "inputs" / "components-0" / "box.csv").read_bytes() == table.read_bytes()
    edits = {(edit["row"], edit["field"].split(".")[0]) for edit in manifest["scenarios"][0]["edits"]}
    assert edits == {("circle", "tracks"), ("circle", "no_palace")}
    table.unlink()
    more = called("run", "--more", "8", "--out", "run", "--workers", "0")
    assert more.returncode == 0, more.stderr


def test_a_printing_is_drawn_around_what_is_filled_in(called: Cli, fill: Fill, tmp_path: Path) -> None:
    fill("zhanguo", {CIRCLE: "[4, 4, 4, 4, 4]"})
    drawn = called("components", "draw", "zhanguo", "--components", "box.csv", "--number", "2", "two")
    assert (drawn.returncode, drawn.stderr) == (0, "")
    boards = unknowns_in("zhanguo").components.raw_content(tmp_path / "two")["boards.toml"]
    assert boards["circle"]["tracks"]["value"] == [4, 4, 4, 4, 4]
    guide = (tmp_path / "two" / "README.md").read_text(encoding="utf-8")
    assert "unrest tracks (boards.toml: tracks and no_palace of the five sides; 45 numbers or words)" in guide


def test_what_departs_from_the_rulebook_is_said(called: Cli, fill: Fill) -> None:
    fill("zhanguo", {("boards.toml", "A", "tracks"): "[3, 3, 3, 2, 3]"})
    done = called("components", "check", "zhanguo", "box.csv", "--games", "0")
    assert done.returncode == 0
    assert "not as in the box: boards.toml, A.tracks: region 4 has 2 slots" in done.stdout


# -- what is wrong -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "place", "value", "reason"),
    [
        ("middle_kingdom", BOOK["two"], "61", "count holds 61: allowed are 0 to 60"),
        ("middle_kingdom", BOOK["two"], "six", "count holds 'six': write a whole number from 0 to 60"),
        ("middle_kingdom", BOOK["two"], "1", "what is filled in of 'nobles' cannot be so: "),
        ("zhanguo", CIRCLE, "[3, 4, 3, 2, 5]", "tracks holds 5: allowed are 2 to 4"),
        ("zhanguo", CIRCLE, "[3, 4, 3]", "3 lengths: write one for each of the 5 regions"),
        ("zhanguo", CIRCLE, "3 4 3 2 4", "tracks is '3 4 3 2 4': write a list in square brackets"),
        ("zhanguo", CIRCLE, "[3, 4, 3", "tracks holds '[3, 4, 3': close each square bracket, as in [[1, 2], [3]]"),
        ("zhanguo", ("rewards.csv", "2", "kind"), "wall", "regions of the same row of rewards.csv is empty: fill"),
        ("zhanguo", ("boards.toml", "circle", "block"), "calms", "block holds 'calms': write one of none, hire, "),
    ],
)  # fmt: skip
def test_a_wrong_value_is_one_line_with_its_row(
    called: Cli, fill: Fill, game: str, place: Place, value: str, reason: str
) -> None:
    table = fill(game, {place: value})
    with table.open(encoding="utf-8", newline="") as file:
        row = next(number for number, cells in enumerate(csv.reader(file), 1) if tuple(cells[:3]) == place)
    done = called("components", "check", game, "box.csv", "--games", "0")
    assert_refused(done, 3, f"analyser: box.csv, row {row}: {reason}")


def test_two_of_a_thing_of_which_there_is_one_are_refused(called: Cli, fill: Fill) -> None:
    fill("zhanguo", {("boards.toml", side, "block"): "calm" for side in ("circle", "star")})
    done = called("components", "check", "zhanguo", "box.csv", "--games", "0")
    assert "calm stands in another row as well: correct one of them" in done.stderr


def test_every_wrong_row_is_named(called: Cli, fill: Fill) -> None:
    fill("middle_kingdom", {BOOK["two"]: "61", BOOK["three"]: "three", BOOK["four"]: "-1"})
    done = called("components", "check", "middle_kingdom", "box.csv")
    assert [line.split(":")[1] for line in done.stderr.splitlines()] == [f" box.csv, row {n}" for n in (2, 3, 4)]


@pytest.mark.parametrize("form", FORMS)
def test_a_table_comes_back_in_every_form(fill: Fill, form: str) -> None:
    nobles = {BOOK["two"]: "6", BOOK["three"]: "3", BOOK["four"]: "3"}
    for game, filled in {"middle_kingdom": nobles, "zhanguo": {CIRCLE: "[3, 4, 3, 2, 4]"}}.items():
        table = fill(game, filled)
        expected = content_of(game, table)
        assert expected != unknowns_in(game).components.raw_content()
        table.write_bytes(as_saved(table.read_text(encoding="utf-8-sig"), form))
        assert content_of(game, table) == expected


HEADER = "file,row,column,value\n"
FIRST = "cards.csv,5,count,6\n"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (HEADER + "cards.csv,50,count,6\n", "row 2: no unknown value in cards.csv, row '50', column 'count'"),
        (HEADER + "cards.csv,5,vp,6\n", "row 2: no unknown value in cards.csv, row '5', column 'vp': leave"),
        (HEADER + "boards.toml,circle,tracks,\n", "row 2: middle_kingdom has no unknown data in 'boards.toml'"),
        (HEADER + FIRST + FIRST, "row 3: the same value as in row 2: remove one of them"),
        ("file,row,value\ncards.csv,5,6\n", "row 1: no column column: export it anew"),
        ("file,row,column,value,value\n", "row 1: two columns are called 'value': "),
        (FIRST, "row 1: no column file, row, column, value: export it anew"),
        ("", "the file is empty: its first row names the columns"),
        (HEADER + 'cards.csv,5,count,"6\n', "row 2: broken CSV ("),
        ("\ud800", "row 1: not UTF-8 text: save the sheet as CSV in UTF-8"),
        ("PK\x03\x04", "a spreadsheet's own file, no CSV: save the sheet as CSV in UTF-8"),
        (HEADER + "cards.csv,5\n", "row 2: no unknown value in cards.csv, row '5', column ''"),
    ],
)  # fmt: skip
def test_a_table_that_is_none_is_refused_in_one_line(called: Cli, tmp_path: Path, text: str, reason: str) -> None:
    (tmp_path / "box.csv").write_bytes(text.encode("utf-8", "surrogatepass"))
    for words in (("components", "check", "middle_kingdom", "box.csv"),
                  ("run", "middle_kingdom", "--games", "8", "--components", "box.csv")):  # fmt: skip
        done = called(*words)
        assert done.returncode == 3
        assert f"box.csv, {reason}" in done.stderr or f"box.csv: {reason}" in done.stderr
        assert done.stderr.count("\n") == 1


def test_a_table_of_a_game_without_unknown_data_is_refused(called: Cli, fill: Fill) -> None:
    fill("qin", {})
    done = called("components", "check", "toy", "box.csv")
    assert done.stderr == "analyser: box.csv: toy has no unknown data: name a folder of component files\n"
