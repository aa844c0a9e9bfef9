import Digests
package import PhotoFeed

/// The digests of a file's blocks of 4 MiB, and the digest of these.
///
/// The latter is a `ContentHash` of the algorithm `blocks`, whose definition is in
/// `Documentation/Providers.md`.
package struct BlockHash: Sendable {
    /// The length of a block in bytes.
    package static let blockSize: Int64 = 4 << 20

    /// The digests of the complete blocks, one after another.
    private var digests: [UInt8] = []
    private var block = SHA256()
    private var filled = 0

    package init() {}

    /// Adds the next bytes of the file.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(Int(Self.blockSize) - filled)
            block.update(UnsafeRawBufferPointer(rebasing: part))
            filled += part.count
            rest = rest.dropFirst(part.count)
            if filled == Int(Self.blockSize) {
                digests += block.digest()
                block = SHA256()
                filled = 0
            }
        }
    }

    /// The digests of all blocks so far, 32 bytes for each; the last block may be short.
    package var blocks: [UInt8] { filled > 0 ? digests + block.digest() : digests }

    /// The digest of the digests.
    package static func content(of blocks: [UInt8]) -> ContentHash? {
        SHA256.digest(of: blocks).withUnsafeBytes { ContentHash(bytes: $0) }
    }
}
