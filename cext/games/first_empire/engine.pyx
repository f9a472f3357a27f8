"""The First Empire (2023) as the kernel plays it: its facts, and the tables its rules read, from its files."""

from pathlib import Path

from cext.games.errors import OptionError
from cext.games.first_empire.data import component_types as ct, components as files
from cext.games.first_empire.words import FirstEmpireWords, facts, names as words
from cext.games.first_empire.words.moves import STAGES
from cext.games.options import forbidden_powers, read_options
from cext.kernel.declarations import read_declarations

from cext.games.first_empire.rules.abilities cimport certainty, counted_by
from cext.games.first_empire.rules.features cimport fill_promises, promise_of
from cext.games.first_empire.rules.gain_words cimport given_by
from cext.games.first_empire.rules.interface cimport *
from cext.games.first_empire.rules.precomputed cimport list_actions, list_masks, list_rises, list_steps
from cext.games.first_empire.rules.scoring cimport lisi_wins_ties
from cext.games.first_empire.rules.setup cimport hold_card
from cext.games.first_empire.rules.state cimport CATEGORY_BONUSES, KIND_START, N_KINDS, Seat
from cext.games.first_empire.rules.tables cimport *
from cext.kernel.game cimport KERNEL_ABI
from libc.stdint cimport uint64_t
from libc.string cimport memset

include "cext/kernel/adapters.pxi"  # Rules: the methods of a game over the functions above

RULES = Path(words.__file__).parent.parent / "rules"
DECLARED = read_declarations(*(RULES / f"{name}.pxd" for name in ("tables", "state", "feature_numbers", "observables")))

SWITCHES = {
    "tableau": ("printed", "the Unification tableau: printed, or side A or B of the loose tile", ct.TABLEAUS),
    "advanced": (False, "Mausoleum: the spots themselves are laid out at random"),
    "court": ("stays", "the Court pile stays over the rounds, or is cleared at the end of each", ("stays", "cleared")),
    "alchemist_cards": ("count", "Alchemist cards count as 1st, 2nd, 3rd card of a region, or lie apart",
                        ("count", "apart")),
    "placed_cards": ("wait", "a card placed by an ability waits for the next action, or may be triggered by this one",
                     ("wait", "join")),
    "silent_cards": ("activated", "unrest 3 silences cards when they are activated, or when they are triggered",
                     ("activated", "triggered")),
    "official_move": ("instead", "an official moves instead of abilities, or may move after them too",
                      ("instead", "after")),
    "elixir_symbol": ("must", "one half of an elixir symbol must be taken if possible, or may be", ("must", "may")),
    "emperor_tiles": ("section", "an Emperor tile lies on each section, or both of a site in a stack",
                      ("section", "site")),
    "emperor_card": ("unification", "who takes an Emperor tile must have played a Unification Action, or have any card",
                     ("unification", "any")),
    "free_wall": ("first", "a free Wall takes the Emperor tile of its section if it is the first there, or always",
                  ("first", "always")),
    "alchemist_reward": ("possible", "Laws 3 may be accepted only if an Alchemist card can be placed, or always",
                         ("possible", "always")),
    "emperor_trigger": ("replaces", "an Emperor tile replaces the trigger of the card, or is added to it",
                        ("replaces", "added")),
    "open_area": ("always", "a Governor may go to the open area always, or only if no bonus space is free",
                  ("always", "if_full")),
    "unrest_reset": ("after", "a Governor resets unrest after the bonus, or before it", ("after", "before")),
    "governor_bonus": ("one", "a Governor tile gives one of its halves, or both", ("one", "both")),
    "palace_tile": ("must", "a Palace tile must be taken if possible, or may be", ("must", "may")),
    "any_officials": ("apart", "two Officials \"in any region\" may go to two regions, or go to one",
                      ("apart", "together")),
    "large_change": ("lost", "a point of a large token may be lost when unlocking, or payments are exact",
                     ("lost", "exact")),
    "token_limit": ("all", "5 small tokens are kept of all aspects, or of each", ("all", "each")),
    "reward_soldiers": ("placed", "soldiers are placed after an accepted reward, or wait", ("placed", "wait")),
    "bare_region": ("meets", "no officials and no unrest: officials equal to unrest, or not", ("meets", "fails")),
    "lisi": ("1", "solo: which of the four Li Si cards", ("1", "2", "3", "4")),
    "lisi_court": ("no_room", "solo: Li Si plays at Court if no region has room, or if that of the round is full",
                   ("no_room", "if_full")),
    "lisi_x": ("covers", "solo: Li Si's card at Court covers X, or lies under X until the player's first Court Action",
               ("covers", "under")),
    "lisi_symbols": ("card", "solo: Li Si's entrance is looked at once a card, or for each symbol", ("card", "symbol")),
    "lisi_rules": ("family", "solo: if all conditions are met, the rule printed for some cards holds for all of the "
                   "family, or for them alone", ("family", "card")),
    "lisi_emperor": ("site", "solo: Li Si takes an Emperor tile of the site he builds at, or that of the section alone",
                     ("site", "section")),
    "lisi_unlocks": ("last", "solo: Li Si unlocks soldiers after the player, or in turn order", ("last", "in_order")),
}

