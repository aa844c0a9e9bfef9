#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension DurableFolder {
    /// Removes abandoned temporary files of writers, with their notes.
    ///
    /// They were left by killed writers, or kept and not resumed.
    ///
    /// ```swift
    /// // downloads of the last week can still be resumed
    /// try folder.sweep(olderThan: .seconds(7 * 86_400))
    /// ```
    ///
    /// A temporary file that a writer uses, in this process or another, stays whatever its age, and
    /// so does its note. `.zero` removes all others: interrupted downloads in the folder can then
    /// not be resumed. A download that is resumed during a sweep may start again from the
    /// beginning.
    ///
    /// - Parameters:
    ///   - age: the minimum time since the last write, by the wall clock.
    ///   - file: the name of the only file whose temporary files are removed; without it, those of
    ///     all files.
    /// - Returns: the number of removed files.
    @discardableResult
    package func sweep(
        olderThan age: Duration, of file: String? = nil
    ) throws(DurableFileError) -> Int {
        let stem = file.map { PartialName.stem(of: PartialName.note(for: $0)) }
        var names: [String] = []
        try forEachName { name throws(DurableFileError) in
            guard PartialName.matches(name) else { return }
            if stem == nil || PartialName.stem(of: name) == stem { names.append(name) }
        }
        // A note has the stem of its temporary file, and no lock of its own while that file is
        // written.
        var busy: Set<[UInt8]> = []
        for name in names where try withLock(on: name, {}) == nil {
            busy.insert(PartialName.stem(of: name))
        }
        let latest = Int64(time(nil)) - age.components.seconds
        var removed = 0
        for name in names where !busy.contains(PartialName.stem(of: name)) {
            let isRemoved = try withLock(on: name) { () throws(DurableFileError) in
                try remove(name, writtenUntil: latest)
            }
            if isRemoved == true { removed += 1 }
        }
        return removed
    }

    private func remove(
        _ name: String, writtenUntil latest: Int64
    ) throws(DurableFileError) -> Bool {
        do throws(DurableFileError) {
            let status = try status(of: name)
            guard POSIX.isRegularFile(status), status.modified.seconds <= latest else {
                return false
            }
            try unlinkFile(name)
            return true
        } catch {
            // Its writer may just have moved or removed it.
            guard error.code == .notFound else { throw error }
            return false
        }
    }

    /// Runs `body` with the lock that a writer of `name` holds; returns `nil` if a writer holds it.
    ///
    /// For a file that cannot be opened or locked, `body` runs without the lock, since no writer
    /// can be detected.
    private func withLock<Result>(
        on name: String, _ body: () throws(DurableFileError) -> Result
    ) throws(DurableFileError) -> Result? {
        // Non-blocking, so that a pipe in its place cannot block the process.
        let descriptor = try? openFile(name, O_RDONLY | O_NONBLOCK)
        defer { if let descriptor { POSIX.closeSilently(descriptor) } }
        if let descriptor, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            return nil
        }
        return try body()
    }
}
