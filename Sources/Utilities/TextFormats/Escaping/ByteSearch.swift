extension UnsafeBufferPointer<UInt8> {
    /// Returns the first position of a word in the part of the text from `start` on.
    ///
    /// A search by characters would not find a word before a combining mark, since the mark and the
    /// word's last letter are one character. It also takes several times as long.
    ///
    /// - Returns: `nil` if the part does not contain the word, or if the word is empty.
    @inlinable
    package func offset(of word: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
        guard let first = word.first else { return nil }
        var position = start
        while position + word.count <= count {
            if self[position] == first {
                var length = 1
                while length < word.count, self[position + length] == word[length] { length += 1 }
                if length == word.count { return position }
            }
            position += 1
        }
        return nil
    }
}
