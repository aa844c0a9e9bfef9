/// The counts of a run that makes thumbnails of originals.
package struct OriginalThumbnailsProgress: Hashable, Sendable {
    /// The thumbnails that were made.
    package var made = 0
    /// The originals of which no thumbnail can be made.
    package var failed = 0
    /// The originals that a later run tries again, because a decoder is missing or was too slow.
    package var postponed = 0

    package init() {}

    /// Whether the run had nothing to do.
    package var isEmpty: Bool { self == OriginalThumbnailsProgress() }
}

/// An event of a run that makes thumbnails of originals.
package enum OriginalThumbnailsEvent: Hashable, Sendable {
    /// The counts so far.
    case progress(OriginalThumbnailsProgress)
    /// An original without a thumbnail: its path on the server, and the reason in words.
    case failed(path: String, reason: String)
    /// A decoder is not installed; the remedy is in the text. Sent once for each decoder.
    case unavailable(reason: String)
    /// The end of the run.
    case finished(OriginalThumbnailsProgress)
}
