/* What translated rules are made of. Whatever is out of the ordinary sets `bad` and goes on harmlessly: the interpreted
   rules then answer in their place, and say what is wrong. */
#include <stdint.h>
#include <string.h>

#define MAX_MOVES 1536
#define LIST_ITEMS 511

typedef struct { uint64_t key, index; } Draws;

typedef struct {
    char *state;
    int16_t *cell;            /* the fields */
    uint32_t *out;            /* legal moves */
    int n_out;
    Draws deal, play;         /* draws of the deal; while the game is played */
    int bad, ended, over, round_end, following;
} Context;

#define UNLIKELY(x) __builtin_expect(!!(x), 0)
static inline int64_t bad(Context *c) { c->bad = 1; return 0; }
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
static inline int16_t cell_number(Context *c, int64_t x) {
    return (int16_t)(UNLIKELY(x < -32768 || x > 32767) ? bad(c) : x);
}
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

/* -- lists: n numbers from v on; a list that grows, up to its room, begins with its length (b) ---------------------- */

static inline int64_t find(const int16_t *v, int64_t n, int64_t x) {
    for (int64_t i = 0; i < n; i++) if (v[i] == x) return i;
    return -1;
}
static inline int64_t index_of(Context *c, const int16_t *v, int64_t n, int64_t x) {
    int64_t i = find(v, n, x);
    return UNLIKELY(i < 0) ? bad(c) : i;
}
static inline int64_t count(const int16_t *v, int64_t n, int64_t x) {
    int64_t r = 0;
    for (int64_t i = 0; i < n; i++) r += v[i] == x;
    return r;
}
static inline int64_t pop(Context *c, int16_t *b, int64_t i) {
    int64_t n = b[0];
    int16_t *v = b + 1;
    if (i < 0) i += n;
    if (UNLIKELY(i < 0 || i >= n)) return bad(c);
    int64_t x = v[i];
    for (; i + 1 < n; i++) v[i] = v[i + 1];
    v[n - 1] = 0;
    b[0] = (int16_t)(n - 1);
    return x;
}
static inline void append(Context *c, int16_t *b, int64_t room, int64_t x) {
    if (UNLIKELY(b[0] >= room)) bad(c); else b[1 + b[0]++] = cell_number(c, x);
}
static inline void insert(Context *c, int16_t *b, int64_t room, int64_t i, int64_t x) {
    int64_t n = b[0];
    append(c, b, room, x);
    if (i < 0) i += n;
    i = i < 0 ? 0 : i > n ? n : i;
    int16_t last = b[1 + n];
    for (int64_t k = n; k > i && !c->bad; k--) b[1 + k] = b[k];
    if (!c->bad) b[1 + i] = last;
}
static inline void clear(int16_t *b) { memset(b, 0, (1 + b[0]) * sizeof(int16_t)); }
static inline void sort(int16_t *v, int64_t n) {
    for (int64_t i = 1; i < n; i++) {
        int16_t x = v[i];
        int64_t k = i;
        for (; k && v[k - 1] > x; k--) v[k] = v[k - 1];
        v[k] = x;
    }
}
static inline void reverse(int16_t *v, int64_t n) {
    for (int64_t i = 0; i < n / 2; i++) { int16_t x = v[i]; v[i] = v[n - 1 - i]; v[n - 1 - i] = x; }
}
static inline void shuffle(Draws *draws, int16_t *v, int64_t n) {
    for (int64_t i = 0; i < n - 1; i++) {
        int64_t k = i + rng_below(draws, (uint32_t)(n - i));
        int16_t x = v[i]; v[i] = v[k]; v[k] = x;
    }
}
static inline void slice(Context *c, int16_t *b, int64_t room, const int16_t *v, int64_t n, int64_t from, int64_t to) {
    if (from < 0) from = most(from + n, 0);
    if (to < 0) to = most(to + n, 0);
    from = least(from, n), to = least(to, n);
    if (to <= from) return;
    if (UNLIKELY(b[0] + to - from > room)) { c->bad = 1; return; }
    memmove(b + 1 + b[0], v + from, (to - from) * sizeof(int16_t));
    b[0] += to - from;
}
static inline void unique(Context *c, int16_t *b, const int16_t *v, int64_t n) {
    for (int64_t i = 0; i < n; i++) if (find(v, i, v[i]) < 0) append(c, b, LIST_ITEMS, v[i]);
}
/* a whole list into a field: of a fixed length, or a pile, with zeros behind */
static inline void store_list(Context *c, int16_t *b, int64_t size, int is_pile, const int16_t *v, int64_t n) {
    if (UNLIKELY(is_pile ? n > size : n != size)) { c->bad = 1; return; }
    if (is_pile) *b++ = (int16_t)n;
    memmove(b, v, n * sizeof(int16_t));
    memset(b + n, 0, (size - n) * sizeof(int16_t));
}

/* -- moves and turns ----------------------------------------------------------------------------------------------- */

static inline uint32_t part(Context *c, int64_t x, int64_t lowest, int64_t highest, int64_t first) {
    return (uint32_t)(UNLIKELY(x < lowest || x > highest) ? bad(c) : x - first);
}
static inline void give_move(Context *c, uint32_t move) {
    if (UNLIKELY(c->n_out >= MAX_MOVES)) bad(c); else c->out[c->n_out++] = move;
}
static inline int32_t feature(Context *c, int64_t x) {
    return (int32_t)(UNLIKELY(x < INT32_MIN || x > INT32_MAX) ? bad(c) : x);
}
static inline void end_turn(Context *c, int64_t seat, int64_t players, int round_end) {
    if (UNLIKELY(seat < 0 || seat >= players)) { c->bad = 1; return; }
    c->ended = 1, c->round_end = round_end, c->following = (int)seat + 1;
}

/* -- from a state, and back ---------------------------------------------------------------------------------------- */

static inline Context begin(char *state, uint64_t key, void *out) {
    Context c = {.state = state, .cell = (int16_t *)(state + CELLS), .out = (uint32_t *)out};
    c.over = state[OVER], c.following = state[FOLLOWING];
    c.deal.key = key, c.play.key = *(uint64_t *)(state + KEY), c.play.index = *(uint32_t *)(state + DRAWS);
    return c;
}
static inline int64_t finish(Context *c) {
    if (c->bad) return -1;
    *(uint32_t *)(c->state + DRAWS) = (uint32_t)c->play.index;
    return 0;
}
static inline int64_t finish_turn(Context *c) {
    c->state[ENDED] = (char)c->ended, c->state[OVER] = (char)c->over;
    c->state[FOLLOWING] = (char)c->following, c->state[ROUND_END] = (char)c->round_end;
    return finish(c);
}
