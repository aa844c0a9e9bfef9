import HTTPGateway
import PhotoFeed
import Scheduling

/// The digest of an original that arrives, which also records the digests of its blocks.
struct OriginalDigest: ContentDigest {
    /// The digests of the blocks of a complete file.
    final class Record: Sendable {
        private let blocks = Guarded<[UInt8]>([])

        var value: [UInt8] { blocks.withLock { $0 } }

        fileprivate func set(_ value: [UInt8]) { blocks.withLock { $0 = value } }
    }

    let record: Record
    private var hash: OriginalHash

    init(expecting expected: ContentHash?, record: Record) {
        hash = OriginalHash(expecting: expected)
        self.record = record
    }

    var name: String { hash.name }

    mutating func update(_ bytes: UnsafeRawBufferPointer) { hash.update(bytes) }

    /// Whether the content is the expected one; records the digests of its blocks.
    var isExpected: Bool {
        record.set(hash.blocks)
        return hash.isExpected
    }
}
