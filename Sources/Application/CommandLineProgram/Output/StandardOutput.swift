import Foundation

/// The program's standard output: buffered, and discarded once its reader has closed it.
@MainActor
package final class StandardOutput {
    package static let shared = StandardOutput(descriptor: STDOUT_FILENO)

    private let descriptor: Int32
    private var buffer: [UInt8] = []
    /// Whether the output can still be written.
    ///
    /// `photopark feed | head -1` makes it `false`.
    package private(set) var isOpen = true
    /// The error that made the output incomplete, other than a closed pipe; `nil` if there is none.
    private var failure: String?

    init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Writes a line.
    ///
    /// It is delivered at the next flush, or when 64 KiB are buffered.
    package func line(_ text: String) {
        write(text + "\n")
    }

    package func write(_ text: String) {
        guard isOpen else { return }
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= 1 << 16 { flush() }
    }

    /// Writes the buffer to the descriptor.
    package func flush() {
        var written = 0
        while isOpen, written < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                Foundation.write(
                    descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
            }
            switch count {
            case 0...: written += count
            case _ where errno == EINTR: continue
            case _ where errno == EAGAIN: waitUntilWritable()
            default:
                if errno != EPIPE { failure = String(cString: strerror(errno)) }
                isOpen = false
            }
        }
        buffer.removeAll(keepingCapacity: true)
    }

    /// Writes the rest, and returns the status for a program that ends with `status`.
    ///
    /// Reports an incomplete output on standard error. The status then becomes `.inputOutput`,
    /// unless it is at least as severe. A reader that has closed its pipe is a success.
    package func finish(_ status: ExitStatus) -> ExitStatus {
        do throws(ProgramError) {
            try requireWritten()
            return status
        } catch {
            StandardError.line("photopark: \(error.message)")
            return .worst(of: [status, error.code])
        }
    }

    /// Writes the buffer to the descriptor; called before a command waits for its end.
    ///
    /// - Throws: `ProgramError` if the output is incomplete, except for a closed pipe.
    package func requireWritten() throws(ProgramError) {
        flush()
        guard let failure = failure.take() else { return }
        throw ProgramError(.inputOutput, "cannot write to standard output: \(failure)")
    }

    private func waitUntilWritable() {
        var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&poller, 1, 1000)
    }
}

/// Standard error: for progress and messages, never buffered.
package enum StandardError {
    package static func line(_ text: String) {
        write(text + "\n")
    }

    package static func write(_ text: String) {
        // A failure cannot be reported anywhere else.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
