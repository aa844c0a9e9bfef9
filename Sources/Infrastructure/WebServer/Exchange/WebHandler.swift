/// A function that answers requests.
package typealias WebHandler = @Sendable (WebRequest) async throws -> WebResponse

/// The error by which a handler closes the connection without a response.
package struct ConnectionDrop: Error, Sendable {
    /// Creates the error.
    package init() {}
}
