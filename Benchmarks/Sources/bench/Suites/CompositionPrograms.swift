import Composition
import Scheduling

/// Measures programs of 200 services: their plan, and their start.
enum CompositionPrograms {
    static func run(_ harness: inout Harness) async throws {
        let business = WorkScheduler(name: "BL")
        defer { business.shutDown() }
        try await harness.compare(
            "load-and-validate-200", .nanoseconds(per: "program"), operations: 50,
            ours: Contender("Composition") { count in
                for _ in 0..<count {
                    keep(try Assembly([NumberedModule()]).compose(on: [.business: business]))
                }
            },
            peers: Contender("a dictionary under a lock") { count in
                for _ in 0..<count { keep(registry()) }
            })
        try await harness.compare(
            "load-validate-and-start-200", .nanoseconds(per: "program"), operations: 50,
            ours: Contender("Composition") { count in
                for _ in 0..<count {
                    let scope = try Assembly([NumberedModule(creation: .start)])
                        .compose(on: [.business: business])
                    try await scope.start()
                    await scope.stop()
                }
            },
            peers: Contender("a dictionary under a lock") { count in
                for _ in 0..<count {
                    let registry = registry()
                    for key in NumberedKeys.all { keep(registry.resolve(ObjectIdentifier(key))) }
                }
            })
    }

    private static func registry() -> Registry {
        let registry = Registry()
        for key in NumberedKeys.all { registry.register(key) }
        return registry
    }
}
