extension Base64 {
    private static let standardWords = makeWords(.standard)
    private static let urlSafeWords = makeWords(.urlSafe)
    private static let invalid = UInt32(0xFF).bigEndian

    /// The contribution of each digit to the three bytes of its group, for each of its four places.
    ///
    /// The three bytes are the first in memory; the fourth byte marks characters that are not
    /// digits.
    static func words(of alphabet: Alphabet) -> [UInt32] {
        switch alphabet {
        case .standard: standardWords
        case .urlSafe: urlSafeWords
        }
    }

    private static func makeWords(_ alphabet: Alphabet) -> [UInt32] {
        var words = [UInt32](repeating: invalid, count: 4 * 256)
        for (value, digit) in alphabet.digits.enumerated() {
            for place in 0..<4 {
                words[place << 8 | Int(digit)] = (UInt32(value) << (26 - 6 * place)).bigEndian
            }
        }
        return words
    }

    static func decode(_ text: UnsafeBufferPointer<UInt8>, words: [UInt32]) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        guard let last = text.last else { return [] }
        let padding = last != UInt8(ascii: "=") ? 0 : text[text.count - 2] != last ? 1 : 2
        let length = text.count / 4 * 3 - padding
        let whole = (text.count - (padding > 0 ? 4 : 0)) / 4
        var seen: UInt32 = 0
        // unsafe, unsafeUninitializedCapacity: every byte that is counted was written
        // A group is stored with its fourth byte, which the next group overwrites.
        let bytes = [UInt8](unsafeUninitializedCapacity: length + 3) { target, count in
            let target = UnsafeMutableRawBufferPointer(target)
            words.withUnsafeBufferPointer { words in
                for group in 0..<whole {
                    let word =
                        words[Int(text[group * 4])] | words[256 | Int(text[group * 4 + 1])]
                        | words[512 | Int(text[group * 4 + 2])]
                        | words[768 | Int(text[group * 4 + 3])]
                    seen |= word
                    target.storeBytes(of: word, toByteOffset: group * 3, as: UInt32.self)
                }
                if padding > 0 {
                    var word = words[Int(text[whole * 4])] | words[256 | Int(text[whole * 4 + 1])]
                    if padding == 1 { word |= words[512 | Int(text[whole * 4 + 2])] }
                    seen |= word
                    target.storeBytes(of: word, toByteOffset: whole * 3, as: UInt32.self)
                }
            }
            count = length
        }
        return seen & invalid == 0 ? bytes : nil
    }
}
