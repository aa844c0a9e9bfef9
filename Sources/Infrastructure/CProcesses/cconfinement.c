#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "cconfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#if defined(__GLIBC__)
#if __GLIBC_PREREQ(2, 34)
#define HAS_CLOSE_FROM 1
#endif
#endif

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define HAS_FILTER 1
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#define KERNEL_O_LARGEFILE 0100000
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#define KERNEL_O_LARGEFILE 0400000
#endif

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
// The halves of an argument: both architectures store the lower one first.
#define LOAD_LOW(position) LOAD(args[position])
#define LOAD_HIGH(position) \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[position]) + 4)
#define JUMP(test, value, yes, no) BPF_JUMP(BPF_JMP | (test) | BPF_K, (value), (yes), (no))
#define ALLOWED BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define REFUSED(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define KILLED BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)

// Each rule begins with the number of the call, and leaves it there if it is of another call.
#define IS(name, length) JUMP(BPF_JEQ, __NR_##name, 0, (length))
#define ALLOW(name) IS(name, 1), ALLOWED
#define REFUSE(name, error) IS(name, 1), REFUSED(error)
#define ALLOW_IF_EQUAL(name, position, value) \
    IS(name, 4), LOAD_LOW(position), JUMP(BPF_JEQ, (value), 1, 0), REFUSED(EPERM), ALLOWED
#define ALLOW_IF_AT_MOST(name, position, value) \
    IS(name, 4), LOAD_LOW(position), JUMP(BPF_JGT, (value), 0, 1), REFUSED(EPERM), ALLOWED
#define ALLOW_IF_WITHIN(name, position, mask, error) \
    IS(name, 4), LOAD_LOW(position), JUMP(BPF_JSET, ~(uint32_t)(mask), 0, 1), REFUSED(error), \
        ALLOWED

#define FLAGS_OF_READING \
    (O_RDONLY | O_CLOEXEC | O_DIRECTORY | O_NOCTTY | O_NOFOLLOW | O_NONBLOCK | KERNEL_O_LARGEFILE)
// The flags that C libraries pass for a thread: VM, FS, FILES, SIGHAND, THREAD, SYSVSEM, SETTLS,
// PARENT_SETTID, CHILD_CLEARTID, DETACHED.
#define FLAGS_OF_THREADS 0x007D0F00
#define THREAD 0x00010000
// The first number that is the same on all architectures, and newer than the calls listed here.
#define FIRST_NEW_CALL 403
#endif

void ccf_keep_exit_codes(void) {
    struct sigaction present;
    if (sigaction(SIGCHLD, NULL, &present) == 0 && present.sa_handler == SIG_IGN) {
        signal(SIGCHLD, SIG_DFL);
    }
}

// Everything below runs between fork and exec, where only functions that are safe in a signal
// handler may be called.

static int limit(int resource, uint64_t soft, uint64_t hard) {
    struct rlimit present;
    if (getrlimit(resource, &present) != 0) return errno;
    if (present.rlim_max != RLIM_INFINITY && present.rlim_max < hard) hard = present.rlim_max;
    if (soft > hard) soft = hard;
    struct rlimit wanted = {.rlim_cur = soft, .rlim_max = hard};
    return setrlimit(resource, &wanted) == 0 ? 0 : errno;
}

static int set_limits(const struct ccf_limits *limits) {
    int error = 0;
    // The hard limit, whose signal is SIGKILL, is for a process that handles SIGXCPU.
    uint64_t seconds = limits->processor_seconds;
    if (error == 0) error = limit(RLIMIT_CORE, 0, 0);
    if (error == 0) error = limit(RLIMIT_FSIZE, 0, 0);
    if (error == 0) error = limit(RLIMIT_CPU, seconds, seconds + 1);
    if (error == 0) error = limit(RLIMIT_NOFILE, limits->descriptors, limits->descriptors);
#if defined(__linux__)
    if (error == 0) error = limit(RLIMIT_AS, limits->memory, limits->memory);
#endif
    return error;
}

