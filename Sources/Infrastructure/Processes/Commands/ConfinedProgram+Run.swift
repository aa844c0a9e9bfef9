package import Foundation
import Scheduling

extension ConfinedProgram {
    /// Runs the program to its end, on a thread of its own; cancelling the task stops it.
    ///
    /// - Parameters:
    ///   - input: an open file that is the standard input, from its present position; `nil` for an
    ///     empty one.
    ///   - limit: the number of bytes of the output that are read.
    /// - Returns: the outcome; its code is `128 + SIGALRM` if the program was stopped after its
    ///   time.
    /// - Throws: `CancellationError`; `POSIXError` if the program cannot be started; the error of a
    ///   failed read.
    package func run(
        _ arguments: [String], input: FileHandle?, readingUpTo limit: Int
    ) async throws -> ShellCommand.Outcome {
        let command = try ShellCommand(self, arguments: arguments, input: input)
        // The process ends by itself; the group is stopped later if a process in it does not.
        let time = Duration.seconds(limits.seconds + 2)
        do {
            return try await withTaskCancellationHandler {
                try await onThreadOfItsOwn {
                    try command.outcome(readingUpTo: limit, within: time)
                }
            } onCancel: {
                command.stop()
            }
        } catch is CancellationError where !Task.isCancelled {
            return ShellCommand.Outcome(code: 128 + SIGALRM, output: Data())
        }
    }
}
