#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

extension DurableFolder {
    /// Removes temporaries of killed writers, and kept ones nobody came back for, with their notes.
    ///
    /// ```swift
    /// try folder.sweep(olderThan: .seconds(7 * 86_400))   // downloads of the last week can still be resumed
    /// ```
    ///
    /// A temporary that a writer is at work on, of this process or another, stays whatever its age, and so does
    /// its note. `.zero` removes all others: in a folder of resumable downloads it takes from each broken-off one
    /// what it would be resumed from. A download that is resumed at the very moment of a sweep may begin anew.
    ///
    /// - Parameter age: Only those not written to for at least this long, by the wall clock.
    /// - Returns: How many were removed.
    @discardableResult
    public func sweep(olderThan age: Duration) throws(DurableFileError) -> Int {
        var names: [String] = []
        try forEachName { name throws(DurableFileError) in
            if PartialName.matches(name) { names.append(name) }
        }
        // A note has the stem of its temporary, and no lock of its own while the temporary is written.
        var busy: Set<Substring> = []
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
            let status = try POSIX.status(of: name, in: self)
            guard POSIX.isPlain(status), status.modified.seconds <= latest else { return false }
            try POSIX.unlink(name, in: self)
            return true
        } catch {
            // Its writer may just have finished with it.
            guard error.code == .notFound else { throw error }
            return false
        }
    }

    /// Runs `body` with the lock that a writer of `name` holds; `nil` when a writer holds it.
    ///
    /// A file that cannot be opened or locked has no writer that could be told.
    private func withLock<Result>(
        on name: String, _ body: () throws(DurableFileError) -> Result
    ) throws(DurableFileError) -> Result? {
        // Non-blocking, so that a pipe in its place cannot hold us.
        let descriptor = try? POSIX.open(name, in: self, O_RDONLY | O_NONBLOCK)
        defer { if let descriptor { POSIX.closeSilently(descriptor) } }
        if let descriptor, flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            return nil
        }
        return try body()
    }
}
