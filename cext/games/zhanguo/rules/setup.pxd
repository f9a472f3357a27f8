"""Initial preparation, board choice and auction, and phase 1: everything before the first card of a round is played."""

from cext.games.byte_masks cimport found_byte, load7, store7
from cext.games.zhanguo.rules.derived_masks cimport update_seat_masks
from cext.games.zhanguo.rules.state cimport (
    CATEGORY_BIDS, KIND_BID, KIND_BOARD, KIND_DISCARD, KIND_PLAY, NOBODY, Seat, State,
)
from cext.games.zhanguo.rules.tables cimport (
    BOARDS_AUCTION, BOARDS_CHOSEN, BOARDS_GIVEN, DECK, DRAWN, DRAWN_TO_DRAFT, HAND_MAX, N_ASPECTS, N_BOARDS,
    N_DRAFTS, N_SECTIONS, N_TYPES, Tables,
)
from cext.kernel.rng cimport rng_below, rng_bits, rng_shuffle, rng_stream
from cext.kernel.types cimport Move, kassert, pack
from libc.stdint cimport int8_t, uint8_t, uint64_t
from libc.string cimport memmove, memset

# Streams of a deal's random inputs.
cdef enum:
    DRAW_DECKS = 0             # 0, 1, 2: one a deck
    DRAW_WALL_TILES = 3
    DRAW_WALL_SIDES = 4
    DRAW_TASKS = 5             # 5, 6, 7: wall, palace, governor
    DRAW_TRACK = 8
    DRAW_BOARDS = 9
    DRAW_DISCARDS = 10         # index 4 x (3 x round + aspect)


cdef enum:
    ALL_B_SIDES = 0x1e         # bits of the boards 1 to 4 (12. Player boards)
    MAX_BID = 255              # what a field of a move holds


cdef inline void deal_game(const Tables* t, State* s, const int8_t* boards, uint64_t key) noexcept nogil:
    """Initial preparation, steps 1 to 13. `boards`: the board each seat plays, -1 an A side ("When playing for the
    first few times, we recommend using the A-sides"); not read when players choose or bid."""
    cdef int i
    memset(s, 0, sizeof(State))
    s.key = key
    s.leader = NOBODY
    for i in range(t.n_players):
        fill_supply(t, &s.seat[i])
        s.seat[i].board = NOBODY
    shuffle_decks(s, key)
    for i in range(N_ASPECTS):
        s.threes[i] = 1
        s.ones[i] = t.markers
    place_track_discs(t, s, key)
    place_wall_tiles(t, s, key)
    place_tasks(s, key)
    if t.boards_by == BOARDS_GIVEN:
        for i in range(t.n_players):
            kassert(boards[i] < N_BOARDS)
            s.seat[i].board = <uint8_t>(boards[i] if boards[i] > 0 else 0)
        place_officials(t, s)
        begin_round(t, s)
    elif t.boards_by == BOARDS_CHOSEN:
        s.boards = ALL_B_SIDES
        s.active = <uint8_t>(t.n_players - 1)
        s.stage = KIND_BOARD
    else:
        begin_auctions(t, s, key)


cdef inline void fill_supply(const Tables* t, Seat* p) noexcept nogil:
    """2. Player supply."""
    cdef int i
    p.governors = t.supply_governors
    p.palaces = t.supply_palaces
    p.walls = t.supply_walls
    for i in range(N_TYPES):
        p.officials[i] = t.supply_officials


cdef inline void shuffle_decks(State* s, uint64_t key) noexcept nogil:
    """3. Cards: three decks by back colour, shuffled separately."""
    cdef int i, j
    for i in range(N_ASPECTS):
        for j in range(DECK):
            s.deck[i][j] = <uint8_t>(DECK * i + j + 1)
        rng_shuffle(s.deck[i], DECK, rng_stream(key, DRAW_DECKS + i))
        s.n_deck[i] = DECK


cdef inline void place_track_discs(const Tables* t, State* s, uint64_t key) noexcept nogil:
    """6. 1st player: seat 0 on the topmost slot, the others at random below."""
    cdef int i
    for i in range(t.n_players):
        s.order[i] = <uint8_t>i
    rng_shuffle(&s.order[1], t.n_players - 1, rng_stream(key, DRAW_TRACK))


