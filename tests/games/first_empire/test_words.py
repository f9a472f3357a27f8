"""Words of The First Empire: facts, notation, views, records and the screen, on games that the model plays."""

import itertools
import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import jsonschema_rs
import pytest
from rich.console import Console

from analyser.replay.renderer import plain_text
from analyser.replay.terminal import render_table
from cext.games.first_empire.data.components import ASPECTS, load
from cext.games.first_empire.words import FirstEmpireWords, course, names, record
from cext.games.first_empire.words.facts import CHARTS
from cext.games.first_empire.words.move_fields import RULES, STAGES, card_of
from cext.games.first_empire.words.screen import Screen
from cext.games.first_empire.words.view import view
from cext.kernel.layout import declarations
from tests.games.first_empire.as_state import RULES_FOLDER, as_state
from tests.games.first_empire.model.game import Model
from tests.games.first_empire.model.playing import facts
from tests.games.first_empire.model.setup import set_up, set_up_solo

State = dict[str, Any]

README = Path(names.__file__).parents[1] / "README.md"
DATA = load()
OPTIONS = {
    "emperor_trigger": "replaces",
    "tableau": "printed",
    "advanced": False,
    "emperor_tiles": "section",
    "lisi": "1",
}
COUNTERS = declarations(*(RULES_FOLDER / f"{name}.pxd" for name in ("tables", "state", "readout"))).counters(
    "Tally", names.things_counted(DATA), end="N_TALLIES"
)
BOARDS = ("dealt", *(f"tile_{n}" for n in range(1, 11)))
SHAPE = re.compile(
    r"t\d+|[UREGHPWN]\d+|@[cwzqy]|\+[arg][cwzqy]|[a-z_]+@[cwzqy]|unlock|M:[a-z_]+|g[cwzqy][12o]|b[12]|h[cwzqy]"
    r"|p[cwzqy]{1,2}|=[wclau]|\*2[wcl]|w\d/\d|-[cwzqy]{1,3}|\^[cwzqy]\d|![cwzqy]\d|[arg][cwzqy]>[cwzqy]|stop|\*[wcl]+"
    r"|~[cwzqy]+|[cwzqy]>[cwzqy]|>[cwzqy]|s\d\d|take|leave|u\d|-\d\+\d|-[wcl]\d|S\d\d"
)


@cache
def words(players: int, bots: int = 0) -> FirstEmpireWords:
    """The words of a game that has no engine."""
    fields = {"options": OPTIONS, "players": players - bots, "bots": bots, "boards": BOARDS, "kinds": STAGES[:-1]}
    fields |= {"name": "first_empire", "title": "The First Empire", "opening_turns": 6, "layout": None}
    fields |= {"table_boards": False, "single_boards": True, "classes": names.CLASSES, "sources": names.SOURCES}
    fields |= {"tallies": COUNTERS, "n_running": 0, "offers": {}}
    return FirstEmpireWords(cast(Any, SimpleNamespace(**fields)), DATA, None)


def states(players: int, seed: int, *, lisi: int = 0) -> Iterator[State]:
    """The positions of a game the model plays at random."""
    draw = Random(seed)
    if lisi:
        table = set_up_solo(facts(2), lisi, draw)
    else:
        table = set_up(facts(players), draw)
        table.track.sort()  # in a game of the kernel seat 1 is the 1st player
    model = Model(table)
    while model.decision is not None:
        yield as_state(table, model.decision)
        model.apply(draw.choice(model.decision.options))
    yield as_state(table, None)


@cache
def game(players: int, seed: int = 1, lisi: int = 0) -> tuple[State, ...]:
    return tuple(states(players, seed, lisi=lisi))


def header(players: int, first: State) -> dict[str, Any]:
    seats = [{"strategy": "random"}] * players
    return {
        "components": words(players).content,
        "seats": seats,
        "set_up": record.set_up(DATA, first, players, OPTIONS),
        "players": players,
        "options": OPTIONS,
    }


def whole(state: State, players: int) -> dict[str, Any]:
    return record.whole_state(DATA, state, players, OPTIONS, record.now(state))


# -- facts ------------------------------------------------------------------------------------------------------------


def test_starting_tiles_are_boards_each_once_and_the_choice_is_side_a() -> None:
    boards = words(3).facts()["boards"]
    assert [one["side"] for one in boards.values()] == ["A", *["B"] * 10]
    assert boards["tile_1"]["label"] == "tile 1 (1 alchemist)"
    assert boards["tile_4"]["label"] == "tile 4 (2 writing tokens for unrest in Wei)"
    assert boards["tile_10"]["label"] == "tile 10 (1 Alchemist card for unrest in Wei, Zhao and Qi)"
    assert words(3).facts()["board"]["single"] is True


