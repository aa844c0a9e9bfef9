/// The media type of a picture, by its first bytes.
enum PictureType {
    /// Returns the type; `nil` for all formats that a browser cannot show, or not safely.
    ///
    /// SVG is one of these, because it is a document with scripts.
    static func name(of bytes: some Collection<UInt8>) -> String? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            return "image/png"
        }
        if bytes.starts(with: "GIF8".utf8) { return "image/gif" }
        let isWebP =
            bytes.starts(with: "RIFF".utf8) && bytes.dropFirst(8).starts(with: "WEBP".utf8)
        return isWebP ? "image/webp" : nil
    }
}
