import Foundation

/// What a request sends.
public struct HTTPBody: Sendable {
    package enum Source: Sendable {
        case none
        case bytes([UInt8])
        case file(path: String)
        case stream(length: Int64?, make: @Sendable () throws -> any HTTPBodyProducer)
    }

    package let source: Source
    /// The `Content-Type` that goes with it; a header field of the request overrides it.
    public let contentType: String?

    /// Nothing.
    public static let none = HTTPBody(source: .none, contentType: nil)

    /// Bytes in memory.
    public static func bytes(_ bytes: [UInt8], type: String = "application/octet-stream")
        -> HTTPBody
    {
        HTTPBody(source: .bytes(bytes), contentType: type)
    }

    /// Text in UTF-8.
    public static func text(_ text: String, type: String = "text/plain; charset=utf-8") -> HTTPBody
    {
        .bytes(Array(text.utf8), type: type)
    }

    /// A file, read while it is sent; its length is taken when it is opened.
    ///
    /// What is no plain file is `.bodyFailed`; what a pipe holds can be sent as a stream.
    public static func file(_ path: String, type: String = "application/octet-stream") -> HTTPBody {
        HTTPBody(source: .file(path: path), contentType: type)
    }

    /// Bytes that are produced while they are sent, in pieces of the gateway's choice.
    ///
    /// - Parameters:
    ///   - length: How many there will be; without it they go in chunks. Another number is `.bodyFailed`,
    ///     before the last of them is sent.
    ///   - type: The `Content-Type`.
    ///   - make: Makes the producer, again for each attempt. It and the producer run on the gateway's
    ///     I/O thread, which serves all other requests too: they must be quick.
    public static func stream(
        length: Int64? = nil, type: String = "application/octet-stream",
        _ make: @escaping @Sendable () throws -> any HTTPBodyProducer
    ) -> HTTPBody {
        HTTPBody(source: .stream(length: length, make: make), contentType: type)
    }

    /// Fields of a form (application/x-www-form-urlencoded).
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
    /// All of it in memory, as a stub needs it.
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

/// Produces a streamed body, piece by piece; confined to the gateway's I/O thread.
public protocol HTTPBodyProducer: AnyObject {
    /// Writes the next bytes into `buffer`, and tells how many; 0 is the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int
}
