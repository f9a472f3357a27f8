"""What happens between two decisions of The First Empire: turns and phases that end, what follows by itself."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cext.games.deck_words import moment
from cext.games.first_empire.data.component_types import ASPECTS, FAMILIES, OFFICIALS, REGIONS, TABLEAUS, Components
from cext.games.first_empire.words.moves import RULES, card_of
from cext.games.first_empire.words.names import SOURCES, card_name, region_name, some
from cext.games.first_empire.words.record import (
    Words,
    before_drawing,
    phase_of,
    slots_of,
    stage_of,
)
from cext.kernel.move_table import Packed
from cext.kernel.words import Milestone

__all__ = ["events", "milestones"]

State = Mapping[str, Any]

SET_UP, DRAW, PLAY, REWARDS, OVER = range(5)
ROUND_TURNS, RUNNING = RULES["ROUND_TURNS"], RULES["N_RUNNING"]


# -- turns and phases -----------------------------------------------------------------------------------------------


def milestones(words: Words, before: State | None, after: State) -> list[Milestone]:
    """Turns and phases that ended between two decisions, with the whole state at that moment."""
    names = milestone_names(words, before, after)
    found: list[Milestone] = []
    drawn = has_drawn(before, after)
    untouched = after["turns"] == 0 and stage_of(after) == "play"  # in solo Li Si may have begun the round
    if names and drawn and untouched:
        # the cards of the next round have been drawn already: what ended did so before
        at = moment(0, SET_UP) if before is None or phase_of(before) == SET_UP else moment(before["round"], REWARDS)
        found.append((names, words.whole_state_of(before_drawing(after, words.seats), now=at)))
        names = []
    if drawn:
        names = [*names, f"round {after['round'] + 1}, phase 1"]
        names += turn_names(after, after["round"], range(after["turns"]), words.seats)
    if names:
        found.append((names, words.whole_state_of(after)))
    return found


def has_drawn(before: State | None, after: State) -> bool:
    """Whether the cards of a round were drawn between two decisions."""
    if phase_of(after) not in (PLAY, REWARDS):
        return False
    return before is None or phase_of(before) == SET_UP or after["round"] != before["round"]


def turn_names(at: State, round_: int, turns: range, seats: int) -> list[str]:
    """Names of turns of a round by number from 0; the order of the round is that of the track in `at`."""
    return [f"round {round_ + 1}, phase 2, turn {n + 1} (player {at['track'][n % seats] + 1})" for n in turns]


def milestone_names(words: Words, before: State | None, after: State) -> list[str]:
    """Names of what ended, phase 1 of a new round and turns in it aside."""
    done = phase_of(after) != SET_UP
    if before is None:
        return ["set-up" if done else "set-up but for the starting tiles"]
    if phase_of(before) == SET_UP:
        chosen = stage_of(before) == "start"
        return [*[f"starting tile of player {before['active'] + 1}"] * chosen, *["set-up"] * done]
    round_ = before["round"]
    same_round = after["round"] == round_ and phase_of(after) != OVER
    names: list[str] = []
    if phase_of(before) == PLAY:
        ends = not same_round or phase_of(after) == REWARDS
        last = ROUND_TURNS * words.seats if ends else after["turns"]
        names += turn_names(before, round_, range(before["turns"], last), words.seats)
        if not ends:
            return names
        names.append(f"round {round_ + 1}, phase 2")
    tableau = words.tables.tableaus[TABLEAUS.index(words.options["tableau"])]
    first = before["row"] if phase_of(before) == REWARDS else 0
    last = after["row"] if same_round else len(tableau)
    names += [f"round {round_ + 1}, phase 3, {ASPECTS[tableau[row]]}" for row in range(first, last)]
    if not same_round:
        names.append(f"round {round_ + 1}, phase 3")
    return names


# -- what followed --------------------------------------------------------------------------------------------------


# Of the player who moves: what the words of a move say already, by kind.
SAID: Mapping[str, tuple[str, ...]] = {
    "region": ("cards",), "recruit": ("officials",), "card": ("cards",), "unlock_one": ("locked",),
    "governor": ("governors",), "palace": ("palaces",), "large": ("tokens",), "pay": ("workers",),
    "move": ("officials",), "tokens": ("tokens",), "move_worker": ("workers",), "soldier": ("soldiers",),
    "return": ("tokens",),
}  # fmt: skip


def events(words: Words, before: State | None, move: int | None, after: State) -> list[str]:
    """What followed from a move, one line each: the mover first, then Li Si's card, the others, the draw."""
    components, seats, solo = words.tables, words.seats, words.game.bots > 0
    kind = "" if move is None else words.moves.names[Packed.of(move).kind]
    if before is None:
        return [*draws(before, after, seats, solo=solo)]
    lines: list[str] = []
    mover = before["active"]
    for i in sorted(range(seats), key=lambda i: i != mover):
        said = SAID.get(kind, ()) if i == mover else ()
        if solo and i == seats - 1:
            lines += his_cards(components, before, after, seats)
        told = changes(components, before["seat"][i], after["seat"][i], i)
        lines += [line for about, line in told if about not in said]
        if "soldiers" not in said:
            lines += soldiers(components, before, after, i, seats)
    if before["track"][:seats] != after["track"][:seats]:
        order = ", ".join(str(i + 1) for i in after["track"][:seats])
        lines.append(f"turn order {order}")
    return [*lines, *draws(before, after, seats, solo=solo)]


