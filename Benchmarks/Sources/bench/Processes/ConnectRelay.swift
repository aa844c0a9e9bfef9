import Foundation

/// A proxy that joins each CONNECT with a TLS front, for the life of this object.
///
/// Rclone knows the hosts of Dropbox only. Both clients use the proxy, so that it costs both the
/// same.
final class ConnectRelay {
    /// The address of the proxy.
    let url: String
    private let server: Background

    init(before front: TLSFront) throws {
        server = try Background(
            "python3",
            [Places.benchmarks.appending(path: "Peers/connect_relay.py").path, "\(front.port)"])
        guard let port = Int(try server.line()) else {
            throw Failure("unexpected output of connect_relay.py")
        }
        url = "http://127.0.0.1:\(port)"
    }
}
