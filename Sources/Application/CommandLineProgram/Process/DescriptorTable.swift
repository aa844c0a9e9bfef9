import Foundation

/// The kernel's table of the files that this process has open.
enum DescriptorTable {
    /// The number of descriptors that a run may need: connections, packs, the database and threads.
    private static let requiredCount: Int32 = 128
    /// The minimum with which every command works.
    ///
    /// It covers a dozen connections, the library's files and the descriptors of the threads.
    private static let minimumCount = 64

    /// The reason why no command can run with this limit; `nil` if it suffices.
    static var refusal: String? {
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        guard limit >= 0, limit < minimumCount else { return nil }
        return
            "the limit of open files is \(limit), but must be \(minimumCount) or more: "
            + "run `ulimit -n 1024` first"
    }

    /// Grows the table to its final size while the process has one thread.
    ///
    /// Linux doubles the table when it is full. If several threads share the table, the call that
    /// opened the file then waits until all processors have seen the change: about ten milliseconds
    /// each time.
    static func grow() {
        let limit = Int32(clamping: sysconf(Int32(_SC_OPEN_MAX)))
        let opened = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, min(requiredCount, limit) - 1)
        if opened >= 0 { close(opened) }
    }
}
