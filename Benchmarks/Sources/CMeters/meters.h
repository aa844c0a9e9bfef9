#ifndef METERS_H
#define METERS_H

#include "include/cmeters.h"

void allocations_begin(void);
int64_t allocations_end(void);
void instructions_begin(void);
int64_t instructions_end(void);

#endif
