/// A server's answer about the metadata in a photo or video.
public enum MediaInfoState: Hashable, Sendable {
    /// The server was not asked.
    case notRequested
    /// The server finds no metadata in this revision, and will not find any later.
    case nothing
    /// The server has not examined the file yet.
    case pending
    /// The server found this metadata.
    case known(MediaInfo)
}
