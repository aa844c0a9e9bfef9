#include "meters.h"

#include <stdatomic.h>

#if defined(__GLIBC__)

#include <errno.h>
#include <stddef.h>

// The program's own malloc takes precedence over glibc's in the whole process. It calls glibc's
// functions by their internal names. When nothing is counted, it costs one predicted branch.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

static atomic_bool counting;
static atomic_llong allocations;

static inline void count(void) {
    if (__builtin_expect(atomic_load_explicit(&counting, memory_order_relaxed), 0))
        atomic_fetch_add_explicit(&allocations, 1, memory_order_relaxed);
}

void *malloc(size_t size) {
    count();
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count();
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count();
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count();
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) return EINVAL;
    count();
    void *made = __libc_memalign(alignment, size);
    if (!made) return ENOMEM;
    *block = made;
    return 0;
}

void allocations_begin(void) {
    atomic_store(&allocations, 0);
    atomic_store(&counting, true);
}

int64_t allocations_end(void) {
    atomic_store(&counting, false);
    return atomic_load(&allocations);
}

#else

void allocations_begin(void) {}
int64_t allocations_end(void) { return -1; }

#endif
