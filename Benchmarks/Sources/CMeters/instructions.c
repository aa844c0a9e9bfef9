// Declares syscall(), which strict C11 hides.
#define _GNU_SOURCE

#include "meters.h"

#if defined(__linux__)

#include <dirent.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_THREADS = 512 };
static int events[MOST_THREADS];
static int event_count;
static bool complete;

// A counter covers one thread and the threads that it starts later, so every existing thread gets
// one.
static int open_event(pid_t thread) {
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.size = sizeof attributes;
    attributes.type = PERF_TYPE_HARDWARE;
    attributes.config = PERF_COUNT_HW_INSTRUCTIONS;
    attributes.exclude_kernel = 1;
    attributes.exclude_hv = 1;
    attributes.inherit = 1;
    return (int)syscall(SYS_perf_event_open, &attributes, thread, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

void instructions_begin(void) {
    event_count = 0;
    DIR *threads = opendir("/proc/self/task");
    complete = threads != NULL;
    struct dirent *entry;
    while (complete && (entry = readdir(threads)) != NULL) {
        if (entry->d_name[0] == '.') continue;
        int event = event_count < MOST_THREADS ? open_event(atoi(entry->d_name)) : -1;
        if (event >= 0) events[event_count++] = event;
        else complete = false;
    }
    if (threads) closedir(threads);
}

int64_t instructions_end(void) {
    int64_t sum = 0;
    for (int index = 0; index < event_count; index++) {
        int64_t value = 0;
        if (read(events[index], &value, sizeof value) == sizeof value) sum += value;
        else complete = false;
        close(events[index]);
    }
    event_count = 0;
    return complete ? sum : -1;
}

#else

void instructions_begin(void) {}
int64_t instructions_end(void) { return -1; }

#endif
