/// A size of thumbnails, one of those that the server offers.
public struct ThumbnailSize: RawRepresentable, Hashable, Sendable {
    /// The size's name, `wWIDTHhHEIGHT`; the picture fits into it.
    public let rawValue: String

    /// Creates the size named `rawValue`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Fits into 256 by 256 pixels.
    public static let small = ThumbnailSize(rawValue: "w256h256")
    /// Fits into 480 by 320 pixels: about 25 kB for each photo.
    public static let medium = ThumbnailSize(rawValue: "w480h320")
    /// Fits into 1024 by 768 pixels.
    public static let large = ThumbnailSize(rawValue: "w1024h768")
}
