import PhotoFeed
import Scheduling
import SchedulingTestKit

/// The conformance suite of `FeedProvider`: the rules that a synchronizer relies on.
///
/// ```swift
/// @Test(arguments: FeedProviderConformance.rules)
/// func theProviderKeeps(_ rule: FeedProviderConformance.Rule) throws {
///     try rule.check(ExampleFixture())
/// }
/// ```
package enum FeedProviderConformance {
    /// All rules.
    package static let rules = description + listings + changes + thumbnails + credentials + faults

    /// A rule for every provider.
    package struct Rule: Sendable, CustomStringConvertible {
        /// The rule in one sentence.
        package let description: String
        private let body: @Sendable (FeedMirror) throws -> Void

        init(_ description: String, _ body: @escaping @Sendable (FeedMirror) throws -> Void) {
            self.description = description
            self.body = body
        }

        /// Checks the rule in virtual time, on a fixture that no other rule uses.
        ///
        /// - Throws: `FeedProviderViolation` with the observation, or the error of a fetcher.
        package func check(_ fixture: any FeedProviderFixture) throws {
            let scheduler = VirtualScheduler()
            try scheduler.enter { try body(FeedMirror(fixture, on: scheduler)) }
        }
    }

    /// Throws a violation unless `condition` is true.
    static func require(
        _ condition: Bool, _ description: @autoclosure () -> String
    ) throws(FeedProviderViolation) {
        guard condition else { throw FeedProviderViolation(description()) }
    }

    /// Throws a violation unless `body` fails with one of `codes`.
    static func requireFailure(
        _ codes: Set<FeedError.Code>, _ body: () throws -> Void
    ) throws {
        do {
            try body()
        } catch let error as FeedError {
            return try require(codes.contains(error.code), "the error is \(error.code.name)")
        }
        throw FeedProviderViolation("no error was reported")
    }
}
