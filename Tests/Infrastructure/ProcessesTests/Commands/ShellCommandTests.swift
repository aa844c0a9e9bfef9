import Foundation
import Processes
import Testing

@Suite struct ShellCommandTests {
    private func run(
        _ line: String, _ arguments: [String] = [], input: [UInt8]? = [], limit: Int = 1_000
    ) async throws -> (code: Int32, text: String) {
        let outcome = try await ShellCommand.run(
            line, arguments: arguments, input: input, readingUpTo: limit)
        return (outcome.code, String(decoding: outcome.output, as: UTF8.self))
    }

    @Test func theOutputAndTheCodeAreReturned() async throws {
        #expect(try await run("echo out; echo error >&2; exit 7") == (7, "out\n"))
        #expect(try await run("kill -TERM $$") == (143, ""))
    }

    /// As the agent of a password manager, which the first command starts.
    @Test(.timeLimit(.minutes(1)), arguments: ["echo token; exit 7", "exit 7"])
    func aProcessInTheBackgroundThatKeepsTheOutputOpenIsNotWaitedFor(_ end: String) async throws {
        let (code, text) = try await run("sleep 600 & echo $!; \(end)")
        let lines = text.split(separator: "\n")
        #expect(code == 7)
        #expect(lines.dropFirst() == (end == "exit 7" ? [] : ["token"]))
        let agent = try #require(lines.first.flatMap { pid_t($0) })
        #expect(kill(agent, SIGKILL) == 0)
    }

    @Test func allThatTheCommandHasWrittenIsReadAlthoughTheOutputStaysOpen() async throws {
        let (_, text) = try await run(
            "sleep 600 & echo $!; head -c 50000 /dev/zero", limit: 100_000)
        let agent = try #require(text.split(separator: "\n").first.flatMap { pid_t($0) })
        #expect(text.utf8.count { $0 == 0 } == 50_000)
        #expect(kill(agent, SIGKILL) == 0)
    }

    /// In a process of its own: the disposition of the signal is the whole process's.
    @Test func theCodeIsReturnedIfTheEndsOfChildrenAreIgnored() async {
        await #expect(processExitsWith: .success) {
            signal(SIGCHLD, SIG_IGN)
            let outcome = try await ShellCommand.run("exit 7", input: [], readingUpTo: 100)
            #expect(outcome.code == 7)
        }
    }

    /// In a process of its own: it collects the ends of all children.
    @Test func anEndThatIsCollectedElsewhereIsNoSuccess() async {
        await #expect(processExitsWith: .success) {
            let command = try ShellCommand("exit 0", input: [])
            var status: Int32 = 0
            while waitpid(-1, &status, 0) == -1, errno == EINTR {}
            #expect(command.wait() == -1)
        }
    }

    @Test func noOtherFileOfThisProcessIsInherited() async throws {
        let descriptor = open("/dev/null", O_RDONLY)
        defer { close(descriptor) }
        #expect(try await run("[ -e /dev/fd/\(descriptor) ] || echo closed") == (0, "closed\n"))
    }

    @Test func argumentsAreNotParsedByTheShell() async throws {
        let arguments = ["a b", "$HOME", "`id`", "\"'", "-n", ""]
        let found = try await run("printf '%s|'", arguments)
        #expect(found == (0, arguments.map { $0 + "|" }.joined()))
    }

    @Test func variablesAreAddedToTheEnvironment() async throws {
        let value = "a b\n$HOME `id`"
        let outcome = try await ShellCommand.run(
            "printf '%s' \"$ADDED\"; test -n \"$PATH\"", environment: ["ADDED": value],
            readingUpTo: 100)
        #expect(outcome.code == 0)
        #expect(String(decoding: outcome.output, as: UTF8.self) == value)
    }

    @Test func theInputIsReadToItsEnd() async throws {
        let text = String(repeating: "0123456789", count: 3_000)
        #expect(try await run("cat", input: Array(text.utf8), limit: 100_000) == (0, text))
        #expect(try await run("cat", input: []) == (0, ""))
    }

    @Test func anOpenFileIsReadFromItsPosition() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/input-\(UUID().uuidString)"
        try Data("0123456789".utf8).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try #require(FileHandle(forReadingAtPath: path))
        try file.seek(toOffset: 4)
        let outcome = try await ShellCommand.run("cat", inputFile: file, readingUpTo: 100)
        #expect(outcome.code == 0 && String(decoding: outcome.output, as: UTF8.self) == "456789")
    }

    @Test func aCommandThatIgnoresItsInputIsNoProblem() async throws {
        let input = [UInt8](repeating: 1, count: 60_000)
        #expect(try await run("true", input: input) == (0, ""))
        await #expect(throws: POSIXError.self) {
            try await run("cat", input: [UInt8](repeating: 1, count: 10 << 20))
        }
    }

    @Test func aLongOutputIsCut() async throws {
        let found = try await run("yes", limit: 10)
        #expect(found.text == "y\ny\ny\ny\ny\n" && found.code == 128 + SIGPIPE)
    }

    @Test func cancellationEndsTheCommandAndItsChildren() async throws {
        let started = NSTemporaryDirectory() + "/shell-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: started) }
        let task = Task {
            try await run("sleep 99 & echo $! >\(started).new; mv \(started).new \(started); wait")
        }
        while !FileManager.default.fileExists(atPath: started) { await Task.detached {}.value }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let child = try String(contentsOfFile: started, encoding: .utf8)
        let number = try #require(pid_t(child.trimmingCharacters(in: .whitespacesAndNewlines)))
        while kill(number, 0) == 0 { await Task.detached {}.value }
    }
}
