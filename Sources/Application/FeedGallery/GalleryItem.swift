/// One photo or video of a gallery, as the page needs it.
///
/// Everything in it may come from a stranger: no string in it is trusted to be short, to be free of
/// markup or control characters, or to be a file name.
public struct GalleryItem: Sendable {
    /// Tells the item from every other one of the gallery; its thumbnail's file is named after it.
    public let identifier: String
    /// The file's name as people know it, with its extension.
    public let name: String
    /// The folder that it is in, for people; empty for the top one.
    public let folder: String
    /// When it was taken, by the clock on the wall there: the seconds since that clock showed 1970-01-01T00:00:00.
    ///
    /// Decides its month. The page shows it as it is, in every time zone.
    public let wallSeconds: Int64
    /// Whether `wallSeconds` is what the camera's clock showed; otherwise it is the time of the file, in UTC.
    public let isCameraTime: Bool
    /// The JPEG, PNG, GIF or WebP file to show; `nil` draws a tile with the extension.
    public let thumbnailPath: String?
    /// Whether it is a video.
    public let isVideo: Bool
    /// The original's width and height in pixels.
    public let dimensions: (width: Int, height: Int)?
    /// The original's size in bytes.
    public let size: Int64?
    /// Where it was taken, in words or coordinates.
    public let place: String?

    /// Creates an item; see the properties.
    public init(
        identifier: String, name: String, folder: String = "", wallSeconds: Int64,
        isCameraTime: Bool = false, thumbnailPath: String?, isVideo: Bool = false,
        dimensions: (width: Int, height: Int)? = nil, size: Int64? = nil, place: String? = nil
    ) {
        self.identifier = identifier
        self.name = name
        self.folder = folder
        self.wallSeconds = wallSeconds
        self.isCameraTime = isCameraTime
        self.thumbnailPath = thumbnailPath
        self.isVideo = isVideo
        self.dimensions = dimensions
        self.size = size
        self.place = place
    }
}
