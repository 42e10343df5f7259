#include "allocation_counter.h"

#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>

void *__libc_malloc(size_t count);
void *__libc_calloc(size_t number, size_t count);
void *__libc_realloc(void *pointer, size_t count);
void *__libc_memalign(size_t alignment, size_t count);
void __libc_free(void *pointer);

static _Atomic uint64_t allocations;

static void count_one(void) { atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed); }

uint64_t allocation_count(void) { return atomic_load(&allocations); }

void *malloc(size_t count) {
    count_one();
    return __libc_malloc(count);
}

void *calloc(size_t number, size_t count) {
    count_one();
    return __libc_calloc(number, count);
}

void *realloc(void *pointer, size_t count) {
    count_one();
    return __libc_realloc(pointer, count);
}

void *memalign(size_t alignment, size_t count) {
    count_one();
    return __libc_memalign(alignment, count);
}

void *aligned_alloc(size_t alignment, size_t count) { return memalign(alignment, count); }

int posix_memalign(void **pointer, size_t alignment, size_t count) {
    *pointer = memalign(alignment, count);
    return *pointer ? 0 : ENOMEM;
}

void free(void *pointer) { __libc_free(pointer); }
