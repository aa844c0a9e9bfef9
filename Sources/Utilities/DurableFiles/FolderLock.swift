#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// An exclusive lock on a folder, held through the kernel until this value is released.
///
/// The kernel releases it when the process ends, however it ends, so a stale lock is not possible.
/// The file that carries the lock stays. Never rename or remove that file: another process would
/// lock the new one.
package struct FolderLock: ~Copyable, Sendable {
    /// The open file; -1 if the file system is read-only and has none.
    private let descriptor: Int32

    /// Acquires the lock.
    ///
    /// Only the folder's owner can open the file, so other users cannot hold the lock.
    ///
    /// - Parameters:
    ///   - name: the file that carries the lock; created, empty, unless it exists.
    ///   - folder: the folder that contains it.
    ///   - limit: how long to wait for another holder, in this process or another. Those that wait
    ///     get the lock in no particular order.
    ///   - isReading: whether the holder only reads. Then a folder that cannot be written is
    ///     enough: the existing file is locked, and where there is none, no process can write.
    /// - Throws: `.locked` when there still is another holder.
    package init(
        _ name: String, in folder: DurableFolder, waitingFor limit: Duration = .zero,
        isReading: Bool = false
    ) throws(DurableFileError) {
        try DurableFolder.check(name: name, in: folder.path)
        let descriptor: Int32
        do throws(DurableFileError) {
            descriptor = try Self.open(name, in: folder)
        } catch {
            guard isReading, error.code == .notPermitted else { throw error }
            self.descriptor = try Self.lockExisting(name, in: folder, waitingFor: limit)
            return
        }
        do throws(DurableFileError) {
            try Self.lock(descriptor, of: folder, waitingFor: limit)
        } catch {
            POSIX.closeSilently(descriptor)
            throw error
        }
        self.descriptor = descriptor
    }

    private static func open(
        _ name: String, in folder: DurableFolder
    ) throws(DurableFileError) -> Int32 {
        let descriptor = try folder.openFile(
            name, O_RDWR | O_CREAT | O_NONBLOCK, mode: 0o600)
        do throws(DurableFileError) {
            try POSIX.retry("restrict", folder.path(of: name)) { fchmod(descriptor, 0o600) }
            return descriptor
        } catch {
            POSIX.closeSilently(descriptor)
            throw error
        }
    }

    /// Locks a file that is not changed; returns -1 if there is none, or it cannot be locked.
    private static func lockExisting(
        _ name: String, in folder: DurableFolder, waitingFor limit: Duration
    ) throws(DurableFileError) -> Int32 {
        guard let descriptor = try? folder.openFile(name, O_RDONLY | O_NONBLOCK) else { return -1 }
        do throws(DurableFileError) {
            try lock(descriptor, of: folder, waitingFor: limit)
            return descriptor
        } catch {
            POSIX.closeSilently(descriptor)
            // A network file system may refuse a lock by a descriptor for reading.
            guard error.code != .locked else { throw error }
            return -1
        }
    }

    /// Locks the file; the system cannot wait for a lock for a limited time.
    private static func lock(
        _ descriptor: Int32, of folder: DurableFolder, waitingFor limit: Duration
    ) throws(DurableFileError) {
        let end = ContinuousClock.now + limit
        var pause: UInt32 = 500
        while true {
            do throws(DurableFileError) {
                try POSIX.retry("lock", folder.path) { flock(descriptor, LOCK_EX | LOCK_NB) }
                return
            } catch {
                guard error.code == .locked, ContinuousClock.now < end else { throw error }
                usleep(pause)
                pause = min(2 * pause, 20_000)
            }
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        // A child process that is being started may still have a copy of the descriptor.
        flock(descriptor, LOCK_UN)
        POSIX.closeSilently(descriptor)
    }
}
