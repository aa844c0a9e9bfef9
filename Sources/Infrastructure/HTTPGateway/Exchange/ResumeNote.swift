import DurableFiles
import Foundation

/// What a broken-off download left, beside its target: the temporary's name, how much of it is good,
/// and where and what the bytes are of.
struct ResumeNote: Equatable, Sendable {
    /// The validator of content that has an identity.
    static let noValidator = "-"

    let partial: String
    private(set) var length: Int64
    /// A hash of the address, which may hold secrets and stays unwritten, or of the content's identity.
    let source: String
    /// A strong entity tag, or a modification date.
    let validator: String

    /// The note of at most the first `length` bytes.
    func shortened(to length: Int64) -> ResumeNote {
        var note = self
        note.length = min(length, self.length)
        return note
    }

    static func read(for target: String) -> ResumeNote? {
        guard let bytes = try? DurableNote(beside: target).read() else { return nil }
        let lines = bytes.split(separator: 10, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        // A note that is cut off lacks the end of its last line.
        guard lines.count == 5, lines[4].isEmpty, let length = Int64(lines[1]), length > 0,
            !lines[3].isEmpty, lines[3].utf8.allSatisfy(\.isFieldValueByte)
        else { return nil }
        return ResumeNote(
            partial: lines[0], length: length, source: lines[2], validator: lines[3])
    }

    func write(for target: String) {
        try? DurableNote(beside: target).write(
            Array("\(partial)\n\(length)\n\(source)\n\(validator)\n".utf8))
    }

    /// Removes the note, and the temporary that it names unless a writer is at work on that.
    static func remove(for target: String) {
        if let note = read(for: target) {
            try? DurableFileWriter(resuming: note.partial, path: target, offset: 0).discard()
        }
        try? DurableNote(beside: target).remove()
    }

    /// Reads the bytes that are there, for their hash.
    func forEachByte(besides target: String, _ body: (UnsafeRawBufferPointer) -> Void) throws {
        let folder = (target as NSString).deletingLastPathComponent
        let file = try FileHandle(
            forReadingFrom: URL(fileURLWithPath: folder.isEmpty ? partial : "\(folder)/\(partial)"))
        defer { try? file.close() }
        var left = Int(length)
        while left > 0, let data = try file.read(upToCount: min(left, 1 << 18)), !data.isEmpty {
            data.withUnsafeBytes(body)
            left -= data.count
        }
    }
}

extension HTTPResponseHead {
    /// What a later request for the rest may be tied to (RFC 9110, 13.1.5): a strong entity tag, or
    /// a modification date that lies a minute before the response, so that the file has not changed
    /// twice within its second (8.8.2.2).
    var strongValidator: String? {
        if let tag = headers["etag"], tag.utf8.first == UInt8(ascii: "\"") { return tag }
        guard let field = headers["last-modified"], let modified = HTTPDate.seconds(field),
            let now = headers["date"].flatMap(HTTPDate.seconds), now - modified >= 60
        else { return nil }
        return field
    }

    /// Whether a 206 that was asked for with `validator` may be of that version, as far as it tells.
    func mayContinue(_ validator: String) -> Bool {
        let isTag = validator.utf8.first == UInt8(ascii: "\"")
        let told = headers[isTag ? "etag" : "last-modified"]
        return told == nil || told == validator
    }

    /// The length of the whole, of which a 206 carries all from `start` on (RFC 9110, 14.4).
    ///
    /// `nil` when it carries another part.
    func wholeLength(from start: Int64) -> Int64? {
        let expected = "bytes \(start)-"
        guard let field = headers["content-range"], field.hasPrefix(expected) else { return nil }
        let ends = field.dropFirst(expected.count)
            .split(separator: "/", omittingEmptySubsequences: false)
        guard ends.count == 2, let last = Int64(ends[0]), last >= start, last < .max,
            ends[1] == "*" || Int64(ends[1]) == last + 1
        else { return nil }
        return last + 1
    }
}
