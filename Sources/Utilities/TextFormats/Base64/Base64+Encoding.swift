extension Base64 {
    private static let standardPairs = makePairs(.standard)
    private static let urlSafePairs = makePairs(.urlSafe)

    /// The two digits of each value of 12 bits; the first digit is the first in memory.
    static func pairs(of alphabet: Alphabet) -> [UInt16] {
        switch alphabet {
        case .standard: standardPairs
        case .urlSafe: urlSafePairs
        }
    }

    private static func makePairs(_ alphabet: Alphabet) -> [UInt16] {
        let digits = alphabet.digits
        return digits.flatMap { first in
            digits.map { (UInt16(first) << 8 | UInt16($0)).bigEndian }
        }
    }

    /// Encodes whole groups of three bytes as two pairs of digits, then the rest with its padding.
    static func encode(_ bytes: UnsafeBufferPointer<UInt8>, pairs: [UInt16]) -> [UInt8] {
        let whole = bytes.count / 3
        let rest = bytes.count % 3
        let length = (whole + (rest > 0 ? 1 : 0)) * 4
        // unsafe, unsafeUninitializedCapacity: every byte that is counted was written
        return [UInt8](unsafeUninitializedCapacity: length) { target, count in
            let target = UnsafeMutableRawBufferPointer(target)
            pairs.withUnsafeBufferPointer { pairs in
                for group in 0..<whole {
                    let bits =
                        Int(bytes[group * 3]) << 16 | Int(bytes[group * 3 + 1]) << 8
                        | Int(bytes[group * 3 + 2])
                    let word = UInt32(pairs[bits >> 12]) | UInt32(pairs[bits & 0xFFF]) << 16
                    target.storeBytes(
                        of: word.littleEndian, toByteOffset: group * 4, as: UInt32.self)
                }
                guard rest > 0 else { return }
                let second = rest == 2 ? Int(bytes[whole * 3 + 1]) : 0
                let bits = Int(bytes[whole * 3]) << 16 | second << 8
                target.storeBytes(of: pairs[bits >> 12], toByteOffset: whole * 4, as: UInt16.self)
                target.storeBytes(
                    of: pairs[bits & 0xFFF], toByteOffset: whole * 4 + 2, as: UInt16.self)
                target[length - 1] = UInt8(ascii: "=")
                if rest == 1 { target[length - 2] = UInt8(ascii: "=") }
            }
            count = length
        }
    }
}
