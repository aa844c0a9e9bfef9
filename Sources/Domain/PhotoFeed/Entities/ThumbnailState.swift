/// The state of a thumbnail in a library.
public enum ThumbnailState: Hashable, Sendable {
    /// The thumbnail has to be fetched.
    case pending
    /// The thumbnail is stored at this location.
    case stored(ThumbnailLocation)
    /// The thumbnail could not be fetched.
    case failed(ThumbnailFailure)
}