def test_charts_name_counters_of_the_rules() -> None:
    counted = {name for name, _ in COUNTERS}
    assert [one["key"] for one in words(3).facts()["charts"]] == [
        "works", "elixir_route", "elixir", "mausoleum", "means", "unrest", "turns",
    ]  # fmt: skip
    assert {pair[0] for one in CHARTS for pair in one["tallies"]} - counted == set()


def test_the_readme_lists_every_tally() -> None:
    chapter = README.read_text(encoding="utf-8").split("\n## Tallies\n")[1].split("\n## ")[0]
    stems = {
        re.sub(
            r"^(action_|ability_|unrest_|holds_|governor_tile_|validated_|score_after_round_|ship_after_round_).*",
            r"\1",
            name,
        )
        for name, _ in COUNTERS
    }
    assert {stem for stem in stems if stem not in chapter} == set()


def test_sources_are_the_scorepad_in_the_order_of_the_rules() -> None:
    rules = [name.removeprefix("SOURCE_").lower() for name in RULES if name.startswith("SOURCE_")]
    assert [name for name, _ in names.SOURCES] == rules


def test_classes_are_the_actions_of_the_rules() -> None:
    acts = [name.removeprefix("ACT_").lower() for name in RULES if name.startswith("ACT_")]
    assert [name for _, name in names.CLASSES] == ["", *acts[1:]]
    assert len(names.ACTION_NAMES) == len(names.CLASSES)


