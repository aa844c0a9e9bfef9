/// The reason why a photo or video has no thumbnail.
public struct ThumbnailFailure: Error, Hashable, Sendable {
    /// The server's name of the reason, such as `unsupported_extension`.
    public let reason: String
    /// Whether it will always fail for this revision, so that no later run repeats the request.
    public let isPermanent: Bool

    /// Creates a failure for `reason`.
    public init(reason: String, isPermanent: Bool) {
        self.reason = reason
        self.isPermanent = isPermanent
    }

    /// The server makes no thumbnails of files with this extension; a new request cannot succeed.
    public static let unsupportedFormat = ThumbnailFailure(
        reason: "unsupported_extension", isPermanent: true)
}
