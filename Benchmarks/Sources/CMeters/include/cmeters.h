#ifndef CMETERS_H
#define CMETERS_H

#include <stdbool.h>
#include <stdint.h>

/// What a stretch of the program cost, in figures that do not depend on the machine's mood.
typedef struct {
    int64_t allocations;   ///< calls that allocated, on all threads; -1 where they cannot be counted
    int64_t instructions;  ///< retired in user space, on all threads; -1 where the machine does not tell
} cmeters_counts;

/// Gives the allocator the lists of small blocks back that a suite has turned off.
void cmeters_untune_allocator(void);

/// Begins to count. One stretch at a time, from one thread.
void cmeters_begin(void);

/// Ends what `cmeters_begin` began.
cmeters_counts cmeters_end(void);

#endif
