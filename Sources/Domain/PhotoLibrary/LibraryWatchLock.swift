import DurableFiles
package import PhotoFeed

/// The lock that excludes a second watch of a library, and no other run.
///
/// A watch holds it until its end, also while it waits. A writer has a lock of its own, which the
/// watch takes for each run only. When the process ends, the kernel releases both.
///
/// ```swift
/// let lock = try LibraryWatchLock(locking: folder)
/// defer { withExtendedLifetime(lock) {} }
/// ```
package final class LibraryWatchLock: Sendable {
    private static let file = ".watch.lock"
    private static let holder = ".watch.holder"

    private let lock: FolderLock

    /// Takes the lock, and creates the folder of the library if it is missing.
    ///
    /// It blocks on the disk.
    ///
    /// - Parameter path: the path of the library's folder.
    /// - Throws: `.libraryLocked` with the name of the process that watches the library,
    ///   `.notALibrary`, or `.libraryUnusable` if others can write into the folder.
    package init(locking path: String) throws(FeedError) {
        let folder = try LibraryFolder.writable(path)
        let lock: FolderLock
        do throws(DurableFileError) {
            lock = try FolderLock(Self.file, in: folder)
        } catch {
            guard error.code == .locked else { throw FeedError(error, library: path) }
            let holder = LibraryFolder.holder(in: folder, file: Self.holder)
            throw FeedError(
                .libraryLocked, "another watch keeps the library \(path) up to date: \(holder)",
                cause: error)
        }
        self.lock = lock
        try LibraryFolder.nameHolder(in: folder, file: Self.holder)
    }
}
