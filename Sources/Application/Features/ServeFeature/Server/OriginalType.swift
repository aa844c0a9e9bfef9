/// The media type of an original, by its first bytes.
enum OriginalType {
    /// The number of bytes that decide.
    static let length = 16

    /// The brands of MP4 files that browsers play; others are those of HEIC pictures, for example.
    private static let brands: [String: String] = {
        var types = ["qt  ": "video/quicktime", "avif": "image/avif", "avis": "image/avif"]
        for brand in [
            "isom", "iso2", "iso3", "iso4", "iso5", "iso6", "mp41", "mp42", "avc1", "M4V ", "MSNV",
            "dash", "3gp4", "3gp5", "3gp6", "XAVC",
        ] { types[brand] = "video/mp4" }
        return types
    }()

    /// Whether browsers play these bytes as a video.
    static func isVideo(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
        name(of: bytes)?.hasPrefix("video/") == true
    }

    /// Returns the type; `nil` for all formats that browsers do not show, or not safely.
    static func name(of bytes: some RandomAccessCollection<UInt8>) -> String? {
        if let picture = PictureType.name(of: bytes) { return picture }
        if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return "video/webm" }
        let box = bytes.dropFirst(4)
        guard box.starts(with: "ftyp".utf8) else { return nil }
        return brands[String(decoding: box.dropFirst(4).prefix(4), as: UTF8.self)]
    }
}
