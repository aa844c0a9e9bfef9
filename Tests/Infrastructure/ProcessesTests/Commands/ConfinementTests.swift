#if os(Linux)
    import Foundation
    import Testing

    @testable import Processes

    /// The system calls of a program that an untrusted file has taken over: their results, and
    /// their effects outside the program.
    @Suite(.enabled(if: ConfinedProgram.hasCallFilter, "needs a kernel with filters of calls"))
    struct ConfinementTests {
        /// The users as which the calls are tried: that of the tests and, if that is root, another.
        static let users = getuid() == 0 ? [0, 65_534] : [getuid()]

        private static let start = """
            import ctypes, os, resource, select, threading, time
            library = ctypes.CDLL(None, use_errno=True)
            library.syscall.restype = ctypes.c_long
            def call(number, *values):
                values = [ctypes.c_long(v) if isinstance(v, int) else v for v in values]
                ctypes.set_errno(0)
                failed = library.syscall(ctypes.c_long(number), *values) == -1
                return ctypes.get_errno() if failed else 0
            def attempt(work):
                try: work()
                except OSError as error: return error.errno
                return 0
            parent = os.getppid()
            word = lambda value: ctypes.byref(ctypes.c_ulong(value))

            """

        private func run(
            _ script: String, as user: uid_t = getuid(), input: FileHandle? = nil
        ) async throws -> ShellCommand.Outcome {
            try await Self.inThread(of: user) {
                let python = ConfinedProgram(path: ConfinedProgramTests.python)
                let command = try ShellCommand(
                    python, arguments: ["-I", "-S", "-c", Self.start + script], input: input)
                return try command.outcome(readingUpTo: 100_000, within: .seconds(60))
            }
        }

        /// The numbers that a script prints for rows of Python expressions, one for each.
        private func results(
            of rows: [String], as user: uid_t, outside: Outside
        ) async throws -> [String] {
            let lines = ["path = b'\(outside.path)'"] + rows.map { "print(\($0), flush=True)" }
            let output = try await run(
                lines.joined(separator: "\n"), as: user, input: outside.file
            ).output
            return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
        }

        @Test(arguments: users)
        func everyCallThatIsNotListedIsRefused(user: uid_t) async throws {
            // The next two numbers are of traps that the kernel places itself.
            let script = """
                listed = \(Calls.listed)
                print([n for n in [*range(335), *range(403, 520)] if n not in listed
                       and call(n, *[-1] * 6) != (\(EPERM) if n < 403 else \(ENOSYS))])
                """
            let outcome = try await run(script, as: user)
            #expect(String(decoding: outcome.output, as: UTF8.self) == "[]\n")
        }

        @Test(arguments: users)
        func aRefusedCallHasNoEffectOutside(user: uid_t) async throws {
            let outside = try Outside(owner: user)
            defer { outside.remove() }
            let before = try outside.state()
            let results = try await results(
                of: Calls.refused.map { "call(\($0.number), \($0.arguments))" }, as: user,
                outside: outside)
            let wrong = zip(Calls.refused, results).filter { String($0.error) != $1 }
                .map { "\($0.name)(\($0.arguments)): \($1) instead of \($0.error)" }
            #expect(wrong == [] && results.count == Calls.refused.count)
            #expect(try outside.state() == before)
        }

        @Test(arguments: users)
        func whatDecodersNeedIsAllowed(user: uid_t) async throws {
            let rows = [
                // Memory.
                "attempt(lambda: bytearray(9 << 20))", "call(\(Calls.madvise), 0, 0, 4)",
                // Files.
                "attempt(lambda: open('/usr/bin/env', 'rb').read())",
                "attempt(lambda: os.stat('/usr') and os.listdir('/usr/bin'))",
                "attempt(lambda: os.lseek(0, 1, os.SEEK_SET))", "attempt(lambda: os.dup2(0, 9))",
                // Threads, and what they wait for.
                "attempt(lambda: [threading.Thread(target=time.sleep, args=[0]).start() "
                    + "for _ in range(4)])",
                "attempt(lambda: select.poll().poll(0))", "attempt(lambda: select.epoll().poll(0))",
                "attempt(lambda: os.write(os.pipe()[1], b'1'))",
                // Signals to itself.
                "call(\(Calls.tgkill), os.getpid(), os.getpid(), 0)",
                // The identity of the process, and the machine.
                "attempt(lambda: os.urandom(4) and os.uname() and os.sched_getaffinity(0))",
                "attempt(lambda: time.time() and resource.getrusage(resource.RUSAGE_SELF))",
                "attempt(lambda: resource.getrlimit(resource.RLIMIT_AS))",
            ]
            let outside = try Outside(owner: user)
            defer { outside.remove() }
            let results = try await results(of: rows, as: user, outside: outside)
            #expect(zip(rows, results).filter { $1 != "0" }.map { "\($0): \($1)" } == [])
            #expect(results.count == rows.count)
        }

        @Test func theNumbersOfAnotherInterfaceEndTheProgram() async throws {
            #if arch(x86_64)
                // The number of getpid for the interface x32.
                #expect(try await run("call(0x40000000 | 39)").code == 128 + SIGSYS)
            #endif
        }

        @Test func aProgramThatReplacesItselfKeepsTheLimits() async throws {
            let script = """
                again = 'import os, resource as r; print(r.getrlimit(r.RLIMIT_FSIZE)); os.fork()'
                os.execv('/proc/self/exe', ['python3', '-I', '-S', '-c', again])
                """
            let outcome = try await run(script)
            #expect(String(decoding: outcome.output, as: UTF8.self) == "(0, 0)\n")
            #expect(outcome.code == 1)
        }

        @Test(
            .enabled(if: ConfinedProgram.hasPathRules, "needs a kernel with Landlock"),
            arguments: users)
        func filesOfTheUserAreNotRead(user: uid_t) async throws {
            let (outside, other) = (try Outside(owner: user), try Outside(owner: user))
            defer { [outside, other].forEach { $0.remove() } }
            let allowed = [
                "/usr/bin/env", "/proc/self/status", "/dev/urandom", ConfinedProgram.inputPath,
            ]
            let refused = [
                other.path, "/etc/passwd", NSHomeDirectory(), "/tmp", "/", "/proc/1/cmdline",
                "/proc/\(getpid())/cmdline", "/proc", "/dev/zero",
            ]
            let results = try await results(
                of: (allowed + refused).map { "attempt(lambda: os.open('\($0)', os.O_RDONLY))" },
                as: user, outside: outside)
            #expect(results == allowed.map { _ in "0" } + refused.map { _ in "\(EACCES)" })
        }

        @Test(.enabled(if: ConfinedProgram.hasPathRules, "needs a kernel with Landlock"))
        func aProgramReadsTheLibrariesBesideIt() async throws {
            let folder =
                FileManager.default.temporaryDirectory.path + "/program-\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: folder) }
            let text = """
                #!\(ConfinedProgramTests.python) -IS
                for name in ['lib', 'share']: print(open('\(folder)/' + name + '/file').read())
                """
            // Another process writes the program, which this one must not have open for writing.
            _ = try await ShellCommand.run(
                """
                umask 022; mkdir -p "$FOLDER/bin" "$FOLDER/lib" "$FOLDER/share"; cd "$FOLDER"
                echo -n found >lib/file; echo -n secret >share/file
                printf '%s' "$TEXT" >bin/program; chmod 755 bin/program
                """, environment: ["FOLDER": folder, "TEXT": text], readingUpTo: 1)
            let outcome = try await ConfinedProgram(path: folder + "/bin/program")
                .run([], input: nil, readingUpTo: 100)
            #expect(String(decoding: outcome.output, as: UTF8.self) == "found\n")
            #expect(outcome.code == 1)
        }
    }
#endif
