import Foundation

/// Finds out that the machine has slept, or that its networks have changed.
///
/// Each call of `hasWoken()` compares the machine with its state at the call before.
struct WakeDetector {
    /// The clocks and the networks of the machine at a point in time.
    struct Machine {
        /// The time since the start, which also counts while the machine sleeps.
        var elapsed: Duration
        /// The time since the start, without the sleeps.
        var awake: Duration
        /// The addresses from which it sends to servers; `nil` if the system does not tell them.
        var addresses: Set<[UInt8]>?
    }

    /// The difference of the clocks that counts as a sleep.
    private static let shortestSleep = Duration.seconds(5)

    private let read: () -> Machine
    private var last: Machine

    /// Creates a detector.
    ///
    /// - Parameter read: returns the present state of the machine.
    init(reading read: @escaping () -> Machine = { Machine.present }) {
        self.read = read
        last = read()
    }

    /// Returns whether the machine has slept, or its networks have changed, since the last call.
    mutating func hasWoken() -> Bool {
        let former = last
        last = read()
        // Addresses that cannot be read are taken for the former ones.
        last.addresses = last.addresses ?? former.addresses
        let slept = (last.elapsed - former.elapsed) - (last.awake - former.awake)
        let hasOtherNetworks = former.addresses != nil && last.addresses != former.addresses
        return slept > Self.shortestSleep || hasOtherNetworks
    }
}

extension WakeDetector.Machine {
    private static let origin = (ContinuousClock.now, SuspendingClock.now)

    /// The present state of this machine.
    static var present: Self {
        Self(
            elapsed: origin.0.duration(to: .now), awake: origin.1.duration(to: .now),
            addresses: sourceAddresses())
    }

    /// Returns the addresses from which this machine sends to a server of the internet.
    ///
    /// A machine has at most one for IPv4 and one for IPv6, and none without a route to the
    /// internet. So networks without such a route, such as those of containers, do not count.
    private static func sourceAddresses() -> Set<[UInt8]>? {
        // The addresses of documents, which no server has (RFC 5737 and RFC 3849).
        let sources = ["192.0.2.1", "2001:db8::1"].map { source(towards: $0) }
        guard !sources.contains(nil) else { return nil }
        return Set(sources.compactMap(\.self).filter { !$0.isEmpty })
    }

    /// Returns the address from which this machine sends to another one; none without a route.
    ///
    /// A datagram socket that connects finds its route, and sends nothing.
    ///
    /// - Returns: `nil` if the system fails for another reason than a missing route.
    private static func source(towards address: String) -> [UInt8]? {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        hints.ai_socktype = ServiceNotifier.datagrams
        var target: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address, "9", &hints, &target) == 0, let target else { return nil }
        defer { freeaddrinfo(target) }
        let family = target.pointee.ai_family
        let descriptor = socket(family, ServiceNotifier.datagrams, 0)
        // A system without IPv6 has no route.
        guard descriptor >= 0 else { return errno == EAFNOSUPPORT ? [] : nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: MemoryLayout<sockaddr_storage>.size)
        var length = socklen_t(bytes.count)
        let isKnown =
            connect(descriptor, target.pointee.ai_addr, target.pointee.ai_addrlen) == 0
            && bytes.withUnsafeMutableBytes { buffer in
                buffer.withMemoryRebound(to: sockaddr.self) {
                    getsockname(descriptor, $0.baseAddress, &length) == 0
                }
            }
        // The port differs each time.
        let range = family == AF_INET6 ? 8..<24 : 4..<8
        return isKnown ? Array(bytes[range]) : []
    }
}
