/// The instrumentation of all live schedulers, for the recorder and the watchdog.
enum SchedulerRegistry {
    private struct Entry {
        weak let instrumentation: SchedulerInstrumentation?
    }

    private static let entries = Guarded<[Entry]>([])

    static func add(_ instrumentation: SchedulerInstrumentation) {
        // The last reference to another entry must not be released under the lock.
        let alive = entries.withLock { entries in
            let alive = entries.compactMap(\.instrumentation)
            entries = alive.map(Entry.init) + [Entry(instrumentation: instrumentation)]
            return alive
        }
        withExtendedLifetime(alive) {}
    }

    static var instrumentations: [SchedulerInstrumentation] {
        entries.withLock { $0.compactMap(\.instrumentation) }
    }
}
