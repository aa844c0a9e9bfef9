/// The journals of all live schedulers, for the ledger and the watchdog.
enum SchedulerRegistry {
    private struct Entry {
        weak let journal: WorkJournal?
    }

    private static let entries = Guarded<[Entry]>([])

    static func add(_ journal: WorkJournal) {
        // The last reference to another journal must not be released under the lock.
        let alive = entries.withLock { entries in
            let alive = entries.compactMap(\.journal)
            entries = alive.map(Entry.init) + [Entry(journal: journal)]
            return alive
        }
        withExtendedLifetime(alive) {}
    }

    static var journals: [WorkJournal] { entries.withLock { $0.compactMap(\.journal) } }
}
