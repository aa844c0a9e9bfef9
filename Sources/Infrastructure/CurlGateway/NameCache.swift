import HTTPGateway

/// The addresses of host names, and who waits for them; on the I/O thread.
struct NameCache<Waiter> {
    enum Answer: Equatable {
        /// Known, as libcurl's RESOLVE option takes them.
        case known([String])
        /// Nobody has asked yet: the caller does.
        case ask
        /// Somebody has asked already.
        case asked
    }

    private struct Entry {
        var addresses: [String] = []
        var knownAt: ContinuousClock.Instant?
        var waiters: [(waiter: Waiter, until: ContinuousClock.Instant)] = []
        var isAsked = false
    }

    /// As libcurl's own.
    private let lifetime = Duration.seconds(60)
    private let capacity = 1_024

    private var entries: [String: Entry] = [:]
    private var asked = 0

    /// Whether anybody waits for an answer.
    var isWaiting: Bool { asked > 0 }

    mutating func look(
        up host: String, for waiter: Waiter, within timeout: Duration,
        at now: ContinuousClock.Instant = .now
    ) -> Answer {
        var entry = entries[host] ?? Entry()
        defer { entries[host] = entry }
        if let knownAt = entry.knownAt, now - knownAt < lifetime {
            return .known(entry.addresses)
        }
        entry.waiters.append((waiter, now + timeout))
        if entry.isAsked { return .asked }
        // What is old is no answer any more, so that `forget` does not take it, and who waits, for one.
        entry.addresses = []
        entry.knownAt = nil
        entry.isAsked = true
        asked += 1
        return .ask
    }

    /// Keeps an answer, and returns those who waited for it.
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

    /// Forgets the addresses of a host that nobody was reached at.
    mutating func forget(_ host: String) {
        if entries[host]?.knownAt != nil { entries[host] = nil }
    }

    /// Takes out those who have waited too long.
    mutating func expired(at now: ContinuousClock.Instant = .now) -> [Waiter] {
        var expired: [Waiter] = []
        for (host, entry) in entries where entry.waiters.contains(where: { $0.until <= now }) {
            expired += entry.waiters.filter { $0.until <= now }.map(\.waiter)
            entries[host]?.waiters.removeAll { $0.until <= now }
        }
        return expired
    }
}
