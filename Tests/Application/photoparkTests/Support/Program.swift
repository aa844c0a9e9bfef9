import Foundation
import Scheduling
import Testing

/// The real program in a child process, as a user or a script starts it.
final class Program: Sendable {
    /// How a run ended.
    struct Outcome {
        let status: Int32
        let output: String
        let errors: String

        /// Standard output's lines.
        var lines: [Substring] { output.split(separator: "\n") }
    }

    static let path: String = {
        // The test bundle is built beside the program.
        let products = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
        return products.appending(path: "photopark").path
    }()

    /// The environment of a run: no token, and the settings of a sanitizer or of a measurement of
    /// coverage that the tests run under.
    static let environment = ProcessInfo.processInfo.environment
        .filter { $0.key.hasSuffix("SAN_OPTIONS") || $0.key == "LLVM_PROFILE_FILE" }
        .merging(["PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": "/nonexistent"]) { $1 }

    private let process: Guarded<Process>
    private let output: Pipe
    private let errors: URL

    /// Starts the program; `environment` is added to a bare one, in which no token is set.
    init(_ arguments: [String], environment: [String: String] = [:]) throws {
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
        try? FileManager.default.removeItem(at: errors)
    }

    /// Runs the program to its end.
    static func run(
        _ arguments: String..., environment: [String: String] = [:]
    ) async throws -> Outcome {
        try await Program(arguments, environment: environment).outcome()
    }

    /// Waits for the end, without holding up the thread that a stub in this process may need.
    func outcome() async throws -> Outcome {
        try await onThreadOfItsOwn { [self] in
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            let status = process.withLock { process in
                process.waitUntilExit()
                // As a shell reports it: 128 and the signal's number.
                return process.terminationReason == .exit
                    ? process.terminationStatus : 128 + process.terminationStatus
            }
            return Outcome(
                status: status, output: String(decoding: data, as: UTF8.self),
                errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
        }
    }

    /// Reads the next line of standard output; `nil` at its end.
    func line() async throws -> String? {
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
    func send(_ signal: Int32) {
        process.withLock { _ = kill($0.processIdentifier, signal) }
    }
}

/// Runs what blocks on a thread of its own.
func onThreadOfItsOwn<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
    }
}
