#if os(Linux)
    import CCurlShim
    import Foundation

    /// Watches sockets with epoll(7), whose cost does not grow with the number of sockets.
    ///
    /// After a request, a connection stays watched although libcurl waits for nothing: the next
    /// request on it then costs no system call. An event during that time means the end of the
    /// connection, and ends the watch.
    final class EpollPoller: SocketPoller {  // not @Schedulable: confined to the I/O thread
        private struct Entry {
            var wanted: SocketInterest = []
            var watched: SocketInterest = []
            /// Whether the poller is notified when the socket closes.
            var isKnown = false
        }

        private static let capacity = 256

        private let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        private let notifier: EventNotifier
        private let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: capacity)
        // unsafe, @exclusivity(unchecked): one thread uses the object, so accesses cannot overlap
        /// The entries by socket; the system assigns the lowest free numbers.
        @exclusivity(unchecked) private var entries: [Entry] = []

        init(notifier: EventNotifier) {
            precondition(epoll >= 0, "cannot create an epoll descriptor: too many open files")
            self.notifier = notifier
            // Edge-triggered: each wake-up is reported once, without a read.
            var event = epoll_event(
                events: EPOLLIN.rawValue | EPOLLET.rawValue,
                data: epoll_data_t(fd: notifier.descriptor)
            )
            epoll_ctl(epoll, EPOLL_CTL_ADD, notifier.descriptor, &event)
        }

        deinit {
            close(epoll)
            events.deallocate()
        }

        func opened(_ socket: Int32) {
            grow(to: socket)
            entries[Int(socket)] = Entry(isKnown: true)
        }

        func closing(_ socket: Int32) {
            grow(to: socket)
            entries[Int(socket)] = Entry()
        }

        func watch(_ socket: Int32, for interest: SocketInterest) {
            grow(to: socket)
            let entry = entries[Int(socket)]
            entries[Int(socket)].wanted = interest
            guard entry.watched != interest else { return }
            // A socket that was not watched for reading alone may be unconnected: libcurl closes it
            // silently.
            guard interest.isEmpty, entry.isKnown, entry.watched == .readable else {
                return change(socket, to: interest)
            }
        }

        func wait(milliseconds: Int32, into ready: inout [ReadySocket]) {
            let count = Int(epoll_wait(epoll, events, Int32(Self.capacity), milliseconds))
            guard count > 0 else { return }
            for index in 0..<count {
                let socket = events[index].data.fd
                guard socket != notifier.descriptor else { continue }
                let wanted = entries[Int(socket)].wanted
                let found = Self.interest(events[index].events).intersection(wanted)
                if found.isEmpty {
                    change(socket, to: wanted)
                } else {
                    ready.append(ReadySocket(socket: socket, events: found))
                }
            }
        }

        /// Changes the system's watch of a socket.
        ///
        /// If the system has no memory for it, the transfer ends by its own timeouts.
        private func change(_ socket: Int32, to interest: SocketInterest) {
            let before = entries[Int(socket)].watched
            entries[Int(socket)].watched = interest
            var event = epoll_event(
                events: Self.bits(interest), data: epoll_data_t(fd: socket))
            let operation =
                interest.isEmpty ? EPOLL_CTL_DEL : before.isEmpty ? EPOLL_CTL_ADD : EPOLL_CTL_MOD
            epoll_ctl(epoll, operation, socket, &event)
        }

        private func grow(to socket: Int32) {
            let missing = Int(socket) + 1 - entries.count
            if missing > 0 { entries += repeatElement(Entry(), count: missing) }
        }

        private static func bits(_ interest: SocketInterest) -> UInt32 {
            (interest.contains(.readable) ? EPOLLIN.rawValue : 0)
                | (interest.contains(.writable) ? EPOLLOUT.rawValue : 0)
        }

        private static func interest(_ bits: UInt32) -> SocketInterest {
            var interest: SocketInterest = []
            let broken = EPOLLERR.rawValue | EPOLLHUP.rawValue
            if bits & (EPOLLIN.rawValue | broken) != 0 { interest.insert(.readable) }
            if bits & (EPOLLOUT.rawValue | broken) != 0 { interest.insert(.writable) }
            return interest
        }
    }
#endif
