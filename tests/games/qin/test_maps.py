"""Maps as the table's boards: which a game has, one map a game, what depends on it, maps of one's own, records."""

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from analyser.cli import app
from analyser.records import Seat, record_lines, record_text
from analyser.records.file import Record, parse_record
from analyser.records.verify import verify_record
from analyser.runs.integrity import scan_table
from analyser.runs.store import RunDirectory
from cext.games import load_game
from cext.games.errors import ComponentError
from cext.games.qin.data import components as files
from cext.kernel.game import Game, Position
from strategies.plan import read_plan, weight_table
from tests.games.variations import write_varied

BIRD = (files.SHIPPED / "maps" / "bird.toml").read_text(encoding="utf-8")
LAKES = "lakes_reconstructed"


def own_map(folder: Path, name: str = "mine") -> Path:
    """A map of one's own: Bird with another colour first."""
    folder.mkdir(exist_ok=True, parents=True)
    file = folder / f"{name}.toml"
    text = BIRD.replace("....R.Y", "....B.Y").replace('"Bird"', '"Mine"').replace('"inferred"', '"reconstructed"')
    file.write_text(text, encoding="utf-8")
    return file


def on(game: Game, board: str | int, deal: int = 0) -> Position:
    return game.deal(seed=3, deal=deal, boards=[board] * game.players)


# -- which maps a game has ------------------------------------------------------------------------------------------


def test_the_map_of_the_option_comes_first_then_bird_then_the_others() -> None:
    assert load_game("qin", players=2).boards == ("bird", LAKES)
    assert load_game("qin", players=2, map=LAKES).boards == (LAKES, "bird")


def test_a_map_file_comes_before_the_shipped_maps(tmp_path: Path) -> None:
    game = load_game("qin", players=2, map=str(own_map(tmp_path)))
    assert game.boards == ("mine", "bird", LAKES)
    mine = game.facts()["boards"]["mine"]
    assert (mine["side"], mine["label"], mine["provenance"]) == ("A", "Mine", {"reconstructed": 1 + 11 + 3})


def test_a_folder_with_maps_has_these_and_one_without_the_shipped(tmp_path: Path) -> None:
    own_map(tmp_path / "maps")
    assert load_game("qin", players=2, components=tmp_path).boards == ("bird", "mine")
    assert load_game("qin", players=2, components=tmp_path, map="mine").boards == ("mine",)
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "numbers.toml").write_text((files.SHIPPED / "numbers.toml").read_text(encoding="utf-8"))
    assert load_game("qin", players=2, components=tmp_path / "other").boards == ("bird", LAKES)


def test_titles_that_two_maps_share_are_told_apart(copy: Path) -> None:
    (copy / "maps" / "twin.toml").write_text(BIRD, encoding="utf-8")
    boards = load_game("qin", players=2, components=copy).facts()["boards"]
    assert [board["label"] for board in boards.values()] == ["Bird: bird", "Lakes (reconstructed)", "Bird: twin"]


def test_a_game_plays_eight_maps_and_refuses_a_ninth(copy: Path) -> None:
    for number in range(6):
        own_map(copy / "maps", f"mine{number}")
    game = load_game("qin", players=2, components=copy)
    assert [on(game, board).board_of(1) for board in game.boards] == list(range(8))
    assert on(game, "mine5").playout(1).consistent() == 0
    own_map(copy / "maps", "one_more")
    with pytest.raises(ComponentError, match=r"maps: 9 maps: a game has at most 8: remove some"):
        load_game("qin", players=2, components=copy)
    assert files.check(copy)[0].endswith("a game has at most 8: remove some")


def test_a_bad_map_is_found_though_nobody_asked_for_it(copy: Path) -> None:
    (copy / "maps" / "mine.toml").write_text(BIRD.replace("v..", "x..", 1), encoding="utf-8")
    with pytest.raises(ComponentError, match=r"mine\.toml, rows, row 1: column 1 is 'x'"):
        load_game("qin", players=2, components=copy)
    assert len(files.check(copy)) == 1
    (copy / "maps" / "mine.txt").write_text(BIRD, encoding="utf-8")
    with pytest.raises(ComponentError, match=r"mine\.txt: no map: remove it, or call it NAME\.toml"):
        load_game("qin", players=2, components=copy)


