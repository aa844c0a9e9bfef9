import HummingbirdCore
import NIOCore

/// The destination of a body that is written while it is sent.
package struct WebBodyWriter {
    private var base: any ResponseBodyWriter
    /// The number of bytes that are still to be written; `nil` if the body has no length.
    private(set) var rest: Int?

    /// The error of a source that writes more than it was asked for.
    private struct Surplus: Error {}

    init(_ base: any ResponseBodyWriter, length: Int?) {
        self.base = base
        rest = length
    }

    /// Sends bytes, and waits while the client reads more slowly.
    ///
    /// - Throws: an error when the connection is lost. A body ends then, without a cleanup of the
    ///   connection.
    package mutating func write(_ bytes: some Collection<UInt8> & Sendable) async throws {
        if let rest {
            guard bytes.count <= rest else { throw Surplus() }
            self.rest = rest - bytes.count
        }
        try await base.write(ByteBuffer(bytes: bytes))
    }

    /// Ends a body that is complete.
    consuming func finish() async throws {
        try await base.finish(nil)
    }
}
