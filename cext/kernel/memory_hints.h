/* Hints about memory soon to be written; they change nothing.
   large_pages(p, n): ask for large pages behind n bytes at p, so that filling them costs few page faults.
   fetch_lines(p, n): begin to bring n bytes at p into the cache. Always inline: gcc drops calls of a function that only
   hints. */
#ifndef ANALYSER_PAGES_H
#define ANALYSER_PAGES_H
#include <stddef.h>
#include <stdint.h>
#ifdef __linux__
#include <sys/mman.h>
#endif
#define LARGE_PAGE ((uintptr_t)1 << 21)
static inline void large_pages(void *p, size_t n) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    uintptr_t first = ((uintptr_t)p + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1);
    uintptr_t end = ((uintptr_t)p + n) & ~(LARGE_PAGE - 1);
    if (end > first)
        (void)madvise((void *)first, end - first, MADV_HUGEPAGE);
#else
    (void)p;
    (void)n;
#endif
}
#ifdef __GNUC__
#define CACHE_LINE 64
__attribute__((always_inline)) static inline void fetch_lines(const char *p, size_t n) {
    const char *end = p + n;
    for (; p < end; p += CACHE_LINE)
        __builtin_prefetch(p, 1);
}
#else
static inline void fetch_lines(const char *p, size_t n) {
    (void)p;
    (void)n;
}
#endif
#endif
