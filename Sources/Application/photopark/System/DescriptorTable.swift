import Foundation

/// The kernel's table of the files that this process has open.
enum DescriptorTable {
    /// What a run may have open, with every shelf of thumbnails among it.
    private static let room: Int32 = 512

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
