import BoundaryErrors
import Foundation
import Scheduling
import Testing

@testable import Tracking

/// The tracker: events, and failures of backends.
@Suite struct TrackerTests {
    @Test func anEventHasOneIdentityForAllBackends() async {
        let (first, second) = (RecordingBackend(), RecordingBackend())
        let clock = Guarded(SchedulerInstant(nanoseconds: 7))
        let tracker = Tracker(to: [first, second], installation: TrackingID()) {
            clock.withLock { $0 }
        }
        clock.withLock { $0 = $0.advanced(by: .seconds(2)) }
        await tracker.track([TrackedAction(.cloud, "sign-in", label: "dropbox")])
        await tracker.track([TrackedAction(.ux, "sign-in", number: 7)])
        #expect(first.events == second.events)
        #expect(first.events.map(\.id.number) == [1, 2])
        #expect(first.events.allSatisfy { $0.id.session == tracker.session })
        #expect(first.events.allSatisfy { $0.installation == tracker.installation })
        #expect(first.events.allSatisfy { $0.time == .seconds(2) })
        #expect(first.events.last?.action == TrackedAction(.ux, "sign-in", number: 7))
    }

    @Test func anErrorKeepsNeitherItsMessageNorACodeThatIsNotAWord() async {
        let backend = RecordingBackend()
        await Tracker(to: [backend], installation: TrackingID()).track([
            TrackedAction(PlaceError(code: .lost), in: "reading"),
            TrackedAction(PlaceError(code: PlaceError.Code(name: "in /srv/maria")), in: "reading"),
            TrackedAction(CocoaError(.fileNoSuchFile), in: "reading"),
        ])
        #expect(backend.events.map(\.action.failure?.code) == ["lost", nil, nil])
        #expect(backend.events.first?.action.failure?.type == "PlaceError")
        #expect(!"\(backend.events)".contains("maria"))
    }

    @Test func aFailingBackendIsReportedOnceAndHoldsUpNoOther() async {
        let (broken, good) = (RecordingBackend(), RecordingBackend())
        let reports = Guarded<[TrackedWord]>([])
        broken.refuse(2)
        let tracker = Tracker(
            to: [broken, good], installation: TrackingID(),
            reporting: { name, error in
                #expect(error is RecordingBackend.Refusal)
                reports.withLock { $0.append(name) }
            })
        for number in Int64(0)..<3 {
            await tracker.track([TrackedAction(.ux, "failing", number: number)])
        }
        #expect(good.events.map(\.action.number) == [0, 1, 2])
        // The backend receives the events again as soon as it recovers.
        #expect(broken.events.map(\.action.number) == [2])
        #expect(broken.calls == 3 && reports.withLock { $0 } == ["recording"])
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

/// An error of a boundary, whose message contains a path.
private struct PlaceError: BoundaryError {
    struct Code: ErrorCode {
        let name: String
        static let lost = Code(name: "lost")
    }

    let code: Code
    var message: String { "cannot read /srv/maria/secret.jpg" }
}
