import Digests

/// Dropbox's `content_hash`: the SHA-256 of the concatenated SHA-256 digests of all 4 MiB blocks.
struct ContentHasher {
    static let blockSize = 4 * 1024 * 1024

    private var overall = SHA256()
    private var block = SHA256()
    private var blockCount = 0

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(Self.blockSize - blockCount)
            block.update(UnsafeRawBufferPointer(rebasing: part))
            blockCount += part.count
            rest = rest.dropFirst(part.count)
            if blockCount == Self.blockSize {
                closeBlock()
            }
        }
    }

    mutating func finalize() -> String {
        if blockCount > 0 {
            closeBlock()
        }
        return overall.digest().hexadecimal
    }

    private mutating func closeBlock() {
        overall.update(block.digest())
        block = SHA256()
        blockCount = 0
    }

    static func of(_ bytes: [UInt8]) -> String {
        var hash = ContentHasher()
        bytes.withUnsafeBytes { hash.update($0) }
        return hash.finalize()
    }
}
