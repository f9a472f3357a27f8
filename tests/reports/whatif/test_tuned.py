"""Each side of a change played by players tuned for it, beside players as they come: what differs, and what is told."""

import pytest

from reports.answer import Answer
from reports.estimators.sides import KINDS, win_share_changes
from reports.frames import Change, Retuned
from reports.run_facts import Gained
from tests.reports.synthetic import asked, run_of
from tests.reports.whatif.test_whatif import ALONE, Played, one_decides, played

NUMBERS = ("effect", "effect_low", "effect_high", "p")
GAINED = (
    Gained("before", "builder", "after", 9, 500, 0.02, 0.01, 0.03, 1.0, 0.5, 1.5),
    Gained("after", "builder", None, 9, 500, 0.0, -0.01, 0.01, 0.0, -0.5, 0.5),
)


def sides(before: Played, after: Played, own: tuple[Played, Played] | None) -> tuple[list[Change], Retuned | None]:
    retuned = Retuned(tuple(run_of(*one) for one in own), GAINED) if own else None
    return [Change("after", run_of(*after))], retuned


def answered(before: Played, after: Played, own: tuple[Played, Played] | None) -> Answer:
    changes, retuned = sides(before, after, own)
    return asked("whatif", *before, changes=changes, retuned=retuned)


@pytest.fixture(scope="module")
def plain() -> Played:
    return played(0.0)


@pytest.fixture(scope="module")
def tilted() -> Played:
    return played(6.0)


@pytest.fixture(scope="module")
def learnt(plain, tilted) -> Answer:
    """The triangle gains by the change as players come, and is as good as before once they know the game."""
    return answered(plain, tilted, (tilted, tilted))


def test_each_kind_of_players_has_its_own_effect_and_the_difference_its_interval(learnt):
    rows = {
        row["players"]: row for row in learnt.tables["tuned_players"].filter(name="triangle (B)").iter_rows(named=True)
    }
    assert list(rows) == ["ordinary players", "tuned for it", "difference"]
    come = learnt.tables["win_shares"].filter(name="triangle (B)").row(0, named=True)
    assert [rows["ordinary players"][name] for name in NUMBERS] == [come[name] for name in NUMBERS]
    assert rows["tuned for it"]["effect"] == 0
    assert rows["difference"]["effect"] == -come["effect"]
    assert rows["difference"]["effect_high"] < 0


def test_the_verdict_says_when_the_two_differ(learnt):
    found = {one.subject: one for one in learnt.verdicts}
    own = found["triangle (B) tuned for it"]
    assert own.family == "Boards, with players tuned for each side"
    assert found["triangle (B)"].family == "Boards"
    assert " with players tuned for each side " in own.sentence
    assert any(note.startswith("Tuned players: ") for note in learnt.notes)


def test_players_who_gained_nothing_are_told(learnt):
    rows = learnt.tables["retuned"].select("scenario", "strategy", "plays", "generations", "share").rows()
    assert rows == [("before", "builder", "found after", 9, 0.02), ("after", "builder", "as before", 9, 0.0)]


def test_all_comparisons_of_a_kind_are_one_family_by_whoever_plays(plain, tilted):
    changes, retuned = sides(plain, tilted, (plain, tilted))
    alone, both = run_of(*plain, changes=changes), run_of(*plain, changes=changes, retuned=retuned)
    for kind in KINDS:
        names, family, found = win_share_changes(both, kind)
        _, family_alone, nobody = win_share_changes(alone, kind)
        assert nobody is None
        assert family_alone.size == len(names)
        assert family.size == 3 * len(names)
        assert found.names == names
        assert found.ordinary.effect.tolist() == found.tuned.effect.tolist()
        assert found.more.effect.tolist() == [0.0] * len(names)
        assert {part.rate for part in (found.ordinary, found.tuned, found.more)} == {family.rate}


def test_one_who_decides_alone_reads_both(plain):
    before, after = one_decides(plain)
    run = run_of(*before, facts=ALONE)
    changes, retuned = [Change("after", run_of(*after, facts=ALONE))], Retuned((run, run), ())
    found = asked("whatif", *before, facts=ALONE, changes=changes, retuned=retuned)
    first, second = found.screen.lead.split(" A player tuned for each side wins ")
    assert first.startswith("The player wins ")
    assert " (0.0 of 100, " in second
