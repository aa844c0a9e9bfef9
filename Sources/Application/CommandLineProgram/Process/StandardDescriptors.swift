import Foundation

/// The three standard descriptors of a process.
enum StandardDescriptors {
    /// Opens `/dev/null` for each standard descriptor that was closed when the process started.
    ///
    /// Otherwise the next opened file would get its number, and printed text would be written into
    /// that file. `/dev/null` is opened for the opposite direction, so that reads and writes fail
    /// as on a closed descriptor.
    static func occupy() {
        for descriptor in STDIN_FILENO...STDERR_FILENO
        where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
