package import Foundation
import Scheduling

/// Runs a line of bash, or a script, to its end.
package enum Shell {
    /// The text on both outputs, and the exit code.
    package struct Outcome: Sendable {
        package let status: Int32
        package let output: String
    }

    package static func run(_ line: String) async throws -> Outcome {
        try await onThreadOfItsOwn {
            let shell = Process()
            let output = Pipe()
            shell.executableURL = URL(filePath: "/bin/bash")
            shell.arguments = ["-c", line]
            (shell.standardOutput, shell.standardError) = (output, output)
            shell.standardInput = FileHandle.nullDevice
            try shell.runReceivingSignals()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            shell.waitUntilExit()
            return Outcome(
                status: shell.terminationStatus, output: String(decoding: data, as: UTF8.self))
        }
    }
}

extension Process {
    /// Starts the child with no signal blocked, whatever the thread that starts it blocks.
    package func runReceivingSignals() throws {
        var none = sigset_t()
        var former = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        try run()
    }
}
