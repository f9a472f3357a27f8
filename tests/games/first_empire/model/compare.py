"""The model of The First Empire beside the kernel: the deal it starts from, its words for moves, Li Si's draws."""

from collections.abc import Callable
from typing import Any

from cext.games.first_empire.data import component_types as ct
from cext.games.first_empire.data.component_types import Components
from cext.games.first_empire.words.moves import RULES
from cext.kernel.game import Game, Position
from cext.kernel.move_table import Packed
from tests.games.first_empire.model.actions import unlock
from tests.games.first_empire.model.export import PLAIN_OF_SEAT, State, export
from tests.games.first_empire.model.facts import ASPECTS, OFFICIALS, REGIONS, Facts, bits, needs_of
from tests.games.first_empire.model.game import Model, player_set_up
from tests.games.first_empire.model.scoring import final_scores, ranks
from tests.games.first_empire.model.table import DEFAULTS, GovernorSpace, LiSi, Option, ShownSection, Spot, Table
from tests.games.harness import Beside, Chooser, follow
from tests.kernel.draws import below, stream

KIND = {value: name.removeprefix("KIND_") for name, value in RULES.items() if name.startswith("KIND_")}
ACTIONS = ("", "unify", *ct.TRIGGERS, "nothing")
DRAW_LISI = 64  # the stream of his first draw (lisi.pxd)
SAME = (
    "round", "small", "large", "court", "n_court", "masters", "face", "slot", "emperor", "n_emperor",
    "soldier", "n_soldiers", "governor", "palace_tile", "lisi_deck", "n_lisi_deck", "lisi_discard",
    "n_lisi_discard", "lisi_removed", "n_lisi_removed", "lisi_cards", "n_lisi_cards", "dropped", "n_dropped",
    "lisi_tile", "lisi_emperors",
)  # fmt: skip
SAME_OF_SEAT = (
    "vp", "source", "by_trigger", "emperor", "aside", "n_hand", "card", "n_cards", "officials", "small", "large",
    "supply", "governors_in", "palaces_in", "wall_at", *PLAIN_OF_SEAT,
)  # fmt: skip


# -- what is drawn for Li Si in the course of the game ----------------------------------------------------------------


class KernelDraw:
    """The random draws the kernel makes for Li Si, in their order. facts: for the numbers of Alchemist cards."""

    def __init__(self, key: int, facts: Facts) -> None:
        self.key = key
        self.count = 0
        self.order = [*facts.own, *facts.masters]

    def stream(self) -> int:
        self.count += 1
        return stream(self.key, DRAW_LISI + self.count - 1)

    def sample(self, items: list[int], number: int) -> list[int]:
        """All of the items, shuffled."""
        assert number == len(items)
        key, found = self.stream(), list(items)
        for i in range(number - 1):
            j = i + below(key, i, number - i)
            found[i], found[j] = found[j], found[i]
        return found

    def choice(self, items: list[str]) -> str:
        """One of these Alchemist cards, which count by their numbers."""
        return sorted(items, key=self.order.index)[below(self.stream(), 0, len(items))]


# -- the deal ---------------------------------------------------------------------------------------------------------


def readings(game: Game) -> dict[str, bool | str]:
    """The model's options that are the game's switches."""
    said = game.options
    return DEFAULTS | {
        "tableau": said["tableau"],
        "mausoleum": "advanced" if said["advanced"] else "standard",
        "court_stays": said["court"] == "stays",
        "alchemists_count": said["alchemist_cards"] == "count",
        "triggered_at_once": said["placed_cards"] == "wait",
        "unrest_when_activated": said["silent_cards"] == "activated",
        "move_after_abilities": said["official_move"] == "after",
        "elixir_must": said["elixir_symbol"] == "must",
        "emperor_by_site": said["emperor_tiles"] == "site",
        "emperor_any_card": said["emperor_card"] == "any",
        "free_wall_first": said["free_wall"] == "first",
        "cards_reward_possible": said["alchemist_reward"] == "possible",
        "emperor_replaces": said["emperor_trigger"] == "replaces",
        "open_area": said["open_area"] == "always",
        "bonus_first": said["unrest_reset"] == "after",
        "governor_both": said["governor_bonus"] == "both",
        "palace_tile_must": said["palace_tile"] == "must",
        "officials_apart": said["any_officials"] == "apart",
        "large_lose_one": said["large_change"] == "lost",
        "limit_each": said["token_limit"] == "each",
        "soldiers_after_reward": said["reward_soldiers"] == "placed",
        "bare_region_covers": said["bare_region"] == "meets",
        "lisi_leftmost": said["lisi_court"] == "no_room",
        "lisi_covers_x": said["lisi_x"] == "covers",
        "lisi_asks_once": said["lisi_symbols"] == "card",
        "lisi_takes_of_site": said["lisi_emperor"] == "site",
        "lisi_family_rule": said["lisi_rules"] == "family",
        "lisi_unlocks_last": said["lisi_unlocks"] == "last",
    }


