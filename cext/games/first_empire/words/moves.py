"""The First Empire's moves in the rulebook's words: one table, from which text, notation and JSON Schema follow."""

from collections.abc import Mapping
from typing import Any

from cext.games.deck_words import ASPECT, ASPECT_LETTERS, STOP, play_kind
from cext.games.first_empire.data.components import ASPECTS, PALACE_KINDS, REGIONS, Components
from cext.games.first_empire.words.move_fields import (
    AT,
    FREE,
    MASK,
    N_SPACES,
    NOBODY,
    OFFICIAL,
    OPEN,
    PIECES,
    REGION,
    REGION_LETTERS,
    RULES,
    STAGES,
    TILE_LETTERS,
    letters,
    of_components,
    palace_text,
    region,
    region_names,
    reward_text,
    spend_text,
    tokens_text,
)
from cext.games.first_empire.words.names import ACTION_NAMES, CLASSES, PALACE_TILE_NAMES, card_name, some
from cext.kernel import json_schema as js
from cext.kernel.move_table import MoveField, MoveKind, MoveTable

__all__ = ["NOBODY", "RULES", "STAGES", "move_table"]


def move_table(components: Components, options: Mapping[str, Any]) -> MoveTable:
    """The moves of a game with these components and options; what counts from 0 in the rules counts from 1 here."""
    shown = of_components(components, options)
    return MoveTable(*turn_moves(shown), *gain_moves(), *phase_3_moves(shown))


def turn_moves(shown: Mapping[str, tuple[MoveField, ...]]) -> tuple[MoveKind, ...]:
    """The Starting tile, the card of a turn, what its action asks."""
    return (
        MoveKind(
            name="start",
            fields=shown["start"],
            text="starting tile {tile}: {gives}",
            notation="t{tile}",
            expected="t and the starting tile",
        ),
        play_kind(
            CLASSES,
            ACTION_NAMES,
            "U unify, R recruit, E elixir, G governor, H hire, P palace, W wall, N nothing",
        ),
        MoveKind(
            name="region",
            fields=(AT,),
            text=lambda fields: f"place the card in {region_names([fields['region']])}",
            notation="@{region}",
            expected="@ and the region the card goes to (c Chu, w Wei, z Zhao, q Qi, y Yan)",
        ),
        MoveKind(
            name="recruit",
            fields=(OFFICIAL, region("b")),
            text=lambda fields: f"{fields['official']} to {region_names([fields['region']])}",
            notation="+{official}{region}",
            expected="+ with the official (a alchemist, r architect, g general) and the region",
        ),
        MoveKind(
            name="card",
            fields=shown["card"],
            text=lambda fields: f"{card_name(fields['card'])} to {region_names([fields['region']])}",
            notation=lambda fields: f"{fields['card'].split()[1]}@{REGION_LETTERS[fields['region']]}",
            expected="the Alchemist card @ the region, unlock for a soldier, or stop",
        ),
        MoveKind(
            name="unlock_one",
            text="unlock a soldier",
            notation="unlock",
            expected="unlock, or the Alchemist card @ the region",
        ),
        MoveKind(
            name="master",
            fields=shown["master"],
            text=lambda fields: f"take the {card_name(fields['card'])}",
            notation=lambda fields: f"M:{fields['card'].split()[1]}",
            expected="M: and the Master Alchemist card",
        ),
        MoveKind(
            name="governor",
            fields=(AT, MoveField("space", js.or_none(js.whole(1, N_SPACES)),
                              lambda state, move: None if move.b == OPEN else move.b + 1)),
            text=lambda fields: f"governor in {region_names([fields['region']])}, "
            + (f"space {fields['space']}" if fields["space"] else "open area"),
            notation=lambda fields: f"g{REGION_LETTERS[fields['region']]}{fields['space'] or 'o'}",
            expected="g, the region and the space (o: the open area)",
        ),
        MoveKind(
            name="bonus",
            fields=shown["bonus"],
            text="bonus: {bonus}",
            notation="b{half}",
            expected="b and the half of the governor tile",
        ),
        MoveKind(
            name="hire",
            fields=(AT,),
            text=lambda fields: f"hire in {region_names([fields['region']])}",
            notation="h{region}",
            expected="h and the region",
        ),
        MoveKind(
            name="palace",
            fields=(AT, MoveField("third_worker", js.or_none(REGION),
                              lambda state, move: None if move.b == FREE else REGIONS[move.b])),
            text=palace_text,
            notation=lambda fields: "p" + letters(REGION_LETTERS, filter(None, list(fields.values())[1:])),
            expected="p, the region, and the region of the third worker unless it is free",
        ),
        MoveKind(
            name="palace_tile",
            fields=(MoveField.of_names("counts", "a", PALACE_KINDS, TILE_LETTERS),),
            text=lambda fields: f"palace tile: {PALACE_TILE_NAMES[fields['counts']]}",
            notation="={counts}",
            expected="= and the palace tile (w writing, c currency, l laws, a Alchemist cards, u all for unrest)",
        ),
        MoveKind(
            name="large",
            fields=(ASPECT,),
            text="large {aspect} token",
            notation="*2{aspect}",
            expected="*2 and the aspect (w writing, c currency, l laws)",
        ),
        MoveKind(
            name="wall",
            fields=shown["wall"],
            text=lambda fields: f"wall in section {fields['section']} ({fields['site']}), "
            f"slot of {some(fields['workers'], 'worker')}",
            notation="w{section}/{workers}",
            expected="w section / workers of the slot",
        ),
        MoveKind(
            name="pay",
            fields=(MASK,),
            text=lambda fields: f"workers from {region_names(fields['regions'])}",
            notation=lambda fields: f"-{letters(REGION_LETTERS, fields['regions'])}",
            expected="- and the regions that give a worker",
        ),
        MoveKind(
            name="emperor",
            fields=shown["emperor"],
            text=lambda fields: f"Emperor tile ({fields['trigger']}) on {card_name(fields['card'])} "
            f"in {region_names([fields['region']])}",
            notation="^{region}{position}",
            expected="^, the region and the position of the card in it",
        ),
        MoveKind(
            name="ability",
            fields=shown["ability"],
            text=lambda fields: f"activate {card_name(fields['card'])} in {region_names([fields['region']])}",
            notation="!{region}{position}",
            expected="!, the region and the position of the card in it; an official with from>to; or stop",
        ),
    )  # fmt: skip


