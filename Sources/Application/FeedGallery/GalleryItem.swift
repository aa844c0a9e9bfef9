/// A photo or video of a gallery, in the form that the page needs.
///
/// Its strings may come from a server and are not trusted: they may be long, contain markup or
/// control characters, or not be valid file names.
package struct GalleryItem {
    /// The unique identifier within the gallery; the file of the thumbnail is named after it.
    package let identifier: String
    /// The file's name with its extension, for display.
    package let name: String
    /// The folder of the file, for display; empty for the top folder.
    package let folder: String
    /// The local time at which the item was taken, in seconds since 1970-01-01T00:00:00 local time.
    ///
    /// It determines the month. The page shows it unchanged in every time zone.
    package let wallSeconds: Int64
    /// The clock of `wallSeconds`: 0 for the file's time in UTC, 1 for the camera's clock, and 2
    /// for a clock in UTC.
    package let clock: Int
    /// The JPEG, PNG, GIF or WebP picture to show; for `nil`, a tile with the extension is drawn.
    package let thumbnail: GalleryPicture?
    /// Whether the item is a video.
    package let isVideo: Bool
    /// The original's width and height in pixels.
    package let dimensions: (width: Int, height: Int)?
    /// The original's size in bytes.
    package let size: Int64?
    /// The place where the item was taken, in words or coordinates.
    package let place: String?
    /// The absolute path of the original, if it is on this machine; the page links it.
    package let original: String?
    /// The positions of the accounts that contain the item, in the list of the writer.
    package let accounts: [Int]

    /// Creates an item; see the properties.
    package init(
        identifier: String, name: String, folder: String = "", wallSeconds: Int64,
        clock: Int = 0, thumbnail: GalleryPicture?, isVideo: Bool = false,
        dimensions: (width: Int, height: Int)? = nil, size: Int64? = nil, place: String? = nil,
        original: String? = nil, accounts: [Int] = []
    ) {
        self.identifier = identifier
        self.name = name
        self.folder = folder
        self.wallSeconds = wallSeconds
        self.clock = clock
        self.thumbnail = thumbnail
        self.isVideo = isVideo
        self.dimensions = dimensions
        self.size = size
        self.place = place
        self.original = original
        self.accounts = accounts
    }
}
