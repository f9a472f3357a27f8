"""What `analyser games check` says of rules: what is wrong in one line with file and line, and what games are like."""

import os
import re
import shutil
from pathlib import Path

import pytest

from analyser.errors import DataError
from analyser.experiments import game_check
from analyser.experiments.game_check import check_plans, check_rules
from analyser.experiments.process_check import check_processes

EXAMPLES = Path(__file__).parents[3] / "examples" / "games"
NIM = EXAMPLES / "nim_boards.py"
MARKET = EXAMPLES / "market" / "market.py"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_check, "HANG", 2)


def test_what_random_games_are_like() -> None:
    two, three = check_rules(str(NIM))
    assert (two.players, three.players) == (2, 3)
    assert two.decisions == pytest.approx(8.7, abs=0.7)
    assert two.wins[0] > 53  # who begins
    assert sum(three.wins) == pytest.approx(100)
    assert two.unseen == ()


WRONG: dict[str, tuple[Path, str, str, str]] = {
    "a seat that goes on": (NIM, "end_turn()", "end_turn(0)", "line 29: play(): seat 0 alone ever decides: call"),
    "no end of turns": (NIM, "        table.end_turn()\n", "", "line 29: play(): seat 0 alone ever decides"),
    "other draws": (
        NIM, "rng.shuffled([3, 5, 7])", "__import__('random').sample([3, 5, 7], 3)",
        "decision 0, the same moves lead to another table: draw with rng",
    ),
    "a memory": (
        NIM, "if n == 1:", "self.n = getattr(self, 'n', 0) + n\n        if self.n % 3 == 0:",
        "line 23: deal(): self.n was changed in an earlier game",
    ),
    "one notation": (NIM, '"{heap}x{stones}"', '"{heap}"', "line 26: legal(): in deal 0, decision 0, two moves have"),
    "a loop": (NIM, "if n == 1:", "while n:\n            pass\n        if n == 1:", "line 33: not done within 0.2"),
    "a name of the reports": (NIM, "ones", "won", "line 21: 'won' is a name the frames use"),
    "a long opening": (NIM, "opening_turns = 2", "opening_turns = 20", "line 6: __init__(): an opening of 20 turns"),
    "moves that follow from what is hidden": (
        MARKET, "fromkeys(table.hand[seat])", "fromkeys(table.hand[seat][: 1 + table.hand[seat - 1][0] % 2])",
        "legal(): in deal 0, decision",
    ),
    "features that follow from what is hidden": (
        MARKET, 'return self.cards[card]["coins"], 0', "return table.deck[-1], 0", "weigh(): in deal 0, decision 0",
    ),
    "cards dealt anew that are seen": (
        MARKET, "    def count(",
        "    def redeal(self, table, seat, rng):\n        table.coins[0] = 9\n\n    def count(",
        "redeal(): in deal 0, decision 0, what player",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, case: str) -> None:
    example, old, new, message = WRONG[case]
    source = example.read_text(encoding="utf-8")
    assert old in source
    shutil.copy(MARKET.parent / "cards.csv", tmp_path)
    file = tmp_path / "mygame.py"
    file.write_text(source.replace(old, new), encoding="utf-8")
    if case == "a loop":
        monkeypatch.setattr(game_check, "HANG", 0.2)
    with pytest.raises(DataError, match=f"mygame.py.*{re.escape(message)}"):
        list(check_rules(str(file)))


CHANCE = {
    "the process": "__import__('os').getpid() % 50",
    "the hash of a text": "'stone'.__hash__() % 50",
    "a set made by eval()": 'len(next(iter(eval(\'{"a", "bb", "ccc", "dddd", "eeeee"}\'))))',
}


@pytest.mark.parametrize("case", CHANCE)
def test_what_differs_between_processes_is_found(tmp_path: Path, case: str) -> None:
    file = tmp_path / "mygame.py"
    file.write_text(NIM.read_text(encoding="utf-8").replace("[3, 5, 7]", f"[3, 5, 7 + {CHANCE[case]}]"))
    message = r"mygame\.py: two processes play game \d+ with 2 players differently: .* is \S+ in one, .*: draw from rng"
    with pytest.raises(DataError, match=message):
        check_processes(str(file))


def test_what_repeats_itself_passes(tmp_path: Path) -> None:
    file = tmp_path / "mygame.py"
    source = NIM.read_text(encoding="utf-8").replace("[3, 5, 7]", "[len(word) for word in {'abc', 'cdefg', 'bcdefgh'}]")
    file.write_text(source, encoding="utf-8")
    check_processes(str(file))


def test_what_only_fails_elsewhere_is_named(tmp_path: Path) -> None:
    file = tmp_path / "mygame.py"
    source = f"import os\nos.getpid() == {os.getpid()} or 1 // 0\n{NIM.read_text(encoding='utf-8')}"
    file.write_text(source, encoding="utf-8")
    with pytest.raises(DataError, match=r"in another process: .*mygame\.py, line 2: ZeroDivisionError"):
        check_processes(str(file))


POLITE = """
from analyser.rules import Rules, number, points


class Polite(Rules):
    \"\"\"Over when one seat after another went; who insists and who yields wait for each other.\"\"\"
    players = 2
    moves = {"go": ("goes", "g", {}), "wait": ("waits", "w", {})}
    features = {"going": "it goes | goes"}
    plans = {"eager": {"going": 1}, "patient": {"going": -1}}
    total = points("points")
    waited = number()
    gone = number()

    def legal(self, table, seat):
        return [("go",), ("wait",)]

    def play(self, table, seat, move):
        goes = move[0] == "go"
        table.gone = (table.gone + 1) * goes
        table.waited = (table.waited + 1) * (not goes)
        table.end_turn()
        if table.gone == 3 or table.waited == 3:
            table.end_game()

    def weigh(self, table, seat, move):
        return [int(move[0] == "go")]
"""


def test_plans_whose_games_do_not_end_with_each_other_are_named(tmp_path: Path) -> None:
    file = tmp_path / "polite.py"
    file.write_text(POLITE, encoding="utf-8")
    told: list[str] = []
    with pytest.raises(DataError, match=r"polite\.py.*\(where the plans eager, patient play, in this order, with 2 pl"):
        check_plans(str(file), told.append)
    assert told == [
        "Playing the plan eager in every seat, with 2 players…",
        "Playing the plan patient in every seat, with 2 players…",
        "Playing the plans eager, patient at one table…",
    ]


def test_a_game_that_takes_its_time_is_not_taken_for_one_that_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of which so few fit into the time that HANG would end a hundred."""
    file = tmp_path / "mygame.py"
    source = NIM.read_text(encoding="utf-8").replace("players = 2, 3", "players = 2")
    deal = "table.left = rng.shuffled([3, 5, 7])"
    assert deal in source
    file.write_text(source.replace(deal, f"__import__('time').sleep(0.02); {deal}"), encoding="utf-8")
    monkeypatch.setattr(game_check, "MOST_GAMES", 1)
    monkeypatch.setattr(game_check, "SECONDS", 0.4)
    monkeypatch.setattr(game_check, "HANG", 1)
    (profile,) = check_rules(str(file))
    assert 1 <= profile.games < 50
