#include "csimulation.h"

#define SWIFT_CALL __attribute__((swiftcall))

typedef struct {
    const void *identity;
    uintptr_t implementation;
} executor_ref;

typedef struct {
    const void *world;
    executor_ref main;
} thread_state;

static _Thread_local thread_state current;
static csim_taker take;

// Declared in swift/Runtime/Concurrency.h of the runtime, which is not installed.
typedef SWIFT_CALL void (*enqueue_global)(void *job);
extern SWIFT_CALL void (*swift_task_enqueueGlobal_hook)(void *job, enqueue_global original);
typedef SWIFT_CALL executor_ref (*get_main)(void);
extern SWIFT_CALL executor_ref (*swift_task_getMainExecutor_hook)(get_main original);

static SWIFT_CALL void enqueue_in_world(void *job, enqueue_global original) {
    if (current.world) {
        take(current.world, job);
    } else {
        original(job);
    }
}

static SWIFT_CALL executor_ref main_of_world(get_main original) {
    return current.world ? current.main : original();
}

void csim_install(csim_taker taker) {
    take = taker;
    swift_task_enqueueGlobal_hook = enqueue_in_world;
    swift_task_getMainExecutor_hook = main_of_world;
}

const void *csim_current_world(void) { return current.world; }

void csim_set_world(const void *world, const void *main_identity, uintptr_t main_implementation) {
    current.world = world;
    current.main.identity = main_identity;
    current.main.implementation = main_implementation;
}
