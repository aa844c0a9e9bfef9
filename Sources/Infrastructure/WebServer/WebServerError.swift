import BoundaryErrors
import Foundation
import NIOCore

/// The reason why a server could not be started.
package struct WebServerError: BoundaryError {
    /// The kind of error.
    package struct Code: ErrorCode {
        /// The code's name, in words.
        package let name: String
        /// The remedy, for the user of the program; `nil` if there is none.
        package var advice: String?

        /// The system does not grant the address and the port.
        package static let cannotListen = Code(
            name: "cannot listen", advice: "choose another port, or 0 for any free one")
        /// The server was stopped before it listened.
        package static let stoppedEarly = Code(name: "stopped early")
    }

    /// The kind of error.
    package let code: Code
    /// The cause in a few words, without the address.
    package let reason: String
    /// The cause, with the address.
    package let message: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
        message = reason
    }

    /// The error of the system for a socket that cannot listen.
    init(listening error: any Error, _ configuration: WebServerConfiguration) {
        code = .cannotListen
        let number = (error as? IOError)?.errnoCode
        reason = number.map { String(cString: strerror($0)) } ?? "\(error)"
        message =
            "cannot listen on port \(configuration.port) of \(configuration.address.host): "
            + reason
    }
}
