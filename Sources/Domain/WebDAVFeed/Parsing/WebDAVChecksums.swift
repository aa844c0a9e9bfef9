import PhotoFeed

/// The digests of a file in the property `oc:checksums`: `SHA1:… MD5:… ADLER32:…`.
enum WebDAVChecksums {
    /// The algorithms that are compared, the strongest first.
    private static let algorithms: [(name: String, algorithm: ContentHash.Algorithm)] = [
        ("sha256", .sha256), ("sha1", .sha1), ("md5", .md5),
    ]

    /// Returns the strongest digest that is known; other algorithms and bad digits are ignored.
    static func strongest(_ text: String) -> ContentHash? {
        let words = text.split { $0 == " " || $0 == "\n" || $0 == "\t" }.prefix(16)
        let stated = words.compactMap { word -> (name: String, digits: Substring)? in
            guard let colon = word.firstIndex(of: ":") else { return nil }
            return (word[..<colon].lowercased(), word[word.index(after: colon)...])
        }
        for (name, algorithm) in algorithms {
            for word in stated where word.name == name {
                if let hash = ContentHash(algorithm, hexDigits: word.digits) { return hash }
            }
        }
        return nil
    }
}
