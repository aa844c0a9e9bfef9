/// A photo or video as its server describes it.
///
/// Names and paths are text from a stranger: they may hold control characters, markup or `..`, and
/// are never the name of a file here.
public struct MediaNode: Hashable, Sendable {
    /// The server's stable name for the file.
    public let id: NodeID
    /// The file's own name, in its own case.
    public let name: String
    /// The whole path in the server's lower case: what identifies a place.
    public let pathLower: String
    /// The path in the case that the server guesses; only its last component is reliable.
    public let pathDisplay: String?
    /// The revision of the content and name.
    public let revision: String
    /// Bytes of the original.
    public let size: Int64
    /// The fingerprint of the original's bytes, where the server tells it.
    public let contentHash: ContentHash?
    /// When the file was last changed, as the uploading program claims.
    public let clientModified: FeedTime
    /// When the server last took in a change.
    public let serverModified: FeedTime
    /// What the server read out of the picture; `nil` when nobody has asked for it.
    public let mediaInfo: MediaInfo?

    /// A photo or video with these properties.
    public init(
        id: NodeID, name: String, pathLower: String, pathDisplay: String? = nil, revision: String,
        size: Int64, contentHash: ContentHash? = nil, clientModified: FeedTime,
        serverModified: FeedTime, mediaInfo: MediaInfo? = nil
    ) {
        self.id = id
        self.name = name
        self.pathLower = pathLower
        self.pathDisplay = pathDisplay
        self.revision = revision
        self.size = size
        self.contentHash = contentHash
        self.clientModified = clientModified
        self.serverModified = serverModified
        self.mediaInfo = mediaInfo
    }

    /// The instant by which a feed sorts it: when it was taken, else when it was last changed.
    public var date: FeedTime {
        mediaInfo?.timeTaken.map { FeedTime(taken: $0, fileModified: clientModified) }
            ?? clientModified
    }

    /// The time under which it is shown and grouped: what the camera's clock showed, else when it was last changed, in UTC.
    public var shownTime: CameraTime { mediaInfo?.timeTaken ?? CameraTime(utc: clientModified) }
}
