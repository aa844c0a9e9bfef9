import TextFormats

/// The thumbnails that are wanted after changes that are not stored.
struct ThumbnailForecast {
    /// The photos whose thumbnails are wanted, with the number of the change that needs them.
    private var wanted: [NodeID: Int] = [:]
    /// The paths that the changes have removed, with the number of the last such change.
    private var removals: [ByteEqualString: Int] = [:]
    /// The number of the last change.
    private(set) var lastChange = 0

    /// Wants the thumbnail of a photo of the library.
    mutating func want(_ id: NodeID) { wanted[id] = 0 }

    /// Takes a change.
    ///
    /// - Parameter isWanted: whether the thumbnail of a photo has to be fetched.
    mutating func apply(_ change: NodeChange, isWanted: (MediaNode) throws(FeedError) -> Bool)
        throws(FeedError)
    {
        lastChange += 1
        switch change {
        case .media(let node): wanted[node.id] = try isWanted(node) ? lastChange : nil
        case .deleted(let path), .otherFile(let path):
            removals[ByteEqualString(path)] = lastChange
        case .folder, .unchanged, .unlisted: break
        }
    }

    /// Returns the number of thumbnails.
    ///
    /// - Parameter path: returns the path of a photo that is wanted; `nil` if it is unknown.
    func count(path: (NodeID) throws(FeedError) -> String?) throws(FeedError) -> Int {
        guard !removals.isEmpty else { return wanted.count }
        var count = 0
        for (id, change) in wanted {
            guard let path = try path(id) else {
                count += 1
                continue
            }
            if !isRemoved(path, after: change) { count += 1 }
        }
        return count
    }

    /// Whether the path or a folder above it was removed after a change.
    func isRemoved(_ path: String, after change: Int) -> Bool {
        path.isAtOrBelow { (removals[ByteEqualString($0)] ?? change) > change }
    }
}

extension String {
    /// Whether `condition` holds for the path or for a folder above it, except for the root.
    func isAtOrBelow(_ condition: (String) -> Bool) -> Bool {
        var end: String.Index? = endIndex
        while let present = end, present > startIndex {
            if condition(String(self[..<present])) { return true }
            end = utf8[..<present].lastIndex(of: UInt8(ascii: "/"))
        }
        return false
    }
}
