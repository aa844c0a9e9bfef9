import Scheduling

/// A proxy on loopback, which sends each request and each tunnel to one server on this machine.
///
/// It forwards requests with an address, and answers `CONNECT` with a connection to the server,
/// through which one response passes for each request. With `refusing`, it answers this status.
///
/// ```swift
/// let proxy = try ForwardProxy(to: server.port)
/// ```
package final class ForwardProxy: Sendable {
    /// The requests that arrived, with the fields for the proxy.
    private final class Arrivals: Sendable {
        let requests = Guarded([RawRequest]())
    }

    private let arrivals: Arrivals
    private let server: RawServer

    /// Starts a proxy in front of the server at `port`.
    package init(to port: Int = 0, refusing status: Int? = nil) throws {
        let arrivals = Arrivals()
        self.arrivals = arrivals
        server = try RawServer { connection in
            while let request = connection.request() {
                arrivals.requests.withLock { $0.append(request) }
                guard status == nil, let server = RawConnection(to: port) else {
                    connection.send(
                        "HTTP/1.1 \(status ?? 502) No\r\nContent-Length: 0\r\n\r\n")
                    continue
                }
                guard request.method == "CONNECT" else {
                    server.send(request.whole)
                    guard let response = server.response() else { return }
                    connection.send(response.whole)
                    continue
                }
                connection.send("HTTP/1.1 200 Connected\r\n\r\n")
                while let inner = connection.request() {
                    server.send(inner.whole)
                    guard let response = server.response() else { return }
                    connection.send(response.whole)
                }
            }
        }
    }

    /// The port of the proxy.
    package var port: Int { server.port }

    /// The requests that have arrived.
    package var requests: [RawRequest] { arrivals.requests.withLock { $0 } }
}
