/* What translated rules are made of. Whatever is out of the ordinary sets `bad` and goes on harmlessly: the interpreted
   rules then answer in their place, and say what is wrong. */
#include <stdint.h>
#include <string.h>

#define MAX_MOVES 1536
#define LIST_ITEMS 512

typedef struct { uint64_t key, index; } Draws;

typedef struct {
    char *state;
    int16_t *cell;            /* the fields */
    const int64_t *option;    /* number of each option's value */
    uint32_t *out;            /* legal moves */
    int n_out;
    int32_t *features;
    Draws deal, play;         /* draws of the deal; while the game is played */
    int bad, ended, over, round_over, following;
} Context;

typedef struct { int64_t n; int64_t v[LIST_ITEMS]; } List;

#define UNLIKELY(x) __builtin_expect(!!(x), 0)

/* -- numbers: Python's, up to 64 bits ----------------------------------------------------------------------------- */

#define CHECKED(name, builtin) \
static inline int64_t name(Context *c, int64_t a, int64_t b) { \
    int64_t r; \
    if (UNLIKELY(builtin(a, b, &r))) { c->bad = 1; return 0; } \
    return r; \
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
    if (UNLIKELY(b < 0 || b > 62)) { c->bad = 1; return 0; }
    return mul(c, a, (int64_t)1 << b);
}
static inline int64_t shift_right(Context *c, int64_t a, int64_t b) {
    if (UNLIKELY(b < 0)) { c->bad = 1; return 0; }
    return a >> (b > 63 ? 63 : b);
}
/* a number that may be None, which is NONE */
#define NONE INT64_MIN
static inline int64_t some(Context *c, int64_t x) {
    if (UNLIKELY(x == NONE)) { c->bad = 1; return 0; }
    return x;
}
static inline int16_t cell_number(Context *c, int64_t x) {
    if (UNLIKELY(x < -32768 || x > 32767)) { c->bad = 1; return 0; }
    return (int16_t)x;
}
/* a place in a list of n, counted from the end where it is negative */
static inline int64_t place(Context *c, int64_t i, int64_t n) {
    if (i < 0) i += n;
    if (UNLIKELY(i < 0 || i >= n)) { c->bad = 1; return 0; }
    return i;
}
static inline int64_t least(int64_t a, int64_t b) { return b < a ? b : a; }
static inline int64_t most(int64_t a, int64_t b) { return b > a ? b : a; }

/* -- lists: of a field (int16_t) or of a method (int64_t) ---------------------------------------------------------- */

static _Thread_local int64_t nowhere[1];    /* what is written behind an error */

