import Foundation
import Scheduling

/// A server on a bare loopback socket; it sends what a test's script sends, valid or not.
///
/// Each connection has its own thread, which runs the script and closes the connection afterwards.
///
/// ```swift
/// let server = try RawServer { connection in
///     while connection.request() != nil { connection.send("HTTP/1.1 204 No\r\n\r\n") }
/// }
/// ```
package final class RawServer: Sendable {
    /// The port that the server listens on.
    package let port: Int
    private let descriptor: Int32
    private let connections = Guarded(Set<Int32>())
    private let accepted = Guarded(0)
    private let address: LoopbackAddress

    /// Starts a server that runs `script` for each connection.
    package init(
        at address: LoopbackAddress = .four, _ script: @escaping @Sendable (RawConnection) -> Void
    ) throws {
        self.address = address
        (descriptor, port) = try Loopback.listen(at: address)
        let thread = Thread { [weak self, descriptor] in
            while case let socket = accept(descriptor, nil, nil), socket >= 0 {
                Loopback.keepToItself(socket)
                guard let self else {
                    close(socket)
                    return
                }
                serve(socket, script)
            }
        }
        thread.start()
    }

    deinit { stop() }

    /// The number of connections so far.
    package var connectionCount: Int { accepted.withLock { $0 } }

    /// Returns the address of `path` on this server.
    package func url(_ path: String = "/") -> String {
        "http://\(address.rawValue):\(port)\(path)"
    }

    /// Ends all connections; new ones are accepted only if `listening` is true.
    package func stop(listening: Bool = false) {
        if !listening { shutdown(descriptor, Int32(SHUT_RDWR)) }
        connections.withLock { open in
            for socket in open { shutdown(socket, Int32(SHUT_RDWR)) }
        }
    }

    private func serve(_ socket: Int32, _ script: @escaping @Sendable (RawConnection) -> Void) {
        accepted.withLock { $0 += 1 }
        connections.withLock { _ = $0.insert(socket) }
        let thread = Thread { [weak self] in
            script(RawConnection(socket))
            self?.connections.withLock { _ = $0.remove(socket) }
            close(socket)
        }
        thread.stackSize = 256 << 10
        thread.start()
    }
}
