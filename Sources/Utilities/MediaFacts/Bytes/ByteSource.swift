#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Bytes that can be read at any position: those of a file, or of the beginning of one.
package protocol ByteSource {
    /// The length of the whole file in bytes.
    var length: Int64 { get }

    /// Copies the bytes from `offset` on into `buffer`, and returns their number.
    ///
    /// A smaller number than that of the buffer means that no more bytes are available, or that
    /// reading failed.
    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int
}

/// A file in memory, or the beginning of one.
package struct MemoryBytes: ByteSource {
    private let bytes: [UInt8]
    package let length: Int64

    /// Takes all bytes of a file.
    package init(_ bytes: [UInt8]) { self.init(prefix: bytes, ofLength: Int64(bytes.count)) }

    /// Takes the first bytes of a file.
    ///
    /// - Parameter length: the length of the whole file; at least that of the prefix is assumed.
    package init(prefix: [UInt8], ofLength length: Int64) {
        bytes = prefix
        self.length = max(length, Int64(prefix.count))
    }

    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard offset >= 0, offset < Int64(bytes.count) else { return 0 }
        let start = Int(offset)
        let count = min(buffer.count, bytes.count - start)
        bytes.withUnsafeBytes { all in
            buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: all[start..<start + count]))
        }
        return count
    }
}

/// An open file, which is read without moving its position.
package struct FileBytes: ByteSource {
    private let descriptor: Int32
    package let length: Int64

    /// Reads the file that `descriptor` has open; its owner closes it.
    ///
    /// It is `nil` if the descriptor is not that of a regular file.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        self.descriptor = descriptor
        length = Int64(status.st_size)
    }

    package func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard offset >= 0, let base = buffer.baseAddress else { return 0 }
        var filled = 0
        while filled < buffer.count {
            let count = pread(
                descriptor, base + filled, buffer.count - filled, off_t(offset) + off_t(filled))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            filled += count
        }
        return filled
    }
}
