/// Watches libcurl's sockets and the wake-up descriptor; used on the I/O thread only.
protocol SocketPoller: AnyObject {
    init(notifier: EventNotifier)

    /// Adds a socket that was just opened; its number may be that of an earlier one.
    func opened(_ socket: Int32)

    /// Sets the interest in a socket; an empty one ends the watch.
    func watch(_ socket: Int32, for interest: SocketInterest)

    /// Removes a socket that is about to be closed.
    func closing(_ socket: Int32)

    /// Waits for an event of a watched socket, a wake-up, or the end of a time limit.
    ///
    /// - Parameters:
    ///   - milliseconds: the time limit; -1 waits without limit.
    ///   - ready: receives the ready sockets. An error or the end of a connection appears as all
    ///     events that are watched for.
    func wait(milliseconds: Int32, into ready: inout [ReadySocket])
}

/// A ready socket with its events.
struct ReadySocket: Equatable {
    var socket: Int32
    var events: SocketInterest
}

/// A set of socket events; the values equal those of libcurl's CURL_POLL and CURL_CSELECT.
struct SocketInterest: OptionSet, Hashable {
    var rawValue: UInt8

    static let readable = SocketInterest(rawValue: 1)
    static let writable = SocketInterest(rawValue: 2)
}
