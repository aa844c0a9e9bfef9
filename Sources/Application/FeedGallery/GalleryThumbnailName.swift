/// File names for thumbnails; they contain no text from a server.
enum GalleryThumbnailName {
    /// The extensions of the formats that are safe for a browser, the most frequent first.
    static let extensions = ["jpg", "png", "gif", "webp"]

    /// Returns the identifier in hexadecimal, and the version: a name for every file system.
    ///
    /// An identifier that is empty or longer than 100 bytes gets a name from the generation and the
    /// ordinal. That name differs in each run.
    static func make(
        identifier: String, version: String?, generation: String, ordinal: Int
    ) -> String {
        guard (1...100).contains(identifier.utf8.count) else {
            return "x-\(generation)-\(ordinal)"
        }
        let stem = identifier.utf8.reduce(into: "") { name, byte in
            name += byte < 0x10 ? "0" : ""
            name += String(byte, radix: 16)
        }
        return version.map { "\(stem)-\($0)" } ?? stem
    }

    /// The extension for a picture with these first bytes.
    ///
    /// `nil` for all formats that are not safe for a browser. SVG is one of these, because it is a
    /// document with scripts.
    static func fileExtension(head: [UInt8]) -> String? {
        if head.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpg" }
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "png" }
        if head.starts(with: Array("GIF8".utf8)) { return "gif" }
        let isWebP =
            head.starts(with: Array("RIFF".utf8))
            && head.dropFirst(8).starts(with: Array("WEBP".utf8))
        return isWebP ? "webp" : nil
    }

    /// Whether a file in the folder of thumbnails has a name that this type makes.
    static func matches(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && extensions.contains(String(parts[1]))
            && parts[0].utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
                    || $0 == UInt8(ascii: "x") || $0 == UInt8(ascii: "-")
            }
    }
}
