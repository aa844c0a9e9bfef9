#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Checks the structure of a JPEG file (ITU-T T.81, annex B) without decoding it.
///
/// It detects a truncated file, another format, a segment whose length does not fit, and a marker
/// at an invalid position. Dropbox sends no checksum of a thumbnail, so changed bytes within a
/// picture's data are detected only if they look like a marker.
enum JPEGStructure {
    private enum Marker {
        static let start: UInt8 = 0xD8
        static let end: UInt8 = 0xD9
        static let scan: UInt8 = 0xDA
        static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
        /// The markers that start a frame, and three others: DHT (C4), JPG (C8) and DAC (CC).
        static let frames: ClosedRange<UInt8> = 0xC0...0xCF
        static let noFrames: Set<UInt8> = [0xC4, 0xC8, 0xCC]
        /// All markers that begin a segment.
        static let segments: ClosedRange<UInt8> = 0xC0...0xFE
    }

    /// Whether `bytes` are a JPEG file from its first marker to its last.
    ///
    /// Bytes after the last marker are ignored.
    static func isComplete(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == Marker.start else { return false }
            var position = 2
            var hasFrame = false
            var hasScan = false
            while let marker = marker(in: bytes, at: &position) {
                if marker == Marker.end { return hasScan }
                guard Marker.segments.contains(marker), marker != Marker.start,
                    !Marker.restarts.contains(marker), position + 2 <= bytes.count
                else { return false }
                let length = Int(bytes[position]) << 8 | Int(bytes[position + 1])
                guard length >= 2, position + length <= bytes.count else { return false }
                position += length
                if Marker.frames.contains(marker), !Marker.noFrames.contains(marker) {
                    hasFrame = true
                }
                guard marker == Marker.scan else { continue }
                guard hasFrame, skipData(in: bytes, at: &position) else { return false }
                hasScan = true
            }
            return false
        }
    }

    /// Reads the marker at `position`, which fill bytes may precede.
    private static func marker(
        in bytes: UnsafeBufferPointer<UInt8>, at position: inout Int
    ) -> UInt8? {
        guard position < bytes.count, bytes[position] == 0xFF else { return nil }
        while position < bytes.count, bytes[position] == 0xFF { position += 1 }
        guard position < bytes.count else { return nil }
        defer { position += 1 }
        return bytes[position]
    }

    /// Skips the data of a scan up to the next marker that is not a restart marker.
    ///
    /// It returns `false` if restart markers are out of order, or if the data has no end.
    private static func skipData(
        in bytes: UnsafeBufferPointer<UInt8>, at position: inout Int
    ) -> Bool {
        var restart = Marker.restarts.lowerBound
        while let found = prefix(in: bytes, from: position), found + 1 < bytes.count {
            position = found
            let marker = bytes[position + 1]
            if marker == 0 {  // a byte of the data, 0xFF, is followed by 0
                position += 2
                continue
            }
            guard Marker.restarts.contains(marker) else { return true }
            guard marker == restart else { return false }
            restart = marker == Marker.restarts.upperBound ? Marker.restarts.lowerBound : marker + 1
            position += 2
        }
        return false
    }

    /// Returns the position of the next byte 0xFF, with which a marker begins.
    ///
    /// The data of a picture has one in about 250 bytes, so `memchr` does most of the work.
    private static func prefix(in bytes: UnsafeBufferPointer<UInt8>, from position: Int) -> Int? {
        guard position < bytes.count, let start = bytes.baseAddress,
            let found = memchr(start + position, 0xFF, bytes.count - position)
        else { return nil }
        return UnsafeRawPointer(found) - UnsafeRawPointer(start)
    }
}
