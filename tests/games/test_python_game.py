"""A game in one Python file: the rows of compiled rules, what it declares, what is wrong with it in one line."""

import pickle
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cext.file_games import read_literal
from cext.games import UnknownGame, load_game
from cext.kernel.game import Game, Position
from cext.kernel.match import GameResults, play_games
from cext.kernel.policy import Policy, RandomPolicy, WeightedPolicy
from cext.kernel.search import InformationSetMCTS
from cext.user_code import ProgramError

EXAMPLES = Path(__file__).parents[2] / "examples" / "games"
NIM = EXAMPLES / "nim_boards.py"
SOURCE = NIM.read_text(encoding="utf-8")


def play(game: Game, policies: list[Policy], n: int) -> GameResults:
    """So many recorded games of these policies in turn, on boards at random."""
    k = game.players
    boards = np.random.default_rng(k).integers(0, len(game.boards), (n, k)) if game.boards else np.full((n, k), -1)
    policy = np.arange(n * k).reshape(n, k) % len(policies)
    games = np.arange(n)
    return play_games(game, policies, seed=3, games=games, deals=games, policy=policy, board=boards, record=games >= 0)


def game_of(tmp_path: Path, source: str, players: int = 2) -> Game:
    file = tmp_path / "mygame.py"
    file.write_text(source, encoding="utf-8")
    return load_game(str(file), players=players)


def rules(body: str, **declared: str) -> str:
    """A game of these methods, in which a seat moves by `step` unless another kind is declared."""
    lines = {"players": "2, 3", "moves": '{"step": ("steps", "s", {})}', **declared}
    names = "Rules, counter, number, numbers, per_seat, pile, piles, points"
    head = f"from analyser.rules import {names}\n\n\nclass Mine(Rules):\n"
    return head + "".join(f"    {name} = {value}\n" for name, value in lines.items()) + body


# -- the same game as compiled ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("weighted", [False, True])
def test_its_rows_are_those_of_compiled_rules(players: int, weighted: bool) -> None:
    """Toy, in all columns but two: what a decision is among, and the pot in a move that banks it."""

    def outcome(name: str) -> GameResults:
        game = load_game(name, players=players)
        weights = np.random.default_rng(1).integers(-600, 1400, (game.n_weight_sets, len(game.feature_docs)))
        policies = [WeightedPolicy(game, weights, 500), RandomPolicy()] if weighted else [RandomPolicy()]
        return play(game, policies, 1000)

    compiled, python = outcome("toy"), outcome(str(EXAMPLES / "toy.py"))
    for table in ("games", "seats", "decisions"):
        columns = getattr(compiled, table)
        for name in columns.keys() - {"a", "offered"}:
            np.testing.assert_array_equal(getattr(python, table)[name], columns[name], err_msg=f"{table}.{name}")


def test_it_is_rebuilt_by_another_process_and_from_its_records() -> None:
    game = pickle.loads(pickle.dumps(load_game(str(NIM), players=3, last=5)))
    position = game.deal(seed=4, deal=7, boards=["A", "B", "A"])
    assert game.options == {"last": "5"}
    setup = game.words.setup(position)
    assert game.words.deal_from_setup(setup, seed=4, deal=7, boards=["A", "B", "A"]) == position
    assert position.playout(1).playout(2).to_move is None


# -- what is declared -------------------------------------------------------------------------------------------------


def test_several_piles_are_a_list_of_which_the_hidden_change_places(tmp_path: Path) -> None:
    body = """
    discards = piles(3, 4)
    hands = per_seat(piles(2, 3), secret=True)

    def deal(self, table, rng):
        table.discards[1] = [5, 6]
        table.hands = [[[seat], [10 + seat, 20 + seat]] for seat in self.seats]

    def legal(self, table, seat):
        return [("step",)]

    def play(self, table, seat, move):
        table.discards[2].append(table.hands[seat][1].pop())
        table.end_game()
"""
    game = game_of(tmp_path, rules(body))
    position = game.deal(seed=1)
    view = game.words.view(position, 1)
    assert view["table"]["discards"] == [[], [5, 6], []]
    assert [player["hands"] for player in view["players"]] == [[1, 2], [[1], [11, 21]]]
    other = game.words.whole_state(position.determinised(0, 3))["players"]
    assert other[0]["hands"] == [[0], [10, 20]]
    assert sorted(card for hand in other[1]["hands"] for card in hand) == [1, 11, 21]
    setup = game.words.setup(position)
    assert game.words.deal_from_setup(setup, seed=1) == position
    position.apply(position.moves()[0])
    assert game.words.view(position, 0)["table"]["discards"] == [[], [5, 6], [20]]


