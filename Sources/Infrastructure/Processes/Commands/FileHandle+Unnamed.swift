package import Foundation

extension FileHandle {
    /// Returns a file without a name that contains `parts`, to be read from its start.
    ///
    /// It is the input of a command that may be larger than a pipe. Its space is released with the
    /// last descriptor.
    ///
    /// - Throws: `POSIXError`.
    package static func unnamed(containing parts: [[UInt8]]) throws -> FileHandle {
        guard let file = tmpfile() else { throw POSIXError(.EIO) }
        defer { fclose(file) }
        for part in parts {
            guard fwrite(part, 1, part.count, file) == part.count else { throw POSIXError(.ENOSPC) }
        }
        guard fflush(file) == 0 else { throw POSIXError(.ENOSPC) }
        let descriptor = fcntl(fileno(file), F_DUPFD_CLOEXEC, 3)
        guard descriptor >= 0, lseek(descriptor, 0, SEEK_SET) == 0 else { throw POSIXError(.EIO) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}
