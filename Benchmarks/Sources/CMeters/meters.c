#include "meters.h"

#if defined(__GLIBC__)
#include <malloc.h>
#endif

void cmeters_untune_allocator(void) {
#if defined(__GLIBC__)
    mallopt(M_MXFAST, 64 * sizeof(size_t) / 4);  // the default of mallopt(3)
#endif
}

void cmeters_begin(void) {
    instructions_begin();
    allocations_begin();
}

cmeters_counts cmeters_end(void) {
    cmeters_counts counts;
    counts.allocations = allocations_end();
    counts.instructions = instructions_end();
    return counts;
}
