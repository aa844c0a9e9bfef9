import Foundation
import Scheduling

#if canImport(Glibc)
    import Glibc
#endif

/// A server on a bare socket of this machine: it says what a test tells it to, however wrong.
///
/// Each connection has a thread, which runs the script with it and closes it afterwards.
final class RawServer: Sendable {
    /// The port that it listens on.
    let port: Int
    private let descriptor: Int32
    private let connections = Guarded(Set<Int32>())
    private let accepted = Guarded(0)

    /// A loopback address.
    enum Address: String, Sendable {
        case four = "127.0.0.1"
        case six = "[::1]"
    }

    private let address: Address

    /// Starts a server that runs `script` for each connection.
    init(
        at address: Address = .four, _ script: @escaping @Sendable (RawConnection) -> Void
    ) throws {
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let descriptor = socket(address == .four ? AF_INET : AF_INET6, kind, 0)
        // A child process that inherited a connection would keep it open.
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        self.address = address
        self.descriptor = descriptor
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        // The port is at the same place in the addresses of both versions.
        var storage = sockaddr_in6()
        var length = socklen_t(
            address == .four ? MemoryLayout<sockaddr_in>.size : MemoryLayout<sockaddr_in6>.size)
        let bound = withUnsafeMutableBytes(of: &storage) { bytes in
            if address == .four {
                let pointer = bytes.assumingMemoryBound(to: sockaddr_in.self)
                pointer[0].sin_family = sa_family_t(AF_INET)
                pointer[0].sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            } else {
                let pointer = bytes.assumingMemoryBound(to: sockaddr_in6.self)
                pointer[0].sin6_family = sa_family_t(AF_INET6)
                pointer[0].sin6_addr = in6addr_loopback
            }
            guard let pointer = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress else {
                return false
            }
            return bind(descriptor, pointer, length) == 0 && listen(descriptor, 1_024) == 0
                && getsockname(descriptor, pointer, &length) == 0
        }
        guard bound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL) }
        port = Int(UInt16(bigEndian: storage.sin6_port))
        let thread = Thread { [weak self, descriptor] in
            while case let socket = accept(descriptor, nil, nil), socket >= 0 {
                _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
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

    /// How many connections there were.
    var connectionCount: Int { accepted.withLock { $0 } }

    /// The address of `path`.
    func url(_ path: String = "/") -> String { "http://\(address.rawValue):\(port)\(path)" }

    /// Ends all connections, and takes no others unless it goes on listening.
    func stop(listening: Bool = false) {
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

/// One connection of a raw server, for its script.
final class RawConnection {
    private let socket: Int32
    private var buffer: [UInt8] = []

    init(_ socket: Int32) {
        self.socket = socket
        #if !canImport(Glibc)
            var yes: Int32 = 1
            setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    /// The next request with its body; `nil` when the client has gone.
    func request() -> RawRequest? {
        while true {
            if let end = buffer.firstRange(of: Array("\r\n\r\n".utf8)) {
                var request = RawRequest(String(decoding: buffer[..<end.lowerBound], as: UTF8.self))
                buffer.removeSubrange(..<end.upperBound)
                if request.header("transfer-encoding") == "chunked" {
                    guard readChunks(&request) else { return nil }
                } else if let length = request.header("content-length").flatMap({ Int($0) }) {
                    while buffer.count < length { guard fill() else { return nil } }
                    request.body = Array(buffer[..<length])
                    buffer.removeSubrange(..<length)
                }
                return request
            }
            guard fill() else { return nil }
        }
    }

    private func readChunks(_ request: inout RawRequest) -> Bool {
        while true {
            guard let end = buffer.firstRange(of: [13, 10]) else {
                guard fill() else { return false }
                continue
            }
            let size =
                Int(String(decoding: buffer[..<end.lowerBound], as: UTF8.self), radix: 16) ?? 0
            let whole = end.upperBound + size + 2
            while buffer.count < whole { guard fill() else { return false } }
            request.body += buffer[end.upperBound..<(end.upperBound + size)]
            buffer.removeSubrange(..<whole)
            if size == 0 { return true }
        }
    }

    private func fill() -> Bool {
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &piece, piece.count, 0)
        if count > 0 { buffer += piece[..<count] }
        return count > 0
    }

    /// Sends all of `bytes`; `false` when the client has gone.
    @discardableResult
    func send(_ bytes: some Collection<UInt8>) -> Bool {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                #if canImport(Glibc)
                    Glibc.send(
                        socket, buffer.baseAddress?.advanced(by: sent), buffer.count - sent,
                        Int32(MSG_NOSIGNAL)
                    )
                #else
                    Darwin.send(
                        socket, buffer.baseAddress?.advanced(by: sent), buffer.count - sent, 0)
                #endif
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Sends a text; `false` when the client has gone.
    @discardableResult
    func send(_ text: String) -> Bool { send(text.utf8) }

    /// Waits until the client goes, at most so long; `true` when it has gone.
    @discardableResult
    func waitForEnd(milliseconds: Int32 = 20_000) -> Bool {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        var piece = [UInt8](repeating: 0, count: 4_096)
        while true {
            let left = (end - ContinuousClock.now).components
            let wait = Int32(left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000)
            var poller = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard wait > 0, poll(&poller, 1, wait) > 0 else { return false }
            // What the client says meanwhile is not listened to.
            if recv(socket, &piece, piece.count, 0) <= 0 { return true }
        }
    }

    /// Has the connection end with a reset instead of a close.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }
}

/// A request as it came over the socket.
struct RawRequest: Sendable {
    let method: String
    let target: String
    let lines: [String]
    var body: [UInt8] = []

    init(_ head: String) {
        let lines = head.components(separatedBy: "\r\n")
        let parts = (lines.first ?? "").split(separator: " ")
        method = parts.first.map(String.init) ?? ""
        target = parts.count > 1 ? String(parts[1]) : ""
        self.lines = Array(lines.dropFirst())
    }

    /// The path without its query.
    var path: String { String(target.prefix { $0 != "?" }) }

    /// The value of a header field.
    func header(_ name: String) -> String? {
        lines.first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
            .map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
    }
}
