import DurableFiles
import Foundation

extension ResumeNote {
    /// Reads the note of a download to `target`; `nil` when it cannot be read.
    ///
    /// The download then begins at its first byte, which is correct in any case.
    static func read(for target: String) -> ResumeNote? {
        (try? DurableNote(beside: target).read()).flatMap(ResumeNote.init(bytes:))
    }

    /// Writes the note; without it, the next attempt begins at the first byte.
    func write(for target: String) {
        try? DurableNote(beside: target).write(bytes)
    }

    /// Removes the note, and the temporary file that it names unless a writer uses that file.
    static func remove(for target: String) {
        if let note = read(for: target) {
            try? DurableFileWriter(resuming: note.partial, path: target, offset: 0).discard()
        }
        try? DurableNote(beside: target).remove()
    }

    /// Reads the bytes of the temporary file, for their digest.
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
