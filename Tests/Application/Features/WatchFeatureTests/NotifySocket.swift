import Foundation
import Scheduling

/// A socket that receives the messages for a service manager.
final class NotifySocket: Sendable {
    private let socket: Int32

    /// Binds the socket to a path, or to an abstract name after `@`.
    init(_ name: String) throws {
        #if canImport(Glibc)
            socket = Foundation.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        #else
            socket = Foundation.socket(AF_UNIX, SOCK_DGRAM, 0)
        #endif
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(
            socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = name.hasPrefix("@") ? [0] + name.utf8.dropFirst() : Array(name.utf8)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let start = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: address.sun_path)
        let result = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(start + bytes.count))
            }
        }
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EINVAL) }
    }

    deinit { close(socket) }

    /// Returns the next message without its line end; `nil` after 20 seconds without one.
    func message() async throws -> String? {
        try await onThreadOfItsOwn { [self] in
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = recv(socket, &buffer, buffer.count, 0)
            guard count > 0, buffer[count - 1] == UInt8(ascii: "\n") else { return nil }
            return String(decoding: buffer[..<(count - 1)], as: UTF8.self)
        }
    }
}
