#ifndef CSIMULATION_H
#define CSIMULATION_H

#include <stdint.h>

// The link between a simulated world and the concurrency runtime: while a thread is inside a world,
// the jobs that it makes ready belong to that world.

/// Receives a job that has no executor of its own, on a thread that is inside `world`.
typedef void (*csim_taker)(const void *_Nonnull world, void *_Nonnull job);

/// Installs the hooks of the runtime; called once. Threads outside of all worlds are not affected.
void csim_install(csim_taker _Nonnull taker);

/// The world that the calling thread is inside, or NULL.
const void *_Nullable csim_current_world(void);

/// Puts the calling thread into `world`, whose main executor is given in the two words of the
/// runtime's executor reference; NULL takes it out again.
void csim_set_world(const void *_Nullable world, const void *_Nullable main_identity,
                    uintptr_t main_implementation);

#endif
