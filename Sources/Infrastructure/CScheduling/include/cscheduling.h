#ifndef CSCHEDULING_H
#define CSCHEDULING_H

#include <stdbool.h>
#include <stdint.h>

// Features that Swift does not offer: a thread-local pointer, a thread's name and priority, and
// parking.

/// The frame of the innermost scheduler that runs work on this thread, on its stack, or NULL.
extern _Thread_local void *_Nullable cs_current_scheduler;

static inline void *_Nullable cs_get_current(void) { return cs_current_scheduler; }
static inline void cs_set_current(void *_Nullable scheduler) { cs_current_scheduler = scheduler; }

/// A number that identifies the calling thread among all live threads; never 0.
static inline uintptr_t cs_thread_number(void) { return (uintptr_t)&cs_current_scheduler; }

/// A hint to the processor that this is a spin loop.
static inline void cs_relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ __volatile__("yield");
#endif
}

/// A hint to the processor that the memory at `address` will soon be read and written.
static inline void cs_prefetch(const void *_Nullable address) {
#if defined(__x86_64__)
    // For __builtin_prefetch(address, 1) the compiler emits a prefetch for reading, unless the
    // target is known to have prefetchw. Processors of the last fifteen years accept it.
    __asm__ __volatile__("prefetchw %0" : : "m"(*(const char *)address));
#else
    __builtin_prefetch(address, 1, 3);
#endif
}

/// Waits after attempt number `tries` to take a short lock that another thread holds: it spins at
/// first, then yields the processor, then sleeps for 50 microseconds at a time.
void cs_back_off(int32_t tries);

/// Whether the caller is the program's initial thread, which owns the main queue until it ends.
bool cs_is_initial_thread(void);

/// The number of processors that this process may use.
int32_t cs_processors(void);

/// The data that schedulers record about their work: a set of CS_RECORD_ bits, zero in the usual
/// release build.
enum { CS_RECORD_PROVENANCE = 1, CS_RECORD_TIMES = 2 };
extern uint32_t cs_recorded;
static inline uint32_t cs_get_recorded(void) {
    return __atomic_load_n(&cs_recorded, __ATOMIC_RELAXED);
}
void cs_set_recorded(uint32_t bits);

/// The time of the monotonic clock, in nanoseconds.
int64_t cs_monotonic_now(void);

/// Turns off glibc's fast bins: freed blocks are joined with their neighbours instead of kept in
/// lists. Without glibc, it does nothing.
void cs_tune_allocator(void);

/// Names the calling thread (the first 15 bytes on Linux) and lowers its priority: on Linux it sets
/// the nice value to `nice`, on Apple's systems the QoS class utility, when `nice` is above 0.
void cs_describe_thread(const char *_Nonnull name, int nice);

/// Blocks one thread until any thread provides a token; several tokens count as one.
typedef struct cs_parker cs_parker;
cs_parker *_Nonnull cs_parker_create(void);
void cs_parker_destroy(cs_parker *_Nonnull parker);
/// Consumes the token. When there is none, it waits for one, at most until `deadline` of the
/// monotonic clock in nanoseconds (INT64_MAX: without a limit).
void cs_parker_park(cs_parker *_Nonnull parker, int64_t deadline);
void cs_parker_unpark(cs_parker *_Nonnull parker);

#endif
