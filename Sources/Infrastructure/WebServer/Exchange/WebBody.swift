/// The body of a response: bytes in memory, a source that is read while it is sent, or a stream.
///
/// ```swift
/// let body = WebBody(length: size) { range, writer in
///     try await writer.write(file.read(range))
/// }
/// ```
///
/// A source or a stream runs after the handler has returned, in the same task. It is suspended
/// while the client reads more slowly than it writes. If it throws, or if a source does not write
/// the requested number of bytes, the connection is closed, so that the client detects the
/// incomplete body.
package struct WebBody: Sendable {
    /// A function that writes exactly the requested part of a body.
    package typealias Source = @Sendable (Range<Int>, inout WebBodyWriter) async throws -> Void
    /// A function that writes a body of unknown length.
    package typealias Stream = @Sendable (inout WebBodyWriter) async throws -> Void

    enum Content: Sendable {
        case bytes(ArraySlice<UInt8>)
        case source(Range<Int>, Source)
        case stream(Stream)
    }

    let content: Content

    private init(_ content: Content) {
        self.content = content
    }

    /// A body in memory.
    package init(_ bytes: [UInt8]) {
        content = .bytes(bytes[...])
    }

    /// A body of `length` bytes that is read while it is sent.
    package init(length: Int, source: @escaping Source) {
        content = .source(0..<length, source)
    }

    /// A body that ends when the function returns, such as server-sent events.
    package init(stream: @escaping Stream) {
        content = .stream(stream)
    }

    /// The number of bytes; `nil` for a stream.
    package var length: Int? {
        switch content {
        case .bytes(let bytes): bytes.count
        case .source(let range, _): range.count
        case .stream: nil
        }
    }

    /// The bytes of a body in memory; `nil` for a source or a stream.
    package var bytes: [UInt8]? {
        if case .bytes(let bytes) = content { Array(bytes) } else { nil }
    }

    /// A part of the body, which must have a length that contains the part.
    package subscript(part: Range<Int>) -> WebBody {
        switch content {
        case .bytes(let bytes):
            let start = bytes.startIndex
            return WebBody(.bytes(bytes[start + part.lowerBound..<start + part.upperBound]))
        case .source(let range, let source):
            let start = range.lowerBound
            precondition(part.upperBound <= range.count, "a part is beyond the end of its body")
            return WebBody(.source(start + part.lowerBound..<start + part.upperBound, source))
        case .stream: preconditionFailure("a stream without a length has no parts")
        }
    }

    /// Writes the whole body.
    func send(to writer: inout WebBodyWriter) async throws {
        switch content {
        case .bytes(let bytes): try await writer.write(bytes)
        case .source(let range, let source): try await source(range, &writer)
        case .stream(let stream): try await stream(&writer)
        }
    }
}