cdef inline void place_wall_tiles(const Tables* t, State* s, uint64_t key) noexcept nogil:
    """9. Walls: one tile a section, a random side up."""
    cdef uint8_t tile[N_SECTIONS]
    cdef uint64_t sides = rng_bits(rng_stream(key, DRAW_WALL_SIDES), 0)
    cdef int i
    for i in range(N_SECTIONS):
        tile[i] = <uint8_t>i
    rng_shuffle(tile, N_SECTIONS, rng_stream(key, DRAW_WALL_TILES))
    for i in range(N_SECTIONS):
        s.face[i] = t.tile_faces[tile[i]][(sides >> i) & 1]


cdef inline void place_tasks(State* s, uint64_t key) noexcept nogil:
    """10. Tasks: of each kind's four tiles one in the upper and one in the lower section."""
    cdef uint8_t tile[4]
    cdef int kind, i
    for kind in range(3):
        for i in range(4):
            tile[i] = <uint8_t>(4 * kind + i)
        rng_shuffle(tile, 4, rng_stream(key, DRAW_TASKS + kind))
        s.tile[kind] = tile[0]
        s.tile[3 + kind] = tile[1]


cdef inline void place_officials(const Tables* t, State* s) noexcept nogil:
    """13. Officials: three from the supply, as the player board shows, to the governors area of region 1."""
    cdef int i, c, n
    for i in range(t.n_players):
        for c in range(N_TYPES):
            n = t.start_officials[s.seat[i].board][c]
            s.seat[i].governing[0][c] = <uint8_t>n
            s.seat[i].officials[c] = <uint8_t>(s.seat[i].officials[c] - n)
        update_seat_masks(t, &s.seat[i])


# -- 12. Player boards: choice in reverse player order, auction ----------------------------------------------

cdef inline int list_boards(const State* s, Move* moves) noexcept nogil:
    """12. Player boards: any board not taken."""
    cdef int b, n = 0
    for b in range(1, N_BOARDS):
        if (s.boards >> b) & 1:
            moves[n] = pack(KIND_BOARD, b)
            n += 1
    return n


cdef inline void take_board(const Tables* t, State* s, int board) noexcept nogil:
    """12. Player boards: "In reverse player order, each player chooses a player board"; in auctions the winner."""
    cdef int i = s.active
    s.seat[i].board = <uint8_t>board
    update_seat_masks(t, &s.seat[i])
    s.boards = <uint8_t>(s.boards & ~(1 << board))
    if t.boards_by == BOARDS_CHOSEN:
        if i > 0:
            s.active = <uint8_t>(i - 1)
            return
        place_officials(t, s)
        begin_round(t, s)
    else:
        next_auction(t, s, i)


cdef inline void begin_auctions(const Tables* t, State* s, uint64_t key) noexcept nogil:
    """B-side player boards auction: 15 VP each, as many boards as players, the 1st player opens.

    "Players can discard them randomly or come to an agreement on which player boards to discard."
    """
    cdef uint8_t symbol[4]
    cdef int i
    for i in range(t.n_players):
        s.seat[i].vp = t.auction_vp
        s.seat[i].source[CATEGORY_BIDS] = t.auction_vp
    if t.boards_discarded:
        s.boards = <uint8_t>(ALL_B_SIDES & ~t.boards_discarded)
    else:
        for i in range(4):
            symbol[i] = <uint8_t>(i + 1)
        rng_shuffle(symbol, 4, rng_stream(key, DRAW_BOARDS))
        for i in range(t.n_players):
            s.boards = <uint8_t>(s.boards | (1 << symbol[i]))
    next_auction(t, s, t.n_players - 1)