def test_a_list_of_piles_keeps_its_length(tmp_path: Path) -> None:
    body = """
    discards = piles(3, 4)

    def deal(self, table, rng):
        table.discards = [[], []]

    def legal(self, table, seat):
        return []
"""
    with pytest.raises(ProgramError, match=r"deal\(\): discards is .*: must be a list of 3 lists"):
        game_of(tmp_path, rules(body + "    def play(self, table, seat, move):\n        pass\n")).deal(seed=1)


def test_a_seat_sees_its_own_hand_and_of_hidden_piles_their_sizes() -> None:
    game = load_game(str(EXAMPLES / "toy.py"), players=3)
    position = game.deal(seed=1, boards=["A", "B", "A"])
    view = game.words.view(position, 1)
    assert view["table"]["deck"] == 36
    assert [type(player["hand"]) for player in view["players"]] == [int, list, int]
    assert [player["board"] for player in view["players"]] == ["A", "B", "A"]
    assert len(game.words.whole_state(position)["table"]["deck"]) == 36


def test_what_a_seat_does_not_know_is_dealt_anew_within_its_pool(tmp_path: Path) -> None:
    body = """
    deck = pile(9, secret=True)
    hand = per_seat(pile(3), secret=True)
    bid = per_seat(secret="bids")
    total = points("points")

    def deal(self, table, rng):
        cards = rng.shuffled(range(12))
        table.hand = [cards[:3], cards[3:6]]
        table.deck = cards[6:]
        table.bid = [100, 200]

    def legal(self, table, seat):
        return [("step",)]

    def play(self, table, seat, move):
        table.end_game()
"""
    game = game_of(tmp_path, rules(body))
    position = game.deal(seed=1)
    hands = set()
    for key in range(50):
        before, after = game.words.whole_state(position), game.words.whole_state(position.determinised(0, key))
        mine, other = after["players"]
        assert mine == before["players"][0]
        assert other["bid"] == 200  # the only one of its pool that the seat does not know
        assert sorted(other["hand"] + after["table"]["deck"]) == sorted(
            before["players"][1]["hand"] + before["table"]["deck"]
        )
        hands.add(tuple(other["hand"]))
    assert len(hands) > 40


def test_chance_turns_rounds_final_scores_and_ties(tmp_path: Path) -> None:
    """The seat that rolls higher goes on; the seats' rolls are scored at the end, and ties go to the last seat."""
    body = """
    rolled = numbers(2)
    rolls = counter("times the die was rolled")
    total = points("points")

    def legal(self, table, seat):
        return [("step",)]

    def play(self, table, seat, move):
        table.rolled[seat] = 1 + table.rng.below(6)
        table.rolls[seat] += 1
        best = max(self.seats, key=lambda other: table.rolled[other])
        table.end_turn(best, ends_round=sum(table.rolls) % 5 == 0)

    def score_end(self, table):
        for seat in self.seats:
            table.total[seat] = table.rolled[seat] // 4

    def tie_break(self, table, seat):
        return seat
"""
    game = game_of(tmp_path, rules(body, rounds="3"))
    played = play(game, [RandomPolicy()], 200)
    assert set(played.games["n_forced"]) == {15}
    assert set(played.games["rounds"]) == {3}
    rolls = played.seats["rolls"].reshape(-1, 2)
    assert (rolls.sum(axis=1) == 15).all()
    assert (rolls > 8).any(axis=1).mean() > 0.9  # who rolled a six goes on rolling
    assert set(played.games["winners"]) == {1}
    scores, rank = played.seats["score"].reshape(-1, 2), played.seats["rank"].reshape(-1, 2)
    assert (rank[scores[:, 0] == scores[:, 1]] == [2, 1]).all()
    again = play(game, [RandomPolicy()], 200)
    np.testing.assert_array_equal(again.seats["score"], played.seats["score"])