def lay_out(game: Game, dealt: State, otherwise: dict[str, bool]) -> Table:
    """The table as the kernel has dealt it; otherwise: readings that are not the game's."""
    data: Components = game.tables  # type: ignore[attr-defined]  # the engine's own, not every game's
    seats = game.players + game.bots
    facts = Facts(data, seats)
    spots = []
    for number, tile in zip(dealt["spot"], dealt["tile"], strict=True):
        spot, lies = data.mausoleum[number], data.mausoleum_tiles[tile]
        unused = bits(lies.three_plus) if seats == 2 else []
        vp = [points for slot, points in enumerate(lies.slots) if slot not in unused]
        spots.append(Spot(ct.SPOTS[spot.kind], spot.place, needs_of(lies), vp))
    walls = zip(data.site_of, dealt["face"], facts.markings, strict=True)
    spaces = facts.by_players(facts.numbers.governor_spaces)
    stacks = len(data.site_of)
    table = Table(
        facts=facts,
        options={**readings(game), **otherwise},
        players=[player_set_up(facts, i, [tile for tile in dealt["seat"][i]["start"] if tile]) for i in range(seats)],
        decks={aspect: list(dealt["deck"][a]) for a, aspect in enumerate(ASPECTS)},
        track=list(dealt["track"][:seats]),
        sections=[ShownSection(site, ct.CRITERIA[face], marked, [None] * len(marked)) for site, face, marked in walls],
        emperors=[[ct.TRIGGERS[n - 1] for n in dealt["emperor"][k] if n] for k in range(stacks)],
        mausoleum=spots,
        governor_spaces=[
            [GovernorSpace(facts.governor_tiles[n - 1] if n else []) for n in dealt["space"][r][:spaces]]
            for r in REGIONS
        ],
        palace_tiles=[[ct.PALACE_KINDS[n - 1] for n in dealt["palace_tile"][r] if n] for r in REGIONS],
        masters=[card for k, card in enumerate(facts.masters) if dealt["masters"] >> k & 1],
        small=dict(zip(ASPECTS, dealt["small"], strict=True)),
        large=dict(zip(ASPECTS, dealt["large"], strict=True)),
    )
    if game.bots:
        card = data.lisi[int(game.options["lisi"]) - 1]
        draw: Any = KernelDraw(dealt["key"], facts)
        table.lisi = LiSi(1, int(game.options["lisi"]), draw, list(dealt["lisi_deck"]))
        player = table.player(1)
        player.starting_tiles, player.ship = [], card.space
        player.supply = dict.fromkeys(OFFICIALS, 0)
        unlock(player, card.soldiers)
    return table


# -- the game ---------------------------------------------------------------------------------------------------------


def comparable(state: State, seats: int, facts: Facts) -> State:
    """The part of the kernel's state that the model has, too. Spots and tiles of the Mausoleum are known by their place
    and by what they ask for, Governor tiles by what they give."""
    spots, tiles = facts.data.mausoleum, facts.data.mausoleum_tiles
    found: State = {name: state[name] for name in SAME}
    found["track"] = state["track"][:seats]
    found["spot"] = [(spots[spot].kind, spots[spot].place) for spot in state["spot"]]
    found["tile"] = [(tiles[tile].kind, needs_of(tiles[tile])) for tile in state["tile"]]
    found["space"] = [[facts.governor_tiles[n - 1] if n else [] for n in region] for region in state["space"]]
    found["decks"] = [state["deck"][a][state["head"][a] :] for a in range(len(ASPECTS))]
    found["seat"] = [
        {name: seat[name] for name in SAME_OF_SEAT} | {"hand": sorted(filter(None, seat["hand"]))}
        for seat in state["seat"][:seats]
    ]
    return found


