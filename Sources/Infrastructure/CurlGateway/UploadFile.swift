import DurableFiles
import Foundation
import HTTPGateway

/// A file that is sent, read directly into libcurl's buffer; on the I/O thread.
final class UploadFile {  // not @Schedulable: confined to the I/O thread
    /// The length in bytes when the file was opened.
    let length: Int64
    private let descriptor: Int32

    init(_ path: String) throws {
        // `O_NONBLOCK`: the thread serves all requests and must not wait for the writer of a pipe.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw Self.failure }
        guard let status = FileStatus(descriptor: descriptor), status.kind == .regular else {
            close(descriptor)
            throw HTTPError(
                .bodyFailed, "\(path) is not a regular file; send its contents as a stream")
        }
        self.descriptor = descriptor
        length = status.size
    }

    deinit { close(descriptor) }

    /// Reads the next bytes and returns their number; 0 means the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw Self.failure }
        }
    }

    private static var failure: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
