import Scheduling
import Testing

@testable import SchedulingDiagnostics

/// The limit of similar findings, at moments that the tests choose.
@Suite struct FindingLimitTests {
    private func finding(
        _ kind: Watchdog.Finding.Kind = .run, on scheduler: String = "main",
        in activity: String? = "Feed.show"
    ) -> Watchdog.Finding {
        Watchdog.Finding(
            kind: kind, scheduler: scheduler, duration: .milliseconds(20),
            limit: .milliseconds(16), activity: activity, provenance: nil)
    }

    private func second(_ number: Double) -> SchedulerInstant {
        SchedulerInstant(nanoseconds: Int64(number * 1_000_000_000))
    }

    @Test func aFloodIsReportedAtTheRateWithTheNumberThatWasLeftOut() {
        var limit = FindingLimit(burst: 3, interval: .seconds(10))
        let atOnce = (0..<100).compactMap { _ in limit.admit(finding(), at: second(0)) }
        #expect(atOnce.map(\.leftOut) == [0, 0, 0])
        #expect(limit.admit(finding(), at: second(9.9)) == nil)
        let next = limit.admit(finding(), at: second(10))
        #expect(next?.leftOut == 98)
        #expect(next?.description.hasSuffix("; 98 similar ones were left out") == true)
        #expect(limit.admit(finding(), at: second(10)) == nil)
        #expect(limit.admit(finding(), at: second(25))?.leftOut == 1)
        // The half interval that has passed counts for the next token.
        #expect(limit.admit(finding(), at: second(29)) == nil)
        #expect(limit.admit(finding(), at: second(30))?.leftOut == 1)
    }

    @Test func aPauseFillsTheBurstAndNoMore() {
        var limit = FindingLimit(burst: 3, interval: .seconds(10))
        for _ in 0..<3 { _ = limit.admit(finding(), at: second(0)) }
        let later = (0..<9).compactMap { _ in limit.admit(finding(), at: second(100_000)) }
        #expect(later.count == 3)
    }

    @Test func findingsOfOtherOriginsHaveLimitsOfTheirOwn() {
        var limit = FindingLimit(burst: 1, interval: .seconds(10))
        let origins = [
            finding(), finding(.wait), finding(.cycle(["a", "b"])), finding(.cycle(["b", "a"])),
            finding(on: "business"), finding(in: "Feed.hide"), finding(in: nil),
        ]
        for origin in origins {
            #expect(limit.admit(origin, at: second(0)) != nil)
            #expect(limit.admit(origin, at: second(1)) == nil)
        }
    }

    @Test func theOriginsAreForgottenBeyondTheCapacity() {
        var limit = FindingLimit(burst: 1, interval: .seconds(10))
        let count = FindingLimit.capacity
        for number in 0...count {
            #expect(limit.admit(finding(on: "\(number)"), at: second(Double(number) / 100)) != nil)
        }
        // The first origin was forgotten, and the last ones are known.
        #expect(limit.admit(finding(on: "\(count)"), at: second(5)) == nil)
        #expect(limit.admit(finding(on: "0"), at: second(5)) != nil)
    }

    @Test func withoutAnIntervalNothingIsLeftOut() {
        var limit = FindingLimit(burst: 1, interval: .zero)
        let all = (0..<50).compactMap { _ in limit.admit(finding(), at: second(0)) }
        #expect(all.count == 50)
    }

    @Test func aClockThatStandsStillOrGoesBackAdmitsNothing() {
        var limit = FindingLimit(burst: 0, interval: .seconds(10))
        #expect(limit.admit(finding(), at: second(100)) != nil)
        #expect(limit.admit(finding(), at: second(100)) == nil)
        #expect(limit.admit(finding(), at: second(0)) == nil)
        #expect(limit.admit(finding(), at: second(110))?.leftOut == 2)
    }
}
