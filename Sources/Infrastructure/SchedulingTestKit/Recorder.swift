import Scheduling

/// The values that were added from any thread, in the order in which they came.
package final class Recorder<Value: Sendable>: Sendable {
    private let collected = Guarded<[Value]>([])

    /// Creates a recorder without values.
    package init() {}

    /// Appends a value.
    package func add(_ value: Value) { collected.withLock { $0.append(value) } }

    /// Discards the values.
    package func removeAll() { collected.withLock { $0 = [] } }

    /// The values until now.
    package var values: [Value] { collected.withLock { $0 } }
}
