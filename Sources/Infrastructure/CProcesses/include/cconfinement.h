#ifndef CCONFINEMENT_H
#define CCONFINEMENT_H

#include <spawn.h>
#include <stdint.h>
#include <sys/types.h>

/// Keeps the exit codes of children until they are collected.
///
/// A program inherits from its parent that SIGCHLD is ignored; the kernel then discards the codes,
/// and a wait for a child fails.
void ccf_keep_exit_codes(void);

/// Leaves a process that is spawned with `actions` no descriptors from `first` on.
///
/// Where the system has no such action, the descriptors that are open now are marked to be closed
/// when this process executes a program. Returns 0 or an error number.
int ccf_close_from(posix_spawn_file_actions_t *actions, int first);

/// The limits of a confined process; it can raise none of them, but ignore the end of its time.
struct ccf_limits {
    /// Bytes of address space.
    uint64_t memory;
    /// Seconds of processor time, after which SIGXCPU ends the process.
    uint64_t processor_seconds;
    /// Seconds of time, after which SIGALRM ends the process. The signal needs no living parent.
    uint32_t seconds;
    /// The number of descriptors.
    uint64_t descriptors;
};

/// The protections that a kernel may lack.
enum ccf_protection {
    /// A filter of system calls.
    CCF_FILTER = 1,
    /// Rules for the paths of files, by Landlock.
    CCF_LANDLOCK = 2,
};

/// Returns the protections that this kernel has, as a sum.
int ccf_protections(void);

/// Starts the program at `path` with limits and few rights.
///
/// It has a session and a process group of its own, and so no terminal. The process has the three
/// given descriptors and no others. It writes no core dump, and writes to no file: a write fails
/// with EFBIG. It gains no privileges by executing a program.
///
/// On Linux for x86-64 and arm64, a filter leaves it the system calls that `confine_calls` lists.
/// Others fail with EPERM, with EACCES if they open a file for writing, and with ENOSYS if they are
/// newer than the list. Where the kernel has Landlock, it opens its standard input and the
/// `readable` files and folders, and no others. A kernel that lacks one of the two has the rest.
///
/// The arguments end with NULL, and so do the environment and the readable paths, of which some may
/// not exist. Returns 0, or the error number of the first step that failed.
int ccf_spawn(pid_t *process, const char *path, char *const arguments[], char *const environment[],
              int input, int output, int errors, const struct ccf_limits *limits,
              char *const readable[]);

#endif
