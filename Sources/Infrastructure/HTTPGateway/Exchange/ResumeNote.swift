/// The note of an interrupted download, beside its target.
///
/// It has the name of the temporary file, its valid length, and the source and validator of the
/// bytes.
struct ResumeNote: Equatable, Sendable {
    /// The validator of content that has an identity.
    static let noValidator = "-"

    let partial: String
    private(set) var length: Int64
    /// A hash of the address or of the content's identity; the address may contain secrets.
    let source: String
    /// A strong entity tag, or a modification date.
    let validator: String

    init(partial: String, length: Int64, source: String, validator: String) {
        self.partial = partial
        self.length = length
        self.source = source
        self.validator = validator
    }

    /// Parses the form of `bytes`; `nil` for any other content.
    init?(bytes: [UInt8]) {
        let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        // A truncated note lacks the end of its last line.
        guard lines.count == 5, lines[4].isEmpty, let length = Int64(lines[1]), length > 0,
            !lines[3].isEmpty, lines[3].utf8.allSatisfy(\.isFieldValueByte)
        else { return nil }
        self.init(partial: lines[0], length: length, source: lines[2], validator: lines[3])
    }

    /// The stored form of the note.
    var bytes: [UInt8] { Array("\(partial)\n\(length)\n\(source)\n\(validator)\n".utf8) }

    /// Returns a note of at most the first `length` bytes.
    func shortened(to length: Int64) -> ResumeNote {
        var note = self
        note.length = min(length, self.length)
        return note
    }
}
