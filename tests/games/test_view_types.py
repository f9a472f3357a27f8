"""The types of views are current: what players see in games is what they say, entry by entry."""

from functools import cache
from importlib import import_module
from types import GenericAlias, NoneType, UnionType
from typing import Any, NotRequired, TypedDict, Union, get_args, get_origin, get_type_hints, is_typeddict

import pytest

from cext.games import GAMES, load_game
from cext.games.view_types import boards_for, file_of, sample_of, source, type_module, views

TYPED = [name for name in GAMES if file_of(name).is_file()]  # a small game may have no types of its views
SHARE = {"first_empire": 0.02, "zhanguo": 0.1}  # of decisions: their views take long


hints_of, origin_of, args_of = cache(get_type_hints), cache(get_origin), cache(get_args)  # asked for all of every view


def misfits(value: Any, wanted: Any, place: str = "view") -> list[str]:
    """Where a value is not of a type, in words."""
    if wanted is Any or type(value) is wanted or (value is None and wanted is NoneType):
        return []
    if origin_of(wanted) in (Union, UnionType):
        every = [misfits(value, one, place) for one in args_of(wanted)]
        return [] if [] in every else min(every, key=len)
    if is_typeddict(wanted) and isinstance(value, dict):
        hints = hints_of(wanted)
        wrong = [f"{place}.{key} is of no type" for key in value if key not in hints]
        wrong += [f"{place}.{key} is missing" for key in wanted.__required_keys__ if key not in value]
        unlike = [key for key in hints if key in value and type(value[key]) is not hints[key]]
        return wrong + [w for key in unlike for w in misfits(value[key], hints[key], f"{place}.{key}")]
    if origin_of(wanted) is list and isinstance(value, list):
        (item_type,) = args_of(wanted)
        return [w for item in value if type(item) is not item_type for w in misfits(item, item_type, f"{place}[]")]
    if origin_of(wanted) is dict and isinstance(value, dict):
        return [w for key, item in value.items() for w in misfits(item, args_of(wanted)[1], f"{place}.{key}")]
    return [f"{place} is {value!r}"]


@pytest.mark.parametrize("name", TYPED)
def test_views_are_what_their_types_say(name: str) -> None:
    types = import_module(f"cext.games.{name}.words.view_types")
    seen = list(views(name, seed=1000, share=SHARE.get(name, 0.5)))
    assert len(seen) > 20
    for view in {sample_of(view): view for view in seen}.values():  # one of those whose entries have the same types
        assert misfits(view, types.View) == []


@pytest.mark.parametrize("name", TYPED)
def test_files_are_what_the_games_say_now(name: str) -> None:
    assert source(name) == file_of(name).read_text(encoding="utf-8"), f"run: python -m cext.games.view_types {name}"


@pytest.mark.parametrize("name", TYPED)
def test_nothing_was_never_seen(name: str) -> None:
    assert "Any" not in file_of(name).read_text(encoding="utf-8")


def test_seats_begin_with_every_board_in_turn() -> None:
    middle_kingdom = load_game("middle_kingdom", players=2)
    assert boards_for(middle_kingdom, 6) == ["dragon", "equal"]
    assert boards_for(load_game("qin", players=3), 1) == ["lakes_reconstructed"] * 3


def test_types_are_read_off_views() -> None:
    seen = [
        {
            "players": [{"cards": [{"no": 1}], "ill": None}],
            "piles": {"a b": 1},
            "left": {"x": [], "y": [1]},
            "never": [],
        },
        {
            "players": [{"cards": [], "ill": 2}],
            "piles": {"c d": 2},
            "left": {"x": [], "y": [None]},
            "never": [],
            "so": "s",
        },
    ]
    found: dict[str, Any] = {}
    exec(type_module("toy", seen), found)
    hints = get_type_hints(found["View"], include_extras=True)
    assert hints["so"] == NotRequired[str]
    assert hints["piles"] == dict[str, int]
    assert hints["never"] == list[Any]
    assert hints["players"] == _listed(found["Player"])
    assert get_type_hints(found["Player"]) == {"cards": _listed(found["Card"]), "ill": int | None}
    assert get_type_hints(found["Left"]) == dict.fromkeys("xy", list[int | None])
    for view in seen:
        assert misfits(view, found["View"]) == []
    assert misfits({**seen[0], "players": [{"cards": [{}], "ill": "x"}]}, found["View"]) == [
        "view.players[].cards[].no is missing",
        "view.players[].ill is 'x'",
    ]


def _listed(of: Any) -> Any:
    return GenericAlias(list, (of,))


class _Seen(TypedDict):
    seat: int


def test_a_view_with_an_entry_more_or_less_does_not_fit() -> None:
    assert misfits({"seat": 1, "hand": []}, _Seen) == ["view.hand is of no type"]
    assert misfits({}, _Seen) == ["view.seat is missing"]
