package import Foundation
import Scheduling

extension ShellCommand {
    /// The result of a command that has ended.
    package struct Outcome: Sendable {
        /// The exit code, or 128 plus the number of the signal that ended the command; -1 if it is
        /// not known.
        package let code: Int32
        /// The output, or its first bytes up to the limit of the run.
        package let output: Data
    }

    /// Runs a command to its end, on a thread of its own; cancelling the task stops the command.
    ///
    /// - Parameters:
    ///   - line: the command line of the shell.
    ///   - arguments: arguments that follow the line, without a change by the shell.
    ///   - input: the text on the standard input of the command; see `init`.
    ///   - inputFile: an open file that is the standard input; see `init`.
    ///   - environment: variables that are added to the environment of this process.
    ///   - limit: the number of bytes of the output that are read.
    /// - Throws: `CancellationError`; `POSIXError` if the command cannot be started; the error of a
    ///   failed read.
    package static func run(
        _ line: String, arguments: [String] = [], input: [UInt8]? = nil,
        inputFile: FileHandle? = nil, environment: [String: String] = [:],
        readingUpTo limit: Int
    ) async throws -> Outcome {
        let command = try ShellCommand(
            line, arguments: arguments, input: input, inputFile: inputFile, environment: environment
        )
        return try await withTaskCancellationHandler {
            try await onThreadOfItsOwn {
                let output = Result { try command.read(upTo: limit) }
                let code = command.wait()
                return Outcome(code: code, output: try output.get())
            }
        } onCancel: {
            command.stop()
        }
    }
}
