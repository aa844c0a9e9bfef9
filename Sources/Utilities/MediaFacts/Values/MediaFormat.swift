/// The format of a picture or a video.
package enum MediaFormat: String, Sendable, CaseIterable {
    case jpeg, heif, avif, png, webp
    /// TIFF, and the raw formats that are based on it: DNG, CR2, NEF, ARW and others.
    case tiff
    /// CR3: EXIF in the boxes of a movie file.
    case canonRaw
    /// MOV, MP4 and their relatives.
    case quickTime

    /// Whether the file is a moving picture.
    package var isVideo: Bool { self == .quickTime }

    /// Recognizes a format by the first 12 bytes of a file, or by fewer of a short one.
    init?(_ head: Fields) {
        if head.number(0, 3) == 0xFF_D8FF {
            self = .jpeg
        } else if head.number(0, 8) == 0x8950_4E47_0D0A_1A0A {
            self = .png
        } else if head.matches("RIFF"), head.matches("WEBP", at: 8) {
            self = .webp
        } else if TIFFOrder(head) != nil {
            self = .tiff
        } else if head.matches("ftyp", at: 4) {
            self = Self.brand(head)
        } else if Self.movies.contains(where: { head.matches($0, at: 4) }) {
            self = .quickTime
        } else {
            return nil
        }
    }

    private static func brand(_ head: Fields) -> MediaFormat {
        if ["avif", "avis"].contains(where: { head.matches($0, at: 8) }) { return .avif }
        if head.matches("crx ", at: 8) { return .canonRaw }
        return pictures.contains { head.matches($0, at: 8) } ? .heif : .quickTime
    }

    private static let pictures: [StaticString] = [
        "heic", "heix", "hevc", "hevx", "heim", "heis", "hevm", "hevs", "mif1", "mif2", "msf1",
    ]

    /// The first boxes of movies without a list of brands.
    private static let movies: [StaticString] = ["moov", "mdat", "wide", "free", "skip", "pnot"]
}
