/// The content of a finished gallery.
public struct GallerySummary: Sendable, Equatable {
    /// The path of the page to open.
    public let indexPath: String
    /// The number of photos and videos.
    public let items: Int
    /// The number of videos.
    public let videos: Int
    /// The number of months, which are the page's sections.
    public let months: Int
    /// The number of items that are shown as a drawn tile.
    ///
    /// They have no thumbnail, or one that is unreadable or not in a format for browsers.
    public let placeholders: Int
}
