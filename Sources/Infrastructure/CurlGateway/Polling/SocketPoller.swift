/// Watches the sockets of libcurl's for the I/O thread, which alone uses it, and the bell that wakes that thread.
protocol SocketPoller: AnyObject {
    init(bell: Bell)

    /// Takes a socket that was just opened; its number may be that of one before.
    func opened(_ socket: Int32)

    /// Waits for so much of a socket from now on; for nothing when `interest` is empty.
    func watch(_ socket: Int32, for interest: SocketInterest)

    /// Forgets a socket that is about to be closed.
    func closing(_ socket: Int32)

    /// Waits until a watched socket has something or the bell rings, at most so many milliseconds.
    ///
    /// - Parameters:
    ///   - milliseconds: -1 waits without end.
    ///   - ready: Takes the sockets that have something. An error or an end shows as everything that is watched for.
    func wait(milliseconds: Int32, into ready: inout [ReadySocket])
}

/// A socket and what it has.
struct ReadySocket: Equatable {
    var socket: Int32
    var events: SocketInterest
}

/// What is waited for; with the numbers that libcurl's CURL_POLL and CURL_CSELECT have, too.
struct SocketInterest: OptionSet, Hashable {
    var rawValue: UInt8

    static let readable = SocketInterest(rawValue: 1)
    static let writable = SocketInterest(rawValue: 2)
}

#if os(Linux)
    typealias SystemPoller = EpollPoller
#else
    typealias SystemPoller = PollPoller
#endif
