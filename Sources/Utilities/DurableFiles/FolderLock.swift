#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The exclusive right to a folder, held through the kernel until the lock goes away.
///
/// The kernel lets go of it when the process ends, however it ends: there is no stale lock to clean
/// up. The file that carries it stays. Never rename or remove that file: another process would lock
/// the new one.
public struct FolderLock: ~Copyable, Sendable {
    private let descriptor: Int32

    /// Takes the lock, without waiting.
    ///
    /// Only the folder's owner can open the file, so that nobody else can hold the lock.
    ///
    /// - Parameters:
    ///   - name: The file that carries the lock; created, empty, unless it exists.
    ///   - folder: The folder it is in.
    /// - Throws: `.locked` when another holder exists, in this process or another.
    public init(_ name: String, in folder: DurableFolder) throws(DurableFileError) {
        try DurableFolder.check(name: name, in: folder.path)
        let descriptor = try POSIX.open(
            name, in: folder, O_RDWR | O_CREAT | O_NONBLOCK, mode: 0o600)
        do throws(DurableFileError) {
            try POSIX.retry("restrict", folder.path(of: name)) { fchmod(descriptor, 0o600) }
            try POSIX.retry("lock", folder.path) { flock(descriptor, LOCK_EX | LOCK_NB) }
        } catch {
            POSIX.closeSilently(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    deinit { POSIX.closeSilently(descriptor) }
}
