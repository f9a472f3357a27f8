"""ZhanGuo's states and moves in the rulebook's words."""

from typing import Any

from cext.games.zhanguo.data.components import (
    ABILITIES,
    ASPECTS,
    CRITERIA,
    OFFICIALS,
    REWARD_KINDS,
    TRIGGERS,
    Components,
)

__all__ = [
    "ABILITY_NAMES", "ACTION_NAMES", "CHARTS", "CLASSES", "KINDS", "POWER_NAMES", "RULINGS", "SOURCES",
    "THINGS_COUNTED", "describe", "text", "view",
]  # fmt: skip

KINDS = (
    "play", "region", "official", "reassign", "stop", "governor", "hire", "palace", "marker_3", "wall", "pay",
    "ability", "marker", "calm", "move_worker", "move_governor", "reward", "bid", "board", "discard",
)  # fmt: skip

CLASSES = (
    ("", ""), ("U", "unify"), ("R", "recruit"), ("A", "re-assign"), ("G", "governor"), ("H", "hire"), ("P", "palace"),
    ("W", "wall"),
)  # fmt: skip

ACTION_NAMES = (
    "", "Unification action", "Recruit 1 official", "Re-assign officials", "Install 1 governor", "Hire workers",
    "Build 1 palace", "Build 1 wall",
)  # fmt: skip

SQUARES = ("4 VP", "an official", "re-assignment points", "no bonus")

SOURCES = (
    ("palaces", "cards on the player board when a palace is built"),
    ("squares", "governors placed on VP squares"),
    ("abilities", "VP abilities of cards"),
    ("missing", "markers the supply could not give"),
    ("bids", "points left from the board auction"),
    ("governors", "majorities of governors in the regions"),
    ("markers", "majorities of unification markers"),
    ("tasks", "discs in the tasks sections"),
    ("walls", "walls, by slot and tile"),
)

ABILITY_NAMES = (
    "1 marker of choice", "2 re-assignment points", "2 VP", "3 VP", "1 worker here", "VP per writing card",
    "VP per currency card", "VP per laws card", "unrest -1 anywhere", "unrest -1 here", "move 1 worker",
    "1 military official here", "1 civilian official here", "1 inspector here",
)  # fmt: skip

# By block: (ability, what it brings) of its two triggers.
POWER_NAMES: dict[str, tuple[tuple[str, str], ...]] = {
    "none": (),
    "hire": (("hire: 1 worker more", "workers"), ("governor: move a worker", "workers moved")),
    "marker": (("wall: 1 marker", "markers"), ("recruit: 1 marker", "markers")),
    "calm": (("re-assign: unrest into a worker", "workers"), ("wall: unrest into a worker", "workers")),
    "moves": (("recruit: re-assign", "points spent"), ("governor: move a governor", "governors moved")),
}

# Counters of several things, by the number rules/readout.pxd gives the first: name, and what it is of.
THINGS_COUNTED: dict[str, tuple[tuple[str, object], ...]] = {
    "after_round": tuple((f"after_round_{n}", n) for n in range(1, 6)),
    "action": tuple((f"action_{letter}", name) for letter, name in CLASSES[1:]),
    "power_uses": tuple((f"power_uses_{n}", n) for n in (1, 2)),
    "power_brought": tuple((f"power_brought_{n}", n) for n in (1, 2)),
    "unrest": tuple((f"unrest_{n}", n) for n in range(1, 6)),
    "ability": tuple((f"ability_{name}", text) for name, text in zip(ABILITIES, ABILITY_NAMES, strict=True)),
}

# Counters of winners and of all others, drawn by `balance`.
CHARTS = (
    {
        "key": "works",
        "title": "What do winners get done?",
        "subtitle": "Mean number a seat has placed, built, accomplished or accepted by the end of the game.",
        "reading": "All of these cost turns, officials or workers. A difference near zero says that the effort earns "
        "about what it earns elsewhere; one below zero, that those who lose overspend on it.",
        "unit": "a game",
        "tallies": (
            ("governors_placed", "governors placed"),
            ("palaces_built", "palaces built"),
            ("walls_built", "walls built"),
            ("tasks_done", "tasks accomplished"),
            ("rewards_accepted", "rewards accepted"),
        ),
    },
    {
        "key": "means",
        "title": "What do winners gather to build with?",
        "subtitle": "Mean number a seat gathers in a game, or has at the end of it.",
        "reading": "Means are worth what is made of them: workers that are left at the end of the game were hired "
        "for nothing, and missing markers are points instead of majorities.",
        "unit": "a game",
        "tallies": (
            ("cards_placed", "cards on the player board"),
            ("officials_placed", "officials on the player board"),
            ("workers_hired", "workers hired or received"),
            ("workers_left", "workers not used"),
            ("markers_missed", "markers missing in the supply"),
        ),
    },
    {
        "key": "turns",
        "title": "What do winners spend their turns on?",
        "subtitle": "Mean number of turns of a seat in a game, by the action taken.",
        "reading": "All seats have the same number of turns, so that more of one action is less of another: the "
        "differences add up to zero.",
        "unit": "turns",
        "tallies": tuple((f"action_{letter}", name) for letter, name in CLASSES[1:]),
    },
)

