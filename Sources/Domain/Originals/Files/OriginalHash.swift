import Digests
import PhotoFeed

/// The digests of the content of an original: those of its blocks, and the one that its server
/// states.
struct OriginalHash: Sendable {
    /// The hash that the server states; `nil` if it states none.
    let expected: ContentHash?
    private var hash = BlockHash()
    /// The digest by the algorithm of the server, if it is another one than that of the blocks.
    private var whole: MessageDigest?

    init(expecting expected: ContentHash?) {
        self.expected = expected
        whole = expected.flatMap { Self.algorithm(of: $0.algorithm) }.flatMap(MessageDigest.init)
    }

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        hash.update(bytes)
        whole?.update(bytes)
    }

    /// The digests of all blocks so far, 32 bytes for each.
    var blocks: [UInt8] { hash.blocks }

    /// The name of the algorithm for messages.
    var name: String {
        guard let expected, whole != nil else { return "content hash" }
        return "\(expected.algorithm.name) of the content"
    }

    /// Whether the content so far is the expected one.
    ///
    /// A digest by an algorithm that this system lacks proves nothing, so any content is expected.
    var isExpected: Bool {
        guard let expected else { return true }
        if expected.algorithm == .blocks { return BlockHash.content(of: blocks) == expected }
        guard let whole else { return true }
        return ContentHash(expected.algorithm, bytes: whole.digest()) == expected
    }

    private static func algorithm(of hash: ContentHash.Algorithm) -> MessageDigest.Algorithm? {
        switch hash {
        case .blocks: nil
        case .sha256: .sha256
        case .sha1: .sha1
        case .md5: .md5
        }
    }
}
