#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "ccoredumps.h"

#include <pthread.h>
#include <signal.h>
#include <stddef.h>

// A sanitizer reports its findings in handlers of these signals.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define HAS_SANITIZER 1
#endif
#endif

#if HAS_SANITIZER
bool ccd_can_prevent_crash_reports(void) { return false; }
void ccd_prevent_crash_reports(void) {}
void ccd_restore_crash_reports(void) {}
#else
// A program that does not want a report at SIGQUIT either has to handle that signal.
enum { CRASH_SIGNALS = 6 };
static const int crash_signals[CRASH_SIGNALS] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
static struct sigaction former_actions[CRASH_SIGNALS];

bool ccd_can_prevent_crash_reports(void) { return true; }

void ccd_prevent_crash_reports(void) {
    struct sigaction ending = {.sa_handler = SIG_DFL};
    for (size_t i = 0; i < CRASH_SIGNALS; i++) {
        sigaction(crash_signals[i], &ending, &former_actions[i]);
    }
}

void ccd_restore_crash_reports(void) {
    for (size_t i = 0; i < CRASH_SIGNALS; i++) {
        struct sigaction present;
        sigaction(crash_signals[i], NULL, &present);
        // A handler that the program installed meanwhile stays.
        if (present.sa_handler == SIG_DFL) sigaction(crash_signals[i], &former_actions[i], NULL);
    }
}
#endif

#if defined(__linux__)
#include <sys/prctl.h>

bool ccd_allow_dumps(bool is_allowed) {
    return prctl(PR_SET_DUMPABLE, is_allowed ? 1 : 0, 0, 0, 0) == 0;
}

bool ccd_allows_dumps(void) { return prctl(PR_GET_DUMPABLE, 0, 0, 0, 0) == 1; }
#else
#include <sys/resource.h>

bool ccd_allow_dumps(bool is_allowed) {
    struct rlimit limit;
    if (getrlimit(RLIMIT_CORE, &limit) != 0) return false;
    limit.rlim_cur = is_allowed ? limit.rlim_max : 0;
    return setrlimit(RLIMIT_CORE, &limit) == 0;
}

bool ccd_allows_dumps(void) {
    struct rlimit limit;
    return getrlimit(RLIMIT_CORE, &limit) != 0 || limit.rlim_cur > 0;
}
#endif

// The thread sanitizer knows the locks of the system, and not the one of Swift's standard library.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long bans;
static bool was_allowed;

void ccd_begin_ban(void) {
    pthread_mutex_lock(&lock);
    if (++bans == 1) {
        was_allowed = ccd_allows_dumps();
        ccd_allow_dumps(false);
        ccd_prevent_crash_reports();
    }
    pthread_mutex_unlock(&lock);
}

void ccd_end_ban(void) {
    pthread_mutex_lock(&lock);
    if (--bans == 0) {
        if (was_allowed) ccd_allow_dumps(true);
        ccd_restore_crash_reports();
    }
    pthread_mutex_unlock(&lock);
}
