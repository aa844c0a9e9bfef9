/// The reason why a photo or video has no thumbnail.
///
/// A fetcher makes it, and a library stores it. Later runs repeat the request after a temporary
/// failure. `FeedProvider.thumbnailReasons` has the sentences for users.
public struct ThumbnailFailure: Error, Hashable {  // not a BoundaryError: stored in the library
    /// The name of the reason for programs, such as `unsupported_extension`.
    ///
    /// It is the server's own name, or that of one of the failures below.
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

    /// The provider makes no thumbnails at all.
    public static let providerWithoutThumbnails = ThumbnailFailure(
        reason: "provider_has_no_thumbnails", isPermanent: true)

    /// The library no longer stores the thumbnail of this former content.
    public static let notKept = ThumbnailFailure(reason: "not_kept", isPermanent: true)

    /// The server has no smaller picture of this file.
    package static let noPreview = ThumbnailFailure(reason: "no_preview", isPermanent: true)

    /// The server has no smaller picture, and the beginning of the file contains none.
    package static let nothingEmbedded = ThumbnailFailure(
        reason: "no_embedded_thumbnail", isPermanent: true)

    /// The prefix of the reasons of failures with an original.
    package static let originalPrefix = "original_"

    /// The original is here, and no thumbnail can be made of it; `name` states the reason.
    package static func ofOriginal(_ name: String) -> ThumbnailFailure {
        ThumbnailFailure(reason: originalPrefix + name, isPermanent: true)
    }

    /// Whether no thumbnail could be made of the original.
    package var isOfOriginal: Bool { reason.hasPrefix(Self.originalPrefix) }

    /// The failures for which the provider makes no such thumbnails.
    package static let unsupported: [ThumbnailFailure] = [
        .unsupportedFormat, .providerWithoutThumbnails, .noPreview, .nothingEmbedded,
    ]

    /// Whether the provider makes no such thumbnails, so that their absence is not an error.
    package var isUnsupported: Bool { Self.unsupported.contains(self) }
}
