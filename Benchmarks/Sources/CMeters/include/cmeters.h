#ifndef CMETERS_H
#define CMETERS_H

#include <stdbool.h>
#include <stdint.h>

/// The cost of a section of the program, in figures that do not depend on the load of the machine.
typedef struct {
    int64_t allocations;   ///< allocating calls, on all threads; -1 if they cannot be counted
    int64_t instructions;  ///< retired in user space, on all threads; -1 if they cannot be counted
} cmeters_counts;

/// Restores the allocator's lists of small blocks, which a suite has turned off.
void cmeters_untune_allocator(void);

/// Begins to count; only one section at a time, begun and ended on one thread.
void cmeters_begin(void);

/// Ends the section that `cmeters_begin` began, and returns its counts.
cmeters_counts cmeters_end(void);

#endif
