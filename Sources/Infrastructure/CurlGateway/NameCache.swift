import HTTPGateway

/// The addresses of host names, and who waits for them; on the I/O thread.
struct NameCache {
    enum Answer {
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
        var waiters: [(transfer: CurlTransfer, until: ContinuousClock.Instant)] = []
        var isAsked = false
    }

    /// As libcurl's own.
    private static let lifetime: Duration = .seconds(60)
    private static let capacity = 1_024

    private var entries: [String: Entry] = [:]
    private var asked = 0

    /// Whether anybody waits for an answer.
    var isWaiting: Bool { asked > 0 }

    mutating func look(up host: String, for transfer: CurlTransfer, within timeout: Duration)
        -> Answer
    {
        let now = ContinuousClock.now
        var entry = entries[host] ?? Entry()
        defer { entries[host] = entry }
        if let knownAt = entry.knownAt, now - knownAt < Self.lifetime {
            return .known(entry.addresses)
        }
        entry.waiters.append((transfer, now + timeout))
        if entry.isAsked { return .asked }
        entry.isAsked = true
        asked += 1
        return .ask
    }

    /// Keeps an answer, and returns those who waited for it.
    mutating func store(_ answer: NameResolver.Answer) -> [CurlTransfer] {
        guard let entry = entries[answer.host] else { return [] }
        asked -= 1
        if entries.count > Self.capacity { entries = entries.filter { $0.value.isAsked } }
        entries[answer.host] =
            answer.failure == nil ? Entry(addresses: answer.addresses, knownAt: .now) : nil
        return entry.waiters.map(\.transfer)
    }

    /// Takes out those who have waited too long.
    mutating func expired() -> [CurlTransfer] {
        let now = ContinuousClock.now
        var expired: [CurlTransfer] = []
        for (host, entry) in entries where entry.waiters.contains(where: { $0.until <= now }) {
            expired += entry.waiters.filter { $0.until <= now }.map(\.transfer)
            entries[host]?.waiters.removeAll { $0.until <= now }
        }
        return expired
    }
}