cdef inline void next_auction(const Tables* t, State* s, int taker) noexcept nogil:
    """Auction: the next one is opened by the closest player clockwise to the last who took a board and has none."""
    cdef int i, k, without = 0, opener = -1
    s.passed = 0
    s.bid = 0
    s.bidder = NOBODY
    for k in range(1, t.n_players + 1):
        i = (taker + k) % t.n_players
        if s.seat[i].board == NOBODY:
            without += 1
            if opener < 0:
                opener = i
        else:
            s.passed = <uint8_t>(s.passed | (1 << i))
    if opener < 0:
        place_officials(t, s)
        begin_round(t, s)
        return
    s.active = <uint8_t>opener
    if without == 1:
        # "the last player board will be always assigned for 1 VP to the last player"
        pay_bid(s, opener, 1)
        s.stage = KIND_BOARD
    else:
        s.stage = KIND_BID


cdef inline void pay_bid(State* s, int i, int vp) noexcept nogil:
    """Auction: "He loses VP equal to his highest bid"; below 0: points given to the holder of a weak board."""
    s.seat[i].vp -= vp
    s.seat[i].source[CATEGORY_BIDS] -= vp


cdef inline int list_bids(const State* s, Move* moves) noexcept nogil:
    """Auction: a higher bid up to the points one has, or pass; the opener must bid."""
    cdef int b, n = 0
    if s.bid > 0:
        moves[n] = pack(KIND_BID, 0)
        n += 1
    for b in range(s.bid + 1, min(s.seat[s.active].vp, MAX_BID) + 1):
        moves[n] = pack(KIND_BID, b)
        n += 1
    return n


cdef inline void bid_or_pass(const Tables* t, State* s, int vp) noexcept nogil:
    """Auction: "Players keep bidding or passing until one player remains"."""
    cdef int i, k
    if vp > 0:
        s.bid = <uint8_t>vp
        s.bidder = s.active
    else:
        s.passed = <uint8_t>(s.passed | (1 << s.active))
    for k in range(1, t.n_players + 1):
        i = (s.active + k) % t.n_players
        if not (s.passed >> i) & 1:
            break
    s.active = <uint8_t>i
    if i == s.bidder:
        pay_bid(s, i, s.bid)
        s.stage = KIND_BOARD


# -- Phase 1: draw cards ---------------------------------------------------------------------------------------

cdef inline void begin_round(const Tables* t, State* s) noexcept nogil:
    """Phase 1: draw cards, or start the draft of the variant (rounds 1 to 4)."""
    cdef int i, k, a
    s.turns = 0
    if t.draft and s.round < N_DRAFTS:
        s.drafter = 0
        s.draft_aspect = 0
        s.n_discard = 0
        s.active = s.order[0]
        draw_to_draft(t, s)
        s.stage = KIND_DISCARD
        return
    for k in range(t.n_players):
        i = (s.order[0] + k) % t.n_players
        for a in range(N_ASPECTS):
            draw(s, i, a, DRAWN)
    begin_phase_2(t, s)


cdef inline void draw(State* s, int i, int a, int n) noexcept nogil:
    """Phase 1: player i takes n cards of aspect a into his hand."""
    cdef int _k
    cdef Seat* p = &s.seat[i]
    kassert(s.n_deck[a] >= n)
    for _k in range(n):
        p.hand[p.n_hand] = s.deck[a][s.head[a]]
        p.n_hand += 1
        s.head[a] = s.head[a] + 1 if s.head[a] + 1 < DECK else 0
        s.n_deck[a] -= 1


cdef inline void draw_to_draft(const Tables* t, State* s) noexcept nogil:
    """Variant phase 1: "From each deck, each player draws 3 cards": from one deck after the other, each discard before
    the next deck is drawn from; or, by a switch, from all three decks before the first discard."""
    cdef int a
    if not t.draw_all_decks:
        draw(s, s.active, s.draft_aspect, DRAWN_TO_DRAFT)
    elif s.draft_aspect == 0:
        for a in range(N_ASPECTS):
            draw(s, s.active, a, DRAWN_TO_DRAFT)


