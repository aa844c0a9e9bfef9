/// The instrumentation of all live schedulers, and the type of their observers.
package enum SchedulerRegistry {
    private struct Entry {
        weak let instrumentation: SchedulerInstrumentation?
    }

    private struct State {
        var entries: [Entry] = []
        var observer: (any SchedulerObserver.Type)?
    }

    private static let state = Guarded(State())

    static func add(_ instrumentation: SchedulerInstrumentation) {
        // The last reference to another entry must not be released under the lock.
        let (alive, observer) = state.withLock { state in
            let alive = state.entries.compactMap(\.instrumentation)
            state.entries = alive.map(Entry.init) + [Entry(instrumentation: instrumentation)]
            return (alive, state.observer)
        }
        withExtendedLifetime(alive) {}
        if let observer { instrumentation.observe(by: observer) }
    }

    /// The instrumentation of the live schedulers, in the order of their creation.
    package static var instrumentations: [SchedulerInstrumentation] {
        state.withLock { $0.entries.compactMap(\.instrumentation) }
    }

    /// Creates an observer for each scheduler that lives now or is created later.
    ///
    /// The program has one type of observers: the first one that is installed stays.
    package static func install(_ observer: any SchedulerObserver.Type) {
        let alive = state.withLock { state -> [SchedulerInstrumentation] in
            if state.observer != nil { return [] }
            state.observer = observer
            return state.entries.compactMap(\.instrumentation)
        }
        for instrumentation in alive { instrumentation.observe(by: observer) }
    }

    /// Reports a refused wait to the observers.
    static func waitWasRefused(in cycle: WaitCycle) {
        state.withLock { $0.observer }?.waitWasRefused(in: cycle)
    }
}