class FirstEmpireBeside(Beside[Option]):
    """Moves as the model names them. What is forced is made on both sides: neither is asked."""

    def __init__(self, position: Position, otherwise: dict[str, bool]) -> None:
        super().__init__(position)
        state = self.game.state(position)
        self.seats = self.game.players + self.game.bots
        self.seen = state["stage"], state["active"]  # what states() was asked of last
        self.model = Model(lay_out(self.game, state, otherwise))
        self.make_forced()

    def make_forced(self) -> None:
        """Make the kernel's decisions of one option: the model asks none."""
        while self.position.to_move is not None and len(moves := self.position.moves()) == 1:
            self.position.apply(moves[0])

    def seat_to_move(self) -> int | None:
        return self.model.decision.seat if self.model.decision else None

    def states(self) -> tuple[State, State]:
        kernel, facts = self.game.state(self.position), self.model.table.facts
        self.seen = kernel["stage"], kernel["active"]
        if kernel["stage"] == RULES["KIND_REGION"]:  # the model's card is in hand until its region is named
            seat = kernel["seat"][kernel["active"]]
            seat["hand"].append(kernel["played"])
            seat["n_hand"] += 1
        return comparable(kernel, self.seats, facts), export(self.model.table)

    def option(self, move: int) -> Option:
        kind, a, b, c = Packed.of(move)
        stage, active = self.seen
        facts, decision = self.model.table.facts, self.model.decision
        cards = [*facts.own, *facts.masters]

        def card(number: int) -> str:
            return cards[number - RULES["FIRST_OWN"]]

        def places(mask: int) -> tuple[int, ...]:
            return tuple(bits(mask))

        name = KIND[kind]
        if name == "STOP":
            return ("pass",) if stage == RULES["KIND_ABILITY"] else ("done",)
        if name == "PALACE":
            return ("region", a) if b == RULES["FREE"] else ("palace", a, b)
        if name == "ABILITY":
            return ("activate", a, self.model.table.player(active).cards[a][b].effect)
        if name == "REWARD":
            return ("accept" if a else "decline", decision.options[0][1] if decision else "")
        words: dict[str, Callable[[], Option]] = {
            "START": lambda: ("tile", a),
            "PLAY": lambda: ("play", a, ACTIONS[b]),
            "REGION": lambda: ("region", a),
            "RECRUIT": lambda: ("recruit", OFFICIALS[a], b),
            "CARD": lambda: ("alchemist card", card(a), b),
            "UNLOCK_ONE": lambda: ("unlock",),
            "MASTER": lambda: ("master", card(a)),
            "GOVERNOR": lambda: ("governor", a, "open" if b == RULES["OPEN"] else b),
            "BONUS": lambda: ("bonus", a),
            "HIRE": lambda: ("region", a),
            "PALACE_TILE": lambda: ("palace tile", ct.PALACE_KINDS[a]),
            "LARGE": lambda: ("large", ASPECTS[a]),
            "WALL": lambda: ("wall", a, b),
            "PAY": lambda: ("workers", *places(a)),
            "EMPEROR": lambda: ("emperor", a, b),
            "MOVE": lambda: ("move official", OFFICIALS[a], b, c),
            "TOKENS": lambda: (
                "tokens",
                *(aspect for aspect, n in zip(ASPECTS, (a, b, c), strict=True) for _ in range(n)),
            ),
            "CALM": lambda: ("calm", *places(a)),
            "MOVE_WORKER": lambda: ("move worker", a, b),
            "PLACE": lambda: ("region", a),
            "SOLDIER": lambda: ("soldier", a),
            "UNLOCK": lambda: ("unlock", a),
            "SPEND": lambda: ("large tokens", a, b),
            "RETURN": lambda: ("return", ASPECTS[a], b),
            "HIS_SOLDIER": lambda: ("soldier", a),
        }
        return words[name]()

    def options(self) -> set[Option]:
        return set(self.model.decision.options) if self.model.decision else set()

    def play(self, option: Option) -> None:
        self.model.apply(option)
        self.make_forced()

    def scores(self) -> dict[str, list[int]]:
        """The track's points are split by where they came from; Li Si's palace tiles join his palaces."""
        scores = final_scores(self.model.table)
        found = {name: [points[name] for points in scores] for name in scores[0] if name != "track"}
        for name in ("palaces", "abilities", "bonuses", "soldiers"):
            found[name] = [player.source.get(name, 0) for player in self.model.table.players]
        for i, points in enumerate(scores):
            found["palaces"][i] += points["track"] - self.model.table.player(i).vp
        return found

    def ranks(self) -> list[int]:
        return ranks(self.model.table)


def compare(game: Game, *, seed: int, choose: Chooser, boards: list[int] | None = None, **otherwise: bool) -> int:
    """Play one game in both; number of decisions. otherwise: readings of the model that are not the game's."""
    return follow(FirstEmpireBeside(game.deal(seed=seed, boards=boards), otherwise), choose)
