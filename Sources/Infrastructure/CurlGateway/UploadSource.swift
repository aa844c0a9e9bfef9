import HTTPGateway

/// The bytes of a request's body, read when libcurl asks for them; on the I/O thread.
final class UploadSource {  // not @Schedulable: confined to the I/O thread
    private enum Reader {
        case bytes([UInt8])
        case file(UploadFile)
        case producer(any HTTPBodyProducer)
    }

    private let body: HTTPBody
    private var reader: Reader
    private(set) var offset: Int64 = 0
    /// The length of the body in bytes; `nil` if it is unknown.
    let length: Int64?

    /// Opens a body; `nil` for `HTTPBody.none`.
    static func open(_ body: HTTPBody) throws(HTTPError) -> UploadSource? {
        if case .none = body.source { return nil }
        return try UploadSource(body)
    }

    private init(_ body: HTTPBody) throws(HTTPError) {
        self.body = body
        (reader, length) = try Self.reader(of: body)
        // libcurl does not read a body of length 0, so the check for excess bytes runs here.
        if length == 0 { _ = try read(into: UnsafeMutableRawBufferPointer(start: nil, count: 0)) }
    }

    private static func reader(of body: HTTPBody) throws(HTTPError) -> (Reader, Int64?) {
        do {
            switch body.source {
            case .none: return (.bytes([]), 0)
            case .bytes(let bytes): return (.bytes(bytes), Int64(bytes.count))
            case .file(let path):
                let file = try UploadFile(path)
                return (.file(file), file.length)
            case .stream(let length, let make): return (.producer(try make()), length)
            }
        } catch let error as HTTPError {
            throw error
        } catch {
            throw HTTPError(.bodyFailed, "cannot open the body", cause: error)
        }
    }

    /// Whether all of a body of known length was read.
    var isAtEnd: Bool { offset == length }

    /// Fills `buffer` and returns the number of bytes; 0 means the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(HTTPError) -> Int {
        do {
            let room = length.map { Int(min(Int64(buffer.count), $0 - offset)) } ?? buffer.count
            let count =
                room == 0 ? 0 : try fill(UnsafeMutableRawBufferPointer(rebasing: buffer[..<room]))
            guard count > 0 || length == nil || room == 0, count <= room else {
                throw HTTPError(
                    .bodyFailed, "the body has \(offset) bytes instead of \(length ?? 0)",
                    phase: .sending)
            }
            offset += Int64(count)
            if offset == length { try checkEnd() }
            return count
        } catch let error as HTTPError {
            throw error
        } catch {
            throw HTTPError(
                .bodyFailed, "cannot produce the body", phase: .sending, cause: error)
        }
    }

    /// Returns to the beginning of the body, for another attempt of the same request.
    func rewind() -> Bool {
        guard let (reader, _) = try? Self.reader(of: body) else { return false }
        self.reader = reader
        offset = 0
        return true
    }

    /// Fails if a producer has more bytes than announced; they would be cut off silently.
    private func checkEnd() throws {
        guard case .producer(let producer) = reader else { return }
        let excess = try withUnsafeTemporaryAllocation(byteCount: 1, alignment: 1) {
            try producer.read(into: $0)
        }
        guard excess == 0 else {
            throw HTTPError(
                .bodyFailed, "the body exceeds its length of \(offset) bytes",
                phase: .sending)
        }
    }

    private func fill(_ buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        switch reader {
        case .bytes(let bytes):
            bytes.withUnsafeBytes { bytes in
                buffer.copyMemory(
                    from: UnsafeRawBufferPointer(
                        rebasing: bytes[Int(offset)..<(Int(offset) + buffer.count)]))
            }
            return buffer.count
        case .file(let file): return try file.read(into: buffer)
        case .producer(let producer):
            return try producer.read(into: buffer)
        }
    }
}
