"""What happens in a game of ZhanGuo between two decisions: turns and phases that end, what follows without a choice."""

from collections.abc import Iterator, Mapping
from typing import Any

from cext.games.deck_words import moment
from cext.games.zhanguo.data.component_types import (
    ABILITIES,
    ACTIONS,
    ASPECTS,
    BOARD_EFFECTS,
    REWARD_KINDS,
    TASK_TYPES,
    TRIGGERS,
    Components,
)
from cext.games.zhanguo.words.moves import RULES, STAGES
from cext.games.zhanguo.words.names import SOURCES, ability_names
from cext.games.zhanguo.words.record import SECTIONS, Words, before_drawing, phase_of, stage_of
from cext.kernel.move_table import Packed
from cext.kernel.words import Milestone

__all__ = ["events", "milestones"]

State = Mapping[str, Any]

SET_UP, DRAW, PLAY, REWARDS, OVER = range(5)
WITHIN_ACTION, BOARD_ABILITY, N_REGIONS = (RULES[name] for name in ("WITHIN_ACTION", "BOARD_ABILITY", "N_REGIONS"))
WANTS_HIGHER = TRIGGERS[: RULES["TRIGGER_HIRE"] + 1]  # of the card played; the other triggers want a lower one
# Categories that need a word; abilities are told card by card.
SCORED_AT_ONCE = [k for k in range(RULES["N_RUNNING"]) if k != RULES["CATEGORY_ABILITIES"]]


# -- turns and phases -----------------------------------------------------------------------------------------------


def milestones(words: Words, before: State | None, after: State) -> list[Milestone]:
    """Turns and phases that ended between two decisions, with the whole state at that moment."""
    names = milestone_names(before, after)
    found: list[Milestone] = []
    left_behind = before is None or after["round"] != before["round"] or phase_of(before) == SET_UP
    drawn = phase_of(after) in (DRAW, PLAY) and left_behind
    if names and drawn:
        # the cards of the next round have been drawn already: what ended did so before
        at = moment(0, SET_UP) if before is None or phase_of(before) == SET_UP else moment(before["round"], REWARDS)
        found.append((names, words.whole_state_of(before_drawing(after, words.seats), now=at)))
        names = []
    if drawn and phase_of(after) == PLAY:
        names = [f"round {after['round'] + 1}, phase 1"]
    if names:
        found.append((names, words.whole_state_of(after)))
    return found


def milestone_names(before: State | None, after: State) -> list[str]:
    """Names of what ended, phase 1 of a new round aside."""
    if before is None:
        return ["set-up" if phase_of(after) != SET_UP else "set-up but for the player boards"]
    phase, seat, round_ = phase_of(before), before["active"] + 1, before["round"] + 1
    if phase == SET_UP:
        if stage_of(before) != "board":
            return []
        return [f"board of player {seat}", *(["set-up"] if phase_of(after) != SET_UP else [])]
    if phase == DRAW:
        done = phase_of(after) != DRAW
        if not done and after["active"] == before["active"]:
            return []
        return [f"round {round_}, phase 1, cards of player {seat}", *([f"round {round_}, phase 1"] if done else [])]
    names = []
    same_phase = phase_of(after) == phase and after["round"] == before["round"]
    if phase == PLAY:
        if same_phase and after["turns"] == before["turns"]:
            return []
        names.append(f"round {round_}, phase 2, turn {before['turns'] + 1} (player {seat})")
        if same_phase:
            return names
        names.append(f"round {round_}, phase 2")
    names += [f"round {round_}, phase 3, {ASPECTS[a]}" for a in settled(before, after)]
    if phase_of(after) != REWARDS:
        names.append(f"round {round_}, phase 3")
    return names


def settled(before: State, after: State) -> range:
    """Aspects whose reward was settled between two decisions of one round, or up to the next round."""
    first = before["aspect"] if phase_of(before) == REWARDS else 0
    last = after["aspect"] if phase_of(after) == REWARDS else len(ASPECTS)
    return range(first, last)


# -- what followed --------------------------------------------------------------------------------------------------


def events(words: Words, before: State | None, move: int | None, after: State) -> list[str]:
    """What followed from a move, one line each, in the order it happened."""
    components, players = words.tables, words.seats
    packed = Packed.of(move or 0)
    lines: list[str] = []
    if before is not None:
        seat = before["active"]
        if phase_of(before) == PLAY and stage_of(before) != "play":
            lines += gains(components, before, after, packed)
        for i in range(players) if phase_of(before) == SET_UP else (seat,):
            lines += changes(components, before["seat"][i], after["seat"][i], i)
        if phase_of(before) in (PLAY, REWARDS):
            lines += rewards(components, before, after, packed, players)
        if phase_of(before) == DRAW and phase_of(after) != DRAW:
            lines.append("the discards are shuffled and placed at the bottom of their decks")
    return [*lines, *draws(before, after, players)]


