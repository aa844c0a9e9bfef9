/// A file format, identified by the first bytes of a file.
package enum PictureFormat: String, Sendable, CaseIterable {
    /// JPEG, read and written.
    case jpeg
    /// PNG, read and written.
    case png
    /// WebP, read and written.
    case webp
    /// GIF, read only: the first frame.
    case gif

    /// The format of `bytes`, or `nil`; file names and extensions play no role.
    package init?(of bytes: [UInt8]) {
        func has(_ text: StaticString, at offset: Int) -> Bool {
            let pattern = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
            return bytes.count >= offset + pattern.count
                && bytes[offset..<offset + pattern.count].elementsEqual(pattern)
        }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if bytes.first == 0x89, has("PNG\r\n\u{1A}\n", at: 1) {
            self = .png
        } else if has("RIFF", at: 0), has("WEBP", at: 8) {
            self = .webp
        } else if has("GIF8", at: 0) {
            self = .gif
        } else {
            return nil
        }
    }

    /// The media type of a body in this format.
    package var mediaType: String { "image/\(rawValue)" }
}
