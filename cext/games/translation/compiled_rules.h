/* What translated rules are made of. Whatever is out of the ordinary sets `bad` and goes on harmlessly: the interpreted
   rules then answer in their place, and say what is wrong. */
#include <stdint.h>
#include <string.h>

#define MAX_MOVES 1536
#define LIST_ITEMS 511

typedef struct { uint64_t key, index; } Draws;

typedef struct {
    char *state;
    char *cell;               /* the fields */
    uint32_t *out;            /* legal moves */
    int n_out;
    Draws deal, play;         /* draws of the deal; while the game is played */
    int bad, ended, over, round_end, following;
    unsigned steps;           /* of loops that may be long */
} Context;

typedef struct { const uint32_t *moves; double *features; } Weighing;   /* what weigh() is asked for */

#define UNLIKELY(x) __builtin_expect(!!(x), 0)
static inline int64_t bad(Context *c) { c->bad = 1; return 0; }
/* The number of a signal that came, 0: none; whoever loads the program says where it is. */
static volatile int none_came = 0;
volatile int *interrupted = &none_came;
/* whether a loop goes on */
static inline int goes_on(Context *c) {
    if (UNLIKELY(!(++c->steps & 4095)) && *interrupted) c->bad = 1;
    return !c->bad;
}
/* a number that may be None, which is NONE: no number of the rules is that low */
#define NONE INT64_MIN
static inline int64_t some(Context *c, int64_t x) { return UNLIKELY(x == NONE) ? bad(c) : x; }

/* -- numbers: Python's, up to 64 bits ----------------------------------------------------------------------------- */

#define CHECKED(name, builtin) \
static inline int64_t name(Context *c, int64_t a, int64_t b) { \
    int64_t r; \
    return UNLIKELY(builtin(a, b, &r) || r == NONE) ? bad(c) : r; \
}
CHECKED(add, __builtin_add_overflow)
CHECKED(sub, __builtin_sub_overflow)
CHECKED(mul, __builtin_mul_overflow)

static inline int64_t floordiv(Context *c, int64_t a, int64_t b) {
    if (UNLIKELY(b == 0 || b == -1)) { c->bad |= b == 0; return b ? sub(c, 0, a) : 0; }
    return a / b - ((a % b != 0) && ((a < 0) != (b < 0)));
}
static inline int64_t modulo(Context *c, int64_t a, int64_t b) {
    if (UNLIKELY(b == 0 || b == -1)) { c->bad |= b == 0; return 0; }
    int64_t r = a % b;
    return r && ((r < 0) != (b < 0)) ? r + b : r;
}
static inline int64_t shift_left(Context *c, int64_t a, int64_t b) {
    return b < 0 || b > 62 ? bad(c) : mul(c, a, (int64_t)1 << b);
}
static inline int64_t shift_right(Context *c, int64_t a, int64_t b) { return b < 0 ? bad(c) : a >> (b > 63 ? 63 : b); }
static inline int64_t absolute(Context *c, int64_t a) { return a < 0 ? sub(c, 0, a) : a; }
static inline int64_t least(int64_t a, int64_t b) { return b < a ? b : a; }
static inline int64_t most(int64_t a, int64_t b) { return b > a ? b : a; }
/* a place in a list of n, counted from the end where it is negative */
static inline int64_t place(Context *c, int64_t i, int64_t n) {
    if (i < 0) i += n;
    return UNLIKELY(i < 0 || i >= n) ? bad(c) : i;
}

/* -- draws: those of cext/kernel/rng.pxd --------------------------------------------------------------------------- */

static inline uint64_t rng_mix(uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
    return z ^ (z >> 31);
}
static inline uint32_t rng_below(Draws *draws, uint32_t n) {
    uint64_t bits = rng_mix(draws->key + (++draws->index) * 0x9E3779B97F4A7C15ULL), m = (bits >> 32) * n;
    if (UNLIKELY((uint32_t)m < n)) {
        uint32_t floor = (uint32_t)(0 - n) % n;
        while ((uint32_t)m < floor) {
            bits = rng_mix(bits + 0x9E3779B97F4A7C15ULL);
            m = (bits >> 32) * n;
        }
    }
    return (uint32_t)(m >> 32);
}
static inline int64_t below(Context *c, Draws *draws, int64_t n) {
    return UNLIKELY(n < 1 || n > INT32_MAX) ? bad(c) : rng_below(draws, (uint32_t)n);
}

/* -- numbers in memory: of 1, 2 or 4 bytes (w), as the type of the pointer that a caller has ------------------------ */

