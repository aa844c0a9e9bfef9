/// The content of a finished gallery.
package struct GallerySummary: Sendable, Equatable {
    /// The path of the page to open.
    package let indexPath: String
    /// The number of photos and videos.
    package let items: Int
    /// The number of videos.
    package let videos: Int
    /// The number of months, which are the page's sections.
    package let months: Int
    /// The number of items that are shown as a drawn tile.
    ///
    /// They have no thumbnail, or one that is unreadable or not in a format for browsers.
    package let placeholders: Int
}
