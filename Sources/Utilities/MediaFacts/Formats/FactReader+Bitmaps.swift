/// Formats with a size and no other facts: GIF (GIF89a Specification, section 18) and BMP.
extension FactReader {
    mutating func readGIF() {
        guard var head = reader.bytes(at: 6, count: 4, in: reader.whole) else { return }
        head.isLittleEndian = true
        facts.storedSize = PixelSize(
            head.uint16(0).map(Int64.init), head.uint16(2).map(Int64.init))
    }

    /// Reads the size of a bitmap, whose height is negative if its first row is the upper one.
    mutating func readBMP() {
        guard var head = reader.bytes(at: 14, count: 12, in: reader.whole) else { return }
        head.isLittleEndian = true
        // The header of OS/2 has sizes of two bytes.
        facts.storedSize =
            head.uint32(0) == 12
            ? PixelSize(head.uint16(4).map(Int64.init), head.uint16(6).map(Int64.init))
            : PixelSize(
                head.int32(4).map(Int64.init), head.int32(8).map { Int64($0.magnitude) })
    }
}
