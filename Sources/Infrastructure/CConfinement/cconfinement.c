#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "cconfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
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
#include <linux/sockios.h>

#define REFUSE_AS(number, error) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ((error) & SECCOMP_RET_DATA))
#define REFUSE(number) REFUSE_AS(number, EPERM)
// The flags of an open are its argument with this position; their lower half is enough.
#define REFUSE_WRITING(number, position) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 4), \
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, \
                 offsetof(struct seccomp_data, args) + 8 * (position)), \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC, 0, 1), \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (EACCES & SECCOMP_RET_DATA)), \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

#define THREAD 0x00010000  // CLONE_THREAD
// A thread shares the limits of its process, and a process would have its own; the flags are the
// first argument.
#define REFUSE_PROCESSES(number) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 4), \
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)), \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, THREAD, 1, 0), \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (EPERM & SECCOMP_RET_DATA)), \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

// The process is the first argument, and 0 is the calling one.
#define REFUSE_FOR_OTHERS(number) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 4), \
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)), \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0), \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (EPERM & SECCOMP_RET_DATA)), \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
// Refuses two commands of a call; the command is the second argument.
#define REFUSE_COMMANDS(number, one, other) \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 5), \
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 8), \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (one), 1, 0), \
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (other), 0, 1), \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (EPERM & SECCOMP_RET_DATA)), \
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#else
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

static struct sock_filter rules[] = {
    // The numbers of another architecture mean other calls.
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#if defined(__x86_64__)
    // The calls of the x32 interface.
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
    REFUSE_WRITING(__NR_open, 1),
    REFUSE(__NR_creat),
    REFUSE(__NR_unlink),
    REFUSE(__NR_rename),
    REFUSE(__NR_mkdir),
    REFUSE(__NR_rmdir),
    REFUSE(__NR_link),
    REFUSE(__NR_symlink),
    REFUSE(__NR_mknod),
    REFUSE(__NR_chmod),
    REFUSE(__NR_chown),
    REFUSE(__NR_lchown),
    REFUSE(__NR_utime),
    REFUSE(__NR_utimes),
    REFUSE(__NR_futimesat),
    REFUSE(__NR_fork),
    REFUSE(__NR_vfork),
#endif
    REFUSE_PROCESSES(__NR_clone),
    // Its flags are in memory, which a filter cannot read; a C library then uses clone.
    REFUSE_AS(435, ENOSYS),  // clone3
    REFUSE_WRITING(__NR_openat, 2),
    REFUSE(437),  // openat2
    REFUSE(425),  // io_uring_setup
    REFUSE(__NR_socket),
    REFUSE(__NR_socketpair),
    REFUSE(__NR_bind),
    REFUSE(__NR_connect),
    REFUSE(__NR_ptrace),
    REFUSE(__NR_process_vm_readv),
    REFUSE(__NR_process_vm_writev),
    REFUSE(__NR_kill),
    REFUSE(__NR_tkill),
    REFUSE(__NR_rt_sigqueueinfo),
    REFUSE(__NR_rt_tgsigqueueinfo),
    REFUSE(424),  // pidfd_send_signal
    REFUSE(434),  // pidfd_open
    // The end of its processor time would end another process.
    REFUSE_FOR_OTHERS(__NR_prlimit64),
    // The kernel signals the owner of a descriptor, which can be another process.
    REFUSE_COMMANDS(__NR_fcntl, F_SETOWN, F_SETOWN_EX),
    REFUSE_COMMANDS(__NR_ioctl, FIOSETOWN, SIOCSPGRP),
    REFUSE(__NR_mount),
    REFUSE(__NR_umount2),
    REFUSE(__NR_truncate),
    REFUSE(__NR_unlinkat),
    REFUSE(__NR_renameat),
    REFUSE(__NR_renameat2),
    REFUSE(__NR_mkdirat),
    REFUSE(__NR_linkat),
    REFUSE(__NR_symlinkat),
    REFUSE(__NR_mknodat),
    REFUSE(__NR_fchmod),
    REFUSE(__NR_fchmodat),
    REFUSE(452),  // fchmodat2
    REFUSE(__NR_fchown),
    REFUSE(__NR_fchownat),
    REFUSE(__NR_utimensat),
    REFUSE(__NR_setxattr),
    REFUSE(__NR_lsetxattr),
    REFUSE(__NR_fsetxattr),
    REFUSE(463),  // setxattrat
    REFUSE(__NR_removexattr),
    REFUSE(__NR_lremovexattr),
    REFUSE(__NR_fremovexattr),
    REFUSE(466),  // removexattrat
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
};
static struct sock_fprog filter = {sizeof rules / sizeof rules[0], rules};
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

static int lose_rights(void) {
#if defined(__linux__)
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
#endif
#if HAS_FILTER
    // A process signals itself when it aborts.
    struct sock_filter own_signals[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_tgkill, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)getpid(), 1, 0),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (EPERM & SECCOMP_RET_DATA)),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog own = {sizeof own_signals / sizeof own_signals[0], own_signals};
    // A kernel without filters has the other limits.
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &own, 0, 0);
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
#endif
    return 0;
}

int ccf_spawn(pid_t *process, const char *path, char *const arguments[], char *const environment[],
              int input, int output, int errors, const struct ccf_limits *limits) {
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
        if (error == 0) error = set_limits(limits);
        if (error == 0) error = lose_rights();
        if (error == 0) {
            (void)!nice(10);
            alarm(limits->seconds);
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