def gain_moves() -> tuple[MoveKind, ...]:
    """What abilities, bonuses and rewards ask."""
    return (
        MoveKind(
            name="move",
            fields=(OFFICIAL, region("b", "origin"), region("c", "target")),
            text=lambda fields: (
                f"{fields['official']} from {region_names([fields['origin']])} to {region_names([fields['target']])}"
            ),
            notation="{official}{origin}>{target}",
            expected="the official's letter and from>to, or stop",
        ),
        STOP,
        MoveKind(
            name="tokens",
            fields=(
                MoveField(
                    "tokens",
                    js.by_name(ASPECTS, js.whole()),
                    lambda state, move: dict(zip(ASPECTS, (move.a, move.b, move.c), strict=True)),
                ),
            ),
            text=tokens_text,
            notation=lambda fields: "*" + "".join(ASPECT_LETTERS[name] * n for name, n in fields["tokens"].items()),
            expected="* and the letters of the tokens (w writing, c currency, l laws)",
        ),
        MoveKind(
            name="calm",
            fields=(MASK,),
            text=lambda fields: f"unrest -1 in {region_names(fields['regions'])}",
            notation=lambda fields: f"~{letters(REGION_LETTERS, fields['regions'])}",
            expected="~ and the regions where unrest falls",
        ),
        MoveKind(
            name="move_worker",
            fields=(region("a", "origin"), region("b", "target")),
            text=lambda fields: f"worker from {region_names([fields['origin']])} to {region_names([fields['target']])}",
            notation="{origin}>{target}",
            expected="from>to, for a worker, or stop",
        ),
        MoveKind(
            name="place",
            fields=(
                AT,
                MoveField("piece", js.choice(PIECES), lambda state, move: PIECES[state["type"]]),
                MoveField("number", js.whole(), lambda state, move: state["amount"]),
            ),
            text=lambda fields: f"{some(fields['number'], fields['piece'])} to {region_names([fields['region']])}",
            notation=">{region}",
            expected="> and the region",
        ),
    )


def phase_3_moves(shown: Mapping[str, tuple[MoveField, ...]]) -> tuple[MoveKind, ...]:
    """Soldiers, rewards, tokens."""
    return (
        MoveKind(
            name="soldier",
            fields=shown["soldier"],
            text="soldier on {row}.{column} ({tile})",
            notation="s{row}{column}",
            expected="s, the row and the column of the tile, or stop",
        ),
        MoveKind(
            name="reward",
            fields=shown["reward"],
            text=reward_text,
            notation=lambda fields: "take" if fields["accept"] else "leave",
            expected="take or leave",
        ),
        MoveKind(
            name="unlock",
            fields=(MoveField("soldiers", js.whole(0), lambda state, move: move.a),),
            text=lambda fields: f"unlock {some(fields['soldiers'], 'soldier') if fields['soldiers'] else 'no soldier'}",
            notation="u{soldiers}",
            expected="u and the number of soldiers",
        ),
        MoveKind(
            name="spend",
            fields=(MoveField("large", js.whole(0), lambda state, move: move.a),
                    MoveField("small", js.whole(0), lambda state, move: move.b)),
            text=spend_text,
            notation="-{large}+{small}",
            expected="- large + small tokens",
        ),
        MoveKind(
            name="return",
            fields=(ASPECT, MoveField("tokens", js.whole(0), lambda state, move: move.b)),
            text=lambda fields: f"return {some(fields['tokens'], fields['aspect'] + ' token')}",
            notation="-{aspect}{tokens}",
            expected="- the aspect and the number of its small tokens that go back",
        ),
        MoveKind(
            name="his_soldier",
            fields=shown["soldier"],
            text="Li Si's soldier on {row}.{column} ({tile})",
            notation="S{row}{column}",
            expected="S, the row and the column of the tile",
        ),
    )  # fmt: skip
