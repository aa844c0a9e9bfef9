/// The XXH64 hash function: detects accidental changes of bytes, at about ten bytes a nanosecond.
///
/// ```swift
/// let checksum = XXH64.hash(Array("abc".utf8))  // 0x44BC_2CF5_AD77_0999
/// ```
///
/// Use `SHA256` where an attacker may choose the bytes.
/// Source: https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md (seed 0).
package enum XXH64 {
    private static let primes: (UInt64, UInt64, UInt64, UInt64, UInt64) = (
        0x9E37_79B1_85EB_CA87, 0xC2B2_AE3D_27D4_EB4F, 0x1656_67B1_9E37_79F9,
        0x85EB_CA77_C2B2_AE63, 0x27D4_EB2F_1656_67C5
    )

    /// Returns the hash of `bytes`.
    package static func hash(_ bytes: [UInt8]) -> UInt64 {
        bytes.withUnsafeBytes { hash($0) }
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        let (prime1, prime2, prime3, prime4, prime5) = primes
        var position = 0
        var hash = prime5
        if bytes.count >= 32 {
            var lanes = (prime1 &+ prime2, prime2, 0 as UInt64, 0 &- prime1)
            while position + 32 <= bytes.count {
                lanes.0 = round(lanes.0, word(bytes, position))
                lanes.1 = round(lanes.1, word(bytes, position + 8))
                lanes.2 = round(lanes.2, word(bytes, position + 16))
                lanes.3 = round(lanes.3, word(bytes, position + 24))
                position += 32
            }
            hash =
                rotate(lanes.0, 1) &+ rotate(lanes.1, 7) &+ rotate(lanes.2, 12)
                &+ rotate(lanes.3, 18)
            for lane in [lanes.0, lanes.1, lanes.2, lanes.3] {
                hash = (hash ^ round(0, lane)) &* prime1 &+ prime4
            }
        }
        hash &+= UInt64(bytes.count)
        while position + 8 <= bytes.count {
            hash = rotate(hash ^ round(0, word(bytes, position)), 27) &* prime1 &+ prime4
            position += 8
        }
        if position + 4 <= bytes.count {
            let half = bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)
            hash = rotate(hash ^ UInt64(half.littleEndian) &* prime1, 23) &* prime2 &+ prime3
            position += 4
        }
        while position < bytes.count {
            hash = rotate(hash ^ UInt64(bytes[position]) &* prime5, 11) &* prime1
            position += 1
        }
        hash = (hash ^ hash >> 33) &* prime2
        hash = (hash ^ hash >> 29) &* prime3
        return hash ^ hash >> 32
    }

    private static func word(_ bytes: UnsafeRawBufferPointer, _ position: Int) -> UInt64 {
        bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self).littleEndian
    }

    private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
        rotate(lane &+ word &* primes.1, 31) &* primes.0
    }

    private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
        value << count | value >> (64 - count)
    }
}
