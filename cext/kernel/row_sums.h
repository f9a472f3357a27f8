/* add_rows(sums, weights, hidden, rows, times, n): sums[h] += times[i] * weights[rows[i] * hidden + h] for all n rows;
   hidden: a multiple of 8; n: even; weights and times from -32767 to 32767. Whole numbers: both ways give the same. */
#ifndef ANALYSER_ROW_SUMS_H
#define ANALYSER_ROW_SUMS_H
#include <stdint.h>
#ifdef __SSE2__
#include <emmintrin.h>
static inline void add_rows(int32_t *sums, const int16_t *weights, int hidden, const int32_t *rows,
                            const int16_t *times, int n) {
    for (int h = 0; h < hidden; h += 8) {
        __m128i low = _mm_loadu_si128((const __m128i *)(sums + h));
        __m128i high = _mm_loadu_si128((const __m128i *)(sums + h + 4));
        for (int i = 0; i < n; i += 2) { /* two rows at a time: each pair of products becomes one sum of 32 bits */
            __m128i a = _mm_loadu_si128((const __m128i *)(weights + (int64_t)rows[i] * hidden + h));
            __m128i b = _mm_loadu_si128((const __m128i *)(weights + (int64_t)rows[i + 1] * hidden + h));
            __m128i both = _mm_set1_epi32((int32_t)((uint16_t)times[i] | (uint32_t)(uint16_t)times[i + 1] << 16));
            low = _mm_add_epi32(low, _mm_madd_epi16(_mm_unpacklo_epi16(a, b), both));
            high = _mm_add_epi32(high, _mm_madd_epi16(_mm_unpackhi_epi16(a, b), both));
        }
        _mm_storeu_si128((__m128i *)(sums + h), low);
        _mm_storeu_si128((__m128i *)(sums + h + 4), high);
    }
}
#else
static inline void add_rows(int32_t *sums, const int16_t *weights, int hidden, const int32_t *rows,
                            const int16_t *times, int n) {
    for (int i = 0; i < n; i++)
        for (int h = 0; h < hidden; h++)
            sums[h] += times[i] * weights[(int64_t)rows[i] * hidden + h];
}
#endif
#endif
