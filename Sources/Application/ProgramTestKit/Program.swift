import Foundation
import Scheduling

/// The real program in a child process, as a user or a script starts it.
package final class Program: Sendable {
    /// How a run ended.
    package struct Outcome: Sendable {
        package let status: Int32
        package let output: String
        package let errors: String

        /// Standard output's lines.
        package var lines: [Substring] { output.split(separator: "\n") }

        /// The objects of an output with one JSON object per line.
        ///
        /// - Throws: `ProgramFailure` if the program failed; an error of the parser.
        package func objects() throws -> [[String: AnyHashable]] {
            guard status == 0 else { throw ProgramFailure(status: status, text: errors) }
            return try lines.map { line in
                let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
                guard let object = object as? [String: Any] else {
                    throw ProgramFailure(status: status, text: String(line))
                }
                return object.compactMapValues(Self.hashable)
            }
        }

        /// Returns a value of JSON, whose arrays and objects have hashable values, too.
        private static func hashable(_ value: Any) -> AnyHashable? {
            switch value {
            case let values as [Any]: AnyHashable(values.compactMap(hashable))
            case let members as [String: Any]: AnyHashable(members.compactMapValues(hashable))
            default: value as? AnyHashable
            }
        }
    }

    package static let path: String = {
        // The test bundle is built beside the program.
        let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        return products.appending(path: "photopark").path
    }()

    /// The environment of a run: no token, a watchdog in a debug build, and the settings of a
    /// sanitizer or of a measurement of coverage that the tests run under.
    package static let environment = ProcessInfo.processInfo.environment
        .filter { $0.key.hasSuffix("SAN_OPTIONS") || $0.key == "LLVM_PROFILE_FILE" }
        .merging([
            "PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent",
            "PHOTOPARK_WATCHDOG": "2000",
        ]) { $1 }

    /// Makes a hangup end the programs that the tests start, also in a test run under `nohup`.
    private static let receivesHangups: Void = { _ = signal(SIGHUP, SIG_DFL) }()

    private let process: Guarded<Process>
    private let output: Pipe
    private let errors: URL

    /// Starts the program; `environment` is added to a bare one, in which no token is set.
    package init(_ arguments: [String], environment: [String: String] = [:]) throws {
        Self.receivesHangups
        let process = Process()
        output = Pipe()
        errors = FileManager.default.temporaryDirectory.appending(
            path: "photopark-stderr-\(UUID().uuidString)")
        try Data().write(to: errors)
        process.executableURL = URL(filePath: Self.path)
        process.arguments = arguments
        process.environment = Self.environment.merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.runReceivingSignals()
        self.process = Guarded(process)
    }

    deinit {
        // A test that fails early leaves its program running, with the sockets that it inherited.
        process.withLock { if $0.isRunning { kill($0.processIdentifier, SIGKILL) } }
        try? FileManager.default.removeItem(at: errors)
    }

    /// Runs the program to its end.
    package static func run(
        _ arguments: String..., environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await Program(arguments, environment: environment).outcome()
    }

    /// The names of the program's commands, which depend on its features.
    package static func commands() async throws -> [String] { try await allCommands.value }

    private static let allCommands = Task<[String], any Error> {
        struct Help: Decodable {
            struct Command: Decodable {
                let commandName: String
                let shouldDisplay: Bool?
                let subcommands: [Command]?
            }
            let command: Command
        }
        let outcome = try await Program.run("--experimental-dump-help")
        let help = try JSONDecoder().decode(Help.self, from: Data(outcome.output.utf8))
        return (help.command.subcommands ?? []).filter { $0.shouldDisplay ?? true }
            .map(\.commandName).filter { $0 != "help" }
    }

    /// Whether the program has these commands, for a test that needs another feature's command.
    package static func has(_ names: String...) async throws -> Bool {
        try await Set(commands()).isSuperset(of: names)
    }

    /// Waits for the end, without holding up the thread that a stub in this process may need.
    ///
    /// - Throws: `ProgramFailure` if the watchdog has reported a command that blocked the main
    ///   scheduler.
    package func outcome() async throws -> Outcome {
        try await onThreadOfItsOwn { [self] in
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            let status = process.withLock { process in
                process.waitUntilExit()
                // As a shell reports it: 128 and the signal's number.
                return process.terminationReason == .exit
                    ? process.terminationStatus : 128 + process.terminationStatus
            }
            let outcome = Outcome(
                status: status, output: String(decoding: data, as: UTF8.self),
                errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
            guard !outcome.errors.contains("photopark: watchdog: ") else {
                throw ProgramFailure(status: status, text: outcome.errors)
            }
            return outcome
        }
    }

    /// Reads the next line of standard output; `nil` at its end.
    package func line() async throws -> String? {
        try await onThreadOfItsOwn { [self] in
            var line = Data()
            while let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty {
                if byte.first == UInt8(ascii: "\n") { break }
                line += byte
            }
            return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
        }
    }

    /// Sends a signal to this very process.
    package func send(_ signal: Int32) {
        process.withLock { _ = kill($0.processIdentifier, signal) }
    }
}
