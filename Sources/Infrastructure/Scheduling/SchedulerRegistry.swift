/// The journals of the schedulers that are there, for those who look at all of them: the ledger and the watchdog.
enum SchedulerRegistry {
    private struct Entry {
        weak let journal: WorkJournal?
    }

    private static let entries = Guarded<[Entry]>([])

    static func add(_ journal: WorkJournal) {
        entries.withLock { entries in
            entries.removeAll { $0.journal == nil }
            entries.append(Entry(journal: journal))
        }
    }

    static var journals: [WorkJournal] { entries.withLock { $0.compactMap(\.journal) } }
}
