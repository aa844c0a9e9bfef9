import DurableFiles
import Foundation

extension ResumeNote {
    static func read(for target: String) -> ResumeNote? {
        (try? DurableNote(beside: target).read()).flatMap(ResumeNote.init(bytes:))
    }

    func write(for target: String) {
        try? DurableNote(beside: target).write(bytes)
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
