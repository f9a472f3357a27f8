"""The trial of a game before its contract: whatever is wrong with its rules is one line that says what to do."""

import re
from types import ModuleType

import pytest

from cext.kernel import game
from tests.contract import conftest
from tests.contract.trial import outcome
from tests.contract.walks import CASES

AT = r"tried, deal \d, decision \d+: apply\(\) of take \[3, 0, 0\]"


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("Pile", ""),
        ("StuckPile", r"pile: deal 0, decision \d+: player \d has no move: let legal\(\) offer one, or end the .*"),
        ("EndlessPile", r"pile: deal 0 goes on after 65,535 decisions: let apply\(\) end turns and the game, so .*"),
        ("PassingPile", r"pile: deal 0, where all make the first of the legal moves, goes on after 65,535 decisions.*"),
        ("HangingPile", rf"{AT}: not done within 2\.5 seconds: look for a loop in the rules that does not end there"),
        ("CrashingPile", rf"{AT}: the process died of signal 6: play it in the debug flavour, which names the line .*"),
        ("LeakingPile", r"pile: deal \d, before decision \d+: consistent\(\) says that invariant 3 is broken: .*"),
        (
            "CountingPile",
            r"pile: deal \d, before decision \d+: counter taken of seat \d is \d{3}, and 0 to 255 can be recorded .*",
        ),
    ],
)
def test_broken_rules_are_one_line(pile: ModuleType, kind: str, said: str) -> None:
    code = f"from pile import {kind}; from tests.contract.trial import try_games; try_games([('tried', {kind}())])"
    assert re.fullmatch(said, outcome(code, seconds=2.5 if kind == "HangingPile" else 10))


def test_a_broken_game_is_left_out_of_all_other_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """One rule error is told by one test."""
    monkeypatch.setattr(conftest, "broken", lambda name: "it hangs")
    with pytest.raises(
        pytest.skip.Exception, match=f"^{CASES[0].name} cannot be played to its end: test_rules.py tells"
    ):
        conftest.playable(CASES[0])
    monkeypatch.setattr(conftest, "broken", lambda name: "")
    assert conftest.playable(CASES[0]) == CASES[0]


def test_the_build_under_test_is_tried() -> None:
    assert outcome("import sys; from cext.kernel import game; sys.exit(game.__file__)") == game.__file__
