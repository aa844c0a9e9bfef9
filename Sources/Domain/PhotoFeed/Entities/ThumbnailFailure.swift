/// Why a photo or video has no thumbnail.
public struct ThumbnailFailure: Error, Hashable, Sendable {
    /// The server's word for it, such as `unsupported_extension`.
    public let reason: String
    /// Whether it will be the same for this revision for ever, so that no later run asks again.
    public let isPermanent: Bool

    /// A failure for `reason`.
    public init(reason: String, isPermanent: Bool) {
        self.reason = reason
        self.isPermanent = isPermanent
    }

    /// The server makes no thumbnails of files with this extension; no request can change that.
    public static let unsupportedFormat = ThumbnailFailure(
        reason: "unsupported_extension", isPermanent: true)
}
