/// A photo or video as its server describes it.
///
/// Names and paths are untrusted text: they may contain control characters, markup or `..`, and are
/// never used as the name of a local file.
public struct MediaNode: Hashable, Sendable {
    /// The server's stable identifier of the file.
    public let id: NodeID
    /// The file's own name, in its own case.
    public let name: String
    /// The whole path in the form that identifies the location in the account.
    ///
    /// Two paths are one location if and only if their keys have the same bytes. A provider that
    /// ignores case sends the key in one case.
    public let pathKey: String
    /// The path for display, if it differs from the key; only its last component is reliable.
    public let pathDisplay: String?
    /// The revision of the content and name.
    public let revision: String
    /// The size of the original in bytes; 0 for an empty file, and if the server does not state it.
    public let size: Int64
    /// The fingerprint of the original's content, if the server provides it.
    public let contentHash: ContentHash?
    /// The time of the file's last change, as claimed by the uploading program.
    public let clientModified: FeedTime
    /// The time at which the server last received a change.
    public let serverModified: FeedTime
    /// The metadata of the picture; `nil` if the server was not asked, and the file not read.
    public let mediaInfo: MediaInfo?
    /// Whether thumbnails of this format can be requested.
    public let hasThumbnailFormat: Bool

    /// Creates a photo or video with these properties.
    ///
    /// - Parameter hasThumbnailFormat: `false` for a format of which the provider makes no
    ///   thumbnails; `nil` for the usual answer: still pictures, except for raw photos.
    public init(
        id: NodeID, name: String, pathKey: String, pathDisplay: String? = nil, revision: String,
        size: Int64, contentHash: ContentHash? = nil, clientModified: FeedTime,
        serverModified: FeedTime, mediaInfo: MediaInfo? = nil, hasThumbnailFormat: Bool? = nil
    ) {
        self.id = id
        self.name = name
        self.pathKey = pathKey
        self.pathDisplay = pathDisplay
        self.revision = revision
        self.size = size
        self.contentHash = contentHash
        self.clientModified = clientModified
        self.serverModified = serverModified
        self.mediaInfo = mediaInfo
        self.hasThumbnailFormat = hasThumbnailFormat ?? MediaFormats.hasThumbnail(name)
    }

    /// The size of the original in bytes; `nil` for an empty file, and if it is not known.
    public var knownSize: Int64? { size > 0 ? size : nil }

    /// The instant by which a feed sorts it: when it was taken, or else when it was last changed.
    public var date: FeedTime {
        mediaInfo?.timeTaken.map {
            FeedTime(
                taken: $0, zoneOffset: mediaInfo?.zoneOffset, fileModified: clientModified)
        } ?? clientModified
    }

    /// The time under which it is displayed and grouped.
    ///
    /// It is the time on the camera's clock, or else the time of the last change, in UTC.
    public var displayTime: CameraTime { mediaInfo?.timeTaken ?? CameraTime(utc: clientModified) }

    /// The clock of `displayTime`; the raw values are those of the pages.
    package enum DisplayClock: Int {
        /// The time of the file's last change, in UTC.
        case fileInUTC = 0
        /// The clock of a camera.
        case camera = 1
        /// A clock in UTC, such as that of most videos.
        case utc = 2
    }

    /// The clock that shows `displayTime`.
    package var displayClock: DisplayClock {
        guard mediaInfo?.timeTaken != nil else { return .fileInUTC }
        return mediaInfo?.zoneOffset == 0 ? .utc : .camera
    }
}
