import Foundation
import Synchronization

/// A line that the shell runs with our terminal and signals as the system has them, and whose output comes to us.
final class ShellCommand: Sendable {
    private let process: pid_t
    private let output: Pipe
    private let hasEnded = Mutex(false)

    /// Starts the command.
    ///
    /// - Throws: `POSIXError`.
    init(_ line: String) throws {
        output = Pipe()
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(
            &actions, output.fileHandleForWriting.fileDescriptor, STDOUT_FILENO)
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // What we ignore or block is our own affair.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGPIPE, SIGINT, SIGTERM] { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        var process = pid_t()
        let failure = Self.withStrings(["sh", "-c", line]) { arguments in
            Self.withStrings(environment) { environment in
                posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, environment)
            }
        }
        try? output.fileHandleForWriting.close()
        guard failure == 0 else { throw POSIXError(POSIXErrorCode(rawValue: failure) ?? .EIO) }
        self.process = process
    }

    /// Reads what the command prints, until it prints no more or `count` bytes are there; it is not read further then.
    func read(upTo count: Int) throws -> Data {
        defer { try? output.fileHandleForReading.close() }
        var head = Data()
        while head.count < count,
            let piece = try output.fileHandleForReading.read(upToCount: count - head.count),
            !piece.isEmpty
        {
            head += piece
        }
        return head
    }

    /// Waits for the end of the command.
    ///
    /// - Returns: what the shell calls its code: what the process gave, or 128 and the signal that ended it.
    func wait() -> Int32 {
        // Its number stays its own until it has been waited for in earnest, so `stop` meets nobody else.
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        return hasEnded.withLock { hasEnded in
            var status: Int32 = 0
            while waitpid(process, &status, 0) == -1, errno == EINTR {}
            hasEnded = true
            return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
        }
    }

    /// Asks the command to end, from any thread.
    func stop() {
        hasEnded.withLock { hasEnded in if !hasEnded { _ = kill(process, SIGTERM) } }
    }

    private static func withStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return (copies + [nil]).withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { preconditionFailure("it ends with nil") }
            return body(base)
        }
    }
}
