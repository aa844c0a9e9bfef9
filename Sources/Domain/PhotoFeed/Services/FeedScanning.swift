/// A library that shows the facts of its items without making values of their texts.
///
/// A search that examines a million items has no time for them. A service of the business logic,
/// confined to the scheduler on which it was made; every call blocks on the disk.
package protocol FeedScanning: AnyObject {
    /// Calls `body` for the next items in the order of their numbers, which is not that of a feed.
    ///
    /// - Parameters:
    ///   - number: the result of the previous call; 0 for the first one.
    ///   - limit: the largest number of items.
    /// - Returns: the number after which another call continues; `nil` at the end.
    func scan(
        after number: Int64, limit: Int, _ body: (ScannedItem) -> Void
    ) throws(FeedError) -> Int64?

    /// Returns the items with some numbers, in the order of the numbers; a missing one is left out.
    func items(numbered numbers: [Int64]) throws(FeedError) -> [FeedItem]
}

extension FeedScanning {
    /// Calls `body` for all items; see `scan`.
    package func scanAll(_ body: (ScannedItem) -> Void) throws(FeedError) {
        var last: Int64? = 0
        while let number = last { last = try scan(after: number, limit: 10_000, body) }
    }
}

/// The facts of an item that a search compares.
package struct ScannedItem {
    /// The number in the library; of two items of one date, the one with the larger is first.
    package let number: Int64
    /// The instant by which a feed sorts it.
    package let date: FeedTime
    /// The time under which it is displayed.
    package let displayTime: CameraTime
    /// The time at which it was taken; `nil` if it is unknown.
    package let timeTaken: CameraTime?
    package let kind: MediaInfo.Kind
    package let location: MediaInfo.Location?
    /// The last eight bytes of the hash of the content; `nil` if it is unknown.
    package let content: UInt64?
    /// The key of the identifier that the camera has given to a still picture and its movie; 0
    /// without one.
    package let identifier: UInt64
    /// The number of the folder; successive items with the same number are in the same folder.
    package let folder: Int64
    /// The path of the folder for display, with a slash at its end.
    package let folderPath: String
    /// The name as UTF-8, valid only during the call that receives the item.
    package let name: UnsafeRawBufferPointer
    /// The server's identifier of the file as UTF-8, valid as long as the name.
    package let id: UnsafeRawBufferPointer

    /// Creates the facts of an item.
    ///
    /// - Parameter fileTime: the time under which it is displayed if `timeTaken` is `nil`.
    package init(
        number: Int64, date: FeedTime, fileTime: CameraTime, timeTaken: CameraTime?,
        kind: MediaInfo.Kind, location: MediaInfo.Location?, content: UInt64?,
        identifier: UInt64 = 0, folder: Int64, folderPath: String, name: UnsafeRawBufferPointer,
        id: UnsafeRawBufferPointer
    ) {
        self.number = number
        self.date = date
        displayTime = timeTaken ?? fileTime
        self.timeTaken = timeTaken
        self.kind = kind
        self.location = location
        self.content = content
        self.identifier = identifier
        self.folder = folder
        self.folderPath = folderPath
        self.name = name
        self.id = id
    }

    /// The server's identifier of the file.
    package var nodeID: NodeID { NodeID(rawValue: String(decoding: id, as: UTF8.self)) }

    /// The key of a content: the last eight bytes of its hash.
    package static func key(ofContent hash: ContentHash) -> UInt64 {
        hash.withBytes {
            UInt64(
                bigEndian: $0.loadUnaligned(fromByteOffset: $0.count - 8, as: UInt64.self))
        }
    }

    /// The key of an identifier, a hash of its bytes (FNV-1a); 0 for an empty one.
    package static func key(ofIdentifier bytes: some Sequence<UInt8>) -> UInt64 {
        var (key, isEmpty): (UInt64, Bool) = (0xCBF2_9CE4_8422_2325, true)
        for byte in bytes {
            key = (key ^ UInt64(byte)) &* 0x100_0000_01B3
            isEmpty = false
        }
        return isEmpty ? 0 : max(1, key)
    }
}
