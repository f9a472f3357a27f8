"""What a tile's spaces do to the areas of their colour: "1. Found", "2. Expand", "3. Major", "6. Absorb Province"."""

from cext.games.qin.rules.grid cimport lowest_bit
from cext.games.qin.rules.seats cimport for_owner, of_seat
from cext.games.qin.rules.state cimport State
from cext.games.qin.rules.tables cimport MAX_PLAYERS, Tables
from libc.stdint cimport int8_t, uint32_t

cdef enum:
    MAX_JOINED = 6         # neighbours of two adjacent squares

# One colour's share of a placement: the area that results.
cdef struct Join:
    int n                  # areas it joins to the new spaces
    int root[MAX_JOINED]   # their roots
    int provinces          # how many of them are provinces
    int majors             # how many of these are major
    int size               # spaces of the result
    int owner              # seat + 1 of its owner, 0: a single space
    int pagodas            # pagodas that mark it: 0, 1 or 2
    int kept               # those of them that its owner has on its provinces already
    uint32_t near          # villages it shares an edge with
    uint32_t before        # villages its provinces shared one with


cdef inline int step_of(int direction) noexcept nogil:
    """To the square right, left, below or above, 0 to 3: a byte of a word, for a branch would often be mispredicted."""
    return <int8_t>(<uint32_t>0xf010ff01 >> (8 * direction))


cdef inline void add_neighbours(const State* s, int colour, int cell, Join* j) noexcept nogil:
    """Add the areas of a colour beside a square, each once."""
    cdef int root, k
    cdef int rest = ((s.colour[cell + 1] == colour) | (s.colour[cell - 1] == colour) << 1
                     | (s.colour[cell + 16] == colour) << 2 | (s.colour[cell - 16] == colour) << 3)
    while rest:
        root = s.root[cell + step_of(lowest_bit(rest))]
        rest &= rest - 1
        for k in range(j.n):
            if j.root[k] == root:
                break
        else:
            j.root[j.n] = root
            j.n += 1


cdef inline bint join_areas(const Tables* t, const State* s, int seat, int colour, int cell, int second,
                            Join* j) noexcept nogil:
    """What follows when `seat` places spaces of one colour (`second` 0: one space); whether it is allowed."""
    j.n = 0
    j.near = t.near[cell]
    add_neighbours(s, colour, cell, j)
    if second:
        add_neighbours(s, colour, second, j)
        j.near |= t.near[second]
    return weigh_areas(t, s, seat, 2 if second else 1, j)


cdef inline bint weigh_areas(const Tables* t, const State* s, int seat, int spaces, Join* j) noexcept nogil:
    """What follows when so many spaces join the areas in `j`; whether it is allowed."""
    cdef int k, root, owner
    cdef bint allowed = True
    j.size = spaces
    j.provinces = j.majors = j.owner = 0
    j.before = 0
    for k in range(j.n):
        root = j.root[k]
        j.size += s.size[root]
        j.near |= s.near[root]
        owner = s.owner[root]                   # 0: of a single space
        j.provinces += owner > 0
        j.before |= s.near[root] & -<uint32_t>(owner > 0)
        j.majors += (owner > 0) & (s.size[root] >= t.major)
        j.owner ^= (j.owner ^ owner) & -<int>(owner > 0)
    if j.provinces == 0:
        j.owner = found_province(seat, j.size)
    elif j.provinces > 1:
        allowed = absorb_province(t, s, j)
    j.pagodas = 0 if j.owner == 0 else create_major_province(t, j.size)
    return allowed


cdef inline int found_province(int seat, int size) noexcept nogil:
    """1. Found Province: "any contiguous area consisting of 2 or more same-colored province spaces" goes to the player
    who made it; a single space to nobody. Expanding (2.) leaves the owner as he is."""
    return seat + 1 if size >= 2 else 0


cdef inline int create_major_province(const Tables* t, int size) noexcept nogil:
    """3. Create Major Province: pagodas on a province, two when it "comprises at least 5 province spaces"."""
    return 2 if size >= t.major else 1


cdef inline bint absorb_province(const Tables* t, const State* s, Join* j) noexcept nogil:
    """6. Absorb Province: whether the provinces may be joined; the owner is written to `j`.

    "The player with the highest total number of province spaces in the original provinces seizes control"; not "when
    two or more players would bring the exact same number"; "Major provinces ... can never be absorbed" and not joined.
    """
    cdef uint32_t held = 0
    cdef int i, k, spaces, more, best = 0, most = 0, keeper = 0, tie = 0
    if j.majors > 1:
        return False
    for k in range(j.n):
        held += for_owner(s.size[j.root[k]], s.owner[j.root[k]])
        keeper |= s.owner[j.root[k]] & -<int>(s.size[j.root[k]] >= t.major)
    for i in range(MAX_PLAYERS):
        spaces = of_seat(held, i)
        more = spaces > most
        tie = (tie | (spaces == most)) & ~more
        most = spaces if more else most
        best = i + 1 if more else best
    j.owner = best
    if t.merger_any_tie:
        for i in range(MAX_PLAYERS):
            for k in range(i):
                if of_seat(held, i) and of_seat(held, i) == of_seat(held, k):
                    tie = 1
    if tie:
        return False
    if keeper and keeper != best:
        j.owner = keeper
        return t.major_keeps
    return True
