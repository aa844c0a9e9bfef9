import Foundation
import Processes
import Testing

/// The limits of a process that works on untrusted bytes.
@Suite struct ConfinedProgramTests {
    /// The program itself: a script in its place, as of pyenv, starts further processes.
    static let python =
        ConfinedProgram.path(of: "python3", in: "/usr/bin:/usr/local/bin:/opt/homebrew/bin")
        ?? "/usr/bin/python3"

    private func run(
        _ script: String, input: String? = nil, limit: Int = 10_000,
        limits: ConfinedProgram.Limits = .init(), environment: [String: String] = [:]
    ) async throws -> (code: Int32, text: String) {
        let program = ConfinedProgram(path: Self.python, limits: limits, environment: environment)
        let file = try input.map { try FileHandle.unnamed(containing: [Array($0.utf8)]) }
        let outcome = try await program.run(
            ["-I", "-S", "-c", script], input: file, readingUpTo: limit)
        return (outcome.code, String(decoding: outcome.output, as: UTF8.self))
    }

    @Test func aCombiningMarkHidesNoFolderOfThePath() {
        #expect(ConfinedProgram.path(of: "sh", in: "/bin:\u{301}bin") == "/bin/sh")
    }

    @Test func theInputIsReadAndTheOutputIsReturned() async throws {
        let found = try await run("import sys; print(sys.stdin.read()[::-1])", input: "abc")
        #expect(found == (0, "cba\n"))
        #expect(try await run("import sys; print(repr(sys.stdin.read()))") == (0, "''\n"))
    }

    @Test func theInputCanBeReadAtAnyPosition() async throws {
        let script = "f = open('\(ConfinedProgram.inputPath)'); f.seek(2); print(f.read(3))"
        #expect(try await run(script, input: "abcdefg") == (0, "cde\n"))
    }

    @Test func theEnvironmentIsTheGivenOne() async throws {
        let script = "import os; print(sorted(k for k in os.environ if k != 'LC_CTYPE'))"
        #expect(try await run(script, environment: ["A": "1"]) == (0, "['A']\n"))
    }

    @Test func onlyThreeDescriptorsAreInherited() async throws {
        let open = open("/etc/passwd", O_RDONLY)
        defer { close(open) }
        let script = """
            import os
            def is_open(n):
                try: os.fstat(n); return True
                except OSError: return False
            print([n for n in range(64) if is_open(n)])
            """
        #expect(try await run(script) == (0, "[0, 1, 2]\n"))
    }

    @Test func moreOpenFilesThanAProgramMayHaveDoNotKeepItFromStarting() async throws {
        let files = (0..<30).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
        defer { files.forEach { close($0) } }
        #expect(try await run("print(1)", limits: .init(descriptors: 20)) == (0, "1\n"))
    }

    @Test func theLimitsAreThoseOfTheProcess() async throws {
        let script = """
            import resource as r
            print([r.getrlimit(n)[0] for n in (
                r.RLIMIT_AS, r.RLIMIT_CPU, r.RLIMIT_NOFILE, r.RLIMIT_FSIZE, r.RLIMIT_CORE)])
            """
        let limits = ConfinedProgram.Limits(
            memory: 900 << 20, processorSeconds: 7, seconds: 9, descriptors: 20)
        let found = try await run(script, limits: limits)
        #expect(found == (0, "[\(900 << 20), 7, 20, 0, 0]\n"))
    }

    @Test func moreMemoryIsRefused() async throws {
        let found = try await run(
            "bytearray(1 << 30)", limits: ConfinedProgram.Limits(memory: 500 << 20))
        #expect(found.code == 1)
    }

    @Test func aBusyProcessEnds() async throws {
        let limits = ConfinedProgram.Limits(processorSeconds: 1)
        #expect(try await run("while True: pass", limits: limits).code == 128 + SIGXCPU)
    }

    @Test func aWaitingProcessEnds() async throws {
        let limits = ConfinedProgram.Limits(seconds: 1)
        let found = try await run("import threading; threading.Event().wait()", limits: limits)
        #expect(found.code == 128 + SIGALRM)
    }

    @Test func aProcessThatIgnoresTheAlarmEndsWithItsChildren() async throws {
        let script = """
            import os, signal, threading
            signal.signal(signal.SIGALRM, signal.SIG_IGN)
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            try: os.fork()
            except OSError: pass
            threading.Event().wait()
            """
        let limits = ConfinedProgram.Limits(seconds: 1)
        let clock = ContinuousClock()
        let start = clock.now
        #expect(try await run(script, limits: limits).code == 128 + SIGALRM)
        #expect(clock.now - start < .seconds(30))
    }

    @Test func aProcessThatPrintsWithoutEndEnds() async throws {
        let script = """
            import os, signal
            signal.signal(signal.SIGALRM, signal.SIG_IGN)
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            while True:
                try: os.write(1, b'y' * 99)
                except OSError: pass
            """
        let found = try await run(script, limits: .init(processorSeconds: 1))
        #expect(found.code == 128 + SIGXCPU && found.text.count == 10_000)
    }

    @Test func aProcessHasASessionOfItsOwn() async throws {
        #if os(Linux)
            let script = """
                import os
                fields = open('/proc/self/stat').read().rpartition(')')[2].split()
                print(fields[2:4] == 2 * [str(os.getpid())])
                """
        #else
            let script = "import os; print([os.getsid(0), os.getpgrp()] == 2 * [os.getpid()])"
        #endif
        #expect(try await run(script) == (0, "True\n"))
    }

    #if !os(Linux)
        @Test func aProcessThatLeavesAChildDoesNotKeepTheCaller() async throws {
            let script = "import os, signal; os.fork() or (os.close(1), signal.pause()); print(1)"
            #expect(try await run(script).code == 0)
        }
    #endif

    @Test func noFileIsWritten() async throws {
        let path = NSTemporaryDirectory() + "/confined-" + UUID().uuidString
        let found = try await run(
            "f = open('\(path)', 'wb', buffering=0); f.write(b'1')")
        #expect(found.code == 1)
        #expect((try? Data(contentsOf: URL(filePath: path)))?.isEmpty ?? true)
        try? FileManager.default.removeItem(atPath: path)
    }

    #if os(Linux)
        @Test func privilegesAreLost() async throws {
            let script = """
                print([l.split()[1] for l in open('/proc/self/status')
                       if l.startswith('NoNewPrivs')])
                """
            #expect(try await run(script) == (0, "['1']\n"))
        }
    #endif

    @Test func aLongOutputIsCut() async throws {
        let found = try await run("while True: print('y')", limit: 10)
        #expect(found.text == "y\ny\ny\ny\ny\n" && found.code != 0)
    }

    @Test func cancellationEndsTheProcess() async throws {
        let task = Task { try await run("import threading; threading.Event().wait()") }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test func aMissingProgramIsAnError() async throws {
        await #expect(throws: POSIXError.self) {
            try await ConfinedProgram(path: "/nonexistent/program")
                .run([], input: nil, readingUpTo: 1)
        }
    }

    @Test func aProgramIsFoundInAbsoluteFoldersOnly() {
        #expect(ConfinedProgram.path(of: "sh", in: "/nonexistent:/bin") == "/bin/sh")
        #expect(ConfinedProgram.path(of: "sh", in: "bin:.:") == nil)
        #expect(ConfinedProgram.path(of: "none-of-this-name") == nil)
    }
}
