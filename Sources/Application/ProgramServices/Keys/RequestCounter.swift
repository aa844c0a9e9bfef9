import Scheduling

/// Counts requests by the server's host and the status of the response.
///
/// May be used on any thread.
package final class RequestCounter: Sendable {
    /// A group of requests: neither a path nor a name of a file is a part of it.
    package struct Group: Hashable, Sendable {
        /// The name of the host.
        package let host: String
        /// The status; `nil` if no response has come.
        package let status: Int?

        package init(host: String, status: Int?) {
            self.host = host
            self.status = status
        }
    }

    private let groups = Guarded<[Group: Int]>([:])

    package init() {}

    /// The counts so far.
    package var counts: [Group: Int] { groups.withLock { $0 } }

    /// Counts a request that has ended.
    package func count(_ group: Group) { groups.withLock { $0[group, default: 0] += 1 } }
}
