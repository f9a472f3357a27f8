"""The trial of a game before its contract: whatever is wrong with its rules is one line that says what to do."""

import re
from pathlib import Path
from types import ModuleType

import pytest

from cext.kernel import game
from tests.contract import conftest
from tests.contract.trial import outcome, try_games
from tests.contract.walks import CASES


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("Pile", "None"),
        ("StuckPile", r"pile: deal 0, decision \d+: player \d has no move: let legal\(\) offer one, or end the .*"),
        ("EndlessPile", r"pile: deal 0 goes on after 65,535 decisions: let apply\(\) end turns and the game, so .*"),
        ("PassingPile", r"pile: deal 0, where all make the first of the legal moves, goes on after 65,535 decisions.*"),
        ("LeakingPile", r"pile: deal \d, before decision \d+: consistent\(\) says that invariant 3 is broken: .*"),
    ],
)
def test_broken_rules_are_one_line(pile: ModuleType, kind: str, said: str) -> None:
    reason = None
    try:
        try_games([("tried", getattr(pile, kind)())])
    except SystemExit as end:
        reason = end.code
    assert re.fullmatch(said, str(reason))


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("HangingPile", "not done within 4 seconds: look for a loop in the rules that does not end there"),
        ("CrashingPile", "the process died of signal 6: play it in the debug flavour, which names the line .*"),
    ],
)
def test_rules_that_hang_or_crash_are_one_line_of_another_process(plugins: Path, kind: str, said: str) -> None:
    code = f"from pile import {kind}; from tests.contract.trial import try_games; try_games([('tried', {kind}())])"
    at = r"tried, deal \d, decision \d+: apply\(\) of take \[3, 0, 0\]"
    assert re.fullmatch(f"{at}: {said}", outcome(code, seconds=4 if kind == "HangingPile" else 10))


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
