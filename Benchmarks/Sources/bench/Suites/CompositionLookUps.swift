import Composition
import Scheduling

/// Measures the look-up of services that exist, among 200 services.
enum CompositionLookUps {
    static func run(_ harness: inout Harness) async throws {
        let business = WorkScheduler(name: "BL")
        defer { business.shutDown() }
        let scope = try Assembly([NumberedModule()]).compose(on: [.business: business])
        try await scope.start()
        let registry = Registry()
        registry.register(CounterKey.self) { SharedCounter() }
        for key in NumberedKeys.all { registry.register(key) }
        // The closures run on the service's scheduler, where direct look-ups are possible.
        let services = scope.handle(FirstKey.self)
        try await harness.compare(
            "look-up-here", .nanoseconds(per: "look-up"), operations: 1_000_000,
            ours: Contender("Composition") { count in
                try await services.run { _, isolation in
                    try hereLookUps(count, in: LocalScope(scope, isolation))
                }
            },
            peers: Contender("a dictionary under a lock") { count in
                try await services.run { _ in registry.lookUps(count, of: FirstKey.self) }
            })
        try await harness.compare(
            "look-up-handle", .nanoseconds(per: "look-up"), operations: 1_000_000,
            ours: Contender("Composition") { count in
                for _ in 0..<count { keep(scope.handle(FirstKey.self)) }
            },
            peers: Contender("a dictionary under a lock") { count in
                registry.lookUps(count, of: CounterKey.self)
            })
        try await harness.compare(
            "look-up-thread-safe", .nanoseconds(per: "look-up"), operations: 1_000_000,
            ours: Contender("Composition") { count in
                for _ in 0..<count { keep(try scope.here(CounterKey.self)) }
            },
            peers: Contender("a dictionary under a lock") { count in
                registry.lookUps(count, of: CounterKey.self)
            })
        await scope.stop()
    }

    private static func hereLookUps(_ count: Int, in scope: LocalScope) throws {
        for _ in 0..<count { keep(try scope.here(FirstKey.self)) }
    }
}

/// Uses a value, so that the compiler cannot remove the work.
@inline(never)
func keep<Value>(_ value: Value) {}

/// The peer: a dictionary of instances and factories under a lock, as many containers have it.
final class Registry: Sendable {
    private struct State {
        var factories: [ObjectIdentifier: @Sendable () -> any Sendable] = [:]
        var instances: [ObjectIdentifier: any Sendable] = [:]
    }

    private let state = Guarded(State())

    func register<Key: ServiceKey>(_ key: Key.Type, _ make: @escaping @Sendable () -> any Sendable)
    {
        state.withLock { $0.factories[ObjectIdentifier(key)] = make }
    }

    /// Registers an instance of its own for the key of a numbered service.
    func register(_ key: any ServiceKey.Type) {
        state.withLock { $0.factories[ObjectIdentifier(key)] = { SharedCounter() } }
    }

    func resolve<Key: ServiceKey>(_ key: Key.Type) -> SharedCounter? {
        resolve(ObjectIdentifier(key))
    }

    func resolve(_ id: ObjectIdentifier) -> SharedCounter? {
        state.withLock { state in
            if let instance = state.instances[id] { return instance as? SharedCounter }
            guard let instance = state.factories[id]?() else { return nil }
            state.instances[id] = instance
            return instance as? SharedCounter
        }
    }

    func lookUps<Key: ServiceKey>(_ count: Int, of key: Key.Type) {
        for _ in 0..<count { keep(resolve(key)) }
    }
}
