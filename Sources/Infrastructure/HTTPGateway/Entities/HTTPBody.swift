import Foundation

/// The body of a request.
///
/// Each attempt reads the body again from its beginning: it opens the file again, or makes another
/// producer. Bytes, texts and forms are held in memory as a whole. A body that cannot be read, or
/// has another length than announced, fails the request with `.bodyFailed`.
public struct HTTPBody: Sendable {
    package enum Source: Sendable {
        case none
        case bytes([UInt8])
        case file(path: String)
        case stream(length: Int64?, make: @Sendable () throws -> any HTTPBodyProducer)
    }

    package let source: Source
    /// The default of the request's `Content-Type`; a header field of the request overrides it.
    public let contentType: String?

    /// An empty body without a type.
    public static let none = HTTPBody(source: .none, contentType: nil)

    /// A body of bytes in memory.
    public static func bytes(_ bytes: [UInt8], type: String = "application/octet-stream")
        -> HTTPBody
    {
        HTTPBody(source: .bytes(bytes), contentType: type)
    }

    /// A body of UTF-8 text.
    public static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> HTTPBody
    {
        .bytes(Array(text.utf8), type: type)
    }

    /// A file that is read while it is sent; its length is determined when it is opened.
    ///
    /// A path that is not a regular file fails with `.bodyFailed`; send the contents of a pipe as a
    /// stream.
    public static func file(_ path: String, type: String = "application/octet-stream") -> HTTPBody {
        HTTPBody(source: .file(path: path), contentType: type)
    }

    /// A body that is produced while it is sent, in pieces whose size the gateway chooses.
    ///
    /// - Parameters:
    ///   - length: the number of bytes; without it, the body is sent in chunks. If the producer
    ///     makes another number of bytes, the request fails with `.bodyFailed` before the last byte
    ///     is sent.
    ///   - type: the `Content-Type`.
    ///   - make: makes the producer, once for each attempt. `make` and the producer run on the
    ///     gateway's I/O thread, which serves all other requests too: they must return quickly.
    public static func stream(
        length: Int64? = nil, type: String = "application/octet-stream",
        _ make: @escaping @Sendable () throws -> any HTTPBodyProducer
    ) -> HTTPBody {
        HTTPBody(source: .stream(length: length, make: make), contentType: type)
    }

    /// The fields of a form (application/x-www-form-urlencoded).
    public static func form(_ items: [HTTPQueryItem]) -> HTTPBody {
        var bytes: [UInt8] = []
        for item in items {
            if !bytes.isEmpty { bytes.append(UInt8(ascii: "&")) }
            item.append(to: &bytes)
        }
        return .bytes(bytes, type: "application/x-www-form-urlencoded")
    }
}

extension HTTPBody {
    /// Reads the whole body into memory; a stub uses it.
    package func collected() throws -> [UInt8] {
        switch source {
        case .none: return []
        case .bytes(let bytes): return bytes
        case .file(let path): return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        case .stream(_, let make):
            let producer = try make()
            var bytes: [UInt8] = []
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16_384, alignment: 1)
            defer { buffer.deallocate() }
            while case let count = try producer.read(into: buffer), count > 0 {
                bytes += buffer[..<count]
            }
            return bytes
        }
    }
}

/// Produces a streamed body piece by piece; confined to the gateway's I/O thread.
///
/// A call must return quickly, because the thread serves all other requests, too. An error that is
/// not an `HTTPError` becomes the cause of `.bodyFailed`.
public protocol HTTPBodyProducer: AnyObject {
    /// Writes the next bytes into `buffer` and returns their number; 0 means the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}
