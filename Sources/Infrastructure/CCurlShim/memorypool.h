// The memory that libcurl works with. It asks for some thirty blocks a request, more of a size than the C
// library keeps for a thread: the rest it takes from an arena, under a lock that the threads which free what
// comes from the I/O thread hold, too. So that thread keeps for itself what libcurl gives back.
#ifndef MEMORYPOOL_H
#define MEMORYPOOL_H

#include <stddef.h>

// The C library's five functions, for `curl_global_init_mem`. A block may be freed by any thread: one with
// an open pool keeps it, another returns it to the C library.
void *pool_malloc(size_t size);
void pool_free(void *memory);
void *pool_realloc(void *memory, size_t size);
void *pool_calloc(size_t count, size_t size);
char *pool_strdup(const char *text);

// The bytes that this thread's pool keeps for later; at most `pool_limit`.
size_t pool_kept(void);
extern const size_t pool_limit;

#endif
