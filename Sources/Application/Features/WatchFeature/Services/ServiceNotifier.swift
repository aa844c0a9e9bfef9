import Foundation

/// Sends the state of the program to a service manager, such as systemd.
///
/// The protocol is that of sd_notify(3): datagrams of lines `KEY=VALUE` to the socket of
/// `NOTIFY_SOCKET`, whose leading `@` stands for an abstract address of Linux. A message that
/// cannot be sent is dropped: the service manager may be restarting.
final class ServiceNotifier: Sendable {
    /// The interval of `WATCHDOG=1`, half of what the service manager allows; `nil` if it does not
    /// watch this process.
    let watchdogInterval: Duration?
    private let address: [UInt8]
    private let socket: Int32

    /// The type of sockets of datagrams.
    #if canImport(Glibc)
        static let datagrams = Int32(SOCK_DGRAM.rawValue)
    #else
        static let datagrams = SOCK_DGRAM
    #endif

    /// Opens the socket; `nil` without a service manager that listens.
    ///
    /// - Parameters:
    ///   - environment: the environment, with `NOTIFY_SOCKET`, `WATCHDOG_USEC` and `WATCHDOG_PID`.
    ///   - process: the number of this process.
    init?(
        environment: [String: String] = ProcessInfo.processInfo.environment,
        process: Int32 = getpid()
    ) {
        guard let name = environment["NOTIFY_SOCKET"], let first = name.utf8.first,
            name.utf8.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path)
        else { return nil }
        switch first {
        case UInt8(ascii: "/"): address = Array(name.utf8)
        case UInt8(ascii: "@"): address = [0] + name.utf8.dropFirst()
        default: return nil
        }
        socket = Foundation.socket(AF_UNIX, Self.datagrams, 0)
        guard socket >= 0 else { return nil }
        _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
        _ = fcntl(socket, F_SETFL, O_NONBLOCK)
        let watched = environment["WATCHDOG_PID"].map { $0 == "\(process)" } ?? true
        let time = environment["WATCHDOG_USEC"].flatMap(Int64.init) ?? 0
        watchdogInterval = watched && time > 0 ? .microseconds(time) / 2 : nil
    }

    deinit { close(socket) }

    /// Sends one variable; its value is a single line.
    func send(_ key: String, _ value: String) {
        // A return ends a line as well. Bytes are compared: both together are one character.
        let line = value.utf8.map { $0 == 0x0A || $0 == 0x0D ? UInt8(ascii: " ") : $0 }
        let message = Array("\(key)=".utf8) + line + [0x0A]
        var target = sockaddr_un()
        target.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &target.sun_path) { $0.copyBytes(from: address) }
        let start = MemoryLayout<sockaddr_un>.size - MemoryLayout.size(ofValue: target.sun_path)
        let length = socklen_t(start + address.count)
        withUnsafePointer(to: &target) { target in
            target.withMemoryRebound(to: sockaddr.self, capacity: 1) { target in
                _ = sendto(socket, message, message.count, 0, target, length)
            }
        }
    }
}
