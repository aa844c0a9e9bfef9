import DurableFiles
import Synchronization

/// Writes a body to a temporary file, and moves it to its final path once it is verified.
///
/// An interrupted resumable download leaves its temporary file and a note of what the bytes belong
/// to. During the download, the note is written every few MiB by `takeCheckpoint`. The sink is used
/// by one thread at a time; every method blocks on the disk.
package final class FileSink {  // not @Schedulable: the thread of its files uses it
    /// The number of bytes between two notes: the most that a killed process loses.
    private let checkpointInterval: Int64

    private let target: HTTPFileTarget
    /// A hash that identifies the content; `nil` if nothing is resumed and nothing is kept.
    private let source: String?
    private var writer: DurableFileWriter?
    private var digest: (any ContentDigest)?
    /// The note of the download that is resumed.
    private var note: ResumeNote?
    /// The length of the whole file in bytes, as the server announces it.
    private var announced: Int64?
    /// The validator of the bytes in the file.
    private var validator: String?
    private var lastCheckpoint: (length: Int64, flushing: FileCheckpoint)?

    /// Creates a sink for the body at `url`.
    ///
    /// - Parameters:
    ///   - checkpointInterval: the number of bytes between two notes.
    ///   - hash: hashes a text that may contain secrets; if it returns `nil`, nothing is resumed.
    package init(
        _ target: HTTPFileTarget, of url: HTTPURL, checkpointInterval: Int64 = 4 << 20,
        hash: (String) -> String?
    ) {
        self.target = target
        self.checkpointInterval = checkpointInterval
        let name = target.identity.map { "content \($0.key)" } ?? "address \(url.string)"
        source = target.isResumable ? hash(name) : nil
    }

    /// Opens the temporary file of an earlier attempt, or a new one.
    package func open() throws(HTTPError) {
        if let source, let note = ResumeNote.read(for: target.path), note.source == source,
            resume(note)
        {
            return
        }
        try restart()
    }

    /// Returns whether the bytes of `note` exist and are not used by another download.
    private func resume(_ note: ResumeNote) -> Bool {
        // If all bytes are there, the last one is fetched again, because a range cannot be empty.
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
            // The file was removed by a sweep, was modified, or is used by another download.
            writer = nil
            return false
        }
        self.note = note
        validator = note.validator
        return true
    }

    /// The fields that request the rest of the file.
    package var requestHeaders: HTTPHeaders {
        guard let note else { return HTTPHeaders() }
        var headers: HTTPHeaders = ["Range": "bytes=\(note.length)-"]
        if target.identity == nil { headers.add("If-Range", note.validator) }
        return headers
    }

    /// Checks the head of an accepted response: its body is the rest of the file, or all of it.
    package func begin(_ head: HTTPResponseHead) throws(HTTPError) {
        if let identity = target.identity, !identity.identifies(head) {
            throw mismatch(
                "the server sent other content than the requested one", phase: .receiving)
        }
        if head.status == 206 {
            guard let note, target.identity != nil || head.mayContinue(note.validator),
                let length = head.wholeLength(from: note.length)
            else {
                throw mismatch(
                    "the server sent another range than the requested one", phase: .receiving)
            }
            announced = length
        } else {
            if note != nil {
                forget()
                try restart()
            }
            announced = head.headers["content-length"].flatMap { Int64($0) }
            validator = target.identity == nil ? head.strongValidator : ResumeNote.noValidator
        }
        if let length = target.length, let announced, announced != length {
            throw mismatch(
                "the server announced \(announced) bytes instead of \(length)", phase: .receiving)
        }
    }

    /// Appends a piece of the body.
    ///
    /// A piece that would make the file too long is not written: the framing of a response does not
    /// limit the bytes that a server sends. After the error, the owner discards the bytes.
    package func write(_ bytes: UnsafeRawBufferPointer) throws(HTTPError) {
        let length = length + Int64(bytes.count)
        if let expected = target.length ?? announced, length > expected {
            throw HTTPError(
                .contentMismatch,
                "the server sent at least \(length) bytes instead of \(expected)",
                phase: .receiving)
        }
        guard length <= target.limit else {
            throw HTTPError(
                .bodyTooLarge, "the file exceeds \(target.limit) bytes", phase: .receiving)
        }
        try onDisk { () throws(DurableFileError) in try writer?.write(bytes) }
        digest?.update(bytes)
    }

    /// Returns a checkpoint if one is due, to be written on the disk's thread during the download.
    package func takeCheckpoint() -> FileCheckpoint? {
        guard let source, length - (lastCheckpoint?.length ?? 0) >= checkpointInterval,
            let validator, lastCheckpoint?.flushing.isWritten ?? true,
            let bytes = try? writer?.checkpoint()
        else { return nil }
        let note = ResumeNote(
            partial: bytes.partial, length: notedLength, source: source, validator: validator)
        let checkpoint = FileCheckpoint(bytes, note, of: target.path)
        lastCheckpoint = (length, checkpoint)
        return checkpoint
    }

    /// The present length of the file in bytes.
    package var length: Int64 { writer?.length ?? 0 }

    /// The length from which a later attempt continues: if all bytes are there, that before the
    /// last one, because a range cannot be empty.
    private var notedLength: Int64 { length == announced ? length - 1 : length }

    /// Moves the file to its final path, if it is the expected one.
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
            preconditionFailure("a file sink must be opened before, and finished only once")
        }
        do {
            try writer.commit()
        } catch {
            throw Self.failure(error)
        }
        if source != nil { ResumeNote.remove(for: target.path) }
        return HTTPFile(path: target.path, length: length, resumedFrom: note?.length ?? 0)
    }

    /// Leaves the target as it was; keeps the bytes that a later attempt can resume.
    package func abandon() {
        let length = notedLength
        guard let source, let validator, length > 0, let writer = take() else {
            writer = nil
            return
        }
        // The note of another download is replaced by this one; our own temporary file is still
        // locked.
        ResumeNote.remove(for: target.path)
        if let partial = try? writer.keep() {
            // Without the note, the temporary file is swept later; only the bytes so far are lost.
            ResumeNote(partial: partial, length: length, source: source, validator: validator)
                .write(for: target.path)
        }
    }

    /// Handles a refused response: if its range lies outside the content, the bytes are discarded.
    package func refused(_ response: HTTPResponse) {
        if target.identity?.isUnsatisfiableRange(response) ?? (response.status == 416) { forget() }
    }

    /// Ends the file with the outcome of its transfer, which a failure of the disk replaces.
    package func end(
        _ plan: TransferPlan, _ outcome: Result<HTTPResponse, HTTPError>
    ) -> Result<HTTPResponse, HTTPError> {
        guard case .success(let response) = outcome, plan.accepted.contains(response.status) else {
            switch outcome {
            case .success(let response): refused(response)
            case .failure(let error):
                if error.code == .contentMismatch || error.code == .bodyTooLarge { forget() }
            }
            abandon()
            return outcome
        }
        return Result { () throws(HTTPError) in
            HTTPResponse(head: response.head, file: try finish(), timings: response.timings)
        }
    }

    /// Discards the bytes, because the server has no such version, or sends other bytes.
    package func forget() {
        writer = nil
        validator = nil
        let isNoted = note.take() != nil || lastCheckpoint != nil
        guard isNoted else { return }
        lastCheckpoint = nil
        ResumeNote.remove(for: target.path)
    }

    private func restart() throws(HTTPError) {
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
        HTTPError(.fileFailed, "cannot write the file", phase: .receiving, cause: error)
    }
}

/// The bytes of a download at one moment, and the note that makes them resumable.
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

    /// Whether `write` has ended.
    var isWritten: Bool { written.load(ordering: .relaxed) }

    /// Flushes the bytes, then writes the note; blocks on the disk.
    package func write() {
        // Without a note, a killed download starts from its beginning; nothing else is lost.
        if (try? bytes.flush()) != nil { note.write(for: path) }
        written.store(true, ordering: .relaxed)
    }
}
