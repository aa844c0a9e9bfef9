import BoundaryErrors
import Foundation
import Scheduling
import Testing
import Tracking
import TrackingTestKit

/// The tracker: events, their limits, and failures of backends.
@Suite struct TrackerTests {
    @Test func anEventHasOneIdentityForAllBackends() async throws {
        let (first, second) = (RecordingBackend(), RecordingBackend())
        let installation = TrackingID()
        let tracker = Tracker(
            to: [first, second], installation: installation, now: TestClock().next)
        tracker.track(.cloud, .signIn, label: "dropbox", [.result: .word(.succeeded)])
        tracker.track(.ux, .signIn, number: 7)
        await tracker.drained()
        #expect(first.events == second.events)
        let session = try #require(tracker.sessionID)
        #expect(first.events.map(\.id.number) == [1, 2])
        #expect(first.events.allSatisfy { $0.id.session == session })
        #expect(first.events.allSatisfy { $0.installation == installation })
        #expect(first.events.first?.parameters[.result] == .word(.succeeded))
        #expect(first.events.last?.number == 7 && first.events.last?.kind == .ux)
        #expect(tracker.report.tracked == 2)
    }

    @Test func theEventsOfAProducerKeepTheirOrder() async {
        let backend = RecordingBackend()
        let tracker = Tracker(
            to: [backend], installation: TrackingID(), now: TestClock().next)
        let words: [TrackedWord] = ["a", "b", "c", "d"]
        await withTaskGroup(of: Void.self) { group in
            for word in words {
                group.addTask {
                    for number in Int64(0)..<50 { tracker.track(.ux, word, number: number) }
                }
            }
        }
        await tracker.drained()
        for word in words {
            let numbers = backend.events.filter { $0.name == word }.map(\.number)
            #expect(numbers == (0..<50).map { Int64($0) })
        }
        #expect(Set(backend.events.map(\.id)).count == 200)
    }

    @Test func aTrackerThatIsOffHasNoIdentifierAndEvaluatesNothing() async throws {
        func parameters() -> TrackedParameters {
            Issue.record("the parameters were evaluated")
            return [:]
        }
        let tracker = Tracker.off
        tracker.track(.ux, "nothing", parameters())
        tracker.track(RecordingBackend.Refusal(), in: "nothing")
        tracker.end(tracker.begin(), .cloud, "nothing")
        try await tracker.forget()
        #expect(!tracker.isOn && tracker.installation == nil && tracker.sessionID == nil)
        #expect(tracker.begin() == nil && tracker.report == Tracker.Report())
    }

    @Test func eventsBeyondTheRateAreCounted() async {
        let clock = Guarded(SchedulerInstant(nanoseconds: 0))
        let backend = RecordingBackend()
        let tracker = Tracker(to: [backend], installation: TrackingID()) { clock.withLock { $0 } }
        for _ in 0..<150 { tracker.track(.ux, "flood") }
        #expect(tracker.report.tracked == 100 && tracker.report.excessEvents == 50)
        clock.withLock { $0 = $0.advanced(by: .milliseconds(500)) }
        for _ in 0..<60 { tracker.track(.ux, "flood") }
        #expect(tracker.report.tracked == 150 && tracker.report.excessEvents == 60)
        clock.withLock { $0 = $0.advanced(by: .seconds(3_600)) }
        for _ in 0..<150 { tracker.track(.ux, "flood") }
        #expect(tracker.report.tracked == 250)
        await tracker.drained()
        #expect(backend.events.count == 250)
    }

    @Test func parametersBeyondTheLimitAreCounted() async {
        let backend = RecordingBackend()
        let tracker = Tracker(to: [backend], installation: TrackingID())
        let keys: [TrackedWord] = [
            "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15",
            "16", "17", "18", "19", "20", "21", "22", "23", "24", "25", "26", "27", "28", "29",
            "30", "31", "32", "33",
        ]
        var parameters: TrackedParameters = ["0": .number(1), "0": .number(2)]
        for key in keys.dropFirst() { parameters[key] = .number(3) }
        tracker.track(.ux, "many", parameters)
        await tracker.drained()
        #expect(backend.events.first?.parameters.entries.count == TrackedParameters.limit)
        #expect(backend.events.first?.parameters["0"] == .number(2))
        #expect(backend.events.first?.parameters["33"] == nil)
        #expect(tracker.report.excessParameters == 2)
    }