#define LISTS(T, STORED) \
static inline T *spot_##T(Context *c, T *v, int64_t n, int64_t i) { \
    if (i < 0) i += n; \
    if (UNLIKELY(i < 0 || i >= n)) { c->bad = 1; return (T *)nowhere; } \
    return v + i; \
} \
static inline int64_t item_##T(Context *c, const T *v, int64_t n, int64_t i) { \
    if (i < 0) i += n; \
    if (UNLIKELY(i < 0 || i >= n)) { c->bad = 1; return 0; } \
    return v[i]; \
} \
static inline int64_t index_##T(const T *v, int64_t n, int64_t x) { \
    for (int64_t i = 0; i < n; i++) if (v[i] == x) return i; \
    return -1; \
} \
static inline int64_t find_##T(Context *c, const T *v, int64_t n, int64_t x) { \
    int64_t i = index_##T(v, n, x); \
    if (UNLIKELY(i < 0)) { c->bad = 1; return 0; } \
    return i; \
} \
static inline int64_t count_##T(const T *v, int64_t n, int64_t x) { \
    int64_t found = 0; \
    for (int64_t i = 0; i < n; i++) found += v[i] == x; \
    return found; \
} \
static inline int64_t sum_##T(Context *c, const T *v, int64_t n) { \
    int64_t total = 0; \
    for (int64_t i = 0; i < n; i++) total = add(c, total, v[i]); \
    return total; \
} \
static inline int any_##T(const T *v, int64_t n) { \
    for (int64_t i = 0; i < n; i++) if (v[i]) return 1; \
    return 0; \
} \
static inline int all_##T(const T *v, int64_t n) { \
    for (int64_t i = 0; i < n; i++) if (!v[i]) return 0; \
    return 1; \
} \
static inline int64_t max_##T(Context *c, const T *v, int64_t n) { \
    int64_t best = n ? v[0] : (c->bad = 1, 0); \
    for (int64_t i = 1; i < n; i++) best = most(best, v[i]); \
    return best; \
} \
static inline int64_t min_##T(Context *c, const T *v, int64_t n) { \
    int64_t best = n ? v[0] : (c->bad = 1, 0); \
    for (int64_t i = 1; i < n; i++) best = least(best, v[i]); \
    return best; \
} \
static inline int64_t pop_##T(Context *c, T *v, T *n, int64_t i) { \
    int64_t length = *n; \
    if (i < 0) i += length; \
    if (UNLIKELY(i < 0 || i >= length)) { c->bad = 1; return 0; } \
    int64_t x = v[i]; \
    for (; i + 1 < length; i++) v[i] = v[i + 1]; \
    v[length - 1] = 0; \
    *n = (T)(length - 1); \
    return x; \
} \
static inline void append_##T(Context *c, T *v, T *n, int64_t room, int64_t x) { \
    if (UNLIKELY(*n >= room)) { c->bad = 1; return; } \
    v[*n] = STORED; \
    *n += 1; \
} \
static inline void insert_##T(Context *c, T *v, T *n, int64_t room, int64_t i, int64_t x) { \
    int64_t length = *n; \
    if (UNLIKELY(length >= room)) { c->bad = 1; return; } \
    if (i < 0) i += length; \
    i = i < 0 ? 0 : i > length ? length : i; \
    for (int64_t k = length; k > i; k--) v[k] = v[k - 1]; \
    v[i] = STORED; \
    *n = (T)(length + 1); \
} \
static inline void clear_##T(T *v, T *n) { \
    for (int64_t i = 0; i < *n; i++) v[i] = 0; \
    *n = 0; \
} \
static inline void sort_##T(T *v, int64_t n) { \
    for (int64_t i = 1; i < n; i++) { \
        T x = v[i]; \
        int64_t k = i; \
        for (; k && v[k - 1] > x; k--) v[k] = v[k - 1]; \
        v[k] = x; \
    } \
} \
static inline void reverse_##T(T *v, int64_t n) { \
    for (int64_t i = 0; i < n / 2; i++) { T x = v[i]; v[i] = v[n - 1 - i]; v[n - 1 - i] = x; } \
} \
static inline void extend_##T(Context *c, List *into, const T *v, int64_t n) { \
    if (UNLIKELY(into->n + n > LIST_ITEMS)) { c->bad = 1; return; } \
    for (int64_t i = 0; i < n; i++) into->v[into->n + i] = v[i]; \
    into->n += n; \
} \
static inline void slice_##T(Context *c, List *into, const T *v, int64_t n, int64_t from, int64_t to, int backwards) { \
    if (from < 0) from = most(from + n, 0); \
    if (to < 0) to = most(to + n, 0); \
    from = least(from, n), to = least(to, n); \
    if (UNLIKELY(to > from && into->n + to - from > LIST_ITEMS)) { c->bad = 1; return; } \
    for (int64_t i = from; i < to; i++) into->v[into->n++] = v[backwards ? to - 1 - (i - from) : i]; \
} \
static inline void unique_##T(Context *c, List *into, const T *v, int64_t n) { \
    for (int64_t i = 0; i < n; i++) \
        if (index_##T(v, i, v[i]) < 0) { \
            if (UNLIKELY(into->n >= LIST_ITEMS)) { c->bad = 1; return; } \
            into->v[into->n++] = v[i]; \
        } \
} \
static inline void shuffle_##T(Draws *draws, T *v, int64_t n) { \
    for (int64_t i = 0; i < n - 1; i++) { \
        int64_t k = i + rng_below(draws, (uint32_t)(n - i)); \
        T x = v[i]; v[i] = v[k]; v[k] = x; \
    } \
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
    if (UNLIKELY(n < 1 || n > INT32_MAX)) { c->bad = 1; return 0; }
    return rng_below(draws, (uint32_t)n);
}

LISTS(int16_t, cell_number(c, x))
LISTS(int64_t, x)

/* a whole list into a field: of a fixed length, or a pile, which has its own in front and zeros behind */
static inline void store_list(Context *c, int16_t *cell, int64_t size, int is_pile, const List *list) {
    if (UNLIKELY(is_pile ? list->n > size : list->n != size)) { c->bad = 1; return; }
    if (is_pile) *cell++ = (int16_t)list->n;
    for (int64_t i = 0; i < list->n; i++) cell[i] = cell_number(c, list->v[i]);
    memset(cell + list->n, 0, (size - list->n) * sizeof(int16_t));
}

/* -- moves and turns ----------------------------------------------------------------------------------------------- */

static inline int64_t part(Context *c, int64_t x, int64_t lowest, int64_t highest, int64_t first) {
    if (UNLIKELY(x < lowest || x > highest)) { c->bad = 1; return 0; }
    return x - first;
}
static inline void give_move(Context *c, uint32_t move) {
    if (UNLIKELY(c->n_out >= MAX_MOVES)) { c->bad = 1; return; }
    c->out[c->n_out++] = move;
}
static inline void give_feature(Context *c, int i, int64_t x) {
    if (UNLIKELY(x < INT32_MIN || x > INT32_MAX)) { c->bad = 1; return; }
    c->features[i] = (int32_t)x;
}
static inline void end_turn(Context *c, int64_t seat, int64_t players, int ends_round) {
    if (UNLIKELY(seat < 0 || seat >= players)) { c->bad = 1; return; }
    c->ended = 1, c->round_over = ends_round, c->following = (int)seat + 1;
}
static inline void end_turn_in_order(Context *c) { c->ended = 1, c->round_over = 0, c->following = 0; }
