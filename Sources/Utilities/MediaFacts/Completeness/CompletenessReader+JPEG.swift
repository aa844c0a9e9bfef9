/// JPEG: the segments, the data of the picture, and the marker of its end.
extension CompletenessReader {
    private static let bufferSize = 64 << 10

    /// Whether the marker of the end follows the data; a thumbnail in a segment has its own one.
    mutating func hasWholeJPEG() -> Bool {
        var position: Int64 = 2
        for _ in 0..<Self.limit {
            guard let head = fields(at: position, 4), let marker = head.uint8(1) else {
                return false
            }
            // Bytes that belong to no segment are skipped, as decoders do.
            guard head.uint8(0) == 0xFF, marker != 0, marker != 0xFF else {
                position += 1
                continue
            }
            if marker == 0xD9 { return false }
            position += 2
            if (0xD0...0xD8).contains(marker) || marker == 1 { continue }
            guard let length = head.uint16(2), length >= 2 else { return false }
            position += Int64(length)
            if marker == 0xDA { return hasEnd(from: position) }
        }
        return false
    }

    /// Whether the marker EOI is behind a position; the data of a picture do not contain it.
    private func hasEnd(from position: Int64) -> Bool {
        var position = position
        var isMarker = false
        var buffer = [UInt8](repeating: 0, count: Self.bufferSize)
        while true {
            let count = buffer.withUnsafeMutableBytes { source.read(at: position, into: $0) }
            guard count > 0 else { return false }
            for byte in buffer.prefix(count) {
                if isMarker, byte == 0xD9 { return true }
                isMarker = byte == 0xFF
            }
            position += Int64(count)
        }
    }
}