def test_a_map_put_into_a_component_folder_is_a_board_of_every_command(tmp_path: Path) -> None:
    def called(*words: object) -> str:
        done = CliRunner().invoke(app, [str(word) for word in words])
        assert done.exit_code == 0, done.stderr
        return done.stdout

    folder, record = tmp_path / "mine", tmp_path / "game.jsonl"
    called("components", "export", "qin", folder)
    own_map(folder / "maps", "valley")
    assert "every constraint holds" in called("components", "check", "qin", folder)
    game = ["qin", "--players", 2, "--components", folder, "--boards", "valley"]
    called("record", *game, "--strategies", "random", "--out", record)
    assert '"map":"valley"' in record.read_text(encoding="utf-8")
    assert called("verify", record).endswith("as the rules say\n")
    assert "player 2: random (valley)" in called("replay", "--plain", record)
    run = ["run", *game, "--games", 8, "--strategies", "random", "--workers", 0, "--quiet", "--out", tmp_path / "run"]
    called(*run)
    finished = RunDirectory.open(tmp_path / "run")
    provenance = finished.manifest.scenarios[0].facts.provenance
    assert provenance == {"rulebook": 3, "inferred": 6, "reconstructed": 1 + 11 + 3}
    seats = scan_table(finished, "seats")
    assert seats is not None
    assert set(seats.collect()["board"].cast(str)) == {"valley"}


# -- one map a game -------------------------------------------------------------------------------------------------


def test_the_map_is_the_tables_and_without_a_name_that_of_the_option() -> None:
    game = load_game("qin", players=3, map=LAKES)
    assert [game.deal(seed=3).board_of(seat) for seat in range(3)] == [0, 0, 0]
    assert game.deal(seed=3) == on(game, 0)
    other = on(game, 1)
    assert [other.board_of(seat) for seat in range(3)] == [1, 1, 1]
    assert game.words.view(other, 0)["map"] == "bird"


def test_a_deal_is_the_same_tiles_on_every_map() -> None:
    game = load_game("qin", players=4)
    bird, lakes = (game.state(on(game, board, deal=9)) for board in game.boards)
    assert (bird["bag"], bird["hand"], bird["supply"]) == (lakes["bag"], lakes["hand"], lakes["supply"])
    assert bird["grass"] != lakes["grass"]


def test_a_map_plays_alike_first_or_second() -> None:
    """The number of a map is all that differs between two games that name it in another order."""
    first, second = load_game("qin", players=2), load_game("qin", players=2, map=LAKES)
    for board in first.boards:
        one, other = on(first, board), on(second, board)
        while one.to_move is not None:
            assert one.moves() == other.moves()
            move = one.moves()[one.weight_set() % len(one.moves())]
            one.apply(move)
            other.apply(move)
        assert one.scores() == other.scores()


def test_weight_sets_are_of_a_round_and_a_map(tmp_path: Path) -> None:
    """Weights by board in a strategy's file reach that map alone, weights by round every map."""
    tables = "[weights]\nfound = 1\n[by_board.lakes_reconstructed]\nfound = 2\n[by_round.2]\nfound = 3\n"
    text = f'name = "t"\nidea = "t"\n{tables}'
    (tmp_path / "plan.toml").write_text(text, encoding="utf-8")
    game = load_game("qin", players=2)
    found = [name for name, *_ in game.feature_docs].index("found")
    table = weight_table(read_plan(tmp_path / "plan.toml"), game)[:, found]
    for board, wanted in (("bird", [1000, 3000, 1000]), (LAKES, [3000, 9000, 3000])):
        position, seen = on(game, board), []
        for _ in range(3):
            seen.append(int(table[position.weight_set()]))
            position.apply(position.moves()[0])
            position.apply(position.moves()[0])
        assert seen == wanted


