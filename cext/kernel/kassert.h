/* kassert(c): abort with file and line when c is false in checked builds (-DKASSERT); nothing in release builds. */
#ifndef ANALYSER_KASSERT_H
#define ANALYSER_KASSERT_H
#ifdef KASSERT
#include <stdio.h>
#include <stdlib.h>
#define kassert(c) ((c) ? (void)0 : (fprintf(stderr, "%s:%d: kassert failed: %s\n", __FILE__, __LINE__, #c), abort()))
#else
#define kassert(c) ((void)0)
#endif
#endif
