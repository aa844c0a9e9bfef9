#include "cbuildstamp.h"
#include <stddef.h>

#ifndef BUILD_COMMIT
#define BUILD_COMMIT NULL
#endif
#ifndef BUILD_DATE
#define BUILD_DATE NULL
#endif

const char *cbs_commit(void) { return BUILD_COMMIT; }

const char *cbs_date(void) { return BUILD_DATE; }
