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

    /// Returns the thumbnail in the beginning of a file; `nil` if there is none, or if it is not
    /// that of the photo as it is now.
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
        if let size = MediaFacts(bytes: picture)?.storedSize, let photo = facts.storedSize,
            !isOf(photo, stated: facts.statedSize, size)
        {
            return nil
        }
        guard let orientation = facts.orientation, (2...8).contains(orientation) else {
            return picture
        }
        return picture.prefix(2) + segment(orientation: orientation) + picture.dropFirst(2)
    }

    /// Whether a thumbnail has the proportions of its photo.
    ///
    /// Programs that rotate or crop a photo may leave its thumbnail as it was. Many cameras give
    /// each photo a thumbnail of 160 x 120 (DCF, JEITA CP-3461), with bars beside other
    /// proportions. So one in 4:3 is also right if EXIF states a size in the proportions of the
    /// photo, which has then not been rotated or cropped since.
    ///
    /// - Parameters:
    ///   - photo: the size of the photo.
    ///   - stated: the size that EXIF states.
    ///   - thumbnail: the size of the thumbnail.
    static func isOf(_ photo: PixelSize, stated: PixelSize?, _ thumbnail: PixelSize) -> Bool {
        func ratio(_ size: PixelSize) -> Double { Double(size.width) / Double(size.height) }
        // Encoders round the sides of a small picture to a multiple of 8 or 16.
        func isEqual(_ ratio: Double, _ other: Double) -> Bool { abs(ratio / other - 1) < 0.06 }
        if isEqual(ratio(photo), ratio(thumbnail)) { return true }
        guard let stated, isEqual(ratio(stated), ratio(photo)) else { return false }
        return ratio(photo) >= 1
            ? isEqual(ratio(thumbnail), 4.0 / 3) : isEqual(ratio(thumbnail), 3.0 / 4)
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
