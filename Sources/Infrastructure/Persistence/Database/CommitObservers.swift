import Scheduling

/// The observers of the tables that commits change.
final class CommitObservers: Sendable {
    private struct Content {
        var observers: [Int: (table: String, notify: @Sendable () -> Void)] = [:]
        var lastNumber = 0
    }

    private let content = Guarded(Content())

    func add(of table: String, _ notify: @escaping @Sendable () -> Void) -> Int {
        content.withLock { content in
            content.lastNumber += 1
            content.observers[content.lastNumber] = (table, notify)
            return content.lastNumber
        }
    }

    func remove(_ number: Int) {
        let removed = content.withLock { $0.observers.removeValue(forKey: number) }
        withExtendedLifetime(removed) {}
    }

    /// Notifies the observers of some tables.
    func notify(_ tables: Set<String>) {
        if tables.isEmpty { return }
        let observers = content.withLock { Array($0.observers.values) }
        for observer in observers where tables.contains(observer.table) { observer.notify() }
    }
}
