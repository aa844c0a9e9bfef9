extension HTTPResponseHead {
    /// The validator for a later request of the rest (RFC 9110, 13.1.5); `nil` if there is none.
    ///
    /// It is a strong entity tag, or a modification date at least a minute before the response.
    /// Such a date excludes that the file has changed twice within its second (8.8.2.2).
    var strongValidator: String? {
        if let tag = headers["etag"], tag.utf8.first == UInt8(ascii: "\"") { return tag }
        guard let field = headers["last-modified"], let modified = HTTPDate.seconds(field),
            let now = headers["date"].flatMap(HTTPDate.seconds), now - modified >= 60
        else { return nil }
        return field
    }

    /// Whether a 206 that was requested with `validator` is not known to be of another version.
    func mayContinue(_ validator: String) -> Bool {
        let isTag = validator.utf8.first == UInt8(ascii: "\"")
        let told = headers[isTag ? "etag" : "last-modified"]
        // Byte by byte: a tag in another form of Unicode is another tag.
        return told?.utf8.elementsEqual(validator.utf8) ?? true
    }

    /// Returns the length of the whole, if a 206 has all of it from `start` on (RFC 9110, 14.4).
    ///
    /// `nil` if the 206 has another part.
    func wholeLength(from start: Int64) -> Int64? {
        let expected = "bytes \(start)-"
        guard let field = headers["content-range"], field.hasPrefix(expected) else { return nil }
        let ends = field.dropFirst(expected.count)
            .split(separator: "/", omittingEmptySubsequences: false)
        guard ends.count == 2, let last = Self.number(ends[0]), last >= start, last < .max,
            ends[1] == "*" || Self.number(ends[1]) == last + 1
        else { return nil }
        return last + 1
    }

    /// Parses a number of digits only; `Int64` would also accept a sign.
    private static func number(_ digits: Substring) -> Int64? {
        digits.utf8.allSatisfy { (48...57).contains($0) } ? Int64(digits) : nil
    }
}
