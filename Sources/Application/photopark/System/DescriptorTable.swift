import Foundation

/// The kernel's table of the files that this process has open.
enum DescriptorTable {
    /// What a run may have open, with every shelf of thumbnails among it.
    private static let room: Int32 = 512
    /// The fewest with which every command works: a dozen connections, the library's files and what the threads need.
    private static let least = 64

    /// Why no command can work here; `nil` where it can.
    static var refusal: String? {
        let limit = sysconf(Int32(_SC_OPEN_MAX))
        guard limit >= 0, limit < least else { return nil }
        return
            "this process may have \(limit) files open, and needs \(least): run `ulimit -n 1024` before it"
    }

    /// Has the table be as large as it will get, while there is one thread.
    ///
    /// Linux doubles it when it is full, and where threads share it the one that opened the file waits for all processors
    /// to have noticed: some ten milliseconds each time, in which nothing is done.
    static func makeRoom() {
        let limit = Int32(clamping: sysconf(Int32(_SC_OPEN_MAX)))
        let opened = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, min(room, limit) - 1)
        if opened >= 0 { close(opened) }
    }
}