def gains(components: Components, before: State, after: State, move: Packed) -> Iterator[str]:
    """Abilities that only give, carried out at once."""
    seat = before["active"]
    player, done = before["seat"][seat], after["seat"][seat]
    if before["within"] == WITHIN_ACTION:
        if after["within"] == WITHIN_ACTION or stage_of(before) == "region":
            return
        waiting = triggered(components, before)
    else:
        waiting = before["pending"]
        if stage_of(before) == "ability":
            waiting = waiting & ~(1 << move.a) if STAGES[move.kind] == "ability" else 0
    taken = waiting & ~after["pending"]
    for i in range(BOARD_ABILITY):
        if taken >> i & 1:
            card = components.cards[player["card"][i // 3][i % 3] - 1]
            brought = gain_words(components, card.ability, done, i // 3 + 1)
            yield f"player {seat + 1}: card {card.number} in region {i // 3 + 1} is activated: {brought}"
    if taken >> BOARD_ABILITY & 1:
        yield f"player {seat + 1}: the board's ability: 1 VP, no marker is left"


def triggered(components: Components, state: State) -> int:
    """Abilities an action triggers when it is done: bits 3 x region + place of the card, 15 the board's own."""
    player, action = state["seat"][state["active"]], ACTIONS[state["action"]]
    mask = 0
    if action in TRIGGERS and state["higher" if action in WANTS_HIGHER else "lower"]:
        mask = int(player["by_trigger"][TRIGGERS.index(action)])
    return (
        mask
        | any(
            BOARD_EFFECTS[ability.effect] == "marker" and state["action"] in ability.actions
            for ability in components.abilities
            if ability.block == components.boards[player["board"]].block
        )
        << BOARD_ABILITY
    )


def gain_words(components: Components, ability: int, player: State, region: int) -> str:
    """What an ability that only gives has given."""
    name = ABILITIES[ability]
    if name in ("vp_2", "vp_3"):
        return f"{components.numbers.ability_vp[name == 'vp_3']} VP"
    if name == "worker":
        return f"1 worker in region {region}"
    if name == "marker":
        return "1 VP, no marker is left"
    aspect = name.removeprefix("vp_per_")
    if aspect in ASPECTS:
        return f"{player['n_aspect'][ASPECTS.index(aspect)]} VP for as many {aspect} cards"
    return ability_names(components.numbers.ability_points, components.numbers.ability_vp)[ability]


def changes(components: Components, old: State, new: State, seat: int) -> Iterator[str]:
    """Markers, points, unrest, workers and tasks of the player who moved."""
    who = f"player {seat + 1}"
    for a, aspect in enumerate(ASPECTS):
        for pieces, value in (("ones", 1), ("threes", 3)):
            n = new[pieces][a] - old[pieces][a]
            if n:
                verb, plural = "takes" if n > 0 else "gives back", "s" if abs(n) > 1 else ""
                yield f"{who} {verb} {abs(n)} value-{value} {aspect} marker{plural}"
    for k in SCORED_AT_ONCE:
        n = new["source"][k] - old["source"][k]
        if n:
            yield f"{who} {'scores' if n > 0 else 'pays'} {abs(n)} VP ({SOURCES[k][0]})"
    for r in range(N_REGIONS):
        if new["unrest"][r] != old["unrest"][r]:
            yield f"{who}: unrest of region {r + 1} is {new['unrest'][r]}"
        if new["workers"][r] != old["workers"][r]:
            yield f"{who}: workers in region {r + 1} are {new['workers'][r]}"
    for k, slot in enumerate(new["task"]):
        if slot and not old["task"][k]:
            kind = TASK_TYPES[k % 3]
            vp = components.numbers.task_vp[slot - 1]
            yield f"{who} accomplishes the {kind} task of the {SECTIONS[k // 3]} section: disc on the {vp} VP slot"


def rewards(components: Components, before: State, after: State, move: Packed, players: int) -> Iterator[str]:
    """Phase 3: the disc that moved, players who pass because they cannot take a reward, the new 1st player."""
    if before["order"][:players] != after["order"][:players]:
        yield f"the disc of player {before['active'] + 1} moves: tiebreaker order {order_words(after, players)}"
    if phase_of(before) == PLAY and phase_of(after) == PLAY and before["round"] == after["round"]:
        return
    round_, asked = before["round"], phase_of(before) == REWARDS
    accepted = asked and not (STAGES[move.kind] == "reward" and move.a == 0)
    going_on = phase_of(after) == REWARDS
    if accepted and going_on and after["aspect"] == before["aspect"]:
        return
    first = before["aspect"] if asked else 0
    last = after["aspect"] if going_on else len(ASPECTS) - 1
    for a in range(first, last + 1):
        if a == first and accepted:
            continue
        queue = before["queue"][1 : before["n_queue"]] if asked and a == first else queued(after, a, players)
        if going_on and a == after["aspect"]:
            queue = queue[: queue.index(after["active"])]
        reward = f"{ASPECTS[a]} reward ({REWARD_KINDS[components.rewards[a][round_].kind]})"
        for i in queue:
            yield f"player {i + 1} cannot take the {reward} and passes"
        if not (going_on and a == after["aspect"]):
            yield f"the {reward} is not assigned"
    if not going_on:
        yield f"round {round_ + 1} ends: tiebreaker order {order_words(after, players)}"


def queued(state: State, aspect: int, players: int) -> list[int]:
    """Players with markers of an aspect, highest value first, ties by the discs."""
    value = {i: p["ones"][aspect] + 3 * p["threes"][aspect] for i, p in enumerate(state["seat"][:players])}
    return sorted((i for i in state["order"][:players] if value[i]), key=lambda i: -value[i])


def order_words(state: State, players: int) -> str:
    return ", ".join(str(i + 1) for i in state["order"][:players])


def draws(before: State | None, after: State, players: int) -> Iterator[str]:
    """Cards drawn in phase 1."""
    if phase_of(after) not in (DRAW, PLAY):
        return
    for k in range(players):
        i = (after["order"][0] + k) % players
        held = [] if before is None else before["seat"][i]["hand"][: before["seat"][i]["n_hand"]]
        drawn = [c for c in after["seat"][i]["hand"][: after["seat"][i]["n_hand"]] if c not in held]
        if drawn:
            yield f"player {i + 1} draws {', '.join(map(str, drawn))}"
