/// What is in a gallery that has been written.
public struct GallerySummary: Sendable, Equatable {
    /// The page to open.
    public let indexPath: String
    /// Photos and videos in it.
    public let items: Int
    /// The videos among them.
    public let videos: Int
    /// The months, which are the page's sections.
    public let months: Int
    /// Items that are shown as a drawn tile: without a thumbnail, or with one that could not be
    /// read or is no picture a browser may be given.
    public let placeholders: Int
}
