// launcher PROGRAM [ARGUMENT ...]: runs a program, and writes its peak resident set to descriptor
// 3.
//
// The figure is that of getrusage(2). A process that calls exec keeps the peak that the kernel
// recorded before. posix_spawn starts a child that still shares its parent's memory, so the child
// of a large process inherits that process's peak. The child of this small process inherits almost
// nothing.

#define _GNU_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REPORT = 3, NOT_STARTED = 127, BY_SIGNAL = 128 };

int main(int count, char **arguments) {
    if (count < 2) {
        fputs("launcher PROGRAM [ARGUMENT ...]\n", stderr);
        return NOT_STARTED;
    }
    fcntl(REPORT, F_SETFD, FD_CLOEXEC);
    pid_t child = fork();
    if (child == 0) {
        execvp(arguments[1], arguments + 1);
        perror(arguments[1]);
        _exit(NOT_STARTED);
    }
    if (child < 0) {
        perror("fork");
        return NOT_STARTED;
    }
    int status;
    struct rusage usage;
    while (wait4(child, &status, 0, &usage) < 0) {
        if (errno == EINTR) continue;
        perror("wait4");
        return NOT_STARTED;
    }
    dprintf(REPORT, "%ld\n", usage.ru_maxrss);
    return WIFSIGNALED(status) ? BY_SIGNAL + WTERMSIG(status) : WEXITSTATUS(status);
}
