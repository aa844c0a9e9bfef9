/// What a run is to do.
public struct SyncOptions: Hashable, Sendable {
    /// The folder to mirror, as the server writes paths (`/Camera Uploads`); empty for the whole account.
    public let folder: String
    /// The thumbnails to fetch; `nil` for none.
    public let thumbnails: ThumbnailSize?
    /// Whether to ask for dates, places and sizes in pixels, at the cost of a request for each picture.
    public let mediaInfo: Bool

    /// A run over `folder`.
    public init(
        folder: String = "", thumbnails: ThumbnailSize? = .medium, mediaInfo: Bool = false
    ) {
        self.folder = folder
        self.thumbnails = thumbnails
        self.mediaInfo = mediaInfo
    }
}
