/// What a library has of a thumbnail.
public enum ThumbnailState: Hashable, Sendable {
    /// It is still to be fetched.
    case wanted
    /// It is in this file, whose path is relative to the library's folder.
    case stored(path: String)
    /// It could not be had.
    case failed(ThumbnailFailure)
}