# -- rounds and first placements ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "rounds"), [(2, 36), (3, 24), (4, 18)])
@pytest.mark.parametrize("board", ["bird", LAKES])
def test_every_round_the_tiles_are_enough_for_has_its_number(players: int, rounds: int, board: str) -> None:
    """ "72 tiles", one a turn: each round's pagodas as they stood when the last player of it had placed."""
    game = load_game("qin", players=players)
    assert game.rounds == tuple(map(str, range(1, rounds + 1)))
    assert game.n_weight_sets == 2 * rounds
    assert len([name for name, _ in game.counters if name.startswith("score_after_round_")]) == rounds
    longest = 0
    for deal in range(20):
        position, after = on(game, board, deal), []
        while position.to_move is not None:
            before = position.clock()[0]
            assert position.weight_set() == 2 * (before - 1) + game.boards.index(board)
            position.apply(position.moves()[deal % len(position.moves())])
            if position.to_move is None or position.clock()[0] > before:
                after.append(position.points())
        longest = max(longest, len(after))
        after += [position.points()] * (rounds - len(after))
        for seat in range(players):
            tallies = position.counters(seat)
            assert [tallies[f"score_after_round_{n + 1}"] for n in range(rounds)] == [points[seat] for points in after]
    assert longest > rounds // 2


def test_a_game_that_passes_prolong_is_weighed_as_in_the_last_round() -> None:
    game = load_game("qin", players=4)
    state = game.state(game.deal(seed=1))
    position = game.position_from({**state, "round": 18})
    assert position.clock()[0] == 19
    assert position.weight_set() == 2 * 17
    for _ in range(4):
        position.apply(position.moves()[0])
    assert position.counters(0)["score_after_round_18"] == position.points()[0]
    assert position.consistent() == 0