    @Test func aMeasuredOperationHasItsDurationAndItsError() async throws {
        let backend = RecordingBackend()
        let tracker = Tracker(
            to: [backend], installation: TrackingID(), now: TestClock().next)
        let start = tracker.begin()
        tracker.end(start, .cloud, "listing", label: "webdav")
        tracker.end(tracker.begin(), .cloud, "listing", error: PlaceError(code: .lost))
        await tracker.drained()
        #expect(backend.events.map(\.kind) == [.cloud, .cloud, .error])
        #expect(backend.events[0].parameters[.duration] == .duration(.seconds(1)))
        #expect(backend.events[0].parameters[.result] == .word(.succeeded))
        #expect(backend.events[1].parameters[.result] == .word(.failed))
        #expect(backend.events[2].failure?.code == "lost")
        #expect(backend.events[2].failure?.type == "PlaceError")
        #expect(backend.events[2].name == "listing")
    }

    @Test func anErrorKeepsNeitherItsMessageNorACodeThatIsNotAWord() async {
        let backend = RecordingBackend()
        let tracker = Tracker(to: [backend], installation: TrackingID())
        tracker.track(PlaceError(code: .lost), in: "reading")
        tracker.track(PlaceError(code: PlaceError.Code(name: "in /srv/maria")), in: "reading")
        tracker.track(CocoaError(.fileNoSuchFile), in: "reading")
        await tracker.drained()
        #expect(backend.events.map(\.failure?.code) == ["lost", nil, nil])
        #expect(!"\(backend.events)".contains("maria"))
    }

    @Test func aFailingBackendIsReportedOnceAndHoldsUpNoOther() async {
        let (broken, good) = (RecordingBackend(), RecordingBackend())
        let reports = Guarded<[TrackedWord]>([])
        broken.refuse(2)
        let tracker = Tracker(
            to: [broken, good], installation: TrackingID(), now: TestClock().next
        ) { name, error in
            #expect(error is RecordingBackend.Refusal)
            reports.withLock { $0.append(name) }
        }
        for number in Int64(0)..<3 {
            tracker.track(.ux, "failing", number: number)
            await tracker.drained()
        }
        #expect(good.events.map(\.number) == [0, 1, 2])
        // The backend receives the events again as soon as it recovers.
        #expect(broken.events.map(\.number) == [2])
        #expect(broken.calls == 3 && reports.withLock { $0 } == ["recording"])
        #expect(tracker.report.failed == 2)
    }

    @Test func aBackendThatHangsCostsBoundedMemoryAndNoTime() async {
        let (hanging, good) = (HangingBackend(), RecordingBackend())
        let tracker = Tracker(
            to: [hanging, good], installation: TrackingID(), now: TestClock().next)
        tracker.track(.ux, "first")
        await hanging.hasBegun()
        for _ in 0..<1_500 { tracker.track(.ux, "waiting") }
        #expect(tracker.report.tracked == 1_501)
        #expect(tracker.report.overflowed >= 500)
        hanging.resume()
        await tracker.drained()
        #expect(hanging.count == 1_001)
    }

    @Test func identifiersAreRandomAndReadable() throws {
        let ids = (0..<100).map { _ in TrackingID() }
        #expect(Set(ids).count == 100)
        for id in ids {
            #expect("\(id)".count == 32)
            #expect(TrackingID("\(id)") == id)
        }
        #expect(TrackingID("") == nil && TrackingID(String(repeating: "g", count: 32)) == nil)
    }
}

extension TrackedWord {
    static let signIn: TrackedWord = "sign-in"
}

/// An error of a boundary, whose message contains a path.
private struct PlaceError: BoundaryError {
    struct Code: ErrorCode {
        let name: String
        static let lost = Code(name: "lost")
    }

    let code: Code
    var message: String { "cannot read /srv/maria/secret.jpg" }
}

/// A backend whose first batch waits until it is resumed.
private final class HangingBackend: TrackingBackend {
    let name: TrackedWord = "hanging"
    private let number = Guarded(0)
    private let begun = AsyncStream<Void>.makeStream()
    private let resumed = AsyncStream<Void>.makeStream()

    var count: Int { number.withLock { $0 } }

    func hasBegun() async { for await _ in begun.stream { break } }

    func resume() { resumed.continuation.finish() }

    nonisolated(nonsending) func receive(_ events: [TrackedEvent]) async throws {
        begun.continuation.finish()
        for await _ in resumed.stream {}
        number.withLock { $0 += events.count }
    }

    nonisolated(nonsending) func forget() async throws {}
}