#define CELLS_OF static inline __attribute__((always_inline))
CELLS_OF int64_t get(const void *v, int w, int64_t i) {
    return w == 4 ? ((const int32_t *)v)[i] : w == 2 ? ((const int16_t *)v)[i] : ((const int8_t *)v)[i];
}
CELLS_OF void put(Context *c, void *v, int w, int64_t i, int64_t x) {
    if (w == 4) { if (UNLIKELY(x != (int32_t)x)) bad(c); else ((int32_t *)v)[i] = (int32_t)x; }
    else if (w == 2) { if (UNLIKELY(x != (int16_t)x)) bad(c); else ((int16_t *)v)[i] = (int16_t)x; }
    else if (UNLIKELY(x != (int8_t)x)) bad(c);
    else ((int8_t *)v)[i] = (int8_t)x;
}
/* write x in a place; a number that has no room there is bad */
#define STORE(c, place, x) put(c, &(place), sizeof(place), 0, x)
/* the numbers of a field: lists of `n`, each of a length of its own where they are piles */
CELLS_OF void check_range(Context *c, int at, int w, int lists, int n, int is_pile, int64_t low, int64_t high) {
    const char *v = c->cell + at;
    for (int k = 0; k < lists; k++, v += w * (n + is_pile)) {
        int64_t end = is_pile + (is_pile ? get(v, w, 0) : n);
        for (int64_t i = is_pile; i < end; i++) c->bad |= get(v, w, i) < low || get(v, w, i) > high;
    }
}

/* -- lists: n numbers from v on; a list that grows, up to its room, begins with its length (b) ---------------------- */

#define find(v, n, x) find_number(v, sizeof *(v), n, x)
CELLS_OF int64_t find_number(const void *v, int w, int64_t n, int64_t x) {
    for (int64_t i = 0; i < n; i++) if (get(v, w, i) == x) return i;
    return -1;
}
#define index_of(c, v, n, x) index_of_number(c, v, sizeof *(v), n, x)
CELLS_OF int64_t index_of_number(Context *c, const void *v, int w, int64_t n, int64_t x) {
    int64_t i = find_number(v, w, n, x);
    return UNLIKELY(i < 0) ? bad(c) : i;
}
#define count(v, n, x) count_number(v, sizeof *(v), n, x)
CELLS_OF int64_t count_number(const void *v, int w, int64_t n, int64_t x) {
    int64_t r = 0;
    for (int64_t i = 0; i < n; i++) r += get(v, w, i) == x;
    return r;
}
#define same(a, n, b, m) same_numbers(a, sizeof *(a), n, b, sizeof *(b), m)
CELLS_OF int same_numbers(const void *a, int aw, int64_t n, const void *b, int bw, int64_t m) {
    for (int64_t i = 0; n == m && i < n; i++) if (get(a, aw, i) != get(b, bw, i)) return 0;
    return n == m;
}
#define pop(c, b, i) pop_number(c, b, sizeof *(b), i)
static inline int64_t pop_number(Context *c, void *b, int w, int64_t i) {
    int64_t n = get(b, w, 0);
    if (i < 0) i += n;
    if (UNLIKELY(i < 0 || i >= n)) return bad(c);
    int64_t x = get(b, w, 1 + i);
    for (i++; i < n; i++) put(c, b, w, i, get(b, w, 1 + i));
    put(c, b, w, n, 0);
    put(c, b, w, 0, n - 1);
    return x;
}
#define append(c, b, room, x) append_number(c, b, sizeof *(b), room, x)
CELLS_OF void append_number(Context *c, void *b, int w, int64_t room, int64_t x) {
    int64_t n = get(b, w, 0);
    if (UNLIKELY(n >= room)) { c->bad = 1; return; }
    put(c, b, w, 1 + n, x);
    put(c, b, w, 0, n + 1);
}
#define insert(c, b, room, i, x) insert_number(c, b, sizeof *(b), room, i, x)
static inline void insert_number(Context *c, void *b, int w, int64_t room, int64_t i, int64_t x) {
    int64_t n = get(b, w, 0);
    append_number(c, b, w, room, x);
    if (i < 0) i += n;
    i = i < 0 ? 0 : i > n ? n : i;
    for (int64_t k = n; k > i && !c->bad; k--) put(c, b, w, 1 + k, get(b, w, k));
    if (!c->bad) put(c, b, w, 1 + i, x);
}
#define clear(b) memset(b, 0, (1 + (b)[0]) * sizeof *(b))
static inline void swap_numbers(Context *c, void *v, int w, int64_t i, int64_t k) {
    int64_t x = get(v, w, i);
    put(c, v, w, i, get(v, w, k));
    put(c, v, w, k, x);
}
#define sort(v, n) sort_numbers(c, v, sizeof *(v), n)
static inline void sort_numbers(Context *c, void *v, int w, int64_t n) {
    for (int64_t i = 1; i < n; i++) {
        int64_t x = get(v, w, i), k = i;
        for (; k && get(v, w, k - 1) > x; k--) put(c, v, w, k, get(v, w, k - 1));
        put(c, v, w, k, x);
    }
}
#define reverse(v, n) reverse_numbers(c, v, sizeof *(v), n)
static inline void reverse_numbers(Context *c, void *v, int w, int64_t n) {
    for (int64_t i = 0; i < n / 2; i++) swap_numbers(c, v, w, i, n - 1 - i);
}
#define shuffle(draws, v, n) shuffle_numbers(c, draws, v, sizeof *(v), n)
static inline void shuffle_numbers(Context *c, Draws *draws, void *v, int w, int64_t n) {
    for (int64_t i = 0; i < n - 1; i++) swap_numbers(c, v, w, i, i + rng_below(draws, (uint32_t)(n - i)));
}
/* numbers are read and written through widths of their own: from a field into a list, for instance */
#define slice(c, b, room, v, n, from, to) slice_numbers(c, b, sizeof *(b), room, v, sizeof *(v), n, from, to)
static inline void slice_numbers(Context *c, void *b, int w, int64_t room, const void *v, int vw, int64_t n,
                                 int64_t from, int64_t to) {
    int64_t end = get(b, w, 0);
    if (from < 0) from = most(from + n, 0);
    if (to < 0) to = most(to + n, 0);
    from = least(from, n), to = least(to, n);
    if (to <= from) return;
    if (UNLIKELY(end + to - from > room)) { c->bad = 1; return; }
    for (int64_t i = from; i < to; i++) put(c, b, w, 1 + end + i - from, get(v, vw, i));
    put(c, b, w, 0, end + to - from);
}
#define unique(c, b, v, n) unique_numbers(c, b, sizeof *(b), v, sizeof *(v), n)
static inline void unique_numbers(Context *c, void *b, int w, const void *v, int vw, int64_t n) {
    for (int64_t i = 0; i < n; i++)
        if (find_number(v, vw, i, get(v, vw, i)) < 0) append_number(c, b, w, LIST_ITEMS, get(v, vw, i));
}
/* a whole list into a field: of a fixed length, or a pile, with zeros behind. It may be a part of that field. */
#define store_list(c, b, size, is_pile, v, n) store_numbers(c, b, sizeof *(b), size, is_pile, v, sizeof *(v), n)
static inline void store_numbers(Context *c, void *b, int w, int64_t size, int is_pile, const void *v, int vw,
                                 int64_t n) {
    char *first = (char *)b + is_pile * w;
    if (UNLIKELY(is_pile ? n > size : n != size)) { c->bad = 1; return; }
    if (is_pile) put(c, b, w, 0, n);
    if (w == vw) memmove(first, v, n * w);
    else for (int64_t i = 0; i < n; i++) put(c, first, w, i, get(v, vw, i));
    memset(first + n * w, 0, (size - n) * w);
}

