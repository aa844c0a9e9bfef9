#ifndef CSCHEDULING_H
#define CSCHEDULING_H

#include <stdbool.h>
#include <stdint.h>

// What Swift cannot say itself: a thread-local pointer, a thread's name and priority, a parked thread.

/// The innermost scheduler that runs work on this thread (an unretained reference), or NULL.
extern _Thread_local void *_Nullable cs_current_scheduler;

static inline void *_Nullable cs_get_current(void) { return cs_current_scheduler; }
static inline void cs_set_current(void *_Nullable scheduler) { cs_current_scheduler = scheduler; }

/// A number of the calling thread that no other live thread has, and never 0.
static inline uintptr_t cs_thread_number(void) { return (uintptr_t)&cs_current_scheduler; }

/// Tells the processor that this is a spin loop.
static inline void cs_relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}

/// Tells the processor that the memory at `address` is about to be read and written.
static inline void cs_prefetch(const void *_Nullable address) { __builtin_prefetch(address, 1, 3); }

/// What to do after the `tries`-th look at a short lock that is taken: spins at first, then gives the processor away, then naps.
void cs_back_off(int32_t tries);

/// Whether the caller is the program's initial thread, which owns the main queue until that thread ends.
bool cs_is_initial_thread(void);

/// How many processors this process may use.
int32_t cs_processors(void);

/// What schedulers record beyond running work: a set of CS_RECORD_ bits, zero in the usual release build.
enum { CS_RECORD_PROVENANCE = 1, CS_RECORD_TIMES = 2 };
extern uint32_t cs_recorded;
static inline uint32_t cs_get_recorded(void) { return __atomic_load_n(&cs_recorded, __ATOMIC_RELAXED); }
void cs_set_recorded(uint32_t bits);

/// Nanoseconds of the monotonic clock.
int64_t cs_monotonic_now(void);

/// Has freed blocks joined with their neighbours instead of kept in lists of their own (glibc's fast bins); elsewhere nothing.
void cs_tune_allocator(void);

/// Names the calling thread (the first 15 bytes on Linux) and lowers its priority by `nice` steps (Linux: nice; Apple: QoS utility when > 0).
void cs_describe_thread(const char *_Nonnull name, int nice);

/// Where one thread waits for a token that any thread may hand in; tokens do not add up.
typedef struct cs_parker cs_parker;
cs_parker *_Nonnull cs_parker_create(void);
void cs_parker_destroy(cs_parker *_Nonnull parker);
/// Returns at once with the token when there is one, else waits for it, at most until `deadline` (INT64_MAX: for ever).
void cs_parker_park(cs_parker *_Nonnull parker, int64_t deadline);
void cs_parker_unpark(cs_parker *_Nonnull parker);

#endif
