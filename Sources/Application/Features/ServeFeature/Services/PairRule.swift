import PhotoFeed

/// The rule by which a photo and a movie are one live photo: one identifier of the camera; or one
/// folder, one name but for the extension, and dates within three seconds.
///
/// Keys are compared instead of texts: the files of one name in one folder have one key, and so
/// have those of one identifier in a library. A key is a hash of 64 bits (FNV-1a), which a scan of
/// a million items computes without allocations.
enum PairRule {
    /// The keys of an item, which are 0 for what it does not have.
    struct Keys: Equatable {
        let name: UInt64
        let identifier: UInt64

        /// Whether a photo and a movie with these keys can be one live photo.
        func areShared(with other: Keys) -> Bool {
            (identifier != 0 && identifier == other.identifier)
                || (name != 0 && name == other.name)
        }
    }

    /// The largest difference of the dates.
    static let seconds = LivePairs.dateTolerance

    private static let photos: Set<UInt64> = Set(["jpg", "jpeg", "heic", "heif"].map(packed))
    private static let movies: Set<UInt64> = Set(["mov", "mp4"].map(packed))
    private static let basis: UInt64 = 0xCBF2_9CE4_8422_2325
    private static let prime: UInt64 = 0x100_0000_01B3

    /// The key of a folder of a library.
    static func folderKey(_ path: some Sequence<UInt8>, library: Int) -> UInt64 {
        var key = basis
        add(UInt64(library), to: &key)
        for byte in path { add(UInt64(byte), to: &key) }
        return key
    }

    /// The key of a file; 0 if its name is not that of a part of a live photo.
    static func key(
        folder: UInt64, name: some RandomAccessCollection<UInt8>, isVideo: Bool
    ) -> UInt64 {
        var ending: UInt64 = 0
        guard let dot = name.suffix(5).lastIndex(of: UInt8(ascii: ".")) else { return 0 }
        for byte in name[name.index(after: dot)...] { ending = ending << 8 | UInt64(lower(byte)) }
        guard (isVideo ? movies : photos).contains(ending) else { return 0 }
        var key = folder
        for byte in name[..<dot] { add(UInt64(lower(byte)), to: &key) }
        return max(1, key)
    }

    /// The key of an identifier in a library; 0 for none.
    static func key(ofIdentifier identifier: UInt64, library: Int) -> UInt64 {
        guard identifier != 0 else { return 0 }
        var key = identifier
        add(UInt64(library), to: &key)
        return max(1, key)
    }

    /// The keys of an item of a library.
    static func keys(of item: FeedItem, in library: Int) -> Keys {
        let path = item.displayPath.utf8
        let folder = path.prefix(path.count - item.node.name.utf8.count)
        let identifier = ScannedItem.key(
            ofIdentifier: (item.node.mediaInfo?.contentIdentifier ?? "").utf8)
        return Keys(
            name: key(
                folder: folderKey(folder, library: library), name: Array(item.node.name.utf8),
                isVideo: item.node.kind == .video),
            identifier: key(ofIdentifier: identifier, library: library))
    }

    /// Whether two dates are near enough.
    static func areNear(_ left: Int64, _ right: Int64) -> Bool {
        let (difference, isHuge) = left.subtractingReportingOverflow(right)
        return !isHuge && (-seconds...seconds).contains(difference)
    }

    private static func add(_ value: UInt64, to key: inout UInt64) {
        key = (key ^ value) &* prime
    }

    private static func lower(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }

    private static func packed(_ text: String) -> UInt64 {
        text.utf8.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
