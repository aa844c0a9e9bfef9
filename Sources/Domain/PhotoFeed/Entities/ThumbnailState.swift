/// The state of a thumbnail in a library.
public enum ThumbnailState: Hashable, Sendable {
    /// The thumbnail has to be fetched.
    case pending
    /// The thumbnail is in this file, whose path is relative to the library's folder.
    case stored(path: String)
    /// The thumbnail could not be fetched.
    case failed(ThumbnailFailure)
}