def test_a_board_of_the_whole_table_and_a_bot(tmp_path: Path) -> None:
    body = """
    total = points("points")

    def legal(self, table, seat):
        return [("step",)]

    def play(self, table, seat, move):
        table.total[seat] += {"small": 1, "large": 10}[table.board]
        table.end_turn()

    def bot_turn(self, table, seat):
        table.total[seat] += 3
"""
    game = game_of(tmp_path, rules(body, rounds="2", bots="1", table_boards="True", boards='"small", "large"'))
    assert game.deal(seed=1, boards=["large"] * 2).playout(1).scores()["total"] == [20, 20, 6]
    with pytest.raises(ValueError, match="all seats have the same"):
        game.deal(seed=1, boards=["large", "small"])


def test_a_search_plays_it(tmp_path: Path) -> None:
    game = load_game(str(EXAMPLES / "toy.py"), players=2)
    played = play(game, [InformationSetMCTS(game, 30), RandomPolicy()], 60)
    assert played.seats["win_share60"].reshape(-1, 2)[:, 0].mean() > 36


def test_seats_choose_at_the_same_time_unseen(tmp_path: Path) -> None:
    """Odds and evens: both choose, then the sum is looked at; who has chosen first is asked about as either choice."""
    body = """
    chosen = numbers(2)
    total = points("points")

    def legal(self, table, seat):
        return [("choose", 0), ("choose", 1)] if sum(table.chosen) < 9 else []

    def reveal(self, table, moves):
        table.chosen = [side for _, side in moves]
        table.total[sum(table.chosen) % 2] = 1
        table.end_game()
"""
    moves = '{"choose": ("chooses {side}", "{side}", {"side": range(2)})}'
    game = game_of(tmp_path, rules(body, players="2", moves=moves))
    position = game.deal(seed=1)
    assert position.decides_secretly()
    position.apply(position.moves()[1])
    assert (position.to_move, game.words.view(position, 1)["table"]["chosen"]) == (1, [0, 0])
    chosen = set()
    for key in range(20):
        end = position.determinised(1, key)
        end.apply(end.moves()[0])
        chosen.add(end.game.words.whole_state(end)["table"]["chosen"][0])
    assert chosen == {0, 1}
    shares = play(game, [InformationSetMCTS(game, 50)], 300).seats["win_share60"].reshape(-1, 2)
    assert 24 < shares[:, 0].mean() < 36


def test_only_some_may_choose_and_only_sometimes(tmp_path: Path) -> None:
    """A leader steps in the open, then the others choose unseen whether to follow."""
    body = """
    leader = number()
    led = number()
    total = points("points")

    def chooses_secretly(self, table):
        return table.led > 0

    def legal(self, table, seat):
        return [] if table.led and seat == table.leader else [("step",)]

    def play(self, table, seat, move):
        table.led = 1
        table.end_turn((seat + 1) % 3)

    def reveal(self, table, moves):
        assert [move is None for move in moves] == [seat == table.leader for seat in self.seats]
        table.total[table.leader] += 1
        table.leader, table.led = (table.leader + 1) % 3, 0
        table.end_turn(table.leader, ends_round=table.leader == 0)

    def redeal(self, table, seat, rng):
        \"\"\"Nothing is hidden but choices.\"\"\"
"""
    game = game_of(tmp_path, rules(body, players="3", rounds="2"), 3)
    assert game.deal(seed=1).playout(1).scores()["total"] == [2, 2, 2]
    with pytest.raises(ProgramError, match=r"has no method reveal\(self, table, moves\): add one"):
        game_of(tmp_path, rules(body.replace("def reveal", "def revel"), players="3"), 3)


