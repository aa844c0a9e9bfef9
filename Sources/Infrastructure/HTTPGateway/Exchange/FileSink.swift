import DurableFiles

/// A running hash of what a file holds.
package protocol FileDigest {
    mutating func update(_ bytes: UnsafeRawBufferPointer)
    func value() -> [UInt8]
}

/// Writes a body to its file: to a temporary name, and to the real one when all is there and as promised.
///
/// A resumable download that breaks off leaves its temporary and a note of what the bytes belong to.
/// Used by one thread after another; every method blocks on the disk.
package final class FileSink {
    private let target: HTTPFileTarget
    private let makeDigest: () -> (any FileDigest)?
    private var writer: DurableFileWriter?
    private var digest: (any FileDigest)?
    private var note: ResumeNote?
    private var resumedFrom: Int64 = 0
    private var announced: Int64?
    private var validator: String?

    package init(_ target: HTTPFileTarget, digest makeDigest: @escaping () -> (any FileDigest)?) {
        self.target = target
        self.makeDigest = makeDigest
    }

    /// Opens what an earlier attempt left, or a new temporary.
    package func open() throws(HTTPError) {
        if target.isResumable, let note = ResumeNote.read(for: target.path) {
            do {
                writer = try DurableFileWriter(
                    resuming: note.partial, path: target.path, offset: note.length)
                digest = target.sha256 == nil ? nil : makeDigest()
                try note.forEachByte(besides: target.path) { digest?.update($0) }
                self.note = note
                resumedFrom = note.length
                return
            } catch {
                // Swept, or tampered with: the download begins anew.
                ResumeNote.remove(for: target.path)
            }
        }
        try beginAnew()
    }

    /// The fields that ask for the rest of what is there.
    package var requestHeaders: HTTPHeaders {
        guard let note else { return HTTPHeaders() }
        return ["Range": "bytes=\(note.length)-", "If-Range": note.validator]
    }

    /// Takes the head of an accepted response, and decides whether its body goes on or begins anew.
    package func begin(_ head: HTTPResponseHead) throws(HTTPError) {
        validator = head.strongValidator
        announced = head.headers["content-length"].flatMap { Int64($0) }
        if head.status == 206 {
            guard let note, head.strongValidator == nil || head.strongValidator == note.validator,
                let range = head.contentRange, range.first == note.length
            else {
                throw HTTPError(
                    .contentMismatch, "the server sent another part than the one asked for",
                    phase: .receiving)
            }
            validator = note.validator
            announced = announced.map { $0 + note.length }
        } else if note != nil {
            ResumeNote.remove(for: target.path)
            note = nil
            resumedFrom = 0
            try beginAnew()
        }
        if let length = target.length, let announced, announced != length {
            throw HTTPError(
                .contentMismatch, "the server announces \(announced) bytes instead of \(length)",
                phase: .receiving)
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

    /// How many bytes the file has by now.
    package var length: Int64 { writer?.length ?? 0 }

    /// Puts the file in its place, if it is the one that was promised.
    package func finish() throws(HTTPError) -> HTTPFile {
        let length = length
        if let expected = target.length, expected != length {
            throw mismatch("it has \(length) bytes instead of \(expected)")
        }
        if let expected = target.sha256, let digest, digest.value() != expected {
            throw mismatch("its SHA-256 is another one")
        }
        guard let writer = take() else {
            preconditionFailure("a file sink is finished once, after it was opened")
        }
        do {
            try writer.commit()
        } catch {
            throw Self.failure(error)
        }
        if target.isResumable { ResumeNote.remove(for: target.path) }
        return HTTPFile(path: target.path, length: length, resumedFrom: resumedFrom)
    }

    /// Leaves the file as it was before; keeps what can be gone on from.
    package func abandon() {
        guard target.isResumable, let validator = validator ?? note?.validator, let writer = take(),
            writer.length > 0
        else {
            writer = nil
            return
        }
        let length = writer.length
        if let partial = try? writer.keep() {
            // Without the note the temporary is swept later: nothing is lost but the head start.
            ResumeNote(partial: partial, length: length, validator: validator).write(
                for: target.path)
        }
    }

    /// Writes a body that is there as a whole; its hash goes unchecked.
    package static func place(
        _ bytes: [UInt8], at target: HTTPFileTarget, head: HTTPResponseHead
    ) throws(HTTPError) -> HTTPFile {
        let sink = FileSink(target) { nil }
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
        note = nil
        validator = nil
        writer = nil
        if target.isResumable { ResumeNote.remove(for: target.path) }
    }

    private func beginAnew() throws(HTTPError) {
        digest = target.sha256 == nil ? nil : makeDigest()
        try onDisk { () throws(DurableFileError) in
            writer = try DurableFileWriter(path: target.path)
        }
    }

    private func take() -> DurableFileWriter? {
        var taken: DurableFileWriter?
        swap(&taken, &writer)
        return taken
    }

    private func mismatch(_ what: String) -> HTTPError {
        forget()
        return HTTPError(
            .contentMismatch, "the file is not the expected one: \(what)", phase: .handling)
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