# R1 to R29 of the README, in one line each.
RULINGS = (
    "A palace is forbidden exactly at the symbol's level and at the rightmost slot (switch palace_from_symbol).",
    "A marker ability gives 1 VP only when all three colours have run out.",
    "A wall on the total-unrest tile never scores less than 0 points (switch wall_below_zero).",
    "A majority needs at least one governor, or one marker.",
    "Most markers means the highest value: value-3 markers count 3.",
    "Tied governors share 9 plus 3 for each of one's own, rounded down.",
    "The court pile is never cleared; the first court card of a game may activate any trigger.",
    "A region's maximum of unrest is looked at when each of its abilities is activated.",
    "Officials move from governors to workers area at no cost only in the player's own turn.",
    "The re-assign action spends at least 1 point; bonuses and abilities may spend none.",
    "Walking through a full workers area costs a point and is one move.",
    "The official of a bonus square is optional, that of an accepted reward is not.",
    "An empty bonus square must be used.",
    "A governor that a board ability moves away leaves its bonus square empty for others.",
    "Rewarded governors, walls and palaces follow all other rules, without card or board abilities.",
    "Who cannot take the full reward is not asked.",
    "For a reward the markers go back first, then the disc moves; a pass holds for one aspect.",
    "A task is claimed as soon as it is accomplished and keeps its disc.",
    "Every official in the workers area hires a worker; hiring fewer is not possible.",
    "The unrest variant counts the circle board's additional worker (switch extra_worker_unrest).",
    "An ability without effect is not offered; one that only gives is carried out at once.",
    "The draft goes clockwise, colour by colour; discards lie below the deck by rounds; a player knows his own.",
    "Boards are chosen in reverse player order, or auctioned: as many as players, at random (switch boards_discarded).",
    "The player-order variant affects phase 2 only.",
    "A player may build several palaces in one region.",
    "A region without officials and without unrest meets the officials-and-unrest tile.",
    "The last tie-break is the order of discs after round 5.",
    "The value-3 marker of a palace is taken if there is one, in a colour of choice.",
    "Workers are not limited.",
)


def area(code: int) -> str:
    """Name of an area: regions from 0, +5 for their workers areas."""
    return f"governors area of region {code + 1}" if code < 5 else f"workers area of region {code - 4}"


def points_words(n: int) -> str:
    """Re-assignment points as one says them."""
    return "1 point" if n == 1 else f"{n} points"


