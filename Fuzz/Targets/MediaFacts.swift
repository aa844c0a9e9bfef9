@testable import MediaFacts

/// Checks that the facts of a file are valid, and that little is read.
///
/// The beginning of a file has the facts of the whole file, unless the reader states that a part
/// was missing.
func fuzzMediaFacts(_ bytes: [UInt8]) {
    let source = CountedSource(MemoryBytes(bytes))
    let whole = MediaFacts(source)
    precondition(source.bytes <= FactLimits.bytes, "too many bytes are read")
    precondition(source.reads <= FactLimits.reads, "a file is read too often")
    let length = Int64(bytes.count)
    for count in [bytes.count / 2, bytes.count * 7 / 8] {
        let prefix = MediaFacts(MemoryBytes(prefix: Array(bytes.prefix(count)), ofLength: length))
        if let prefix, !prefix.isPartial {
            precondition(prefix == whole, "a prefix has other facts than the whole")
        }
    }
    guard let whole else { return }
    precondition(!whole.isPartial, "a part of a file in memory is missing")
    if let range = whole.thumbnail {
        precondition(range.lowerBound >= 0 && range.upperBound <= length && !range.isEmpty)
    }
    if let orientation = whole.orientation { precondition((1...8).contains(orientation)) }
    if let motion = whole.motionLength { precondition(motion > 0 && motion < length) }
    for size in [whole.storedSize, whole.statedSize].compactMap(\.self) {
        precondition(size.width > 0 && size.height > 0)
    }
    if let duration = whole.durationMilliseconds { precondition(duration >= 0) }
    if let place = whole.place {
        precondition(abs(place.latitude) <= 90 && abs(place.longitude) <= 180)
    }
    for text in [whole.make, whole.model, whole.contentIdentifier].compactMap(\.self) {
        // A byte of Latin-1 has two bytes in UTF-8.
        precondition(!text.isEmpty && text.utf8.count <= 2 * FactLimits.value)
        precondition(text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a text has a control byte")
    }
}

private final class CountedSource: ByteSource {
    private let source: MemoryBytes
    private(set) var reads = 0
    private(set) var bytes = 0

    init(_ source: MemoryBytes) { self.source = source }

    var length: Int64 { source.length }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        reads += 1
        bytes += buffer.count
        return source.read(at: offset, into: buffer)
    }
}