def changes(components: Components, old: State, new: State, seat: int) -> Iterator[tuple[str, str]]:
    """Cards, points, tokens, unrest, workers, officials, soldiers and ship of a player: what it is about, a line."""
    who = f"player {seat + 1}"
    for r in range(len(REGIONS)):
        for k in range(old["n_cards"][r], new["n_cards"][r]):
            yield "cards", f"{who}: {card_name(card_of(components, new['card'][r][k]))} in {region_name(r)}"
    for piece, held in (("governor", "governors_in"), ("palace", "palaces_in")):
        for r in range(len(REGIONS)):
            if new[held][r] > old[held][r]:
                yield f"{piece}s", f"{who}: {some(new[held][r] - old[held][r], piece)} in {region_name(r)}"
    for section, slot in enumerate(new["wall_at"]):
        if slot and not old["wall_at"][section]:
            yield "walls", f"{who}: wall in section {section + 1}, slot {slot} from the left"
    for a, aspect in enumerate(ASPECTS):
        for size in ("small", "large"):
            n = new[size][a] - old[size][a]
            if n:
                yield "tokens", f"{who} {'takes' if n > 0 else 'returns'} {some(abs(n), f'{size} {aspect} token')}"
    for k in range(RUNNING):
        n = new["source"][k] - old["source"][k]
        if n:
            yield "points", f"{who} scores {n} VP ({SOURCES[k][0]})"
    for r in range(len(REGIONS)):
        if new["unrest"][r] != old["unrest"][r]:
            yield "unrest", f"{who}: unrest of {region_name(r)} is {new['unrest'][r]}"
        if new["workers"][r] != old["workers"][r]:
            yield "workers", f"{who}: workers in {region_name(r)} are {new['workers'][r]}"
        if new["officials"][r] != old["officials"][r]:
            held = ", ".join(some(n, kind) for kind, n in zip(OFFICIALS, new["officials"][r], strict=True) if n)
            yield "officials", f"{who}: officials in {region_name(r)} are {held or 'none'}"
    if new["ship"] != old["ship"]:
        yield "ship", f"{who}: the ship is on space {new['ship']}"
    if n := old["locked"] - new["locked"]:
        yield "locked" if n == 1 else "more locked", f"{who} unlocks {some(n, 'soldier')}"


def soldiers(components: Components, before: State, after: State, seat: int, seats: int) -> Iterator[str]:
    """Soldiers of a player that were placed."""
    for k, old in enumerate(before["soldier"]):
        for slot, owner in enumerate(after["soldier"][k]):
            if owner == seat + 1 and not old[slot]:
                vp = slots_of(components.mausoleum_tiles[after["tile"][k]], seats)[slot]
                yield f"player {owner}: soldier on {k // 3 + 1}.{k % 3 + 1} for {vp} VP"


def his_cards(components: Components, before: State, after: State, seats: int) -> Iterator[str]:
    """The action cards Li Si has turned over."""
    was = played(before)
    for number in played(after):
        if number not in was:
            family = FAMILIES[components.solo_cards[number - 1].family]
            yield f"player {seats} (Li Si) turns over card {number} ({family})"
    if after["round"] != before["round"]:
        yield f"player {seats} (Li Si): his discards are shuffled into the deck"


def played(state: State) -> Sequence[int]:
    """Action cards that lie open."""
    return [*state["lisi_discard"][: state["n_lisi_discard"]], *state["lisi_removed"][: state["n_lisi_removed"]]]


def draws(before: State | None, after: State, seats: int, *, solo: bool) -> Iterator[str]:
    """Cards drawn in phase 1; those of Li Si stay face down."""
    if not has_drawn(before, after):
        return
    for i in range(seats - solo):
        drawn = after["seat"][i]["hand"][: after["seat"][i]["n_hand"]]
        if drawn:
            yield f"player {i + 1} draws {', '.join(map(str, drawn))}"