# What a card, or half of a Governor tile, gives where that is forbidden: no VP, or something at a price nobody can pay.
# It never changes anything (can_change), so it is neither offered nor taken.
NO_ABILITY = (GAIN_VP_CARDS, 0, 0, 0, (0,) * N_ASPECTS)
NO_BONUS = (GAIN_TOKENS, 0, 0, MAX_UNREST + 1, (0,) * N_ASPECTS)

# Gains by the names of Appendix 1 and 3: what they are, and the type of official or kind of card they are about.
GAINS = {
    "ship": (GAIN_SHIP, 0), "alchemist_here": (GAIN_RECRUIT_HERE, 0), "architect_here": (GAIN_RECRUIT_HERE, 1),
    "general_here": (GAIN_RECRUIT_HERE, 2), "move_worker": (GAIN_MOVE_WORKERS, 0), "moves": (GAIN_MOVE_OFFICIALS, 0),
    "calm_any": (GAIN_CALM, 0), "token_any": (GAIN_ANY_TOKENS, 0), "vp_per_alchemist": (GAIN_VP_CARDS, 3),
    "vp_per_governor": (GAIN_VP_GOVERNORS, 0), "vp_per_palace": (GAIN_VP_PALACES, 0), "vp_per_wall": (GAIN_VP_WALLS, 0),
    "unrest_writing_currency": (GAIN_TOKENS, 0), "unrest_currency_laws": (GAIN_TOKENS, 0),
    "unrest_writing_laws": (GAIN_TOKENS, 0), "unrest_worker": (GAIN_WORKERS_HERE, 0),
    "unrest_vp_per_writing": (GAIN_VP_CARDS, 0), "unrest_vp_per_currency": (GAIN_VP_CARDS, 1),
    "unrest_vp_per_laws": (GAIN_VP_CARDS, 2),
}
ALCHEMIST_GAINS = {
    "worker": (GAIN_WORKERS_HERE, 0), "official_here": (GAIN_RECRUIT_ANY, 0), "calm_here_and_any": (GAIN_CALM_HERE, 0),
    "moves": (GAIN_MOVE_OFFICIALS, 0), "unrest_tokens_any": (GAIN_ANY_TOKENS, 0),
    "vp_per_alchemist_here": (GAIN_VP_ALCHEMISTS_HERE, 0), "unlock": (GAIN_UNLOCK, 0),
    "vp_per_placed_soldier": (GAIN_VP_SOLDIERS, 0), "unrest_workers": (GAIN_WORKERS_HERE, 0),
    "vp_per_round": (GAIN_VP_ROUND, 0),
}
BONUS_GAINS = {
    "vp_per_palace": (GAIN_VP_PALACES, 0), "vp_per_wall": (GAIN_VP_WALLS, 0), "vp_per_alchemist": (GAIN_VP_CARDS, 3),
    "vp_per_writing": (GAIN_VP_CARDS, 0), "vp_per_currency": (GAIN_VP_CARDS, 1), "vp_per_laws": (GAIN_VP_CARDS, 2),
    "ship": (GAIN_SHIP, 0), "moves": (GAIN_MOVE_OFFICIALS, 0), "calm_regions": (GAIN_CALM, 0),
    "unlock": (GAIN_UNLOCK, 0), "alchemists": (GAIN_RECRUIT, 0), "architects": (GAIN_RECRUIT, 1),
    "generals": (GAIN_RECRUIT, 2), "alchemist_card": (GAIN_ALCHEMIST_CARDS, 0), "move_workers": (GAIN_MOVE_WORKERS, 0),
    "worker": (GAIN_WORKERS, 0),
}


