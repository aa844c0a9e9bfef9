import Foundation

/// The three descriptors that a program is started with.
enum StandardDescriptors {
    /// Puts something in place of those that were closed at the start.
    ///
    /// The next file that is opened would get such a number, and what is printed would be written into it. What is put
    /// there can be used the wrong way round only, so that reading and writing fail as on a closed one.
    static func occupy() {
        for descriptor in STDIN_FILENO...STDERR_FILENO
        where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
