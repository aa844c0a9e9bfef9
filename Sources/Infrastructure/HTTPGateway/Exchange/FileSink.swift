import DurableFiles

/// A running hash of what a file holds.
package protocol FileDigest {
    mutating func update(_ bytes: UnsafeRawBufferPointer)
    func value() -> [UInt8]
}

extension FileDigest {
    /// The hash of a text, in hexadecimal.
    fileprivate func hexadecimal(of text: String) -> String {
        var (digest, text) = (self, text)
        text.withUTF8 { digest.update(UnsafeRawBufferPointer($0)) }
        return digest.value().map { String(0x100 | Int($0), radix: 16).dropFirst() }.joined()
    }
}

/// Writes a body to its file: to a temporary name, and to the real one when all is there and as promised.
///
/// A resumable download that breaks off leaves its temporary and a note of what the bytes belong to.
/// Used by one thread after another; every method blocks on the disk.
package final class FileSink {
    private let target: HTTPFileTarget
    private let makeDigest: () -> (any FileDigest)?
    /// A hash of the address; `nil` when nothing is gone on from, and nothing left behind.
    private let source: String?
    private var writer: DurableFileWriter?
    private var digest: (any FileDigest)?
    /// What is gone on from.
    private var note: ResumeNote?
    /// How many bytes the whole file has, as the server says.
    private var announced: Int64?
    /// What the bytes that are there belong to.
    private var validator: String?

    /// - Parameter makeDigest: `nil` from it leaves hashes unchecked, and resumes nothing.
    package init(
        _ target: HTTPFileTarget, of url: HTTPURL,
        digest makeDigest: @escaping () -> (any FileDigest)?
    ) {
        self.target = target
        self.makeDigest = makeDigest
        source = target.isResumable ? makeDigest()?.hexadecimal(of: url.string) : nil
    }

    /// Opens what an earlier attempt left, or a new temporary.
    package func open() throws(HTTPError) {
        if let source, let note = ResumeNote.read(for: target.path), note.source == source {
            do {
                writer = try DurableFileWriter(
                    resuming: note.partial, path: target.path, offset: note.length)
                if target.sha256 != nil {
                    digest = makeDigest()
                    try note.forEachByte(besides: target.path) { digest?.update($0) }
                }
                self.note = note
                validator = note.validator
                return
            } catch {
                // Swept, tampered with, or in another download's hands: this one begins anew.
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
        if head.status == 206 {
            guard let note, head.headers["etag"] ?? note.validator == note.validator,
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
            validator = head.strongValidator
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
        if let expected = target.sha256, let digest, digest.value() != expected {
            throw mismatch(
                "the file is not the expected one: its SHA-256 is another one", phase: .handling)
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

    /// Writes a body that is there as a whole; its hash goes unchecked.
    package static func place(
        _ bytes: [UInt8], at target: HTTPFileTarget, head: HTTPResponseHead
    ) throws(HTTPError) -> HTTPFile {
        let sink = FileSink(target, of: head.url) { nil }
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
        guard note.take() != nil else { return }
        ResumeNote.remove(for: target.path)
    }

    private func beginAnew() throws(HTTPError) {
        writer = nil
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