def test_a_file_named_without_its_ending_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mygame.py").write_text(SOURCE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownGame, match=r"unknown game 'mygame': did you mean \./mygame\.py\?"):
        load_game("mygame", players=2)


def test_its_plans_are_read_and_nothing_of_it_is_executed(tmp_path: Path) -> None:
    file = tmp_path / "mygame.py"
    file.write_text(f"raise SystemExit\n{SOURCE}", encoding="utf-8")
    assert read_literal(file, "plans") == {"greedy": {"vp": 1, "behind": -0.1}}


# -- what is wrong with it, in one line with file and line ------------------------------------------------------------

LOADING: dict[str, tuple[str, str, str]] = {
    "syntax": ("n * heap\n", "n * heap)\n", "line 32: unmatched"),
    "a module that is missing": ("from analyser", "import nosuch\nfrom analyser", "line 3: ModuleNotFoundError"),
    "no method": ("def legal(", "def leagl(", "line 6: class NimBoards has no method legal(self, table, seat)"),
    "arguments": (
        "def play(self, table, seat, move)",
        "def play(self, table, move)",
        "line 29: play(self, table, move) has",
    ),
    "a name that is taken": ("left = numbers(3)", "board = numbers(3)", "line 17: field board: the name is taken"),
    "players": ("players = 2, 3", "players = 2, 9", "line 8: players = "),
    "a part of no move": ("{heap}x{stones}", "{heap}x{stone}", "line 12: move 'take': '{heap}x{stone}' names 'stone'"),
    "a part whose name is taken": ('{"heap": range', '{"kind": range', "line 12: move 'take': the name of its part"),
    "a feature that is none": ('{"vp": 1,', '{"v": 1,', "line 15: plan greedy: no feature 'v'"),
    "a default that is no value": ("range(10)", "range(3)", "line 11: option 'last'"),
    "features that nobody weighs": ("def weigh(", "def mass(", "line 14: features are declared"),
    "a slip of the keys": ("def weigh(", "def weight(", "line 44: weight means nothing: did you mean weigh?"),
    "turned words": ("players = 2, 3", "players = 2, 3\n    end_score = 0", "line 9: end_score means nothing: did you"),
    "a plan in a set": (
        '"vp": 1,',
        '"idea": {"a"}, "weights": {"vp": 1}, "levels": 1,',
        "line 15: plans must be written",
    ),
    "a table that is too large": ("numbers(3)", "numbers(3000)", "numbers, at most 2,048"),
}
TAKE = "-= n\n        table.stones[seat] += n * heap\n"
COUNT = SOURCE[SOURCE.index("        if n == 1") : SOURCE.index("        table.end_turn")]
PLAYING: dict[str, tuple[str, str, str]] = {
    "a value out of range": ("+= n * heap", "+= 2**31", "line 29: play(): stones of player 1 is 2,147,483,64"),
    "a kind that is none": ('[("take", heap', '[("tke", heap', "line 26: legal(): move ('tke', 1, 1): there is no"),
    "a part out of range": ('heap, n) for', 'heap, n + 3) for', "line 26: legal(): move ('take', 1, 4): stones is 4"),
    "a move twice": ("for heap in (1, 2, 3)", "for heap in (1, 1)", "line 26: legal(): it gives a move twice"),
    "no move": ("            table.end_game()", "            pass", "line 26: legal(): no move in game"),
    "a game without an end": (TAKE, "-= 0\n", "goes on after 65,535 decisions: let"),
    "turns without an end": (
        f"{TAKE}{COUNT}        table.end_turn()", "-= 0",
        "line 29: play(): game 0 goes on after 65,535 decisions: no turn has ended: let it call table.end_turn()",
    ),
    "too few features": (", sum(table.left) - n", ",", "line 44: weigh(): it gives 1 numbers for 2 features"),
    "a letter that is none": ('" OTH"', '" XTH"', "line 41: kind_of(): it gives 'X'"),
    "a name that is none": (
        "table.left[heap - 1] -= n", "table.lft[0] -= n",
        "line 31: play(): AttributeError: the table has no lft: did you mean left?",
    ),
    "a name that is set and is none": (
        "table.left[heap - 1] -= n", "table.lft = n", "AttributeError: the table has no lft: did you mean left?",
    ),
    "a tuple that is changed, as data are": (
        "table.left[heap - 1] -= n", "move[1] -= n",
        "item assignment: data of the game stay as they are: keep what changes in a field of the table",
    ),
    "a question that changes the table": ("return [(", "table.left[0] = 9; return [(", "line 26: legal(): it changes"),
    "no seat": ("table.end_turn()", "table.end_turn(7)", "line 36: play(): ValueError: end_turn(7): seats are 0 to 1"),
}  # fmt: skip


