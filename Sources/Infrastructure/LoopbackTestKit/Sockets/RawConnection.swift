import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// One end of a connection: a server's, for its script, or a client's.
package final class RawConnection {
    private static let endOfHead = Array("\r\n\r\n".utf8)

    private let socket: Int32
    private let isOwner: Bool
    private var buffer: [UInt8] = []

    /// Creates the end of a server, which closes the socket itself.
    convenience init(_ socket: Int32) { self.init(socket, isOwner: false) }

    /// Connects to a loopback port; `nil` if no server listens there.
    ///
    /// The release of the object closes the connection.
    package convenience init?(to port: Int, at address: LoopbackAddress = .four) {
        guard let socket = Loopback.connect(to: port, at: address) else { return nil }
        self.init(socket, isOwner: true)
    }

    private init(_ socket: Int32, isOwner: Bool) {
        self.socket = socket
        self.isOwner = isOwner
        #if !canImport(Glibc)
            var yes: Int32 = 1
            setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
        #endif
    }

    deinit { if isOwner { close(socket) } }

    /// Reads the next request with its body; `nil` if the client has closed the connection.
    package func request() -> RawRequest? {
        guard let head = nextHead() else { return nil }
        var request = RawRequest(head)
        guard let body = body(chunked: request.isChunked, length: request.contentLength) else {
            return nil
        }
        request.body = body.content
        request.whole += body.raw
        return request
    }

    /// Reads the next response, with head and body unchanged; `nil` if the server has closed.
    package func response() -> RawResponse? {
        guard let head = nextHead() else { return nil }
        let fields = RawRequest(head)
        guard let body = body(chunked: fields.isChunked, length: fields.contentLength) else {
            return nil
        }
        return RawResponse(head: head, body: body.raw)
    }

    /// Reads all bytes until the other side closes.
    package func rest() -> [UInt8] {
        while fill() {}
        defer { buffer = [] }
        return buffer
    }

    /// Reads the bytes up to an empty line, and the empty line.
    private func nextHead() -> [UInt8]? {
        while true {
            if let end = buffer.firstRange(of: Self.endOfHead) {
                defer { buffer.removeSubrange(..<end.upperBound) }
                return Array(buffer[..<end.upperBound])
            }
            guard fill() else { return nil }
        }
    }

    private func body(
        chunked isChunked: Bool, length: Int?
    ) -> (content: [UInt8], raw: [UInt8])? {
        guard !isChunked else { return chunks() }
        let length = length ?? 0
        while buffer.count < length { guard fill() else { return nil } }
        let bytes = Array(buffer[..<length])
        buffer.removeSubrange(..<length)
        return (bytes, bytes)
    }

    private func chunks() -> (content: [UInt8], raw: [UInt8])? {
        var body = (content: [UInt8](), raw: [UInt8]())
        while true {
            guard let end = buffer.firstRange(of: [13, 10]) else {
                guard fill() else { return nil }
                continue
            }
            let size =
                Int(String(decoding: buffer[..<end.lowerBound], as: UTF8.self), radix: 16) ?? 0
            let whole = end.upperBound + size + 2
            while buffer.count < whole { guard fill() else { return nil } }
            body.content += buffer[end.upperBound..<(end.upperBound + size)]
            body.raw += buffer[..<whole]
            buffer.removeSubrange(..<whole)
            if size == 0 { return body }
        }
    }

    private func fill() -> Bool {
        var piece = [UInt8](repeating: 0, count: 65_536)
        let count = recv(socket, &piece, piece.count, 0)
        if count > 0 { buffer += piece[..<count] }
        return count > 0
    }

    /// Sends all of `bytes`; `false` if the client has closed the connection.
    @discardableResult
    package func send(_ bytes: some Collection<UInt8>) -> Bool {
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

    /// Sends a text; `false` if the client has closed the connection.
    @discardableResult
    package func send(_ text: String) -> Bool { send(text.utf8) }

    /// Waits until the client closes, within a time limit; returns whether it has closed.
    @discardableResult
    package func waitForEnd(milliseconds: Int32 = 20_000) -> Bool {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        var piece = [UInt8](repeating: 0, count: 4_096)
        while true {
            let left = (end - ContinuousClock.now).components
            let wait = Int32(left.seconds * 1_000 + left.attoseconds / 1_000_000_000_000_000)
            var poller = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard wait > 0, poll(&poller, 1, wait) > 0 else { return false }
            // Bytes that the client sends during the wait are discarded.
            if recv(socket, &piece, piece.count, 0) <= 0 { return true }
        }
    }

    /// Makes the connection end with a reset instead of an ordinary close.
    package func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    }
}
