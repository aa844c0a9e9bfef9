import MediaFacts

/// The format of a picture or video, recognized by the first bytes of its file.
///
/// The name of the file is not used: a playlist that is called `film.mov` is not a video.
enum PictureSignature: Hashable {
    /// A picture, for the program that scales pictures.
    case picture
    /// A picture whose program knows it by another brand than its own first one.
    case branded(String)
    /// A video, or a picture that is read like one, for a demuxer of this name.
    case video(demuxer: String)

    /// The number of bytes from the start of a file that are looked at.
    static let length = 400

    /// Recognizes a format; `nil` for any other.
    init?(_ bytes: [UInt8]) {
        func name(at offset: Int) -> String {
            String(decoding: bytes.dropFirst(offset).prefix(4), as: UTF8.self)
        }
        func has(_ text: StaticString, at offset: Int = 0) -> Bool {
            text.withUTF8Buffer { bytes.dropFirst(offset).starts(with: $0) }
        }
        func has(_ values: [UInt8], at offset: Int = 0) -> Bool {
            bytes.dropFirst(offset).starts(with: values)
        }
        if has([0xFF, 0xD8, 0xFF]) || has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
            || has("GIF87a") || has("GIF89a") || has("II*\0") || has("MM\0*")
            || has("RIFF") && has("WEBP", at: 8)
        {
            self = .picture
        } else if has("ftyp", at: 4) {
            switch MediaFormat.byBrands(bytes) {
            case .canonRaw: return nil
            case .heif where !Self.stillBrands.contains(name(at: 8)): self = .branded("heic")
            case .avif where !Self.stillBrands.contains(name(at: 8)): self = .branded("avif")
            case .heif, .avif: self = .picture
            default: self = .video(demuxer: "mov")
            }
        } else if Self.movieBoxes.contains(name(at: 4)) {
            self = .video(demuxer: "mov")
        } else if let demuxer = Self.demuxers.first(where: { has($0.magic) })?.name {
            self = .video(demuxer: demuxer)
        } else if has("RIFF") && has("AVI ", at: 8) {
            self = .video(demuxer: "avi")
        } else if Self.hasPackets(bytes, every: 188, from: 0)
            || Self.hasPackets(bytes, every: 192, from: 4)
        {
            self = .video(demuxer: "mpegts")
        } else {
            return nil
        }
    }

    /// The first brands by which libvips before 8.16 knows HEIF and AVIF.
    private static let stillBrands: Set = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "msf1", "avif",
        "avis",
    ]
    /// The first boxes of movies from before `ftyp`.
    private static let movieBoxes: Set = ["moov", "mdat", "wide", "free", "skip", "pnot"]
    private static let demuxers: [(magic: [UInt8], name: String)] = [
        ([0x1A, 0x45, 0xDF, 0xA3], "matroska"),
        ([0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11], "asf"),
        ([0x00, 0x00, 0x01, 0xBA], "mpeg"),
        ([0x00, 0x00, 0x01, 0xB3], "mpegvideo"),
        ([0x46, 0x4C, 0x56, 0x01], "flv"),
        ([0x4F, 0x67, 0x67, 0x53], "ogg"),
        ([0x42, 0x4D], "bmp_pipe"),
    ]

    /// Whether the packets of a transport stream begin at `start` and at the next two distances.
    private static func hasPackets(_ bytes: [UInt8], every distance: Int, from start: Int) -> Bool {
        (0..<3).map { start + $0 * distance }
            .allSatisfy { bytes.count > $0 && bytes[$0] == 0x47 }
    }
}
