/// What a server said when it was asked what it reads out of a photo or video.
public enum MediaAnswer: Hashable, Sendable {
    /// It was not asked.
    case notAsked
    /// It reads nothing out of this revision, and will not.
    case nothing
    /// It has not looked into the file yet.
    case pending
    /// It reads this out of the file.
    case known(MediaInfo)
}
