import Digests
import DurableFiles
package import Foundation
package import PhotoFeed

/// An open original, whose bytes are read at any position.
///
/// It stays readable while a run moves or replaces the file. Thread-safe: it has no state but the
/// descriptor, which is closed when the last reference is released.
package final class OriginalFile: Sendable {
    /// The name of the file, without its folders.
    package let name: String
    /// The size in bytes.
    package let size: Int64
    /// The version of the content in hexadecimal, at most 16 digits.
    ///
    /// It changes with the size, the time of the last change and the number of the file.
    package let version: String
    private let descriptor: Int32

    /// Opens the file at a path; `nil` if it is missing, a link, or not a regular file.
    package init?(path: String, name: String) {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        guard let status = FileStatus(descriptor: descriptor), status.kind == .regular else {
            _ = close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        self.name = name
        size = status.size
        let identity = "\(status.inode)/\(status.size)/\(status.modifiedNanoseconds)"
        version = String(XXH64.hash(Array(identity.utf8)), radix: 16)
    }

    deinit { _ = close(descriptor) }

    /// Returns another descriptor of the file, for a process that reads it.
    ///
    /// - Throws: `.storage` if no descriptor is free.
    package func handle() throws(FeedError) -> FileHandle {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else {
            throw FeedError(
                .storage, "cannot read the original \(name): \(String(cString: strerror(errno)))")
        }
        return FileHandle(fileDescriptor: copy, closeOnDealloc: true)
    }

    /// Reads the bytes of a range, and blocks on the disk.
    ///
    /// - Throws: `.storage` if the file has become shorter, or cannot be read.
    package func bytes(in range: Range<Int64>) throws(FeedError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        var filled = 0
        while filled < bytes.count {
            let position = off_t(range.lowerBound) + off_t(filled)
            let count = bytes.withUnsafeMutableBytes { buffer in
                pread(
                    descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled,
                    position)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let reason = count == 0 ? "it has become shorter" : String(cString: strerror(errno))
                throw FeedError(.storage, "cannot read the original \(name): \(reason)")
            }
            filled += count
        }
        return bytes
    }
}
