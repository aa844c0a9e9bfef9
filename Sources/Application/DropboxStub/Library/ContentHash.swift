import Crypto

/// Dropbox's `content_hash`: the SHA-256 of the concatenated SHA-256 digests of all 4 MiB blocks.
struct ContentHash {
    static let blockSize = 4 * 1024 * 1024

    private var overall = SHA256()
    private var block = SHA256()
    private var blockCount = 0

    mutating func update(_ bytes: UnsafeRawBufferPointer) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(Self.blockSize - blockCount)
            block.update(bufferPointer: UnsafeRawBufferPointer(rebasing: part))
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
        return Self.hexadecimal(overall.finalize())
    }

    private mutating func closeBlock() {
        block.finalize().withUnsafeBytes { overall.update(bufferPointer: $0) }
        block = SHA256()
        blockCount = 0
    }

    static func of(_ bytes: [UInt8]) -> String {
        var hash = ContentHash()
        bytes.withUnsafeBytes { hash.update($0) }
        return hash.finalize()
    }

    static func hexadecimal(_ digest: SHA256.Digest) -> String {
        let digits = Array("0123456789abcdef".utf8)
        // unsafe, unsafeUninitializedCapacity: the closure writes every byte that it counts
        return String(unsafeUninitializedCapacity: SHA256.byteCount * 2) { text in
            digest.withUnsafeBytes { bytes in
                for (index, byte) in bytes.enumerated() {
                    text[index * 2] = digits[Int(byte >> 4)]
                    text[index * 2 + 1] = digits[Int(byte & 15)]
                }
            }
            return SHA256.byteCount * 2
        }
    }
}
