import Foundation
import NIOCore

/// The reason why a server could not be started.
///
/// Two errors are equal when their codes are; the rest is for a reader.
package struct WebServerError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of failure; later versions may add kinds.
    package struct Code: Sendable, Hashable {
        let name: String

        /// The system does not grant the address and the port.
        package static let cannotListen = Code(name: "cannot listen")
        /// The server was stopped before it listened.
        package static let stoppedEarly = Code(name: "stopped early")
    }

    /// The kind of failure.
    package let code: Code
    /// The cause in a few words, without the address.
    package let reason: String
    /// The whole error, in one sentence.
    package let description: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
        description = reason
    }

    /// The error of the system for a socket that cannot listen.
    init(listening error: any Error, _ configuration: WebServerConfiguration) {
        code = .cannotListen
        let number = (error as? IOError)?.errnoCode
        reason = number.map { String(cString: strerror($0)) } ?? "\(error)"
        description =
            "cannot listen on port \(configuration.port) of \(configuration.address.host): "
            + "\(reason) (choose another port, or 0 for any free one)"
    }

    /// Equality on the code alone.
    package static func == (left: Self, right: Self) -> Bool { left.code == right.code }
}
