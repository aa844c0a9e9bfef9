/// A function that answers requests.
package typealias WebHandler = @Sendable (WebRequest) async throws -> WebResponse

/// The error by which a handler closes the connection without a response.
package struct ConnectionDrop: Error {  // not a BoundaryError: an instruction to the server
    /// Creates the error.
    package init() {}
}
