import Foundation
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// A server between the program and a stub: it passes requests on, and spoils the answers that the
/// present case names.
final class HostileServer: Sendable {
    /// The port that it listens on.
    let port: Int
    private let descriptor: Int32
    private let stubPort: Int
    private let present = Mutex(Present())

    private struct Present {
        var hostility: Hostility?
        var left = 0
    }

    init(before stubPort: Int) throws {
        self.stubPort = stubPort
        descriptor = try Sockets.listen()
        port = Sockets.port(of: descriptor)
        let descriptor = descriptor
        Thread.detachNewThread { [weak self] in
            while case let socket = accept(descriptor, nil, nil), socket >= 0 {
                _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
                guard let self else {
                    close(socket)
                    return
                }
                Thread.detachNewThread {
                    self.serve(SocketConnection(socket))
                }
            }
        }
    }

    deinit { stop() }

    /// Takes no connection any more.
    func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Spoils the next answers of the case's route.
    func begin(_ hostility: Hostility?) {
        present.withLock { $0 = Present(hostility: hostility, left: hostility?.count ?? 0) }
    }

    private func serve(_ client: SocketConnection) {
        while let request = client.request() {
            guard let answer = ask(request) else { return }
            let hostility = present.withLock { present -> Hostility? in
                guard let hostility = present.hostility, present.left > 0,
                    request.target.hasSuffix(hostility.route)
                else { return nil }
                present.left -= 1
                return hostility
            }
            guard let hostility else {
                guard client.send(answer) else { return }
                continue
            }
            let body = answer.firstRange(of: SocketConnection.endOfHead).map {
                Array(answer[$0.upperBound...])
            }
            guard hostility.play(client, HonestAnswer(of: request, whole: answer, body: body ?? []))
            else { return }
        }
    }

    /// What the stub answers, head and body.
    private func ask(_ request: SocketConnection.Request) -> [UInt8]? {
        guard let stub = Sockets.connect(to: stubPort) else { return nil }
        let connection = SocketConnection(stub)
        guard connection.send(request.whole) else { return nil }
        return connection.response()
    }
}

/// What the stub answers to a request, for a case to spoil.
struct HonestAnswer {
    let request: SocketConnection.Request
    let whole: [UInt8]
    let body: [UInt8]

    init(of request: SocketConnection.Request, whole: [UInt8], body: [UInt8]) {
        self.request = request
        self.whole = whole
        self.body = body
    }
}

/// One connection, with messages that have a length.
final class SocketConnection {
    static let endOfHead = Array("\r\n\r\n".utf8)

    /// A request as it came.
    struct Request {
        let whole: [UInt8]
        let head: String

        var target: String { String(head.split(separator: " ").dropFirst().first ?? "") }
        /// The token that it carries.
        var token: String {
            let line = head.split(separator: "\r\n").first {
                $0.lowercased().hasPrefix("authorization:")
            }
            return line.flatMap { $0.split(separator: " ").last.map(String.init) } ?? ""
        }
    }

    private let socket: Int32
    private var buffer: [UInt8] = []

    init(_ socket: Int32) { self.socket = socket }

    deinit { close(socket) }

    /// The next request; `nil` when the client has gone.
    func request() -> Request? {
        message().map { whole, head in
            Request(whole: whole, head: String(decoding: head, as: UTF8.self))
        }
    }

    /// The response, head and body.
    func response() -> [UInt8]? { message()?.whole }

    private func message() -> (whole: [UInt8], head: ArraySlice<UInt8>)? {
        while true {
            if let end = buffer.firstRange(of: Self.endOfHead) {
                let head = String(decoding: buffer[..<end.lowerBound], as: UTF8.self).lowercased()
                let length = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
                    .flatMap { Int($0.dropFirst(15).trimmingCharacters(in: .whitespaces)) }
                let whole = end.upperBound + (length ?? 0)
                while buffer.count < whole { guard fill() else { return nil } }
                let message = Array(buffer[..<whole])
                buffer.removeSubrange(..<whole)
                return (message, message[..<end.lowerBound])
            }
            guard fill() else { return nil }
        }
    }

    private func fill() -> Bool {
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &piece, piece.count, 0)
        if count > 0 { buffer += piece[..<count] }
        return count > 0
    }

    /// Sends all of `bytes`; `false` when the other side has gone.
    @discardableResult
    func send(_ bytes: some Collection<UInt8>) -> Bool {
        let bytes = Array(bytes)
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes {
                #if canImport(Glibc)
                    Glibc.send(
                        socket, $0.baseAddress?.advanced(by: sent), $0.count - sent,
                        Int32(MSG_NOSIGNAL))
                #else
                    Darwin.send(socket, $0.baseAddress?.advanced(by: sent), $0.count - sent, 0)
                #endif
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }

    /// Has the connection end with a reset instead of a close.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }

    /// Waits until the other side goes, at most so long.
    func waitForEnd(milliseconds: Int32) {
        var poller = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        poll(&poller, 1, milliseconds)
    }
}

/// Sockets of this machine.
private enum Sockets {
    #if canImport(Glibc)
        private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
        private static let stream = SOCK_STREAM
    #endif

    private static func loopback(_ port: Int) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }

    static func listen() throws -> Int32 {
        let descriptor = socket(AF_INET, stream, 0)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let isBound = with(loopback(0)) { bind(descriptor, $0, $1) } == 0
        #if canImport(Glibc)
            let isListening = isBound && Glibc.listen(descriptor, 64) == 0
        #else
            let isListening = isBound && Darwin.listen(descriptor, 64) == 0
        #endif
        guard isListening else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL) }
        return descriptor
    }

    static func port(of descriptor: Int32) -> Int {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = getsockname(descriptor, $0, &length)
            }
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }

    static func connect(to port: Int) -> Int32? {
        let descriptor = socket(AF_INET, stream, 0)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #if canImport(Glibc)
            let code = with(loopback(port)) { Glibc.connect(descriptor, $0, $1) }
        #else
            let code = with(loopback(port)) { Darwin.connect(descriptor, $0, $1) }
        #endif
        guard code == 0 else {
            close(descriptor)
            return nil
        }
        return descriptor
    }

    private static func with<Result>(
        _ address: sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
