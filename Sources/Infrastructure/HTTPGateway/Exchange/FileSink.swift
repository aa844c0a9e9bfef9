import DurableFiles
import Synchronization

/// Writes a body to its file: to a temporary name, and to the real one when all is there and as promised.
///
/// A resumable download that breaks off leaves its temporary and a note of what the bytes belong to;
/// while it runs, the note is written every few MiB by way of `takeCheckpoint`.
/// Used by one thread after another; every method blocks on the disk.
package final class FileSink {
    /// After how many bytes the note is written again: what a killed process loses at most.
    private static let checkpointInterval: Int64 = 4 << 20

    private let target: HTTPFileTarget
    /// A hash of what the bytes are; `nil` when nothing is gone on from, and nothing left behind.
    private let source: String?
    private var writer: DurableFileWriter?
    private var digest: (any ContentDigest)?
    /// What is gone on from.
    private var note: ResumeNote?
    /// How many bytes the whole file has, as the server says.
    private var announced: Int64?
    /// What the bytes that are there belong to.
    private var validator: String?
    private var lastCheckpoint: (length: Int64, flushing: FileCheckpoint)?

    /// - Parameter hash: A hash of a text that may hold secrets; `nil` from it resumes nothing.
    package init(_ target: HTTPFileTarget, of url: HTTPURL, hash: (String) -> String?) {
        self.target = target
        let name = target.identity.map { "content \($0.key)" } ?? "address \(url.string)"
        source = target.isResumable ? hash(name) : nil
    }

    /// Opens what an earlier attempt left, or a new temporary.
    package func open() throws(HTTPError) {
        if let source, let note = ResumeNote.read(for: target.path), note.source == source,
            resume(note)
        {
            return
        }
        try beginAnew()
    }

    /// Whether the bytes of `note` are there, and nobody else is at work on them.
    private func resume(_ note: ResumeNote) -> Bool {
        // The last byte is fetched again where all are there: there is no range of none.
        let note = note.shortened(to: target.length.map { $0 - 1 } ?? note.length)
        guard note.length > 0 else { return false }
        do {
            writer = try DurableFileWriter(
                resuming: note.partial, path: target.path, offset: note.length)
            digest = target.digest
            if digest != nil {
                try note.forEachByte(besides: target.path) { digest?.update($0) }
            }
        } catch {
            // Swept, or tampered with, or in another download's hands.
            writer = nil
            return false
        }
        self.note = note
        validator = note.validator
        return true
    }

    /// The fields that ask for the rest of what is there.
    package var requestHeaders: HTTPHeaders {
        guard let note else { return HTTPHeaders() }
        var headers: HTTPHeaders = ["Range": "bytes=\(note.length)-"]
        if target.identity == nil { headers.add("If-Range", note.validator) }
        return headers
    }

    /// Takes the head of an accepted response, and decides whether its body goes on or begins anew.
    package func begin(_ head: HTTPResponseHead) throws(HTTPError) {
        if let identity = target.identity, !identity.identifies(head) {
            throw mismatch(
                "the server sent other content than the one asked for", phase: .receiving)
        }
        if head.status == 206 {
            guard let note, target.identity != nil || head.mayContinue(note.validator),
                let length = head.wholeLength(from: note.length)
            else {
                throw mismatch(
                    "the server sent another part than the one asked for", phase: .receiving)
            }
            announced = length
        } else {
            if note != nil {
                forget()
                try beginAnew()
            }
            announced = head.headers["content-length"].flatMap { Int64($0) }
            validator = target.identity == nil ? head.strongValidator : ResumeNote.noValidator
        }
        if let length = target.length, let announced, announced != length {
            throw mismatch(
                "the server announces \(announced) bytes instead of \(length)", phase: .receiving)
        }
    }

    /// Appends a piece.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) {
        try onDisk { () throws(DurableFileError) in try writer?.write(bytes) }
        digest?.update(bytes)
        if length > target.limit {
            throw HTTPError(
                .bodyTooLarge, "the file exceeds \(target.limit) bytes", phase: .receiving)
        }
    }

    /// A note of the bytes that are there, when one is due: to be written on the disk's thread while
    /// the download goes on.
    package func takeCheckpoint() -> FileCheckpoint? {
        guard let source, length - (lastCheckpoint?.length ?? 0) >= Self.checkpointInterval,
            let validator, lastCheckpoint?.flushing.isWritten ?? true,
            let bytes = try? writer?.checkpoint()
        else { return nil }
        let note = ResumeNote(
            partial: bytes.partial, length: length, source: source, validator: validator)
        let checkpoint = FileCheckpoint(bytes, note, of: target.path)
        lastCheckpoint = (length, checkpoint)
        return checkpoint
    }

    /// How many bytes the file has by now.
    package var length: Int64 { writer?.length ?? 0 }

    /// Puts the file in its place, if it is the one that was promised.
    package func finish() throws(HTTPError) -> HTTPFile {
        let length = length
        if let expected = target.length ?? announced, expected != length {
            throw mismatch(
                "the file is not the expected one: it has \(length) bytes instead of \(expected)",
                phase: .handling)
        }
        if let digest, !digest.isExpected {
            throw mismatch(
                "the file is not the expected one: its \(digest.name) differs", phase: .handling)
        }
        guard let writer = take() else {
            preconditionFailure("a file sink is finished once, after it was opened")
        }
        do {
            try writer.commit()
        } catch {
            throw Self.failure(error)
        }
        if source != nil { ResumeNote.remove(for: target.path) }
        return HTTPFile(path: target.path, length: length, resumedFrom: note?.length ?? 0)
    }

    /// Leaves the file as it was before; keeps what can be gone on from.
    package func abandon() {
        let length = length
        guard let source, let validator, length > 0, let writer = take() else {
            writer = nil
            return
        }
        // What another download left is given up for this; our own temporary is still locked.
        ResumeNote.remove(for: target.path)
        if let partial = try? writer.keep() {
            // Without the note the temporary is swept later: nothing is lost but the head start.
            ResumeNote(partial: partial, length: length, source: source, validator: validator)
                .write(for: target.path)
        }
    }

    /// Takes a refusal: where it says that the range cannot be, what is there is forgotten.
    package func refused(_ response: HTTPResponse) {
        if target.identity?.isUnsatisfiableRange(response) ?? (response.status == 416) { forget() }
    }

    /// Writes a body that is there as a whole.
    package static func place(
        _ bytes: [UInt8], at target: HTTPFileTarget, head: HTTPResponseHead
    ) throws(HTTPError) -> HTTPFile {
        let sink = FileSink(target, of: head.url) { _ in nil }
        try sink.open()
        try sink.begin(head)
        let written = bytes.withUnsafeBytes { bytes in
            Result { () throws(HTTPError) in try sink.write(bytes) }
        }
        try written.get()
        return try sink.finish()
    }

    /// Forgets what an earlier attempt left: the server does not know it any more.
    package func forget() {
        writer = nil
        validator = nil
        let isNoted = note.take() != nil || lastCheckpoint != nil
        guard isNoted else { return }
        lastCheckpoint = nil
        ResumeNote.remove(for: target.path)
    }

    private func beginAnew() throws(HTTPError) {
        writer = nil
        digest = target.digest
        try onDisk { () throws(DurableFileError) in
            writer = try DurableFileWriter(path: target.path)
        }
    }

    private func take() -> DurableFileWriter? {
        var taken: DurableFileWriter?
        swap(&taken, &writer)
        return taken
    }

    private func mismatch(_ reason: String, phase: HTTPError.Phase) -> HTTPError {
        forget()
        return HTTPError(.contentMismatch, reason, phase: phase)
    }

    private func onDisk(_ body: () throws(DurableFileError) -> Void) throws(HTTPError) {
        do {
            try body()
        } catch {
            throw Self.failure(error)
        }
    }

    private static func failure(_ error: DurableFileError) -> HTTPError {
        HTTPError(.fileFailed, "the file could not be written", phase: .receiving, cause: error)
    }
}

/// The bytes of a download at one moment, and the note that makes them good to go on from.
package final class FileCheckpoint: Sendable {
    private let bytes: DurableCheckpoint
    private let note: ResumeNote
    private let path: String
    private let written = Atomic(false)

    init(_ bytes: DurableCheckpoint, _ note: ResumeNote, of path: String) {
        self.bytes = bytes
        self.note = note
        self.path = path
    }

    /// Whether `write` is over.
    var isWritten: Bool { written.load(ordering: .relaxed) }

    /// Flushes the bytes, then writes the note; blocks on the disk.
    package func write() {
        // Without a note a killed download begins anew: nothing else is lost.
        if (try? bytes.flush()) != nil { note.write(for: path) }
        written.store(true, ordering: .relaxed)
    }
}
