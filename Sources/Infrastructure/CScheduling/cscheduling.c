#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "cscheduling.h"

#include <errno.h>
#include <limits.h>
#if defined(__linux__)
#include <malloc.h>
#endif
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#if defined(__linux__)
#include <linux/futex.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#else
#include <pthread/qos.h>
#endif

_Thread_local void *cs_current_scheduler = NULL;

#if defined(DEBUG)
uint32_t cs_recorded = CS_RECORD_PROVENANCE;
#else
uint32_t cs_recorded = 0;
#endif

void cs_set_recorded(uint32_t bits) { __atomic_store_n(&cs_recorded, bits, __ATOMIC_RELAXED); }

void cs_back_off(int32_t tries) {
    if (tries < 64) {
        cs_relax();
    } else if (tries < 80) {
        sched_yield();
    } else {
        // The owner may have a lower priority than the threads that keep all processors busy. Only
        // sleep lets it run.
        struct timespec nap = {.tv_sec = 0, .tv_nsec = 50000};
        nanosleep(&nap, NULL);
    }
}

bool cs_is_initial_thread(void) {
#if defined(__linux__)
    // 1: yes, -1: no, 0: not known yet; the number of a thread never changes.
    static _Thread_local int8_t answer = 0;
    if (answer == 0) answer = syscall(SYS_gettid) == getpid() ? 1 : -1;
    return answer > 0;
#else
    return pthread_main_np() != 0;
#endif
}

int32_t cs_processors(void) {
#if defined(__linux__)
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) return CPU_COUNT(&allowed);
#endif
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : (int32_t)count;
}

int64_t cs_monotonic_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void cs_tune_allocator(void) {
#if defined(__GLIBC__)
    mallopt(M_MXFAST, 0);
#endif
}

void cs_describe_thread(const char *name, int nice) {
#if defined(__linux__)
    char shortened[16];
    strncpy(shortened, name, sizeof shortened - 1);
    shortened[sizeof shortened - 1] = 0;
    pthread_setname_np(pthread_self(), shortened);
    // On Linux, a nice value belongs to the thread, unlike in POSIX (setpriority(2), NOTES).
    if (nice > 0) setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), nice);
#else
    pthread_setname_np(name);
    if (nice > 0) pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0);
#endif
}

enum { empty = 0, token = 1, parked = 2 };

#if defined(__linux__)

struct cs_parker {
    _Atomic uint32_t state;
};

cs_parker *cs_parker_create(void) {
    cs_parker *parker = calloc(1, sizeof *parker);
    if (!parker) abort();
    return parker;
}

void cs_parker_destroy(cs_parker *parker) { free(parker); }

void cs_parker_park(cs_parker *parker, int64_t deadline) {
    uint32_t expected = empty;
    if (!atomic_compare_exchange_strong(&parker->state, &expected, parked)) {
        // An exchange instead of a store: it synchronises with the unpark whose token it consumes.
        atomic_exchange(&parker->state, empty);
        return;
    }
    struct timespec until = {.tv_sec = deadline / 1000000000, .tv_nsec = deadline % 1000000000};
    // FUTEX_WAIT_BITSET takes an absolute time of the monotonic clock.
    while (atomic_load(&parker->state) == parked) {
        long result = syscall(SYS_futex, &parker->state, FUTEX_WAIT_BITSET_PRIVATE, parked,
                              deadline == INT64_MAX ? NULL : &until, NULL, FUTEX_BITSET_MATCH_ANY);
        if (result == -1 && errno == ETIMEDOUT) break;
    }
    // This also consumes a token that arrives after the timeout: the caller checks for work again
    // in any case.
    atomic_exchange(&parker->state, empty);
}

void cs_parker_unpark(cs_parker *parker) {
    if (atomic_exchange(&parker->state, token) == parked)
        syscall(SYS_futex, &parker->state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

#else

struct cs_parker {
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    int state;
};

cs_parker *cs_parker_create(void) {
    cs_parker *parker = calloc(1, sizeof *parker);
    if (!parker) abort();
    pthread_mutex_init(&parker->mutex, NULL);
    pthread_cond_init(&parker->condition, NULL);
    return parker;
}

void cs_parker_destroy(cs_parker *parker) {
    pthread_cond_destroy(&parker->condition);
    pthread_mutex_destroy(&parker->mutex);
    free(parker);
}

void cs_parker_park(cs_parker *parker, int64_t deadline) {
    pthread_mutex_lock(&parker->mutex);
    while (parker->state != token) {
        if (deadline == INT64_MAX) {
            pthread_cond_wait(&parker->condition, &parker->mutex);
            continue;
        }
        int64_t left = deadline - cs_monotonic_now();
        if (left <= 0) break;
        struct timespec wait = {.tv_sec = left / 1000000000, .tv_nsec = left % 1000000000};
        pthread_cond_timedwait_relative_np(&parker->condition, &parker->mutex, &wait);
    }
    parker->state = empty;
    pthread_mutex_unlock(&parker->mutex);
}

void cs_parker_unpark(cs_parker *parker) {
    pthread_mutex_lock(&parker->mutex);
    parker->state = token;
    pthread_cond_signal(&parker->condition);
    pthread_mutex_unlock(&parker->mutex);
}

#endif