static void reset_signals(void) {
    for (int number = 1; number < NSIG; number++) {
        if (number != SIGKILL && number != SIGSTOP) signal(number, SIG_DFL);
    }
    // A library that tests whether it may write a file is told so, and not ended.
    signal(SIGXFSZ, SIG_IGN);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

// Marks the descriptors from `first` on to be closed when this process executes a program.
static void close_on_exec(int first) {
#if defined(__linux__) && defined(SYS_close_range)
    const unsigned close_range_cloexec = 4;  // CLOSE_RANGE_CLOEXEC, which older headers lack
    if (syscall(SYS_close_range, (unsigned)first, ~0U, close_range_cloexec) == 0) return;
#endif
    struct rlimit files;
    int end = 65536;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0 && files.rlim_cur < (rlim_t)end) {
        end = (int)files.rlim_cur;
    }
    for (int descriptor = first; descriptor < end; descriptor++) {
        fcntl(descriptor, F_SETFD, FD_CLOEXEC);
    }
}

int ccf_close_from(posix_spawn_file_actions_t *actions, int first) {
#if HAS_CLOSE_FROM
    return posix_spawn_file_actions_addclosefrom_np(actions, first);
#else
    (void)actions;
    close_on_exec(first);
    return 0;
#endif
}

// Gives the descriptors their numbers; each is moved out of the way of the others first.
static int set_descriptors(int wanted[3], int *report) {
    for (int i = 0; i < 3; i++) {
        wanted[i] = wanted[i] >= 0 ? fcntl(wanted[i], F_DUPFD_CLOEXEC, 3)
                                   : open("/dev/null", O_RDWR | O_CLOEXEC);
        if (wanted[i] < 0) return errno;
        if (wanted[i] < 3) wanted[i] = fcntl(wanted[i], F_DUPFD_CLOEXEC, 3);
        if (wanted[i] < 0) return errno;
    }
    if (*report < 3) *report = fcntl(*report, F_DUPFD_CLOEXEC, 3);
    if (*report < 0) return errno;
    for (int i = 0; i < 3; i++) {
        if (dup2(wanted[i], i) < 0) return errno;
    }
    close_on_exec(3);
    return 0;
}

#if defined(__linux__)
// The interface of Landlock, which older headers lack. Its numbers are those of all architectures.
enum { landlock_create_ruleset = 444, landlock_add_rule, landlock_restrict_self };

enum { execute_file = 1 << 0, read_file = 1 << 2, read_folder = 1 << 3 };

// The version of the interface; less than 1 if the kernel has none.
static int landlock_version(void) {
    return (int)syscall(landlock_create_ruleset, NULL, 0, 1);
}

// Allows the access to a file, or to all that is below a folder.
static int allow(int rules, int file, uint64_t access) {
    struct {
        uint64_t access;
        int32_t file;
    } __attribute__((packed)) rule = {access, file};
    return syscall(landlock_add_rule, rules, 1, &rule, 0) == 0 ? 0 : errno;
}

static int allow_reading(int rules, const char *path) {
    int file = open(path, O_PATH | O_CLOEXEC);
    // A path that does not exist here needs no rule.
    if (file < 0) return errno == EMFILE || errno == ENFILE || errno == ENOMEM ? errno : 0;
    struct stat status;
    int error = fstat(file, &status) == 0 ? 0 : errno;
    uint64_t access = execute_file | read_file;
    if (S_ISDIR(status.st_mode)) access |= read_folder;
    if (error == 0) error = allow(rules, file, access);
    close(file);
    return error;
}

