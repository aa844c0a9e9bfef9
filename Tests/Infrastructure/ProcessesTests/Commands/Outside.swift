#if os(Linux)
    import Foundation
    import Testing

    /// The things that a confined program could change: this process, the machine, a file and its
    /// folder.
    struct Outside {
        /// The key of memory, semaphores and messages that the program tries to make.
        static let key = 0x5050_0001
        /// The path of the file, and the file, open for reading.
        let path = NSTemporaryDirectory() + "/outside-" + UUID().uuidString
        let file: FileHandle

        init(owner: uid_t) throws {
            try Data("original".utf8).write(to: URL(filePath: path))
            #expect(chown(path, owner, gid_t(owner)) == 0 || getuid() != 0)
            file = try #require(FileHandle(forReadingAtPath: path))
        }

        func remove() { try? FileManager.default.removeItem(atPath: path) }

        /// The names and values of all that must not change.
        func state() throws -> [String: String] {
            var state: [String: String] = [:]
            for kind in ["shm", "sem", "msg"] {
                let text = try String(contentsOfFile: "/proc/sysvipc/\(kind)", encoding: .utf8)
                state[kind] = "\(text.contains(" \(Self.key) "))"
            }
            let process = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
            for line in process.split(separator: "\n") {
                guard let mark = line.firstIndex(of: ":") else { continue }
                let name = String(line[..<mark])
                if ["Cpus_allowed", "TracerPid"].contains(name) { state[name] = String(line) }
            }
            state["priority"] = "\(getpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0))"
            state["scheduler"] = "\(sched_getscheduler(0))"
            state["disk priority"] = "\(Self.call(Self.ioprioGet, 1, Int(getpid())))"
            var limit = rlimit()
            getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
            state["core dumps"] = "\(limit.rlim_cur)"
            // Each change of the file, its flags, attributes and links changes this time.
            var status = stat()
            #expect(fstat(file.fileDescriptor, &status) == 0)
            state["file"] = "\(status.st_ctim.tv_sec) \(status.st_ctim.tv_nsec)"
            state["description"] = "\(fcntl(file.fileDescriptor, F_GETFL))"
            state["receiver of signals"] = "\(fcntl(file.fileDescriptor, F_GETOWN))"
            let folder = (path as NSString).deletingLastPathComponent
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            state["names"] =
                "\(names.filter { $0.hasPrefix((path as NSString).lastPathComponent) })"
            return state
        }

        // MARK: - Calls without a function in Swift

        #if arch(x86_64)
            private static let (ioprioGet, setresuid, setresgid) = (252, 117, 119)
        #else
            private static let (ioprioGet, setresuid, setresgid) = (31, 147, 149)
        #endif

        private static func call(_ number: Int, _ first: Int, _ second: Int, _ third: Int = 0)
            -> Int
        {
            // The function takes a variable number of arguments, which Swift does not call by name.
            typealias Function = @convention(c) (Int, Int, Int, Int) -> Int
            guard let address = dlsym(nil, "syscall") else { return -1 }
            return unsafeBitCast(address, to: Function.self)(number, first, second, third)
        }

        /// Gives this thread, and no other of the process, the identity of another user.
        static func become(_ user: uid_t) {
            guard user != getuid() else { return }
            let number = Int(user)
            #expect(call(setresgid, number, number, number) == 0)
            #expect(call(setresuid, number, number, number) == 0)
        }
    }

    extension ConfinementTests {
        /// Runs `work` in a thread that belongs to a user; so do the processes that it starts.
        static func inThread<Result: Sendable>(
            of user: uid_t, _ work: @escaping @Sendable () throws -> Result
        ) async throws -> Result {
            try await withCheckedThrowingContinuation { continuation in
                Thread.detachNewThread {
                    Outside.become(user)
                    continuation.resume(with: Swift.Result { try work() })
                }
            }
        }
    }
#endif