KEPT = {
    "DECK": ("DECK", "DECK.append(1)"),
    "a list of the file that became a field": ("DECK", "table.hand = DECK; table.hand.pop()"),
    "notes": ("notes", "self.notes[seat] = 1"),
    "seen": ("seen", "self.seen.add(table.round)"),
    "last": ("self.last", "self.last = table.round"),
}


@pytest.mark.parametrize("case", KEPT)
def test_what_rules_keep_between_games_is_refused(tmp_path: Path, case: str) -> None:
    name, line = KEPT[case]
    body = f"""
    notes = {{}}
    seen = set()
    hand = pile(9)

    def legal(self, table, seat):
        return [("step",)]

    def play(self, table, seat, move):
        {line}
        table.end_turn()
"""
    game = game_of(tmp_path, rules(body, rounds="2", total='points("points")') + "\n\nDECK = [1, 2, 3, 4, 5, 6]\n")
    with pytest.raises(ProgramError, match=f"mygame.py, line .*: deal.*: {name} was changed in an earlier game"):
        play(game, [RandomPolicy()], 3)


SHARED = {
    "one list in two fields": ("table.p = table.q = []", "table.p.append(1)"),
    "one list in three piles": ("table.r = [[]] * 3", "table.r[0].append(1)"),
    "one list for all seats": ("table.hands = [[0]] * 2", "table.hands[0].append(1)"),
    "True in a field": ("table.n = True", "table.m = 1 + (table.n is True)"),
}


@pytest.mark.parametrize("case", SHARED)
def test_a_table_is_what_its_state_says(tmp_path: Path, case: str) -> None:
    """What a move left beside the state is gone in the next: a game goes on alike from a copy of the state."""
    first, second = SHARED[case]
    body = f"""
    p = pile(9)
    q = pile(9)
    r = piles(3, 9)
    hands = per_seat(pile(9))
    n = number()
    m = number()

    def legal(self, table, seat):
        return [("step",)]

    def play(self, table, seat, move):
        if table.round == 1 and seat == 0:
            {first}
        else:
            {second}
        table.end_turn()
"""
    game = game_of(tmp_path, rules(body, rounds="2", total='points("points")'))
    position = game.deal(seed=1, deal=0)
    for _ in range(4):
        alike = Position(game_of(tmp_path, (tmp_path / "mygame.py").read_text(encoding="utf-8")), bytes(position))
        (move,) = position.moves()
        for each in position, alike:
            each.apply(move)
        assert bytes(position) == bytes(alike)


@pytest.mark.parametrize("case", LOADING)
def test_a_file_that_cannot_be_loaded(tmp_path: Path, case: str) -> None:
    old, new, message = LOADING[case]
    assert old in SOURCE
    with pytest.raises(ProgramError, match=f"mygame.py.*{re.escape(message)}"):
        game_of(tmp_path, SOURCE.replace(old, new))


@pytest.mark.parametrize("case", PLAYING)
def test_rules_that_cannot_be_played(tmp_path: Path, case: str) -> None:
    old, new, message = PLAYING[case]
    assert old in SOURCE
    game = game_of(tmp_path, SOURCE.replace(old, new))
    policies: list[Any] = [WeightedPolicy(game, np.full((2, 2), 100)), RandomPolicy()]
    with pytest.raises(ProgramError, match=f"mygame.py.*{re.escape(message)}"):
        play(game, policies, 40)
