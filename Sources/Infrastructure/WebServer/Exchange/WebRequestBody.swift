import HummingbirdCore
import NIOCore

/// The body of a request: its parts, in the order and sizes in which they arrive.
///
/// It can be read once. The server reads from the socket only as fast as the parts are taken. An
/// iteration throws when the body is malformed, incomplete, larger than
/// `WebServerLimits.bodyBytes`, or late. A handler that passes the error on answers with the
/// matching status.
package struct WebRequestBody: Sendable, AsyncSequence {
    private let base: RequestBody

    init(_ base: RequestBody) {
        self.base = base
    }

    /// All bytes of the body.
    ///
    /// - Throws: the error that makes the body incomplete.
    package func collected() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        for try await part in base {
            bytes.append(contentsOf: part.readableBytesView)
        }
        return bytes
    }

    /// Iterates over the parts.
    package func makeAsyncIterator() -> Iterator { Iterator(base: base.makeAsyncIterator()) }

    /// An iterator over the parts of a body.
    package struct Iterator: AsyncIteratorProtocol {
        fileprivate var base: RequestBody.AsyncIterator

        /// The next part; `nil` at the end.
        ///
        /// - Throws: the error that makes the body incomplete.
        package mutating func next() async throws -> [UInt8]? {
            try await base.next().map { Array($0.readableBytesView) }
        }
    }
}
