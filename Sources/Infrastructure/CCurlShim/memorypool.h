// The memory allocator of libcurl. libcurl allocates about thirty blocks per request, more of one
// size than the C library caches per thread. The C library takes the others from an arena, under a
// lock that is also held by the threads that free memory of the I/O thread. So the I/O thread keeps
// the blocks that libcurl frees.
#ifndef MEMORYPOOL_H
#define MEMORYPOOL_H

#include <stddef.h>

// The five functions of the C library, for `curl_global_init_mem`. Any thread may free a block: a
// thread with an open pool keeps it, another one returns it to the C library.
void *pool_malloc(size_t size);
void pool_free(void *memory);
void *pool_realloc(void *memory, size_t size);
void *pool_calloc(size_t count, size_t size);
char *pool_strdup(const char *text);

// The number of bytes in this thread's pool, at most `pool_limit`.
size_t pool_kept(void);
extern const size_t pool_limit;

#endif