// Leaves the process the standard input and the readable paths of the file system.
static int confine_files(char *const readable[]) {
    int version = landlock_version();
    if (version < 1) return 0;
    // Every access to files that the kernel knows, TCP, and processes outside.
    struct {
        uint64_t files, network, processes;
    } handled = {
        version >= 5 ? 0xFFFF : version >= 3 ? 0x7FFF : version == 2 ? 0x3FFF : 0x1FFF,
        version >= 4 ? 3 : 0, version >= 6 ? 3 : 0
    };
    int rules = (int)syscall(landlock_create_ruleset, &handled, sizeof handled, 0);
    if (rules < 0) return errno;
    int error = allow(rules, STDIN_FILENO, read_file);
    // A pipe, or a file of memory, is in no folder, and needs no rule.
    if (error == EBADFD) error = 0;
    for (int i = 0; error == 0 && readable[i] != NULL; i++) {
        error = allow_reading(rules, readable[i]);
    }
    if (error == 0 && syscall(landlock_restrict_self, rules, 0) != 0) error = errno;
    close(rules);
    return error;
}
#endif

int ccf_protections(void) {
    int protections = 0;
#if HAS_FILTER
    // A kernel with filters looks for the filter at this address.
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0) != 0 && errno == EFAULT) {
        protections |= CCF_FILTER;
    }
#endif
#if defined(__linux__)
    if (landlock_version() >= 1) protections |= CCF_LANDLOCK;
#endif
    return protections;
}

#if HAS_FILTER
// Leaves the process the calls that decoders and C libraries need.
//
// None of them changes anything outside of the process, except for its output. Libraries try
// others, and work without them: a refused call is an error, and ends nothing.
static int confine_calls(void) {
    struct sock_filter rules[] = {
        // The numbers of another architecture, or of the interface x32, mean other calls.
        LOAD(arch),
        JUMP(BPF_JEQ, ARCHITECTURE, 1, 0),
        KILLED,
        LOAD(nr),
        JUMP(BPF_JGE, 0x40000000, 0, 1),
        KILLED,
        // Memory. Other advice than that of a process about its own pages can remove pages of the
        // machine.
        ALLOW(mmap), ALLOW(munmap), ALLOW(mprotect), ALLOW(mremap), ALLOW(brk),
        ALLOW_IF_AT_MOST(madvise, 2, 8),
        // Open files. Flags and locks of a file are shared with other processes.
        ALLOW(read), ALLOW(readv), ALLOW(pread64), ALLOW(write), ALLOW(writev), ALLOW(lseek),
        ALLOW(close), ALLOW(dup), ALLOW(dup3), ALLOW(fstat), ALLOW(getdents64),
        IS(fcntl, 5), LOAD_LOW(1), JUMP(BPF_JEQ, F_DUPFD_CLOEXEC, 2, 0),
        JUMP(BPF_JGT, F_GETFL, 0, 1), REFUSED(EPERM), ALLOWED,
        // As of a descriptor that is not a device.
        REFUSE(ioctl, ENOTTY),
        // Files by their names.
        ALLOW_IF_WITHIN(openat, 2, FLAGS_OF_READING, EACCES),
        ALLOW(newfstatat), ALLOW(statx), ALLOW(faccessat), ALLOW(readlinkat), ALLOW(getcwd),
        // Waiting; the last lines are of the runtime of Swift, in whose processes thumbnails are
        // compared.
        ALLOW(futex), ALLOW(nanosleep), ALLOW(clock_nanosleep), ALLOW(restart_syscall),
        ALLOW(ppoll), ALLOW(pipe2), ALLOW(eventfd2),
        ALLOW(epoll_create1), ALLOW(epoll_ctl), ALLOW(epoll_pwait), ALLOW(timerfd_create),
        ALLOW(timerfd_settime), ALLOW(signalfd4),
        // Threads, which share the limits of the process: a new process would have its own. The
        // flags of clone3 are in memory, which a filter cannot read; C libraries then use clone.
        IS(clone, 5), LOAD_LOW(0), JUMP(BPF_JSET, ~(uint32_t)FLAGS_OF_THREADS, 1, 0),
        JUMP(BPF_JSET, THREAD, 1, 0), REFUSED(EPERM), ALLOWED,
        ALLOW(set_robust_list), ALLOW(set_tid_address), ALLOW(rseq), ALLOW(sched_yield),
        ALLOW(sched_getaffinity), ALLOW(exit), ALLOW(exit_group),
        ALLOW_IF_EQUAL(prctl, 0, PR_SET_NAME),
        // Its own signals; a process signals itself when it aborts.
        ALLOW(rt_sigaction), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn), ALLOW(sigaltstack),
        ALLOW_IF_EQUAL(tgkill, 0, (uint32_t)getpid()),
        // The identity of the process, and the machine. Its limits are only read.
        ALLOW(getpid), ALLOW(gettid), ALLOW(getppid), ALLOW(getuid), ALLOW(geteuid),
        ALLOW(getgid), ALLOW(getegid), ALLOW(getrusage), ALLOW(sysinfo), ALLOW(uname),
        ALLOW(getrandom), ALLOW(clock_gettime), ALLOW(clock_getres), ALLOW(gettimeofday),
        IS(prlimit64, 8), LOAD_LOW(0), JUMP(BPF_JEQ, 0, 0, 4), LOAD_LOW(2),
        JUMP(BPF_JEQ, 0, 0, 2), LOAD_HIGH(2), JUMP(BPF_JEQ, 0, 1, 0), REFUSED(EPERM), ALLOWED,
        // The program that replaces this one; it keeps the filter and all limits.
        ALLOW(execve),
#if defined(__x86_64__)
        // The older forms of calls above.
        ALLOW_IF_WITHIN(open, 1, FLAGS_OF_READING, EACCES),
        ALLOW(stat), ALLOW(lstat), ALLOW(access), ALLOW(readlink), ALLOW(dup2), ALLOW(poll),
        ALLOW(epoll_wait), ALLOW(time),
        // The registers of the thread.
        ALLOW(arch_prctl),
#endif
        // A C library that is newer than this list takes the older call, as on an older kernel.
        JUMP(BPF_JGE, FIRST_NEW_CALL, 0, 1),
        REFUSED(ENOSYS),
        REFUSED(EPERM),
    };
    struct sock_fprog filter = {sizeof rules / sizeof rules[0], rules};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0 ? 0 : errno;
}
#endif

