import Foundation

/// A file that is sent, read straight into libcurl's buffer; on the I/O thread.
final class UploadFile {
    /// How many bytes it had when it was opened.
    let length: Int64
    private let descriptor: Int32

    init(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure }
        let length = lseek(descriptor, 0, SEEK_END)
        guard length >= 0, lseek(descriptor, 0, SEEK_SET) == 0 else {
            defer { close(descriptor) }
            throw Self.failure
        }
        self.descriptor = descriptor
        self.length = Int64(length)
    }

    deinit { close(descriptor) }

    /// Reads the next bytes, and tells how many; 0 is the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else { throw Self.failure }
        }
    }

    private static var failure: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
