import HTTPGateway

/// The addresses of host names, and the transfers that wait for them; on the I/O thread.
struct NameCache<Waiter> {
    enum Answer: Equatable {
        /// The addresses are known, in the form of libcurl's RESOLVE option.
        case known([String])
        /// The caller has to start a lookup.
        case ask
        /// A lookup is under way.
        case asked
    }

    private struct Entry {
        var addresses: [String] = []
        var knownAt: ContinuousClock.Instant?
        var waiters: [(waiter: Waiter, until: ContinuousClock.Instant)] = []
        var isAsked = false
    }

    /// The lifetime of an address: 60 s, as in libcurl's own cache by default.
    private let lifetime = Duration.seconds(60)
    private let capacity = 1_024

    private var entries: [String: Entry] = [:]
    private var asked = 0

    /// Whether a lookup is under way.
    var isWaiting: Bool { asked > 0 }

    mutating func lookUp(
        _ host: String, for waiter: Waiter, within timeout: Duration,
        at now: ContinuousClock.Instant = .now
    ) -> Answer {
        var entry = entries[host] ?? Entry()
        defer { entries[host] = entry }
        if let knownAt = entry.knownAt, now - knownAt < lifetime {
            return .known(entry.addresses)
        }
        entry.waiters.append((waiter, now + timeout))
        if entry.isAsked { return .asked }
        // Expired addresses are dropped, so that `forget` does not remove the entry and its
        // waiters.
        entry.addresses = []
        entry.knownAt = nil
        entry.isAsked = true
        asked += 1
        return .ask
    }

    /// Stores an answer, and returns the waiters of its host.
    mutating func store(
        _ answer: NameResolver.Answer, at now: ContinuousClock.Instant = .now
    ) -> [Waiter] {
        guard let entry = entries[answer.host] else { return [] }
        asked -= 1
        if entries.count > capacity { entries = entries.filter { $0.value.isAsked } }
        entries[answer.host] =
            answer.failure == nil ? Entry(addresses: answer.addresses, knownAt: now) : nil
        return entry.waiters.map(\.waiter)
    }

    /// Removes the addresses of a host that could not be reached.
    mutating func forget(_ host: String) {
        if entries[host]?.knownAt != nil { entries[host] = nil }
    }

    /// Removes and returns the waiters whose time limit has passed.
    mutating func expired(at now: ContinuousClock.Instant = .now) -> [Waiter] {
        var expired: [Waiter] = []
        for (host, entry) in entries where entry.waiters.contains(where: { $0.until <= now }) {
            expired += entry.waiters.filter { $0.until <= now }.map(\.waiter)
            entries[host]?.waiters.removeAll { $0.until <= now }
        }
        return expired
    }
}
