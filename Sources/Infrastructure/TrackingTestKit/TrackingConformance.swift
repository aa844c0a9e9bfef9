package import Tracking

/// The conformance suite for the backends of a tracker.
///
/// Each rule is checked with a new backend. `violations` returns what it breaks.
package struct TrackingConformance: Sendable {
    /// The properties of an event by which every backend tells events apart.
    package struct Seen: Hashable, Sendable, CustomStringConvertible {
        /// The kind.
        package let kind: TrackedKind
        /// The name.
        package let name: String
        /// The label; without one, the code of the error; empty if there is neither.
        package let label: String

        package init(_ kind: TrackedKind, _ name: String, _ label: String) {
            self.kind = kind
            self.name = name
            self.label = label
        }

        package init(_ event: TrackedEvent) {
            self.init(
                event.kind, event.name.text, event.label?.text ?? event.failure?.code ?? "")
        }

        package var description: String { "\(kind) \(name) \(label)" }
    }

    /// A backend under test.
    package struct Fixture: Sendable {
        let backend: any TrackingBackend
        let keepsEvents: Bool
        let seen: @Sendable () async throws -> [Seen: Int]

        /// Creates a fixture.
        ///
        /// - Parameters:
        ///   - backend: a backend that has received nothing.
        ///   - keepsEvents: whether the backend itself keeps events, so that it can forget them.
        ///   - seen: returns how often the backend has seen each event.
        package init(
            _ backend: any TrackingBackend, keepsEvents: Bool = true,
            seen: @escaping @Sendable () async throws -> [Seen: Int]
        ) {
            self.backend = backend
            self.keepsEvents = keepsEvents
            self.seen = seen
        }
    }

    /// One rule of the suite.
    package struct Rule: Sendable, CustomStringConvertible {
        /// The rule in one sentence.
        package let description: String
        fileprivate let check: @Sendable (TrackingConformance.Fixture) async throws -> [String]

        /// All rules of the suite.
        package static let all = [
            countsOnce, keepsApart, acceptsAnyBatch, acceptsFullEvents, keepsProducers, forgets,
        ]
    }

    private let makeFixture: @Sendable () throws -> Fixture

    /// Creates a suite.
    ///
    /// - Parameter makeFixture: makes a backend; it is called once for each rule.
    package init(_ makeFixture: @escaping @Sendable () throws -> Fixture) {
        self.makeFixture = makeFixture
    }

    /// Checks one rule.
    ///
    /// - Returns: the violations of the rule; empty if the backend keeps it.
    package func violations(of rule: Rule) async -> [String] {
        do {
            return try await rule.check(try makeFixture())
        } catch {
            return ["\(error)"]
        }
    }
}

extension TrackingConformance.Rule {
    private typealias Seen = TrackingConformance.Seen

    private struct SuiteError: Error {}

    /// Returns a difference between what a backend has seen and what it has received.
    private static func difference(
        _ fixture: TrackingConformance.Fixture, _ expected: [Seen: Int]
    ) async throws -> [String] {
        let seen = try await fixture.seen()
        return seen == expected ? [] : ["the backend has seen \(seen) instead of \(expected)"]
    }

    /// Tracks events by a tracker, whose clock leaves a second between two of them.
    private static func track(
        _ fixture: TrackingConformance.Fixture, _ body: (Tracker) -> Void
    ) async {
        let clock = TestClock()
        let tracker = Tracker(to: [fixture.backend], installation: TrackingID(), now: clock.next)
        body(tracker)
        await tracker.drained()
    }

    private static let countsOnce = Self(description: "each event takes effect once") { fixture in
        await track(fixture) { tracker in
            for _ in 0..<3 { tracker.track(.cloud, "suite", label: "one") }
        }
        await track(fixture) { $0.track(.cloud, "suite", label: "one") }
        return try await difference(fixture, [Seen(.cloud, "suite", "one"): 4])
    }

    private static let keepsApart = Self(
        description: "events that differ in kind, name or label stay apart"
    ) { fixture in
        await track(fixture) { tracker in
            tracker.track(.ux, "suite")
            tracker.track(.uxModify, "suite")
            tracker.track(.ux, "suite", label: "a")
            tracker.track(.ux, "suite", label: "b")
            tracker.track(.ux, "suite-a")
            tracker.track(SuiteError(), in: "suite")
        }
        return try await difference(
            fixture,
            [
                Seen(.ux, "suite", ""): 1, Seen(.uxModify, "suite", ""): 1,
                Seen(.ux, "suite", "a"): 1, Seen(.ux, "suite", "b"): 1,
                Seen(.ux, "suite-a", ""): 1, Seen(.error, "suite", ""): 1,
            ])
    }

    private static let acceptsAnyBatch = Self(
        description: "a batch of any size is accepted, also an empty one"
    ) { fixture in
        try await fixture.backend.receive([])
        await track(fixture) { tracker in
            for _ in 0..<500 { tracker.track(.cloud, "suite") }
        }
        return try await difference(fixture, [Seen(.cloud, "suite", ""): 500])
    }

    private static let acceptsFullEvents = Self(
        description: "an event with all properties at their limits is accepted"
    ) { fixture in
        await track(fixture) { tracker in
            tracker.track(
                .cloudModify, "suite", label: "full", number: .min,
                [
                    "a": .number(.max), "b": .duration(.seconds(Int64.max)), "c": .word("suite"),
                ])
        }
        return try await difference(fixture, [Seen(.cloudModify, "suite", "full"): 1])
    }

    private static let keepsProducers = Self(
        description: "no event of several producers is lost"
    ) { fixture in
        let clock = TestClock()
        let tracker = Tracker(to: [fixture.backend], installation: TrackingID(), now: clock.next)
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<20 { tracker.track(.cloud, "suite") } }
            }
        }
        await tracker.drained()
        return try await difference(fixture, [Seen(.cloud, "suite", ""): 160])
    }

    private static let forgets = Self(
        description: "the backend forgets what it keeps, and receives events afterwards"
    ) { fixture in
        await track(fixture) { $0.track(.cloud, "suite", label: "before") }
        try await fixture.backend.forget()
        await track(fixture) { $0.track(.cloud, "suite", label: "after") }
        var expected = [Seen(.cloud, "suite", "after"): 1]
        if !fixture.keepsEvents { expected[Seen(.cloud, "suite", "before")] = 1 }
        return try await difference(fixture, expected)
    }
}
