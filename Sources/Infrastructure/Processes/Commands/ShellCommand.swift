import CProcesses
package import Foundation
import Scheduling

/// A shell command whose output the program reads, started with the default signal dispositions.
///
/// The command runs in its own process group, so that `stop()` ends the shell and everything that
/// it has started. A program in the foreground of a terminal is the exception: its command shares
/// its group. Only the foreground group may read a password from the terminal, and the terminal's
/// signals then reach both.
///
/// The command has the standard streams and no other open file of this process: a socket that it
/// inherited would stay open until the command ends.
///
/// ```swift
/// let command = try ShellCommand("pass show", arguments: ["mail"])
/// let output = try command.read(upTo: 4_096)
/// guard command.wait() == 0 else { … }
/// ```
///
/// `read` and `wait` block; call them on a thread of their own. `stop` may be called on any thread.
package final class ShellCommand: Sendable {
    private enum Phase { case running, stopping, ended }

    /// The time between SIGTERM and SIGKILL, in seconds.
    private static let grace = 0.3
    /// The signals that a program may handle or ignore, and its commands may not.
    private static let signals = [
        SIGCHLD, SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGUSR1, SIGXFSZ,
    ]

    /// The code of a command whose end another part of this process has collected.
    private static let unknownCode: Int32 = -1

    /// Held while a command starts, and until the descriptors of a new pipe are marked.
    private static let starting: Guarded<Void> = {
        // The program may have been started by one that ignores the ends of its children.
        ccf_keep_exit_codes()
        return Guarded(())
    }()

    private let process: pid_t
    private let hasOwnGroup: Bool
    /// Whether the processes of the group end with the first one.
    private let isConfined: Bool
    private let output: Pipe
    private let phase = Guarded(Phase.running)

    /// Starts a command.
    ///
    /// - Parameters:
    ///   - line: the command line of the shell.
    ///   - arguments: arguments that follow the line, without a change by the shell.
    ///   - input: the text on the standard input of the command, at most the capacity of a pipe
    ///     (64 KiB on Linux); `nil` leaves it the standard input of this process.
    ///   - inputFile: an open file that is the standard input instead, from its present position.
    ///   - environment: variables that are added to the environment of this process; a NUL ends a
    ///     value.
    /// - Throws: `POSIXError`.
    package init(
        _ line: String, arguments: [String] = [], input: [UInt8]? = nil,
        inputFile: FileHandle? = nil, environment: [String: String] = [:]
    ) throws {
        output = try Self.pipe()
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
        let source = try input.map(Self.pipe(with:))
        if let file = inputFile ?? source?.fileHandleForReading {
            try Self.check(
                posix_spawn_file_actions_adddup2(&actions, file.fileDescriptor, STDIN_FILENO))
        }
        try Self.check(
            posix_spawn_file_actions_adddup2(
                &actions, output.fileHandleForWriting.fileDescriptor, STDOUT_FILENO))
        try Self.check(ccf_close_from(&actions, STDERR_FILENO + 1))
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for number in Self.signals { sigaddset(&signals, number) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        // Zero makes a new group, whose number is that of its first process.
        posix_spawnattr_setpgroup(&attributes, 0)
        let group = hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
        posix_spawnattr_setflags(
            &attributes,
            Int16(Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(group)))
        let environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
            .map { "\($0.key)=\($0.value)" }
        var process = pid_t()
        // The shell appends its positional parameters, which it does not parse.
        let script = arguments.isEmpty ? line : line + " \"$@\""
        let failure = Self.withStrings(["sh", "-c", script, "sh"] + arguments) { arguments in
            Self.withStrings(environment) { environment in
                Self.starting.withLock { _ in
                    posix_spawn(&process, "/bin/sh", &actions, &attributes, arguments, environment)
                }
            }
        }
        withExtendedLifetime((source, inputFile)) {}
        try? output.fileHandleForWriting.close()
        try Self.check(failure)
        self.process = process
        isConfined = false
    }

    /// Starts a program with limits; see `ConfinedProgram`.
    ///
    /// - Throws: `POSIXError`.
    init(
        _ program: ConfinedProgram, arguments: [String], input: FileHandle?
    ) throws {
        let output = try Self.pipe()
        let errors = program.showsErrors ? STDERR_FILENO : -1
        let environment = program.environment.map { "\($0.key)=\($0.value)" }.sorted()
        var process = pid_t()
        var limits = program.limits.values
        let failure = Self.withStrings([program.path] + arguments) { arguments in
            Self.withStrings(environment) { environment in
                Self.withStrings(program.readablePaths) { readable in
                    Self.starting.withLock { _ in
                        ccf_spawn(
                            &process, program.path, arguments, environment,
                            input?.fileDescriptor ?? -1, output.fileHandleForWriting.fileDescriptor,
                            errors, &limits, readable)
                    }
                }
            }
        }
        withExtendedLifetime(input) {}
        try? output.fileHandleForWriting.close()
        try Self.check(failure)
        self.output = output
        self.process = process
        hasOwnGroup = true
        isConfined = true
    }

    /// Throws the error of a result of `posix_spawn` and its functions; 0 is a success.
    private static func check(_ result: Int32) throws {
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: result) ?? .EIO) }
    }

    /// A pipe that no other command inherits.
    ///
    /// A command that held the end of another one's pipe would keep that one waiting.
    private static func pipe() throws -> Pipe {
        try starting.withLock { _ in
            let pipe = Pipe()
            for end in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
                guard fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC) == 0 else {
                    throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
                }
            }
            return pipe
        }
    }

    /// A pipe that contains `text`, and whose writing end is closed.
    ///
    /// It is filled before the command starts, so that a command that does not read it cannot block
    /// this process.
    private static func pipe(with text: [UInt8]) throws -> Pipe {
        let pipe = try pipe()
        let descriptor = pipe.fileHandleForWriting.fileDescriptor
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        let count = text.isEmpty ? 0 : write(descriptor, text, text.count)
        guard count == text.count else { throw POSIXError(.E2BIG) }
        try pipe.fileHandleForWriting.close()
        return pipe
    }

    /// Whether this process is in the foreground group of a terminal, and may read from it.
    private static var isForeground: Bool {
        let terminal = open("/dev/tty", O_RDONLY | O_CLOEXEC)
        guard terminal >= 0 else { return false }
        defer { close(terminal) }
        return tcgetpgrp(terminal) == getpgrp()
    }

    /// Reads the command's output until it ends, until `count` bytes have arrived, or until a stop.
    ///
    /// A process that the command has left in the background, such as an agent, may keep the pipe
    /// open. The end of the command's own process is therefore also the end of the output, and so
    /// is a stop. The process in the background is left alone.
    ///
    /// - Throws: `CancellationError` after a stop; the error of a failed read.
    package func read(upTo count: Int) throws -> Data {
        defer { try? output.fileHandleForReading.close() }
        let descriptor = output.fileHandleForReading.fileDescriptor
        var head = Data()
        var piece = [UInt8](repeating: 0, count: min(count, 64 << 10))
        while head.count < count {
            // Asked first: what the process has written by its end is then in the pipe.
            let isLast = hasEnded
            var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&poller, 1, isLast ? 0 : 100)
            guard phase.withLock({ $0 == .running }) else { throw CancellationError() }
            if ready == 0, isLast { break }
            guard ready > 0 else { continue }
            // A file handle would wait for all of the bytes.
            let length = Foundation.read(descriptor, &piece, min(piece.count, count - head.count))
            if length < 0, errno == EINTR { continue }
            guard length >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            guard length > 0 else { break }
            head.append(contentsOf: piece[..<length])
        }
        return head
    }

    /// Whether the command's own process has ended; `wait()` collects it.
    private var hasEnded: Bool {
        var information = siginfo_t()
        let result = waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT | WNOHANG)
        return result == 0 ? information.si_signo == SIGCHLD : errno != EINTR
    }

    /// Waits for the end of the command; after a stop, kills the processes left in its group.
    ///
    /// - Returns: the code in the form of a shell: the exit code, or 128 plus the signal's number;
    ///   -1 if the end is not known, because another part of this process has collected it.
    package func wait() -> Int32 {
        // WNOWAIT keeps the process number reserved until the process is reaped, so that `stop`
        // cannot signal another process.
        var information = siginfo_t()
        while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) == -1 {
            if errno == EINTR { continue }
            // The number may be that of another process.
            phase.withLock { $0 = .ended }
            return Self.unknownCode
        }
        if phase.withLock({ $0 == .stopping }), hasOwnGroup {
            Thread.sleep(forTimeInterval: Self.grace)
            _ = kill(-process, SIGKILL)
        } else if isConfined {
            _ = kill(-process, SIGKILL)
        }
        return phase.withLock { phase in
            var status: Int32 = 0
            var collected: pid_t
            repeat {
                collected = waitpid(process, &status, 0)
            } while collected == -1 && errno == EINTR
            phase = .ended
            guard collected == process else { return Self.unknownCode }
            return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
        }
    }

    /// Sends SIGTERM to the command, and SIGKILL 0.3 seconds later if it still runs; on any thread.
    package func stop() {
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
            guard let base = buffer.baseAddress else {
                preconditionFailure("the array of strings is empty")
            }
            return body(base)
        }
    }
}
