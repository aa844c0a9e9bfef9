import Synchronization

/// The observers of the uses of routes, events and requests.
///
/// Without an observer, a use costs the read of one word: its text is not made.
package enum ModuleUses {
    private struct State {
        var observers: [UInt64: @Sendable (ModuleUse) -> Void] = [:]
        var added: UInt64 = 0
    }

    private static let state = Guarded(State())
    private static let observerCount = Atomic(0)

    /// Calls `body` with each use, on the thread of the use, until `remove(_:)`.
    ///
    /// - Returns: the number of the observer.
    package static func add(_ body: @escaping @Sendable (ModuleUse) -> Void) -> UInt64 {
        state.withLock { state in
            state.added += 1
            state.observers[state.added] = body
            observerCount.store(state.observers.count, ordering: .relaxed)
            return state.added
        }
    }

    /// Removes an observer; a use that is under way may still reach it.
    package static func remove(_ number: UInt64) {
        let former = state.withLock { state in
            let former = state.observers.removeValue(forKey: number)
            observerCount.store(state.observers.count, ordering: .relaxed)
            return former
        }
        withExtendedLifetime(former) {}
    }

    /// Reports the use of a type at a line of a module.
    package static func note(
        _ kind: ModuleUse.Kind, _ type: Any.Type, _ file: StaticString, _ line: UInt
    ) {
        guard observerCount.load(ordering: .relaxed) > 0 else { return }
        let owner = String(reflecting: type).prefix { $0 != "." }
        report(kind, "\(type)", owner: String(owner), file, line)
    }

    /// Reports the use of events by their pattern, at a line of a module.
    package static func note(
        _ kind: ModuleUse.Kind, pattern: @autoclosure () -> String, _ file: StaticString,
        _ line: UInt
    ) {
        guard observerCount.load(ordering: .relaxed) > 0 else { return }
        report(kind, pattern(), owner: nil, file, line)
    }

    private static func report(
        _ kind: ModuleUse.Kind, _ name: String, owner: String?, _ file: StaticString, _ line: UInt
    ) {
        let use = ModuleUse(
            kind: kind, name: name, owner: owner, file: file, line: line,
            scheduler: Schedulers.current?.name,
            provenance: CurrentScheduler.frame?.pointee.provenance)
        for observer in state.withLock({ Array($0.observers.values) }) { observer(use) }
    }
}