@pytest.mark.parametrize("board", ["bird", LAKES])
def test_the_squares_of_the_first_placement_are_numbered_row_by_row(board: str) -> None:
    game = load_game("qin", players=2)
    position = on(game, board)
    rows = game.facts()["places"]["boards"][board]["rows"]
    assert [position.counters(seat)["first_square_1"] for seat in (0, 1)] == [-1, -1]
    covered = []
    for turn in range(4):
        move = position.moves()[len(position.moves()) // 2]
        words = game.words.describe(position, move)
        if turn < 2:
            names = (words["at"], words["at_second"])
            covered.append([13 * (int(name[1:]) - 1) + ord(name[0]) - ord("a") for name in names])
        position.apply(move)
    tallies = [position.counters(seat) for seat in (0, 1)]
    assert [[one["first_square_1"], one["first_square_2"]] for one in tallies] == covered
    assert {"".join(rows)[square] for squares in covered for square in squares} == {"."}


def test_squares_are_numbered_by_the_width_of_the_map(tmp_path: Path) -> None:
    text = 'title = "t"\nrows = ["..R", "...", "..."]\nstatus = "reconstructed"\nsource = "s"\n'
    (tmp_path / "small.toml").write_text(text, encoding="utf-8")
    game = load_game("qin", players=2, map=str(tmp_path / "small.toml"))
    position = game.deal(seed=1)
    move = next(move for move in position.moves() if game.words.describe(position, move)["at"] == "c2")
    words = game.words.describe(position, move)
    position.apply(move)
    assert position.counters(0)["first_square_1"] == 5
    assert position.counters(0)["first_square_2"] == {"c3": 8, "b2": 4}[words["at_second"]]


# -- records --------------------------------------------------------------------------------------------------------


def recorded(game: Game, board: str) -> Record:
    """A game of first legal moves."""
    position, moves = on(game, board, deal=5), []
    while position.to_move is not None:
        legal = position.moves()
        if len(legal) > 1:
            moves.append(legal[0])
        position.apply(legal[0])
    seats = [Seat("random", board) for _ in range(game.players)]
    program = {"analyser": "0.1.0", "engine": "0" * 16}
    lines = record_lines(game, moves, seats=seats, seed=3, deal=5, program=program)
    return parse_record(record_text(lines), "game.jsonl")


@pytest.mark.parametrize("board", ["bird", LAKES, "mine"])
def test_a_game_on_any_map_is_recorded_and_verified(copy: Path, board: str) -> None:
    own_map(copy / "maps")
    game = load_game("qin", players=2, components=copy)
    record = recorded(game, board)
    assert record.header["set_up"]["map"] == board
    assert set(record.header["components"]) >= {f"maps/{name}.toml" for name in game.boards}
    assert verify_record(record, find_all=True).differences == ()


@pytest.mark.parametrize(("key", "value"), [("map", LAKES), ("rows", ["R.."])])
def test_a_set_up_with_another_map_is_found_out(key: str, value: Any) -> None:
    game = load_game("qin", players=2)
    record = recorded(game, "bird")
    record.header["set_up"][key] = value
    assert verify_record(record).differences
    with pytest.raises(ValueError, match=f"^{key}: not"):
        game.words.deal_from_setup(record.header["set_up"], seed=3, deal=5, boards=["bird"] * 2)


def test_tables_with_too_many_maps_or_a_name_outside_are_refused(tmp_path: Path) -> None:
    game = load_game("qin", players=2)
    tables = game.words.component_tables()
    chart = tables["maps/bird.toml"]
    for wrong, message in (
        ({f"maps/m{n}.toml": chart for n in range(8)}, "^maps/: 10 files: 1 to 8 belong there"),
        ({"maps/../x.toml": chart}, "^maps/../x.toml: unknown file"),
    ):
        with pytest.raises(ComponentError, match=message):
            game.words.write_components({**tables, **wrong}, tmp_path)
    game.words.write_components(tables, tmp_path)
    assert load_game("qin", players=2, components=tmp_path).words.component_tables() == tables


# -- fewer tiles ----------------------------------------------------------------------------------------------------


def fewer_tiles(folder: Path, counts: list[int]) -> Path:
    """A component folder with so many tiles of each kind."""
    left = iter(counts)
    return write_varied("qin", folder, {}, {"tiles.csv": lambda _: {"count": next(left)}})


@pytest.mark.parametrize(("players", "rounds"), [(2, 19), (3, 13), (4, 10)])
def test_with_fewer_tiles_there_are_fewer_rounds(tmp_path: Path, players: int, rounds: int) -> None:
    """37 tiles: the last round is not for everybody. All of them are drawn, and none of a kind that is not there."""
    game = load_game("qin", players=players, components=fewer_tiles(tmp_path, [0, 12, 5, 4, 6, 10]))
    assert len(game.rounds) == rounds
    position = game.deal(seed=2)
    setup = game.words.setup(position)
    tiles = [*setup["piles"], *(tile for hand in setup["hands"] for tile in hand)]
    assert (len(tiles), tiles.count("red-red"), tiles.count("yellow-yellow")) == (37, 0, 12)
    assert game.words.deal_from_setup(setup, seed=2) == position
    longest = 0
    for deal in range(10):
        position = game.deal(seed=2, deal=deal)
        while position.to_move is not None:
            position.apply(position.moves()[7 % len(position.moves())])
            assert position.consistent() == 0
            assert position.determinised(0, deal).consistent() == 0
        longest = max(longest, position.clock()[0])
        assert position.counters(0)[f"score_after_round_{rounds}"] == position.points()[0]
    assert longest == rounds


def test_a_hand_for_every_player_is_the_least(tmp_path: Path) -> None:
    folder = fewer_tiles(tmp_path, [2, 2, 2, 2, 2, 1])
    assert files.check(folder)[0].startswith("error: tiles.csv: 11 tiles in all")
    with pytest.raises(ComponentError, match=r"^tiles\.csv: 11 tiles in all: 4 players take 3 each in hand"):
        load_game("qin", players=2, components=folder)
