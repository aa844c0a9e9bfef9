#include "memorypool.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ccurlshim.h"

// The header of each block: its capacity, and in a pool the next block of that capacity.
typedef union Block {
    max_align_t alignment;
    struct {
        size_t capacity;
        union Block *next;
    };
} Block;

// Blocks have a power of two of bytes, from 32 bytes to 32 KiB; larger ones are not pooled.
enum { smallest = 5, largest = 15, classes = largest - smallest + 1, unpooled = -1 };

// The memory of some dozens of transfers.
const size_t pool_limit = 1 << 20;

static _Thread_local struct {
    bool isOpen;
    size_t kept;
    Block *blocks[classes];
} pool;

static int classOf(size_t size) {
    if (size <= (size_t)1 << smallest) return 0;
    if (size > (size_t)1 << largest) return unpooled;
    return (int)(8 * sizeof(unsigned long)) - __builtin_clzl(size - 1) - smallest;
}

void *pool_malloc(size_t size) {
    int class = classOf(size);
    size_t capacity = class == unpooled ? size : (size_t)1 << (class + smallest);
    Block *block = class == unpooled ? NULL : pool.blocks[class];
    if (block != NULL) {
        pool.blocks[class] = block->next;
        pool.kept -= capacity;
        return block + 1;
    }
    if (capacity > SIZE_MAX - sizeof(Block)) return NULL;
    block = malloc(sizeof(Block) + capacity);
    if (block == NULL) return NULL;
    block->capacity = capacity;
    return block + 1;
}

void pool_free(void *memory) {
    if (memory == NULL) return;
    Block *block = (Block *)memory - 1;
    int class = classOf(block->capacity);
    if (!pool.isOpen || class == unpooled || pool.kept + block->capacity > pool_limit) {
        free(block);
        return;
    }
    block->next = pool.blocks[class];
    pool.blocks[class] = block;
    pool.kept += block->capacity;
}

void *pool_realloc(void *memory, size_t size) {
    if (memory == NULL) return pool_malloc(size);
    size_t capacity = ((Block *)memory - 1)->capacity;
    if (size <= capacity) return memory;
    void *larger = pool_malloc(size);
    if (larger == NULL) return NULL;
    memcpy(larger, memory, capacity);
    pool_free(memory);
    return larger;
}

void *pool_calloc(size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) return NULL;
    void *memory = pool_malloc(bytes);
    return memory == NULL ? NULL : memset(memory, 0, bytes);
}

char *pool_strdup(const char *text) {
    size_t size = strlen(text) + 1;
    void *memory = pool_malloc(size);
    return memory == NULL ? NULL : memcpy(memory, text, size);
}

size_t pool_kept(void) {
    return pool.kept;
}

void ccs_open_pool(void) {
    pool.isOpen = true;
}

void ccs_close_pool(void) {
    pool.isOpen = false;
    pool.kept = 0;
    for (int class = 0; class < classes; class++) {
        while (pool.blocks[class] != NULL) {
            Block *block = pool.blocks[class];
            pool.blocks[class] = block->next;
            free(block);
        }
    }
}
