#if os(Linux)
    import Foundation

    /// A system call of a confined program, with arguments in Python, and its error.
    struct Call: Sendable {
        let name: String
        let number: Int
        let arguments: String
        let error: Int32

        /// Creates a row with the numbers on x86-64 and arm64; the newer calls have the same.
        init(_ name: String, _ x86: Int, _ arm: Int, _ arguments: String, error: Int32 = EPERM) {
            self.name = name
            #if arch(x86_64)
                number = x86
            #else
                number = arm
            #endif
            self.arguments = arguments
            self.error = error
        }
    }

    enum Calls {
        /// The calls that the filter lists, with or without conditions.
        #if arch(x86_64)
            static let listed = [
                0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 19, 20, 21, 24, 25,
                28, 32, 33, 35, 39, 56, 59, 60, 63, 72, 79, 89, 96, 98, 99, 102, 104, 107, 108,
                110, 131, 157, 158, 186, 201, 202, 204, 217, 218, 219, 228, 229, 230, 231, 232,
                233, 234, 257, 262, 267, 269, 271, 273, 281, 283, 286, 289, 290, 291, 292, 293,
                302, 318, 332, 334,
            ]
        #else
            static let listed = [
                17, 19, 20, 21, 22, 23, 24, 25, 29, 48, 56, 57, 59, 61, 62, 63, 64, 65, 66, 67,
                73, 74, 78, 79, 80, 85, 86, 93, 94, 96, 98, 99, 101, 113, 114, 115, 123, 124,
                128, 131, 132, 134, 135, 139, 160, 165, 167, 169, 172, 173, 174, 175, 176, 177,
                178, 179, 214, 215, 216, 220, 221, 222, 226, 233, 261, 278, 291, 293,
            ]
        #endif

        static let tgkill = Call("tgkill", 234, 131, "").number
        static let madvise = Call("madvise", 28, 233, "").number

        /// Calls that would change something outside the program, or give it more than it has.
        static let refused = [
            // Memory that outlives the process.
            Call("shmget", 29, 194, "\(Outside.key), 4096, 0o1600"),
            Call("semget", 64, 190, "\(Outside.key), 1, 0o1600"),
            Call("msgget", 68, 186, "\(Outside.key), 0o1600"),
            Call("memfd_create", 319, 279, "path, 0"),
            Call("madvise", 28, 233, "0, 0, 100"),
            // The parent.
            Call("setpriority", 141, 140, "0, parent, 19"),
            Call("sched_setaffinity", 203, 122, "parent, 8, word(1)"),
            Call("sched_setscheduler", 144, 119, "parent, 3, word(0)"),
            Call("ioprio_set", 251, 30, "1, parent, 3 << 13"),
            Call("prlimit64", 302, 261, "parent, 4, word(0), 0"),
            Call("prlimit64", 302, 261, "parent, 4, 0, word(0)"),
            Call("prlimit64", 302, 261, "0, 4, word(0), 0"),
            Call("ptrace", 101, 117, "0x4206, parent, 0, 0"),
            Call("process_vm_readv", 310, 270, "parent, 0, 0, 0, 0, 0"),
            Call("process_vm_writev", 311, 271, "parent, 0, 0, 0, 0, 0"),
            Call("kill", 62, 129, "parent, 0"), Call("tkill", 200, 130, "parent, 0"),
            Call("tgkill", 234, 131, "parent, parent, 0"),
            Call("rt_sigqueueinfo", 129, 138, "parent, 0, word(0)"),
            Call("pidfd_open", 434, 434, "parent, 0", error: ENOSYS),
            // A file that is open for reading, and its open description, which is shared.
            Call("ioctl FS_IOC_SETFLAGS", 16, 29, "0, 0x40086602, word(0xD0)", error: ENOTTY),
            Call("ioctl FIOSETOWN", 16, 29, "0, 0x8901, word(1)", error: ENOTTY),
            Call("fcntl F_SETFL", 72, 25, "0, 4, 0o6000"),
            Call("fcntl F_SETLK", 72, 25, "0, 6, word(0)"),
            Call("fcntl F_SETOWN", 72, 25, "0, 8, 1"),
            Call("fcntl F_SETLEASE", 72, 25, "0, 1024, 0"),
            Call("fcntl F_NOTIFY", 72, 25, "0, 1026, 1"), Call("flock", 73, 32, "0, 1"),
            Call("fchmod", 91, 52, "0, 0o777"), Call("fchown", 93, 55, "0, 0, 0"),
            Call("ftruncate", 77, 46, "0, 0"), Call("fallocate", 285, 47, "0, 0, 0, 9"),
            Call("fsetxattr", 190, 7, "0, b'user.a', b'1', 1, 0"),
            Call("utimensat", 280, 88, "0, 0, 0, 0"), Call("fadvise64", 221, 223, "0, 0, 0, 4"),
            // Names of files.
            Call("openat", 257, 56, "-100, path, 1", error: EACCES),
            Call("openat", 257, 56, "-100, path, 2", error: EACCES),
            Call("openat", 257, 56, "-100, path, 0o1000", error: EACCES),
            Call("openat", 257, 56, "-100, path + b'1', 0o100, 0o600", error: EACCES),
            Call("openat", 257, 56, "-100, b'/tmp', 0o20200002, 0o600", error: EACCES),
            Call("openat2", 437, 437, "-100, path, word(0), 24", error: ENOSYS),
            Call("truncate", 76, 45, "path, 0"), Call("unlinkat", 263, 35, "-100, path, 0"),
            Call("renameat2", 316, 276, "-100, path, -100, path + b'1', 0"),
            Call("mkdirat", 258, 34, "-100, path + b'1', 0o700"),
            Call("mknodat", 259, 33, "-100, path + b'1', 0o10600, 0"),
            Call("symlinkat", 266, 36, "path, -100, path + b'1'"),
            Call("linkat", 265, 37, "-100, path, -100, path + b'1', 0"),
            Call("fchmodat", 268, 53, "-100, path, 0o777"),
            Call("setxattr", 188, 5, "path, b'user.a', b'1', 1, 0"),
            // Processes, and what is in none of its limits.
            Call("clone SIGCHLD", 56, 220, "17, 0, 0, 0, 0"),
            Call("clone CLONE_NEWUSER", 56, 220, "0x10010F00, 0, 0, 0, 0"),
            Call("clone3", 435, 435, "word(0), 64", error: ENOSYS),
            Call("unshare CLONE_NEWUSER", 272, 97, "0x10000000"), Call("setns", 308, 268, "0, 0"),
            Call("execveat", 322, 281, "-100, b'/bin/true', 0, 0, 0"),
            Call("socket", 41, 198, "1, 1, 0"), Call("socketpair", 53, 199, "1, 1, 0, word(0)"),
            Call("setitimer", 38, 103, "0, 0, 0"),
            Call("prctl PR_SET_DUMPABLE", 157, 167, "4, 1, 0, 0, 0"),
            Call("prctl PR_SET_PTRACER", 157, 167, "0x59616D61, -1, 0, 0, 0"),
            Call("setresuid", 117, 147, "0, 0, 0"), Call("personality", 135, 92, "0x40000"),
            // Parts of the kernel.
            Call("userfaultfd", 323, 282, "0"), Call("bpf", 321, 280, "0, 0, 0"),
            Call("perf_event_open", 298, 241, "0, 0, -1, -1, 0"),
            Call("keyctl", 250, 219, "0, -3, 1"),
            Call("add_key", 248, 217, "b'user', path, 0, 0, -4"),
            Call("io_uring_setup", 425, 425, "1, 0", error: ENOSYS),
            Call("fsopen", 430, 430, "b'tmpfs', 0", error: ENOSYS),
            Call("mount", 165, 40, "0, path, b'tmpfs', 0, 0"),
            Call("seccomp", 317, 277, "1, 0, 0"),
        ]
    }
#endif