def officials(code: int) -> list[str]:
    """Officials of a hire move: military + 3 x civilian + 9 x inspector."""
    return [name for k, name in enumerate(OFFICIALS) for _ in range(code // 3**k % 3)]


def describe(components: Components, state: dict[str, Any], kind: int, a: int, b: int, c: int) -> dict[str, Any]:
    """The fields of a move by name; regions and sections are numbered from 1, as on the board."""
    name = KINDS[kind]
    fields: dict[str, Any] = {"kind": name}
    if name in ("play", "discard"):
        fields |= {"card": a, "aspect": ASPECTS[(a - 1) // 40]}
        if name == "play":
            fields |= {"action": CLASSES[b][1]}
    elif name in ("region", "calm"):
        fields |= {"region": a + 1}
    elif name == "official":
        fields |= {"official": OFFICIALS[a], "region": b + 1}
    elif name == "reassign":
        fields |= {"official": OFFICIALS[c & 3], "origin": area(a), "target": area(b), "points": c >> 2}
    elif name == "governor":
        fields |= {"region": a + 1, "square": SQUARES[b]}
    elif name == "hire":
        fields |= {"region": a + 1, "moved": officials(b)}
    elif name == "palace":
        fields |= {"region": a + 1, "third_worker": b + 1 if b < 5 else None}
    elif name in ("marker", "marker_3"):
        fields |= {"aspect": ASPECTS[a]}
    elif name == "wall":
        site = components.sites[components.site_of[a]]
        fields |= {"section": a + 1, "site": site, "rods": b, "tile": CRITERIA[state["face"][a]]}
    elif name == "pay":
        fields |= {"regions": [r + 1 for r in range(5) if a >> r & 1]}
    elif name == "ability":
        fields |= ability_fields(components, state, a)
    elif name == "move_worker":
        fields |= {"origin": a + 1, "target": b + 1}
    elif name == "move_governor":
        fields |= {"origin": a + 1, "square": SQUARES[b], "target": c + 1}
    elif name == "reward":
        reward = components.rewards[state["aspect"]][state["round"]]
        regions = [r + 1 for r in range(5) if reward.regions >> r & 1]
        fields |= {
            "accept": bool(a),
            "aspect": ASPECTS[state["aspect"]],
            "reward": REWARD_KINDS[reward.kind],
            "regions": regions,
        }
    elif name == "bid":
        fields |= {"vp": a}
    elif name == "board":
        fields |= {"board": components.boards[a].name}
    return fields


def ability_fields(components: Components, state: dict[str, Any], i: int) -> dict[str, Any]:
    """Which card, or the board, an ability belongs to."""
    if i == 15:
        return {"card": None, "region": None, "ability": "the board's"}
    card = components.cards[state["seat"][state["active"]]["card"][i // 3][i % 3] - 1]
    return {"card": card.number, "region": i // 3 + 1, "ability": ABILITY_NAMES[card.ability]}


def text(move: dict[str, Any]) -> str:
    """One line in words for a described move."""
    kind = move["kind"]
    if kind == "play":
        action = ACTION_NAMES[[name for _, name in CLASSES].index(move["action"])]
        return f"{action} with card {move['card']} ({move['aspect']})"
    if kind == "region":
        return f"place the card in region {move['region']}"
    if kind == "official":
        return f"{move['official']} official to region {move['region']}"
    if kind == "reassign":
        return f"{move['official']} official: {move['origin']} to {move['target']} ({points_words(move['points'])})"
    if kind == "stop":
        return "stop"
    if kind == "governor":
        return f"governor in region {move['region']}: {move['square']}"
    if kind == "hire":
        first = f", moving {' and '.join(move['moved'])} there first" if move["moved"] else ""
        return f"hire in region {move['region']}{first}"
    if kind == "palace":
        third = f", third worker from region {move['third_worker']}" if move["third_worker"] else ""
        return f"palace in region {move['region']}{third}"
    if kind in ("marker", "marker_3"):
        return f"value-{3 if kind == 'marker_3' else 1} {move['aspect']} marker"
    if kind == "wall":
        return f"wall in section {move['section']} ({move['site']}, {move['tile']}), slot with {move['rods']} rods"
    if kind == "pay":
        return f"workers from regions {', '.join(map(str, move['regions']))}"
    if kind == "ability":
        if not move["card"]:
            return f"activate {move['ability']} ability"
        return f"activate card {move['card']} in region {move['region']}: {move['ability']}"
    if kind == "calm":
        return f"unrest -1 in region {move['region']}"
    if kind == "move_worker":
        return f"worker from region {move['origin']} to {move['target']}"
    if kind == "move_governor":
        return f"governor ({move['square']}) from region {move['origin']} to {move['target']}"
    if kind == "reward":
        return f"{'accept' if move['accept'] else 'pass'} the {move['aspect']} reward ({move['reward']})"
    if kind == "bid":
        return f"bid {move['vp']} VP" if move["vp"] else "pass"
    if kind == "board":
        return f"take the {move['board']} board"
    return f"discard card {move['card']} ({move['aspect']})"


def card_words(components: Components, number: int) -> dict[str, Any]:
    """A card in words."""
    card = components.cards[number - 1]
    return {
        "number": number,
        "aspect": ASPECTS[card.aspect],
        "trigger": TRIGGERS[card.trigger],
        "ability": ABILITIES[card.ability],
    }


def player_words(components: Components, seat: dict[str, Any], open_hand: bool) -> dict[str, Any]:
    """What lies in front of a player; of a hand the others see the backs."""
    numbers = seat["hand"][: seat["n_hand"]]
    hand = [card_words(components, n) for n in numbers] if open_hand else [ASPECTS[(n - 1) // 40] for n in numbers]
    types = dict(enumerate(OFFICIALS))
    regions = [
        {
            "region": r + 1,
            "cards": [card_words(components, n) for n in seat["card"][r][: seat["n_cards"][r]]],
            "unrest": seat["unrest"][r],
            "governors_area": {types[c]: n for c, n in enumerate(seat["governing"][r])},
            "workers_area": {types[c]: n for c, n in enumerate(seat["working"][r])},
            "workers": seat["workers"][r],
            "governors": seat["governors_in"][r],
            "palaces": seat["palaces_in"][r],
        }
        for r in range(5)
    ]
    return {
        "board": components.boards[seat["board"]].name if seat["board"] < 255 else None,
        "vp": seat["vp"],
        "hand": hand,
        "regions": regions,
        "markers": {name: seat["ones"][a] + 3 * seat["threes"][a] for a, name in enumerate(ASPECTS)},
        "walls": [{"section": i + 1, "rods": rods} for i, rods in enumerate(seat["wall_at"]) if rods],
        "tasks": [k + 1 for k, slot in enumerate(seat["task"]) if slot],
        "supply": {
            "officials": {types[c]: n for c, n in enumerate(seat["officials"])},
            "governors": seat["governors"],
            "palaces": seat["palaces"],
            "walls": seat["walls"],
        },
    }


def view(components: Components, state: dict[str, Any], players: int, seat: int) -> dict[str, Any]:
    """What the player in `seat` sees: the whole table, his own hand, the backs of the others' hands."""
    return {
        "seat": seat + 1,
        "to_move": state["active"] + 1 if state["active"] < 255 else None,
        "round": state["round"] + 1,
        "decision": KINDS[state["stage"]] if state["stage"] < len(KINDS) else "over",
        "players": [player_words(components, state["seat"][i], i == seat) for i in range(players)],
        "court_card": state["court"] or None,
        "markers": {name: state["ones"][a] for a, name in enumerate(ASPECTS)},
        "value_3_markers": {name: state["threes"][a] for a, name in enumerate(ASPECTS)},
        "walls": [
            {
                "section": i + 1,
                "site": components.sites[components.site_of[i]],
                "tile": CRITERIA[state["face"][i]],
                "slots": [owner or None for owner in state["slot"][i]],
            }
            for i in range(6)
        ],
        "tasks": [{"task": k + 1, "tile": state["tile"][k] + 1, "discs": state["discs"][k]} for k in range(6)],
        "palaces": list(state["palaces"]),
        "bonus_squares": [
            [
                {"square": SQUARES[kind], "governor_of": owner or None}
                for kind, owner in zip(kinds, state["square"][r], strict=False)
            ]
            for r, kinds in enumerate(components.squares)
        ],
        "rewards_track": [i + 1 for i in state["order"][:players]],
        "cards_in_decks": {name: state["n_deck"][a] for a, name in enumerate(ASPECTS)},
        **drafted_words(state["seat"][seat]),
        **pending_words(components, state, players),
    }


def drafted_words(seat: dict[str, Any]) -> dict[str, Any]:
    """The cards a player has discarded in the draft, round by round; nothing without a draft."""
    rounds = [
        {"round": r + 1, **{name: card for name, card in zip(ASPECTS, cards, strict=True) if card}}
        for r, cards in enumerate(zip(*seat["drafted"], strict=True))
        if any(cards)
    ]
    return {"drafted_away": rounds} if rounds else {}


def pending_words(components: Components, state: dict[str, Any], players: int) -> dict[str, Any]:
    """What the pending decision is about: the card played and points left, the reward on offer, the auction."""
    kind = KINDS[state["stage"]] if state["stage"] < len(KINDS) else "over"
    if kind in ("play", "discard", "over"):
        return {}
    if state["within"] == 2:  # phase 3: the reward itself, or where it goes
        reward = components.rewards[state["aspect"]][state["round"]]
        return {
            "reward": {
                "aspect": ASPECTS[state["aspect"]],
                "kind": REWARD_KINDS[reward.kind],
                "regions": [r + 1 for r in range(5) if reward.regions >> r & 1],
            }
        }
    if kind in ("bid", "board"):
        return {
            "auction": {
                "bid": state["bid"],
                "bidder": state["bidder"] + 1 if state["bid"] else None,
                "passed": [i + 1 for i in range(players) if state["passed"] >> i & 1],
                "boards": [board.name for b, board in enumerate(components.boards) if state["boards"] >> b & 1],
            }
        }
    turn = {"card": state["played"] or None, "action": CLASSES[state["action"]][1] or None}
    return {"turn": turn | ({"points": state["points"]} if kind == "reassign" else {})}
