/// File names for thumbnails: nothing a stranger wrote gets into them.
enum ThumbnailName {
    /// The identifier in hexadecimal: one name for one identifier, on every file system.
    ///
    /// An identifier that is empty or too long for that gets a name from the run and its place in
    /// it, and a new one in each run.
    static func make(identifier: String, generation: String, ordinal: Int) -> String {
        guard (1...100).contains(identifier.utf8.count) else {
            return "x-\(generation)-\(ordinal)"
        }
        return identifier.utf8.reduce(into: "") { name, byte in
            name += byte < 0x10 ? "0" : ""
            name += String(byte, radix: 16)
        }
    }

    /// The extension that fits a picture's first bytes.
    ///
    /// `nil` for everything but the formats that a browser may be given: SVG is a document, with
    /// scripts, and never among them.
    static func fileExtension(head: [UInt8]) -> String? {
        if head.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpg" }
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "png" }
        if head.starts(with: Array("GIF8".utf8)) { return "gif" }
        let isWebP =
            head.starts(with: Array("RIFF".utf8))
            && head.dropFirst(8).starts(with: Array("WEBP".utf8))
        return isWebP ? "webp" : nil
    }

    /// Whether a file in the thumbnails' folder can be one of ours.
    static func matches(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 2 && ["jpg", "png", "gif", "webp"].contains(parts[1])
            && parts[0].utf8.allSatisfy {
                (0x30...0x39).contains($0) || (0x61...0x66).contains($0)
                    || $0 == UInt8(ascii: "x") || $0 == UInt8(ascii: "-")
            }
    }
}
