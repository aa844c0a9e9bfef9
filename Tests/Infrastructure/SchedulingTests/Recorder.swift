import Scheduling

/// Collects values from any thread, in the order in which they come.
final class Recorder<Value: Sendable>: Sendable {
    private let collected = Guarded<[Value]>([])

    func add(_ value: Value) { collected.withLock { $0.append(value) } }

    func removeAll() { collected.withLock { $0 = [] } }

    var values: [Value] { collected.withLock { $0 } }
}
