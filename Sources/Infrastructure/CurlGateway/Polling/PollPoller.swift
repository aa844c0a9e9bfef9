import Foundation

/// Watches sockets with poll(2), which every system has; its cost grows with their number.
final class PollPoller: SocketPoller {  // not @Schedulable: confined to the I/O thread
    private let notifier: EventNotifier
    private var polled: [pollfd]

    init(notifier: EventNotifier) {
        self.notifier = notifier
        polled = [pollfd(fd: notifier.descriptor, events: Int16(POLLIN), revents: 0)]
    }

    func opened(_ socket: Int32) { watch(socket, for: []) }

    func closing(_ socket: Int32) { watch(socket, for: []) }

    func watch(_ socket: Int32, for interest: SocketInterest) {
        polled.removeAll { $0.fd == socket }
        guard !interest.isEmpty else { return }
        polled.append(pollfd(fd: socket, events: Self.bits(interest), revents: 0))
    }

    func wait(milliseconds: Int32, into ready: inout [ReadySocket]) {
        guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return }
        if polled[0].revents != 0 { notifier.clear() }
        for entry in polled.dropFirst() {
            var found = Self.interest(entry.revents)
            if entry.events & Int16(POLLIN) == 0 { found.remove(.readable) }
            if entry.events & Int16(POLLOUT) == 0 { found.remove(.writable) }
            if !found.isEmpty { ready.append(ReadySocket(socket: entry.fd, events: found)) }
        }
    }

    private static func bits(_ interest: SocketInterest) -> Int16 {
        Int16(
            (interest.contains(.readable) ? POLLIN : 0)
                | (interest.contains(.writable) ? POLLOUT : 0))
    }

    private static func interest(_ bits: Int16) -> SocketInterest {
        var interest: SocketInterest = []
        let broken = POLLERR | POLLHUP
        if Int32(bits) & (POLLIN | broken) != 0 { interest.insert(.readable) }
        if Int32(bits) & (POLLOUT | broken) != 0 { interest.insert(.writable) }
        return interest
    }
}
