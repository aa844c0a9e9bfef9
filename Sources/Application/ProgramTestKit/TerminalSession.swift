import Foundation
import Scheduling

/// A run of the program on a terminal, at which a test reads and types.
package final class TerminalSession: Sendable {
    /// The time for the program to write something.
    private static let writeTimeout: Int32 = 60_000

    private struct Screen {
        var bytes: [UInt8] = []
        /// The number of bytes that the test has read.
        var read = 0
    }

    private let process: Guarded<Process>
    private let master: Int32
    private let screen = Guarded(Screen())

    /// Starts the program.
    ///
    /// - Parameters:
    ///   - arguments: the arguments of the program.
    ///   - environment: variables that are added to a bare environment.
    ///   - columns: the width of the terminal.
    ///   - hasInput: whether the program reads from the terminal.
    ///   - echoes: whether the screen shows what is typed.
    package init(
        _ arguments: [String], environment: [String: String] = [:], columns: UInt16 = 100,
        hasInput: Bool = true, echoes: Bool = true
    ) throws {
        let (master, slave) = try PseudoTerminal.open(columns: columns, echoes: echoes)
        defer { close(slave) }
        let process = Process()
        let handle = FileHandle(fileDescriptor: slave, closeOnDealloc: false)
        process.executableURL = URL(filePath: Program.path)
        process.arguments = arguments
        process.environment = Program.environment.merging(["TERM": "xterm"]) { $1 }
            .merging(environment) { $1 }
        process.standardInput = hasInput ? handle : FileHandle.nullDevice
        (process.standardOutput, process.standardError) = (handle, handle)
        try process.runReceivingSignals()
        self.process = Guarded(process)
        self.master = master
    }

    deinit {
        process.withLock { if $0.isRunning { $0.terminate() } }
        close(master)
    }

    /// Waits until the screen has `text`, and returns everything from the last read to its end.
    ///
    /// - Throws: `ProgramFailure` with the screen, if the program ends or is silent for a minute.
    @discardableResult
    package func read(until text: String) async throws -> String {
        try await onThreadOfItsOwn { [self] in
            while true {
                if let found = take(through: text) { return found }
                guard readMore() else {
                    throw ProgramFailure(status: -1, text: content)
                }
            }
        }
    }

    /// Types a line.
    package func type(_ line: String) {
        let bytes = Array((line + "\n").utf8)
        _ = write(master, bytes, bytes.count)
    }

    /// Types Ctrl-D, which ends the input.
    package func typeEnd() { _ = write(master, [4], 1) }

    /// Sends a signal to the program.
    package func send(_ signal: Int32) {
        process.withLock { _ = kill($0.processIdentifier, signal) }
    }

    /// Waits for the end of the program.
    package func outcome() async throws -> TerminalOutcome {
        try await onThreadOfItsOwn { [self] in
            while readMore() {}
            let status = process.withLock { process in
                process.waitUntilExit()
                return process.terminationReason == .exit
                    ? process.terminationStatus : 128 + process.terminationStatus
            }
            return TerminalOutcome(status: status, screen: content)
        }
    }

    /// Everything that was written on the terminal.
    package var content: String {
        screen.withLock { String(decoding: $0.bytes, as: UTF8.self) }
    }

    private func take(through text: String) -> String? {
        screen.withLock { screen in
            let unread = String(decoding: screen.bytes[screen.read...], as: UTF8.self)
            guard let range = unread.range(of: text) else { return nil }
            let taken = String(unread[..<range.upperBound])
            screen.read += taken.utf8.count
            return taken
        }
    }

    /// Reads what the program has written; `false` at its end, and after a minute of silence.
    private func readMore() -> Bool {
        var poller = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&poller, 1, Self.writeTimeout) > 0 else { return false }
        var buffer = [UInt8](repeating: 0, count: 4096)
        // The last descriptor of the other side ends it, with an error on Linux.
        let count = Foundation.read(master, &buffer, buffer.count)
        guard count > 0 else { return false }
        screen.withLock { $0.bytes += buffer[..<count] }
        return true
    }
}