def numbered_gain(gains, what, amount, name):
    """The number of a gain in the list, which it joins if it is new; name: that of its ability, for unrest, tokens."""
    tokens = tuple(amount * (what[0] == GAIN_TOKENS and aspect in name.split("_")) for aspect in ct.ASPECTS)
    gain = (*what, amount, int(name.startswith("unrest_")), tokens)
    if gain not in gains:
        gains.append(gain)
    return gains.index(gain)


cdef class FirstEmpire(Rules):
    """The First Empire for 2 to 4 players, or one against Li Si. components: folder with edited component files;
    options: see SWITCHES."""

    cdef readonly object tables            # the loaded Components

    def __init__(self, *, players=4, components=None, **options):
        super().__init__(KERNEL_ABI)
        if players not in (1, 2, 3, 4):
            raise OptionError(f"first_empire is for 1 to 4 players, not {players}")
        self.components = components
        loaded = files.COMPONENTS.open(components)
        self.tables = loaded.tables
        self.options = read_options("first_empire", SWITCHES, {k: str(v) if k == "lisi" else v
                                                               for k, v in options.items()},
                                    powers=[one["key"] for one in facts.powers(self.tables)])
        self.name = "first_empire"
        self.title = "Zhanguo: The First Empire"
        self.players = players
        self.bots = 1 if players == 1 else 0
        self.state_size = sizeof(State)
        self.boards = ("dealt", *(f"tile_{number}" for number in range(1, N_STARTING + 1)))
        self.single_boards = True
        self.rounds = tuple(str(n + 1) for n in range(N_ROUNDS))
        self.opening_turns = ROUND_TURNS
        self.categories = words.SOURCES
        self.counters = DECLARED.counters("Counter", words.things_counted(self.tables), end="N_COUNTERS")
        self.n_running = N_RUNNING_COUNTERS
        self.feature_docs = DECLARED.docs("Feature", parts=2, end="N_FEATURES")
        self.kinds = STAGES[:N_KINDS]
        self.stages = STAGES[:N_KINDS]
        self.classes = words.CLASSES
        self.offers = {"play": "class"} | dict.fromkeys(("region", "hire", "soldier", "reward", "start"), "a")
        self.layout = DECLARED.struct("State")
        self.words = FirstEmpireWords(self, loaded)
        self.fill_tables()

    cdef bint decides_secretly(self, const void* state) noexcept nogil:
        return (<const State*>state).stage == KIND_START    # "they simultaneously choose one"

    def fill_tables(self):
        """Copy the components into the tables the rules read."""
        cdef Tables* t = self.t
        memset(t, 0, sizeof(Tables))
        t.n_players = self.players + self.bots
        t.solo = self.bots
        self.fill_cards(self.tables)
        list_actions(t)
        self.fill_board(self.tables, self.players + self.bots - 2)
        self.fill_mausoleum(self.tables)
        self.fill_phase_3(self.tables)
        self.fill_solo(self.tables)
        self.fill_numbers(self.tables.numbers, self.players + self.bots - 2)
        self.fill_switches(self.options)

    def fill_switches(self, said):
        """The readings of the rulings that are played."""
        cdef Tables* t = self.t
        t.advanced = said["advanced"]
        t.court_cleared = said["court"] == "cleared"
        t.alchemists_apart = said["alchemist_cards"] == "apart"
        t.placed_join = said["placed_cards"] == "join"
        t.silent_if_triggered = said["silent_cards"] == "triggered"
        t.move_after = said["official_move"] == "after"
        t.symbol_may = said["elixir_symbol"] == "may"
        t.emperor_by_site = said["emperor_tiles"] == "site"
        t.emperor_any_card = said["emperor_card"] == "any"
        t.free_wall_any = said["free_wall"] == "always"
        t.alchemist_reward_always = said["alchemist_reward"] == "always"
        t.emperor_adds = said["emperor_trigger"] == "added"
        t.open_if_full = said["open_area"] == "if_full"
        t.reset_first = said["unrest_reset"] == "before"
        t.governor_both = said["governor_bonus"] == "both"
        t.palace_tile_may = said["palace_tile"] == "may"
        t.officials_together = said["any_officials"] == "together"
        t.price_exact = said["large_change"] == "exact"
        t.limit_each = said["token_limit"] == "each"
        t.reward_soldiers_wait = said["reward_soldiers"] == "wait"
        t.bare_fails = said["bare_region"] == "fails"
        t.lisi_if_full = said["lisi_court"] == "if_full"
        t.lisi_under_x = said["lisi_x"] == "under"
        t.lisi_each_symbol = said["lisi_symbols"] == "symbol"
        t.lisi_own_section = said["lisi_emperor"] == "section"
        t.lisi_alone = said["lisi_rules"] == "card"
        t.lisi_in_order = said["lisi_unlocks"] == "in_order"

    def fill_cards(self, data):
        """Cards, Governor tiles, and the gains on them."""
        cdef Tables* t = self.t
        gains = []
        forbidden = forbidden_powers(self.options)
        for name, amount in zip(ct.ABILITIES, data.ability_amounts):
            numbered_gain(gains, GAINS[name], amount, name)
        nothing = len(gains)
        gains += [NO_ABILITY, NO_BONUS]
        for card in data.cards:
            t.kind[<int>card.number] = card.aspect
            t.trigger[<int>card.number] = card.trigger
            ability = card.ability
            t.gain[<int>card.number] = nothing if f"ability_{ct.ABILITIES[ability]}" in forbidden else ability
        for first, kind, cards, abilities in ((FIRST_OWN, "alchemist", data.alchemists, ct.ALCHEMIST_ABILITIES),
                                              (FIRST_MASTER, "master", data.masters, ct.MASTER_ABILITIES)):
            for number, card in enumerate(cards, start=first):
                name = abilities[card.ability]
                gain = numbered_gain(gains, ALCHEMIST_GAINS[name], card.amount, name)
                t.kind[<int>number] = N_ASPECTS
                t.trigger[<int>number] = card.trigger
                t.gain[<int>number] = nothing if f"{kind}_{name}" in forbidden else gain
        for k, tile in enumerate(data.governor_tiles):
            for half, bonus in enumerate(tile):
                name = ct.BONUSES[bonus.kind]
                gain = numbered_gain(gains, BONUS_GAINS[name], bonus.amount, name)
                t.bonus[k][half] = nothing + 1 if f"bonus_{name}" in forbidden else gain
        t.n_gains = len(gains)
        for k, (what, kind, amount, unrest, tokens) in enumerate(gains):
            t.gains[k].what = what
            t.gains[k].kind = kind
            t.gains[k].number = amount
            t.gains[k].unrest = unrest
            for a in range(N_ASPECTS):
                t.gains[k].tokens[a] = tokens[a]
            t.gains[k].sure = certainty(&t.gains[k])
            t.gains[k].promise = promise_of(&t.gains[k])
            t.gives[k] = given_by(&t.gains[k])
            t.gains[k].counts = counted_by(&t.gains[k])
        fill_promises(t)

    def fill_board(self, data, at):
        """Regions, route, walls, palaces, Starting tiles; at: the number of players, from 2."""
        cdef Tables* t = self.t
        for r in range(N_REGIONS):
            t.adjacent[r] = data.adjacent[r]
        list_steps(t)
        list_masks(t)
        t.n_route = len(data.elixir.vp)
        reached = 0
        for k in range(len(data.elixir.vp)):
            t.symbols[k] = data.elixir.symbols[k]
            t.masters_at[k] = data.elixir.masters[k]
            reached = max(reached, data.elixir.vp[k])
            t.route_vp[k] = reached
        for k in range(N_SECTIONS):
            t.site_of[k] = data.site_of[k]
            t.at_site[data.site_of[k]] |= <uint64_t>0xff << (8 * k)
            t.n_slots[k] = len(data.markings[at][k])
            for i, markings in enumerate(data.markings[at][k]):
                t.markings[k][i] = markings
                t.marked[k][i + 1] = markings
        for k, tile in enumerate(data.wall_tiles):
            for i, face in enumerate(tile):
                t.wall_faces[k][i] = face.criterion
        for k in range(N_CRITERIA):
            for i in range(3):
                t.wall_vp[k][i + 1] = data.wall_vp[k][i]
        for k, tile in enumerate(data.emperor_tiles):
            t.emperor_section[k] = tile.section
            t.emperor_trigger[k] = tile.trigger
        for k in range(N_PALACE_TILES):
            t.palace_tiles[k] = data.palace_tiles[k]
        for k in range(N_PALACE_KINDS):
            t.palace_tile_vp[k] = data.palace_tile_vp[k]
        for k, tile in enumerate(data.starting_tiles, start=1):
            t.start_unrest[k] = tile.unrest
            t.start_ship[k] = tile.ship
            t.start_soldiers[k] = tile.soldiers
            t.start_workers[k] = tile.workers
            t.start_cards[k] = tile.alchemist_cards
            for i in range(N_TYPES):
                t.start_officials[k][i] = tile.officials[i]
                t.start_tokens[k][i] = tile.tokens[i]

    def fill_mausoleum(self, data):
        """Spots and tiles; "in a 2-player game, do not place any … on a space with a 3+ symbol"."""
        cdef Tables* t = self.t
        for k, spot in enumerate(data.mausoleum):
            t.spot_kind[k] = spot.kind
            t.spot_place[k] = spot.place
        for k, tile in enumerate(data.mausoleum_tiles):
            t.tile_kind[k] = tile.kind
            t.need_governors[k] = tile.governors
            t.need_palaces[k] = tile.palaces
            t.need_pieces[k] = tile.pieces
            t.need_walls[k] = tile.walls
            t.need_space[k] = tile.space
            t.need_cards[k] = tile.alchemist_cards
            vp = [vp for i, vp in enumerate(tile.slots) if t.n_players > 2 or not tile.three_plus >> i & 1]
            t.tile_slots[k] = len(vp)
            for i in range(len(vp)):
                t.tile_vp[k][i] = vp[i]

    def fill_phase_3(self, data):
        """The rows of the tableau and the rewards."""
        cdef Tables* t = self.t
        for k, aspect in enumerate(data.tableaus[ct.TABLEAUS.index(self.options["tableau"])]):
            t.row[k] = aspect
        for a in range(N_ASPECTS):
            for n in range(N_ROUNDS):
                reward = data.rewards[a][n]
                t.reward[a][n] = reward.kind
                t.reward_number[a][n] = reward.amount
                t.reward_regions[a][n] = reward.regions
                t.reward_same[a][n] = reward.same_region

    def fill_numbers(self, numbers, at):
        """The numbers of the text; at: the number of players, from 2."""
        cdef Tables* t = self.t
        for k in range(AREA_CARDS):
            t.card_tokens[k] = numbers.card_tokens[k]
            t.card_unrest[k] = numbers.card_unrest[k]
            t.entrance_vp[k + 1] = numbers.entrance_vp[k]
        list_rises(t, t.card_unrest)
        t.ship_steps = numbers.ship_steps
        t.hire_workers = numbers.hire_workers
        t.palace_vp = numbers.palace_vp
        t.n_emperor = numbers.emperor_tiles[at]
        t.n_spaces = numbers.governor_spaces[at]
        t.n_bonus_tiles = numbers.governor_bonus_tiles[at]
        t.majority_vp = numbers.majority_vp[at]
        t.n_palace_spaces = numbers.palace_spaces[at]
        t.line_vp = numbers.line_vp
        t.keep_tokens = numbers.keep_tokens
        t.small_tokens = numbers.small_tokens[at]
        t.n_masters = numbers.master_cards[at]
        t.supply_governors = numbers.supply_governors
        t.supply_palaces = numbers.supply_palaces
        t.supply_walls = numbers.supply_walls
        t.supply_officials = numbers.supply_officials
        t.supply_soldiers = numbers.supply_soldiers
        t.unlocked_soldiers = numbers.unlocked_soldiers
        t.lisi_majority_vp = numbers.lisi_majority_vp
        t.majority_split[0] = t.majority_vp
        for k in range(1, t.n_players):                 # Li Si may win all ties
            t.majority_split[k] = 0 if lisi_wins_ties(t) else t.majority_vp // (1 + k)
        t.lisi_court_tokens = numbers.lisi_court_tokens

    def fill_solo(self, data):
        """Li Si's Action cards, and what his card says."""
        cdef Tables* t = self.t
        cdef SoloCard* c
        for card in data.solo_cards:
            c = &t.solo_card[<int>card.number]
            c.family = card.family
            c.once = card.once
            c.steps = card.steps
            c.mode = card.mode
            c.n_order = len(card.order)
            for k, place in enumerate(card.order):
                c.order[<int>k] = place
            c.n_tokens = len(card.tokens)
            for k, aspect in enumerate(card.tokens):
                c.tokens[<int>k] = aspect
            c.takes_tile = card.takes_tile
            c.right_section = ct.SIDES[card.section] == "right"
            c.right_slot = ct.SIDES[card.slot] == "right"
            c.has_rule = card.number in ct.PLAYED_ONCE
        lisi = data.lisi[int(self.options["lisi"]) - 1]
        for k, number in enumerate(lisi.deck):
            t.lisi_deck[<int>k] = number
        t.lisi_first = lisi.position == 0
        t.lisi_space = lisi.space
        t.lisi_soldiers = lisi.soldiers
        for k, face in enumerate((data.scoring_faces[lisi.top], data.scoring_faces[lisi.bottom])):
            t.lisi_governors[<int>k] = face.governors
            t.lisi_elixir[<int>k] = face.elixir
            t.lisi_elixir_plus[<int>k] = face.elixir_plus
        for k, vp in enumerate(data.scoring_faces[lisi.top].wall_vp):
            t.lisi_wall_vp[<int>k] = vp

    cdef bint add_start_points(self, void* state, int seat, int points) noexcept nogil:
        cdef Seat* p = &(<State*>state).seat[seat]
        p.vp += points
        p.source[CATEGORY_BONUSES] += points  # the scorepad has none for it
        return True

    # -- experiments on a deal ----------------------------------------------------------------------------------------

    cdef void give_card(self, void* state, int seat, int card, uint64_t deal_key) noexcept nogil:
        hold_card(self.t, <State*>state, seat, card)


GAME = FirstEmpire
