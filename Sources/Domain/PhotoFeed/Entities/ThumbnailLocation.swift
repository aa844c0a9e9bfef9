/// The location of a stored thumbnail: a range of a file in the library's folder.
///
/// The bytes of the range do not change while the file exists. A sync may move the thumbnail and
/// remove the file; `FeedReader.thumbnail(of:)` finds the picture in its new location.
public struct ThumbnailLocation: Hashable, Sendable {
    /// The file's path, relative to the library's folder.
    public let path: String
    /// The offset of the first byte.
    public let offset: Int64
    /// The number of bytes.
    public let length: Int64
    /// The XXH64 hash of the bytes.
    public let checksum: UInt64

    /// Creates a location; see the properties.
    public init(path: String, offset: Int64, length: Int64, checksum: UInt64) {
        self.path = path
        self.offset = offset
        self.length = length
        self.checksum = checksum
    }
}
