/// Reads ranges of a source within `FactLimits`.
///
/// A range that is not available as a whole is missing; nothing is thrown.
struct BoundedReader {
    private let source: any ByteSource
    /// The last bytes that were read, and their position.
    private var window: [UInt8] = []
    private var windowStart: Int64 = 0
    private var bytesLeft = FactLimits.bytes
    private var examinedLeft = FactLimits.examined
    private var readsLeft = FactLimits.reads
    /// Whether a range within the file was not available.
    private(set) var isCut = false

    init(_ source: any ByteSource) { self.source = source }

    /// The range of the whole file.
    var whole: Range<Int64> { 0..<max(0, source.length) }

    /// A reader of decoded bytes of the file, within the rest of the limits.
    ///
    /// The bytes count as examined. Positions in them are not positions in the file.
    func reading(_ bytes: [UInt8]) -> BoundedReader {
        var inner = BoundedReader(MemoryBytes(bytes)).continued(after: self)
        inner.examinedLeft -= min(examinedLeft, bytes.count)
        return inner
    }

    /// This reader with the rest of the limits that another one has left.
    func continued(after other: BoundedReader) -> BoundedReader {
        var reader = self
        (reader.bytesLeft, reader.examinedLeft) = (other.bytesLeft, other.examinedLeft)
        reader.readsLeft = other.readsLeft
        return reader
    }

    /// The bytes of a range; `nil` if one of them is not available.
    mutating func bytes(_ range: Range<Int64>) -> Fields? {
        guard range.lowerBound >= 0, range.upperBound <= source.length,
            range.upperBound - range.lowerBound <= Int64(FactLimits.bytes)
        else { return nil }
        let count = Int(range.upperBound - range.lowerBound)
        guard count <= examinedLeft else { return nil }
        examinedLeft -= count
        if let known = known(range.lowerBound, count) { return known }
        guard fill(from: range.lowerBound, count) else { return nil }
        guard let found = known(range.lowerBound, count) else {
            isCut = true
            return nil
        }
        return found
    }

    /// The `count` bytes at a position of a region; `nil` if they are not all inside it.
    mutating func bytes(at offset: Int64, count: Int, in region: Range<Int64>) -> Fields? {
        region.part(at: offset, count: Int64(count)).flatMap { bytes($0) }
    }

    private func known(_ offset: Int64, _ count: Int) -> Fields? {
        let start = offset - windowStart
        guard start >= 0, start + Int64(count) <= Int64(window.count) else { return nil }
        return Fields(Array(window[Int(start)..<Int(start) + count]))
    }

    private mutating func fill(from offset: Int64, _ count: Int) -> Bool {
        let wanted = Int(min(Int64(max(count, FactLimits.window)), source.length - offset))
        guard readsLeft > 0, wanted <= bytesLeft else { return false }
        readsLeft -= 1
        bytesLeft -= wanted
        windowStart = offset
        var bytes = [UInt8](repeating: 0, count: wanted)
        let count = bytes.withUnsafeMutableBytes { source.read(at: offset, into: $0) }
        bytes.removeLast(wanted - min(wanted, max(0, count)))
        window = bytes
        return true
    }
}

extension Range<Int64> {
    /// The part that begins `offset` bytes after the start; `nil` if it is not all inside.
    func part(at offset: Int64, count: Int64) -> Range<Int64>? {
        let length = upperBound - lowerBound
        guard offset >= 0, count >= 0, offset <= length, count <= length - offset else {
            return nil
        }
        return lowerBound + offset..<lowerBound + offset + count
    }

    /// The part from `offset` bytes after the start to the end.
    func rest(from offset: Int64) -> Range<Int64>? {
        part(at: offset, count: 0).map { $0.lowerBound..<upperBound }
    }
}