def test_reports_list_every_ruling_of_the_readme() -> None:
    rows = re.findall(r"^\| ([FS]\d+) \| (.*?) \| .*? \| (.*?) ?\|$", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert [number for number, *_ in rows] == [*(f"F{n}" for n in range(1, 32)), *(f"S{n}" for n in range(1, 15))]
    for (_, _, switch), ruling in zip(rows, names.RULINGS, strict=True):
        assert re.findall(r"`(\w+)` =", switch) == re.findall(r"switch (\w+)", ruling)


# -- moves ------------------------------------------------------------------------------------------------------------


def pack(kind: str, a: int = 0, b: int = 0, c: int = 0) -> int:
    return STAGES.index(kind) | a << 8 | b << 16 | c << 24


MOVES = (
    (pack("start", 4), "t4", "starting tile 4: 2 writing tokens for unrest in Wei"),
    (pack("play", 57, 1), "U57", "Unification action with card 57 (currency)"),
    (pack("play", 90, 8), "N90", "no action is possible with card 90 (laws)"),
    (pack("region", 2), "@z", "place the card in Zhao"),
    (pack("recruit", 1, 4), "+ry", "architect to Yan"),
    (pack("card", 122, 0), "official_here@c", "Alchemist card (official here) to Chu"),
    (pack("unlock_one"), "unlock", "unlock a soldier"),
    (pack("master", 130), "M:vp_per_round", "take the Master Alchemist card (vp per round)"),
    (pack("governor", 3, 1), "gq2", "governor in Qi, space 2"),
    (pack("governor", 3, 255), "gqo", "governor in Qi, open area"),
    (pack("bonus", 1), "b2", "bonus: ship 3 spaces"),
    (pack("hire", 1), "hw", "hire in Wei"),
    (pack("palace", 0, 1), "pcw", "palace in Chu, third worker from Wei"),
    (pack("palace", 0, 5), "pc", "palace in Chu for free"),
    (pack("palace_tile", 4), "=u", "palace tile: all cards, for 1 unrest"),
    (pack("large", 2), "*2l", "large laws token"),
    (pack("wall", 5, 2), "w6/2", "wall in section 6 (phoenix), slot of 2 workers"),
    (pack("pay", 0b10001), "-cy", "workers from Chu and Yan"),
    (pack("move", 0, 1, 2), "aw>z", "alchemist from Wei to Zhao"),
    (pack("stop"), "stop", "stop"),
    (pack("tokens", 1, 0, 1), "*wl", "1 writing token and 1 laws token"),
    (pack("calm", 0b110), "~wz", "unrest -1 in Wei and Zhao"),
    (pack("move_worker", 3, 4), "q>y", "worker from Qi to Yan"),
    (pack("place", 0), ">c", "2 workers to Chu"),
    (pack("unlock", 2), "u2", "unlock 2 soldiers"),
    (pack("spend", 1, 1), "-1+1", "spend 1 large token and 1 small token"),
    (pack("return", 1, 3), "-c3", "return 3 currency tokens"),
)


@pytest.mark.parametrize(("move", "notation", "text"), MOVES)
def test_moves_in_words(move: int, notation: str, text: str) -> None:
    table = words(4).moves
    fields = table.describe({"target": 0, "type": 3, "amount": 2}, move)
    assert (table.notation(fields), table.text(fields)) == (notation, text)
    assert SHAPE.fullmatch(notation)
    jsonschema_rs.validate(table.schema(), fields)


def test_moves_about_the_table_name_what_lies_there() -> None:
    table, state = words(3).moves, dict(game(3)[0])
    state["emperor"] = [[1], [2], [3], [4], [5], [6]]
    state["target"], state["row"], state["round"], state["active"] = 5, 2, 3, 0
    state["seat"][0]["card"][1][0] = 77
    told = {
        name: table.text(table.describe(state, move))
        for name, move in {
            "emperor": pack("emperor", 1, 0),
            "ability": pack("ability", 1, 0),
            "reward": pack("reward", 1),
        }.items()
    }
    assert told == {
        "emperor": "Emperor tile (wall) on card 77 in Wei",
        "ability": "activate card 77 in Wei",
        "reward": "accept the laws reward (1 governor for free in Zhao or Qi)",
    }
    soldier = table.describe(state, pack("soldier", 4))
    assert (soldier["row"], soldier["column"], table.notation(soldier)) == (2, 2, "s22")
    assert re.fullmatch(r"soldier on 2\.2 \(elixir: ship on 12, 2 Alchemist cards\)", table.text(soldier))
    assert table.text(table.describe(state, pack("his_soldier", 8))).startswith("Li Si's soldier on 3.3 (Yan: ")


def test_kinds_have_the_numbers_of_the_rules() -> None:
    assert words(2).moves.names == STAGES[:-1]
    assert [RULES[f"KIND_{name.upper()}"] for name in STAGES] == list(range(len(STAGES)))
    assert set(words(2).moves.expected) == set(STAGES) - {"stop", "over"}


def test_the_readme_lists_every_kind_and_its_notation() -> None:
    text = README.read_text(encoding="utf-8")
    chapter = text.split("\n## Moves\n")[1].split("\n## ")[0]
    assert re.findall(r"^\| `?(\w+)`? \|", chapter, re.MULTILINE) == ["kind", *STAGES[:-1]]
    chapter = text.split("\n## Notation\n")[1].split("\n## ")[0]
    rows = [line.split("|")[1:4] for line in chapter.splitlines() if line.startswith("|")][2:]
    assert [kind.strip() for *_, kind in rows] == list(STAGES[:-1])
    for examples, *_ in rows:
        for example in re.findall(r"`([^`]+)`", examples):
            assert SHAPE.fullmatch(example), example


# -- records ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "lisi"), [(2, 0), (3, 0), (4, 0), (2, 1), (2, 4)])
def test_set_up_and_whole_states_have_the_form_they_say(players: int, lisi: int) -> None:
    schemas = words(players, bool(lisi)).part_schemas()
    positions = game(players, 2, lisi)
    jsonschema_rs.validate(schemas["set_up"], record.set_up(DATA, positions[0], players, OPTIONS))
    valid = jsonschema_rs.validator_for(schemas["state"])
    for state in positions:
        valid.validate(json.loads(json.dumps(whole(state, players))))


@pytest.mark.parametrize(("players", "lisi"), [(2, 0), (4, 0), (2, 3)])
def test_a_set_up_lays_out_its_own_deal_and_any_other(players: int, lisi: int) -> None:
    first, other = (next(states(players, seed, lisi=lisi)) for seed in (5, 6))
    setup = record.set_up(DATA, first, players, OPTIONS)
    record.lay_out(DATA, other, setup, players)
    assert record.set_up(DATA, other, players, OPTIONS) == setup
    assert whole(other, players) == whole(first, players)


def test_a_set_up_that_is_none_is_refused() -> None:
    first = next(states(3, 5))
    setup = record.set_up(DATA, first, 3, OPTIONS)
    setup["decks"]["laws"][0] = setup["decks"]["laws"][1]
    with pytest.raises(ValueError, match=r"decks\.laws"):
        record.lay_out(DATA, first, setup, 3)


def test_events_tell_every_point_scored_in_play() -> None:
    positions = game(3)
    scored = [0, 0, 0]
    for before, after in itertools.pairwise(positions):
        for line in course.events(DATA, before, "", after, 3, solo=False):
            if told := re.match(r"player (\d) scores (\d+) VP", line):
                scored[int(told[1]) - 1] += int(told[2])
    assert scored == [seat["vp"] for seat in positions[-1]["seat"][:3]]
    assert any(scored)


# -- what players see -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "lisi"), [(3, 0), (2, 2)])
def test_a_view_hides_hands_decks_and_tiles_and_shows_backs(players: int, lisi: int) -> None:
    cards = words(players, bool(lisi)).cards
    for state in game(players, 1, lisi)[::7]:
        seen = view(DATA, cards, state, players, OPTIONS, 0)
        everything = whole(state, players)
        hands = [player["hand"] for player in everything["players"]]
        assert [card["card"] for card in seen["players"][0]["hand"]] == hands[0]
        for hand, player in zip(hands[1:], seen["players"][1:], strict=True):
            assert player["hand"] == sorted((cards.aspect(card) for card in hand), key=ASPECTS.index)
        assert seen["cards_in_decks"] == {name: len(deck) for name, deck in everything["decks"].items()}
        assert not {"decks", "players"} & set(seen["board"])
        json.dumps(seen)
        if STAGES[state["stage"]] == "start":
            assert all(player["starting_tiles"] is None for player in seen["players"][1:])
        if lisi:
            assert not {"action_deck", "unification_deck", "dropped"} & set(seen["lisi"])


def test_what_is_hidden_changes_neither_view_nor_screen() -> None:
    for state in game(3)[::9]:
        other = json.loads(json.dumps(state))
        for deck, head in zip(other["deck"], other["head"], strict=True):
            deck[head:] = deck[head:][::-1]
        swapped = {card: card + (1 if card % 2 else -1) for card in range(1, 121)}
        held = [card for seat in state["seat"][1:3] for card in seat["hand"][: seat["n_hand"]]]
        for seat in other["seat"][1:3]:
            seat["hand"][: seat["n_hand"]] = [
                swapped[card] if swapped[card] not in held else card for card in seat["hand"][: seat["n_hand"]]
            ]
        cards = words(3).cards
        assert view(DATA, cards, state, 3, OPTIONS, 0) == view(DATA, cards, other, 3, OPTIONS, 0)
        drawing = Screen(header(3, game(3)[0]))
        assert drawing.render(whole(state, 3), seat=1) == drawing.render(whole(other, 3), seat=1)


def test_only_who_draws_is_told_the_cards() -> None:
    drawing = Screen(header(3, game(3)[0]))
    told = "player 2 draws 3, 17, 44, 60, 90, 118"
    assert drawing.redact(told, seat=2, mover=1) == told
    assert drawing.redact(told, seat=1, mover=2) == "player 2 draws 6 cards"
    assert drawing.redact("starting tile 3: 1 general", seat=1, mover=2) == "a starting tile"
    assert drawing.redact("starting tile 3: 1 general", seat=2, mover=2) == "starting tile 3: 1 general"
    assert drawing.redact("hire in Wei", seat=1, mover=2) == "hire in Wei"


# -- the screen -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "short"), [(80, True), (160, False)])
@pytest.mark.parametrize(("players", "lisi"), [(2, 0), (3, 0), (4, 0), (2, 4)])
def test_a_table_fits_its_columns(players: int, lisi: int, width: int, short: bool) -> None:
    positions = game(players, 3, lisi)
    head = header(players, positions[0])
    if lisi:
        head["seats"], head["bots"] = head["seats"][:1], 1
    drawing = Screen(head, short=short)
    assert drawing.legend
    for state in positions[::40]:
        console = Console(width=width)
        with console.capture() as capture:
            console.print(render_table(drawing.render(whole(state, players), seat=1), width, short=short))
        assert max(map(len, capture.get().splitlines())) <= width


def test_the_screen_shows_soldiers_walls_and_ships() -> None:
    positions = game(4, 3)
    drawing = Screen(header(4, positions[0]), short=True)
    state = whole(positions[-1], 4)
    regions, wall, elixir, mausoleum, court, *_ = drawing.render(state)["parts"]
    for spot, row in zip(state["mausoleum"], mausoleum["blocks"][0]["table"]["rows"], strict=True):
        shown = [span for span in row[2] if isinstance(span, list) and span[1].startswith("on-seat")]
        assert [int(text) for text, _ in shown] == spot["soldiers"]
    for section, row in zip(state["wall_sections"], wall["blocks"][0]["table"]["rows"], strict=True):
        shown = [span[0] for span in row[-1] if isinstance(span, list) and span[1].startswith("on-seat")]
        assert [int(str(text)) for text in shown] == [owner for owner in section["slots"] if owner]
    ships = plain_text(elixir["blocks"][0]["facts"][1][1])
    assert [int(n) for n in re.findall(r"\d (\d+):", ships)] == [player["ship"] for player in state["players"]]
    assert (plain_text(regions["title"]), plain_text(court["title"])) == ("Regions", "Court")
    assert card_of(DATA, 126) == "master vp_per_alchemist_here"