// The steps that leave the child few rights. A kernel that lacks a protection has the others.
static int confine(const struct ccf_limits *limits, char *const readable[]) {
    int error = 0;
#if defined(__linux__)
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    // Before the limits: until the program is executed, the descriptors of the parent are open.
    error = confine_files(readable);
#else
    (void)readable;
#endif
    if (error == 0) error = set_limits(limits);
    (void)!nice(10);
    alarm(limits->seconds);
#if HAS_FILTER
    if (error == 0 && (ccf_protections() & CCF_FILTER) != 0) error = confine_calls();
#endif
    return error;
}

int ccf_spawn(pid_t *process, const char *path, char *const arguments[], char *const environment[],
              int input, int output, int errors, const struct ccf_limits *limits,
              char *const readable[]) {
    int ends[2];
    if (pipe(ends) != 0) return errno;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    // No handler of this process runs in the child.
    sigset_t all, former;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &former);
    pid_t child = fork();
    if (child == 0) {
        int descriptors[3] = {input, output, errors};
        int report = ends[1];
        // A new group, and no terminal: a process of its session could type commands into it.
        setsid();
        reset_signals();
        int error = set_descriptors(descriptors, &report);
        if (error == 0) error = confine(limits, readable);
        if (error == 0) {
            execve(path, arguments, environment);
            error = errno;
        }
        (void)!write(report, &error, sizeof error);
        _exit(127);
    }
    int error = child < 0 ? errno : 0;
    pthread_sigmask(SIG_SETMASK, &former, NULL);
    close(ends[1]);
    if (child > 0) {
        ssize_t count;
        do count = read(ends[0], &error, sizeof error);
        while (count < 0 && errno == EINTR);
        if (count != (ssize_t)sizeof error) error = 0;
        if (error != 0) {
            while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {}
        }
    }
    close(ends[0]);
    *process = child;
    return error;
}
