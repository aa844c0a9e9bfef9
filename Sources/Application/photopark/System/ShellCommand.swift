import Foundation
import Synchronization

/// A shell command whose output the program reads, started with the system's default signal handling.
///
/// The command runs in a process group of its own, so that `stop()` ends the shell and all that it has started. The
/// exception is a program in the foreground of a terminal: its command shares its group, because only the foreground
/// group may read a password from the terminal, and because the terminal's signals then reach both.
final class ShellCommand: Sendable {
    private enum Phase { case running, stopping, ended }

    /// How long children have between SIGTERM and SIGKILL.
    private static let grace = 0.3

    private let process: pid_t
    private let hasOwnGroup: Bool
    private let output: Pipe
    private let phase = Mutex(Phase.running)

    /// Starts the command.
    ///
    /// - Throws: `POSIXError`.
    init(_ line: String) throws {
        output = Pipe()
        hasOwnGroup = !Self.isForeground
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
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in [SIGPIPE, SIGQUIT] + Interruption.signals { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // A new group, with the number of its first process.
        posix_spawnattr_setpgroup(&attributes, 0)
        let group = hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(
            &attributes,
            Int16(Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(group)))
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

    /// Whether this process may read from a terminal.
    private static var isForeground: Bool {
        let terminal = open("/dev/tty", O_RDONLY | O_CLOEXEC)
        guard terminal >= 0 else { return false }
        defer { close(terminal) }
        return tcgetpgrp(terminal) == getpgrp()
    }

    /// Reads the command's output until it ends, `count` bytes are there, or the command is stopped.
    ///
    /// A process that has left the group may keep the pipe open after a stop; the reader does not wait for it.
    func read(upTo count: Int) throws -> Data {
        defer { try? output.fileHandleForReading.close() }
        var head = Data()
        while head.count < count {
            var poller = pollfd(
                fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&poller, 1, 100)
            guard phase.withLock({ $0 == .running }) else { throw CancellationError() }
            guard ready > 0 else { continue }
            guard
                let piece = try output.fileHandleForReading.read(upToCount: count - head.count),
                !piece.isEmpty
            else { break }
            head += piece
        }
        return head
    }

    /// Waits for the end of the command, and ends what a stop has left of its group.
    ///
    /// - Returns: The code as a shell reports it: the exit code, or 128 and the signal's number.
    func wait() -> Int32 {
        // The number stays this process's until it is reaped, so that `stop` signals no other process.
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == -1, errno == EINTR {}
        if phase.withLock({ $0 == .stopping }), hasOwnGroup {
            Thread.sleep(forTimeInterval: Self.grace)
            _ = kill(-process, SIGKILL)
        }
        return phase.withLock { phase in
            var status: Int32 = 0
            while waitpid(process, &status, 0) == -1, errno == EINTR {}
            phase = .ended
            return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
        }
    }

    /// Asks the command to end, and kills it when it has not ended soon after; from any thread.
    func stop() {
        send(SIGTERM)
        DispatchQueue.global().asyncAfter(deadline: .now() + Self.grace) { self.send(SIGKILL) }
    }

    private func send(_ signal: Int32) {
        phase.withLock { phase in
            guard phase != .ended else { return }
            phase = .stopping
            _ = kill(hasOwnGroup ? -process : process, signal)
        }
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
