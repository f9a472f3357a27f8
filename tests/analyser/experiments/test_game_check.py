"""What `analyser games check` says of rules: what is wrong in one line with file and line, and what games are like."""

import os
import re
import shutil
from pathlib import Path

import pytest

from analyser.errors import DataError
from analyser.experiments import game_check
from analyser.experiments.game_check import check_rules
from analyser.experiments.process_check import check_processes

EXAMPLES = Path(__file__).parents[3] / "examples" / "games"
NIM = EXAMPLES / "nim_boards.py"
MARKET = EXAMPLES / "market" / "market.py"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_check, "SECONDS", 1)
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
