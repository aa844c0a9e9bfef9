import OpenCombine
import Signals

/// Measures subjects with few and many observers, and the cost of adding and removing observers.
enum SignalObservers {
    static func run(_ harness: inout Harness) async throws {
        for (observers, values) in [(1, 500_000), (2, 500_000), (10, 100_000), (10_000, 100)] {
            try await harness.compare(
                "observers-\(observers)", .nanoseconds(per: "delivery"),
                operations: observers * values,
                ours: Contender("Signals") { _ in signals(observers, values) },
                peers: Contender("OpenCombine") { _ in openCombine(observers, values) })
        }
        try await harness.compare(
            "observers-come-and-go", .nanoseconds(per: "observer"), operations: 100_000, rounds: 3,
            ours: Contender("Signals", operations: comeAndGo),
            peers: Contender("OpenCombine", operations: openCombineComeAndGo))
    }

    private static func signals(_ observers: Int, _ values: Int) {
        let drain = Drain()
        let subject = Subject<Int, Never>()
        for _ in 0..<observers { subject.signal.observe(drain.take) }
        for value in 0..<values { subject.send(value) }
    }

    private static func openCombine(_ observers: Int, _ values: Int) {
        let drain = Drain()
        let subject = PassthroughSubject<Int, Never>()
        let subscriptions = (0..<observers).map { _ in subject.sink(receiveValue: drain.take) }
        for value in 0..<values { subject.send(value) }
        for subscription in subscriptions { subscription.cancel() }
    }

    private static func comeAndGo(_ count: Int) {
        let drain = Drain()
        let subject = Subject<Int, Never>()
        let subscriptions = (0..<count).map { _ in subject.signal.observe(drain.take) }
        for subscription in subscriptions { subscription.dispose() }
    }

    private static func openCombineComeAndGo(_ count: Int) {
        let drain = Drain()
        let subject = PassthroughSubject<Int, Never>()
        let subscriptions = (0..<count).map { _ in subject.sink(receiveValue: drain.take) }
        for subscription in subscriptions { subscription.cancel() }
    }
}
