#include "meters.h"

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
