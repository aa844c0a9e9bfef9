import Dispatch
import Foundation

extension ShellCommand {
    /// Reads the output of the command and waits for its end, on the caller's thread.
    ///
    /// - Parameters:
    ///   - limit: the number of bytes of the output that are read.
    ///   - timeout: how long the command may run before it is stopped.
    /// - Throws: `CancellationError` after the timeout; the error of a failed read.
    package func outcome(readingUpTo limit: Int, within timeout: Duration) throws -> Outcome {
        let alarm = DispatchWorkItem { self.stop() }
        DispatchQueue.global().asyncAfter(
            deadline: .now() + timeout / .seconds(1), execute: alarm)
        defer { alarm.cancel() }
        let output = Result { try read(upTo: limit) }
        let code = wait()
        return Outcome(code: code, output: try output.get())
    }
}
