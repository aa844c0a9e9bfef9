import TextFormats

/// Searches in the bytes of a text, see `offset(of:from:)`.
extension StringProtocol {
    /// Returns the text with `other` in the place of each occurrence of `word`.
    ///
    /// Cost: one pass; a text without the word is returned without a copy.
    func replacing(bytesOf word: String, with other: String) -> String {
        var (text, word) = (String(self), word)
        let replaced: String? = text.withUTF8 { text in
            word.withUTF8 { word in
                guard var place = text.offset(of: word) else { return nil }
                var result: [UInt8] = []
                var start = 0
                repeat {
                    result += text[start..<place]
                    result += other.utf8
                    start = place + word.count
                    place = text.offset(of: word, from: start) ?? text.count
                } while place < text.count
                result += text[start...]
                return String(decoding: result, as: UTF8.self)
            }
        }
        return replaced ?? text
    }

    /// Whether the text contains one of the words, in any case of ASCII letters.
    ///
    /// - Parameter words: the words, in the form of `hasWord(_:at:)`.
    func contains(anyOf words: [[UInt8]]) -> Bool {
        var text = String(self)
        return text.withUTF8 { text in
            text.indices.contains { index in
                words.contains { text.hasWord($0, at: index) }
            }
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a word is at `index`, in any case of ASCII letters.
    ///
    /// The bit 0x20 makes letters lower case. It makes some other bytes equal, too, so a text may
    /// seem to have a word that it has not; here, that hides more than needed.
    ///
    /// - Parameter word: the bytes of the word, each with the bit 0x20.
    func hasWord(_ word: [UInt8], at index: Int) -> Bool {
        guard word[0] == self[index] | 0x20, count - index >= word.count else { return false }
        return word.indices.allSatisfy { word[$0] == self[index + $0] | 0x20 }
    }
}
