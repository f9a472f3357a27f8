"""Provisional answers are those of the games finished so far, with intervals that hold whenever they are looked at."""

from dataclasses import replace

import pytest

from analyser.runs.answer import answer_run, provisional_screens
from analyser.runs.store import RunDirectory


def test_of_all_games_they_are_the_answer_with_wider_intervals(reference: RunDirectory) -> None:
    run = RunDirectory.open(reference.path)
    ((label, asked, screen),) = provisional_screens(run)
    final = answer_run(run, "balance")[0].answer.screen
    assert label == ""
    assert "players" in asked
    assert {row.name for row in screen.rows} == {row.name for row in final.rows}
    of_final = {row.name: row for row in final.rows}
    for row in screen.rows:
        assert row.value == pytest.approx(of_final[row.name].value, abs=1e-12)
        assert row.high - row.low > of_final[row.name].high - of_final[row.name].low


def test_without_games_there_are_none(reference: RunDirectory) -> None:
    batches = [replace(batch, parts={}) for batch in reference.manifest.batches]
    run = RunDirectory(reference.path, replace(reference.manifest, batches=batches))
    assert provisional_screens(run) == []
