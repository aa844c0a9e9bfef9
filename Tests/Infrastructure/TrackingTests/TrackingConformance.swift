@testable import Tracking

/// The conformance suite for the backends of a tracker.
///
/// Each rule is checked with a new backend. `violations` returns what it breaks.
struct TrackingConformance: Sendable {
    /// The properties of an event by which every backend tells events apart.
    struct Seen: Hashable, Sendable, CustomStringConvertible {
        /// The kind.
        let kind: TrackedKind
        /// The name.
        let name: String
        /// The label; without one, the code of the error; empty if there is neither.
        let label: String

        init(_ kind: TrackedKind, _ name: String, _ label: String) {
            self.kind = kind
            self.name = name
            self.label = label
        }

        init(_ event: TrackedEvent) {
            self.init(event.action.kind, event.action.name.text, event.action.labelText)
        }

        var description: String { "\(kind) \(name) \(label)" }
    }

    /// A backend under test.
    struct Fixture: Sendable {
        let backend: any TrackingBackend
        let keepsEvents: Bool
        let seen: @Sendable () async throws -> [Seen: Int]

        /// Creates a fixture.
        ///
        /// - Parameters:
        ///   - backend: a backend that has received nothing.
        ///   - keepsEvents: whether the backend itself keeps events, so that it can forget them.
        ///   - seen: returns how often the backend has seen each event.
        init(
            _ backend: any TrackingBackend, keepsEvents: Bool = true,
            seen: @escaping @Sendable () async throws -> [Seen: Int]
        ) {
            self.backend = backend
            self.keepsEvents = keepsEvents
            self.seen = seen
        }
    }

    /// One rule of the suite.
    struct Rule: Sendable, CustomStringConvertible {
        /// The rule in one sentence.
        let description: String
        fileprivate let check: @Sendable (TrackingConformance.Fixture) async throws -> [String]

        /// All rules of the suite.
        static let all = [
            countsOnce, keepsApart, acceptsAnyBatch, acceptsFullEvents, forgets,
        ]
    }

    private let makeFixture: @Sendable () throws -> Fixture

    /// Creates a suite.
    ///
    /// - Parameter makeFixture: makes a backend; it is called once for each rule.
    init(_ makeFixture: @escaping @Sendable () throws -> Fixture) {
        self.makeFixture = makeFixture
    }

    /// Checks one rule.
    ///
    /// - Returns: the violations of the rule; empty if the backend keeps it.
    func violations(of rule: Rule) async -> [String] {
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

    /// Tracks actions by a tracker of its own.
    private static func track(
        _ fixture: TrackingConformance.Fixture, _ actions: TrackedAction...
    ) async {
        await Tracker(to: [fixture.backend], installation: TrackingID()).track(actions)
    }

    private static let countsOnce = Self(description: "each event takes effect once") { fixture in
        let action = TrackedAction(.cloud, "suite", label: "one")
        await track(fixture, action, action, action)
        await track(fixture, action)
        return try await difference(fixture, [Seen(.cloud, "suite", "one"): 4])
    }

    private static let keepsApart = Self(
        description: "events that differ in kind, name or label stay apart"
    ) { fixture in
        await track(
            fixture, TrackedAction(.ux, "suite"), TrackedAction(.uxModify, "suite"),
            TrackedAction(.ux, "suite", label: "a"), TrackedAction(.ux, "suite", label: "b"),
            TrackedAction(.ux, "suite-a"), TrackedAction(SuiteError(), in: "suite"))
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
        let tracker = Tracker(to: [fixture.backend], installation: TrackingID())
        await tracker.track([])
        await tracker.track(Array(repeating: TrackedAction(.cloud, "suite"), count: 500))
        return try await difference(fixture, [Seen(.cloud, "suite", ""): 500])
    }

    private static let acceptsFullEvents = Self(
        description: "an event with all properties at their limits is accepted"
    ) { fixture in
        await track(
            fixture, TrackedAction(.cloudModify, "suite", label: "full", number: .min))
        return try await difference(fixture, [Seen(.cloudModify, "suite", "full"): 1])
    }

    private static let forgets = Self(
        description: "the backend forgets what it keeps, and receives events afterwards"
    ) { fixture in
        await track(fixture, TrackedAction(.cloud, "suite", label: "before"))
        try await fixture.backend.forget()
        await track(fixture, TrackedAction(.cloud, "suite", label: "after"))
        var expected = [Seen(.cloud, "suite", "after"): 1]
        if !fixture.keepsEvents { expected[Seen(.cloud, "suite", "before")] = 1 }
        return try await difference(fixture, expected)
    }
}
