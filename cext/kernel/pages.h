/* large_pages(p, n): ask for large pages behind n bytes at p, so that filling them costs few page faults; a hint only. */
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
#endif
