import PhotoFeed

/// The faults of single files in succession, from which follows a fault of the server.
///
/// One file that the server cannot deliver leaves the others alone. A server that delivers none is
/// asked for no more of them.
struct FileFaults {
    /// The number of faults before the first file, and the number in a row after one.
    static let limits = (first: 3, later: 16)

    private var count = 0
    private var hasSucceeded = false

    /// Takes the delivery of a file.
    mutating func noteSuccess() {
        count = 0
        hasSucceeded = true
    }

    /// Counts the fault of a file; returns whether the server is at fault.
    mutating func noteFault() -> Bool {
        count += 1
        return count >= (hasSucceeded ? Self.limits.later : Self.limits.first)
    }

    /// Whether the server may deliver other files after the failure of one.
    mutating func areOfOneFile(with error: FeedError) -> Bool {
        if error.isOfOneFile || error.isOfContent || error.code == .malformedAnswer { return true }
        return error.isOfOneAnswer && !noteFault()
    }
}
