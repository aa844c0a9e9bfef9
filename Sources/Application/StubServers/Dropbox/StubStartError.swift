public import BoundaryErrors
import Pictures
import WebServer

/// The reason why a stub could not be started.
public struct StubStartError: BoundaryError {
    /// The kind of error.
    public struct Code: ErrorCode {
        /// The code's name, in words.
        public let name: String

        /// The system does not grant the port.
        public static let cannotListen = Code(name: "cannot listen")
        /// The server ended before it listened.
        public static let stoppedEarly = Code(name: "stopped early")
        /// The system has no library that draws pictures.
        public static let noPictures = Code(name: "no pictures")
    }

    /// The kind of error.
    public let code: Code
    /// The failure in a few words, without the address.
    public let message: String

    init(_ error: WebServerError) {
        code = error.code == .stoppedEarly ? .stoppedEarly : .cannotListen
        message = error.reason
    }

    init(_ error: PictureError) {
        code = .noPictures
        message = error.description
    }
}
