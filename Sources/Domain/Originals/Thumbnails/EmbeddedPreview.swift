import MediaFacts

/// The thumbnail that a camera has written into its photo.
enum EmbeddedPreview {
    /// The number of bytes to read from the start of a file named `name`.
    ///
    /// In a JPEG file, the segment with the thumbnail has at most 64 KiB, and only small segments
    /// precede it. Other formats may have it later.
    static func length(ofFileNamed name: String) -> Int64 {
        let name = name.lowercased()
        return name.hasSuffix(".jpg") || name.hasSuffix(".jpeg") ? 72 << 10 : 256 << 10
    }

    /// Returns the thumbnail in the beginning of a file; `nil` if there is none.
    ///
    /// It is turned as the photo: its bytes do not state their orientation, so a segment that does
    /// is inserted.
    static func jpeg(in head: [UInt8], _ facts: MediaFacts) -> [UInt8]? {
        guard let range = facts.thumbnail, range.upperBound <= Int64(head.count) else {
            return nil
        }
        let bytes = head[Int(range.lowerBound)..<Int(range.upperBound)]
        // Cameras fill the space behind the picture.
        let end = bytes.indices.dropLast().last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD9 }
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]), let end else { return nil }
        let picture = Array(bytes[...(end + 1)])
        guard let orientation = facts.orientation, (2...8).contains(orientation) else {
            return picture
        }
        return picture.prefix(2) + segment(orientation: orientation) + picture.dropFirst(2)
    }

    /// A segment of EXIF with an orientation alone.
    private static func segment(orientation: Int) -> [UInt8] {
        let directory: [UInt8] = [
            0x00, 0x01,  // one field
            0x01, 0x12, 0x00, 0x03, 0x00, 0x00, 0x00, 0x01, 0x00, UInt8(orientation), 0x00, 0x00,
            0x00, 0x00, 0x00, 0x00,  // no further directory
        ]
        let content = Array("Exif\0\0MM\0*".utf8) + [0x00, 0x00, 0x00, 0x08] + directory
        return [0xFF, 0xE1, 0x00, UInt8(content.count + 2)] + content
    }
}
