import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// Sockets on the loopback addresses.
enum Loopback {
    #if canImport(Glibc)
        private static let stream = Int32(SOCK_STREAM.rawValue)
    #else
        private static let stream = SOCK_STREAM
    #endif

    /// Returns a socket that listens on a port that the system chooses.
    static func listen(at address: LoopbackAddress) throws -> (socket: Int32, port: Int) {
        let socket = open(address == .four ? AF_INET : AF_INET6)
        var yes: Int32 = 1
        setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var (storage, length) = place(address, port: 0)
        let isListening = withAddress(&storage) { pointer in
            bind(socket, pointer, length) == 0 && self.listen(socket)
                && getsockname(socket, pointer, &length) == 0
        }
        guard isListening else {
            let error = POSIXErrorCode(rawValue: errno) ?? .EINVAL
            close(socket)
            throw POSIXError(error)
        }
        // The port has the same offset in the addresses of both versions.
        return (socket, Int(UInt16(bigEndian: storage.sin6_port)))
    }

    /// Returns a connection to a port; `nil` if no server listens there.
    static func connect(to port: Int, at address: LoopbackAddress) -> Int32? {
        let socket = open(address == .four ? AF_INET : AF_INET6)
        var (storage, length) = place(address, port: port)
        let isConnected = withAddress(&storage) { self.connect(socket, $0, length) }
        if isConnected { return socket }
        close(socket)
        return nil
    }

    private static func open(_ family: Int32) -> Int32 {
        let socket = socket(family, stream, 0)
        keepToItself(socket)
        return socket
    }

    /// Makes a socket close on exec: a child process that inherited it would keep it open.
    static func keepToItself(_ socket: Int32) { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }

    private static func place(
        _ address: LoopbackAddress, port: Int
    ) -> (storage: sockaddr_in6, length: socklen_t) {
        var storage = sockaddr_in6()
        if address == .six {
            storage.sin6_family = sa_family_t(AF_INET6)
            storage.sin6_addr = in6addr_loopback
            storage.sin6_port = UInt16(port).bigEndian
            return (storage, socklen_t(MemoryLayout<sockaddr_in6>.size))
        }
        withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                $0.pointee.sin_family = sa_family_t(AF_INET)
                $0.pointee.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
                $0.pointee.sin_port = UInt16(port).bigEndian
            }
        }
        return (storage, socklen_t(MemoryLayout<sockaddr_in>.size))
    }

    private static func withAddress(
        _ storage: inout sockaddr_in6, _ body: (UnsafeMutablePointer<sockaddr>) -> Bool
    ) -> Bool {
        withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0) }
        }
    }

    // The system's functions have the same names as those above.
    #if canImport(Glibc)
        private static func listen(_ socket: Int32) -> Bool { Glibc.listen(socket, 1_024) == 0 }
        private static func connect(
            _ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
        ) -> Bool { Glibc.connect(socket, address, length) == 0 }
    #else
        private static func listen(_ socket: Int32) -> Bool { Darwin.listen(socket, 1_024) == 0 }
        private static func connect(
            _ socket: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t
        ) -> Bool { Darwin.connect(socket, address, length) == 0 }
    #endif
}