/* -- moves and turns ----------------------------------------------------------------------------------------------- */

static inline uint32_t part(Context *c, int64_t x, int64_t lowest, int64_t highest, int64_t first) {
    return (uint32_t)(UNLIKELY(x < lowest || x > highest) ? bad(c) : x - first);
}
static inline void give_move(Context *c, uint32_t move) {
    if (UNLIKELY(c->n_out >= MAX_MOVES)) bad(c); else c->out[c->n_out++] = move;
}
static inline double feature(Context *c, int64_t x) {
    return (double)(UNLIKELY(x < INT32_MIN || x > INT32_MAX) ? bad(c) : x);
}
static inline void end_turn(Context *c, int64_t seat, int64_t players, int round_end) {
    if (UNLIKELY(seat < 0 || seat >= players)) { c->bad = 1; return; }
    c->ended = 1, c->round_end = round_end, c->following = (int)seat + 1;
}

/* -- from a state, and back ---------------------------------------------------------------------------------------- */

static inline Context begin(char *state, uint64_t key, void *out) {
    Context c = {.state = state, .cell = state + CELLS, .out = (uint32_t *)out};
    c.over = state[OVER], c.following = state[FOLLOWING];
    c.deal.key = key, c.play.key = *(uint64_t *)(state + KEY), c.play.index = *(uint32_t *)(state + DRAWS);
    return c;
}
static void check_ranges(Context *c);
static inline int64_t finish(Context *c) {
    check_ranges(c);
    if (c->bad) return -1;
    *(uint32_t *)(c->state + DRAWS) = (uint32_t)c->play.index;
    return 0;
}
static inline int64_t finish_turn(Context *c) {
    c->state[ENDED] = (char)c->ended, c->state[OVER] = (char)c->over;
    c->state[FOLLOWING] = (char)c->following, c->state[ROUND_END] = (char)c->round_end;
    return finish(c);
}
