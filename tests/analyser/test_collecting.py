"""The collector of cycles is away in a block and back after it, whatever happens there."""

import gc

import pytest

from analyser.collecting import gc_paused, no_more


def test_the_collector_is_back_after_the_block_and_after_an_error() -> None:
    with gc_paused():
        assert not gc.isenabled()
    assert gc.isenabled()
    with pytest.raises(ZeroDivisionError), gc_paused():
        raise ZeroDivisionError
    assert gc.isenabled()


def test_one_that_was_away_before_stays_away() -> None:
    gc.disable()
    try:
        with gc_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_at_the_end_nothing_is_looked_at_any_more() -> None:
    try:
        no_more()
        assert gc.get_freeze_count() > 10_000
    finally:
        gc.unfreeze()
