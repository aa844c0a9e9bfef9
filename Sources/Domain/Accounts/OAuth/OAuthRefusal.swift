import TextFormats

/// The reason of a token endpoint for refusing a request (RFC 6749, 5.2): one word.
///
/// The endpoint's description is not read, because it may repeat a secret.
struct OAuthRefusal: Error, Hashable, CustomStringConvertible {
    /// The word, such as `invalid_grant`.
    let word: String

    /// Reads the body of a refused request; `nil` if it is not an error of OAuth 2.
    init?(body: [UInt8]) {
        let word = try? JSONReader.read(body) { reader throws(JSONError) in
            var word: String?
            try reader.object { reader, field throws(JSONError) in
                guard field == "error" else { return try reader.skip() }
                word = try reader.string()
            }
            return word
        }
        guard let word = word ?? nil, BearerText.isWord(word.utf8) else { return nil }
        self.word = word
    }

    var description: String { word }
}