cdef inline void hold_card(const Tables* t, State* s, int i, int card) noexcept nogil:
    """An experiment, not in the rulebook: a card changes places with the first of its aspect that player i draws."""
    cdef int k, q, a = t.aspect[card], drawn = DRAWN_TO_DRAFT if t.draft else DRAWN
    cdef int at = drawn * ((i + t.n_players - s.order[0]) % t.n_players)
    cdef uint8_t other = s.deck[a][at]
    for k in range(at, at + drawn):
        if s.deck[a][k] == card:
            return
    for k in range(DECK):
        if s.deck[a][k] == card:
            s.deck[a][k] = other
    s.deck[a][at] = <uint8_t>card
    for q in range(t.n_players):
        for k in range(s.seat[q].n_hand):
            if s.seat[q].hand[k] == card:
                s.seat[q].hand[k] = other
            elif s.seat[q].hand[k] == other:
                s.seat[q].hand[k] = <uint8_t>card


cdef inline void remove_from_hand(Seat* p, int card) noexcept nogil:
    """Take a card out of a hand of at most six."""
    close_hand(p, found_byte(load7(p.hand), card))


cdef inline void close_hand(Seat* p, uint64_t gap) noexcept nogil:
    """Take out the card whose byte the bit `gap` begins and keep the order of the others: the bytes above come down by
    one."""
    cdef uint64_t hand = load7(p.hand), below = gap - 1
    store7(p.hand, (hand & below) | (hand >> 8 & ~below))
    p.n_hand -= 1


cdef inline int list_discards(const State* s, Move* moves) noexcept nogil:
    """Variant phase 1: one of the three cards of a colour; of the colours before it two are left."""
    cdef const uint8_t* drawn = &s.seat[s.active].hand[DRAWN * s.draft_aspect]
    cdef int i
    for i in range(DRAWN_TO_DRAFT):
        moves[i] = pack(KIND_DISCARD, drawn[i])
    return DRAWN_TO_DRAFT


cdef inline void discard_one(const Tables* t, State* s, int card) noexcept nogil:
    """Variant phase 1: "draws 3 cards, takes 2 of his choice into his hand, and discards the other 1 face-down"."""
    cdef Seat* p = &s.seat[s.active]
    cdef int k = DRAWN * s.draft_aspect
    while p.hand[k] != card:
        k += 1
    memmove(&p.hand[k], &p.hand[k + 1], HAND_MAX - 1 - k)
    p.n_hand -= 1
    p.hand[p.n_hand] = 0
    s.discard[s.draft_aspect][s.drafter] = <uint8_t>card
    p.drafted[s.draft_aspect][s.round] = <uint8_t>card
    if s.draft_aspect < N_ASPECTS - 1:
        s.draft_aspect += 1
    else:
        s.draft_aspect = 0
        s.drafter += 1
        if s.drafter == t.n_players:
            return_discards(t, s)
            begin_phase_2(t, s)
            return
        s.active = <uint8_t>((s.order[0] + s.drafter) % t.n_players)
    draw_to_draft(t, s)


cdef inline void return_discards(const Tables* t, State* s) noexcept nogil:
    """Variant phase 1: the discards of each colour are shuffled and placed at the bottom of their deck."""
    cdef int a, i, j
    cdef uint8_t swap
    cdef uint64_t stream = rng_stream(s.key, DRAW_DISCARDS)
    for a in range(N_ASPECTS):
        for i in range(t.n_players - 1):
            j = i + <int>rng_below(stream, 4 * (N_ASPECTS * s.round + a) + i, t.n_players - i)
            swap = s.discard[a][i]
            s.discard[a][i] = s.discard[a][j]
            s.discard[a][j] = swap
        for i in range(t.n_players):
            s.deck[a][(s.head[a] + s.n_deck[a]) % DECK] = s.discard[a][i]
            s.n_deck[a] += 1
            s.discard[a][i] = 0


cdef inline void begin_phase_2(const Tables* t, State* s) noexcept nogil:
    """Phase 2: clockwise from the 1st player; variant player order: as the discs lie on the rewards track."""
    cdef int k
    for k in range(t.n_players):
        s.turn_order[k] = s.order[k] if t.order_by_track else <uint8_t>((s.order[0] + k) % t.n_players)
    s.active = s.turn_order[0]
    s.stage = KIND_PLAY
