import Foundation
import Scheduling
import SchedulingDiagnostics
import SchedulingTestKit
import Testing

/// The services of a small program.
private final class Screen {  // not @Schedulable: the tests call it by its handle only
    private let store: SchedulerBound<Store>

    init(store: SchedulerBound<Store>) { self.store = store }

    func open() { store.schedule { $0.add() } }
}

private final class Store {  // not @Schedulable: the tests call it by its handle only
    func add() {}
}

extension DiagnosticsTests {
    /// The drawing of recorded runs.
    @Suite struct SequenceDiagramTests {
        /// The runs of a screen that posts to a store; the schedulers' names keep other tests out.
        private func runs() async throws -> [RecordedRun] {
            TraceRecorder.start()
            defer { TraceRecorder.stop() }
            let (front, back) = (
                WorkScheduler(name: "drawn"), WorkScheduler(name: "drawn <pool>-2")
            )
            let store = SchedulerBound(on: back) { Store() }
            let screen = SchedulerBound(on: front) { Screen(store: store) }
            for _ in 0..<3 { screen.schedule { $0.open() } }
            try await screen.run { _ in }
            try await store.run { _ in }
            await front.drained()
            await back.drained()
            return TraceRecorder.recordedRuns.filter { $0.scheduler.hasPrefix("drawn") }
        }

        @Test func equalPostsAreOneArrowWithTheirNumber() async throws {
            let text = SequenceDiagram(of: try await runs(), title: "a & b").svg
            #expect(text.contains("<title id=\"title\">a &amp; b</title>"))
            #expect(text.contains(">Screen</text>") && text.contains(">Store</text>"))
            // The three posts of the screen are one arrow.
            #expect(text.components(separatedBy: "×3").count == 2, "\(text)")
            // The number of a pool's scheduler is left out, and its name is escaped.
            #expect(text.contains(">drawn &lt;pool&gt;</text>"), "\(text)")
        }

        @Test func aDrawingFollowsTheDisplayAndHasTheBeginningByWhichItIsRecognized() async throws {
            let text = SequenceDiagram(of: [], title: "nothing").svg
            #expect(text.hasPrefix(SequenceDiagram.beginning + " "))
            #expect(text.contains("@media (prefers-color-scheme: dark)"))
            #expect(text.hasSuffix("</svg>\n"))
        }

        @Test func aLongRunIsAPageAndSaysHowManyArrowsAreLeftOut() {
            let runs = (0..<100).map { number in
                let start = SchedulerInstant(nanoseconds: Int64(number))
                var calls = RecordedCalls()
                calls.note(RecordedCall(Screen.self, "open()"))
                calls.note(RecordedCall(Store.self, "add()"))
                return RecordedRun(
                    on: ("scheduler\(number)", UInt64(number)), provenance: nil,
                    posted: (nil, nil), beganAt: start, endedAt: start, activity: nil,
                    calls: calls.calls)
            }
            let text = SequenceDiagram(of: runs, title: "long").svg
            let arrows = text.components(separatedBy: #"class="call" d="#).count - 2
            #expect(arrows == SequenceDiagram.mostArrows)
            #expect(text.contains("\(100 - SequenceDiagram.mostArrows) further arrows"))
        }

        private struct Box<Content> {}

        @Test func aGenericServiceIsOneLifeline() {
            let runs = [Box<Int>.self, Box<[String]>.self].map { (box: Any.Type) in
                var calls = RecordedCalls()
                calls.note(RecordedCall(Screen.self, "open()"))
                calls.note(RecordedCall(box, "take()"))
                let start = SchedulerInstant(nanoseconds: 0)
                return RecordedRun(
                    on: ("UI", 1), provenance: nil, posted: (nil, nil), beganAt: start,
                    endedAt: start, activity: nil, calls: calls.calls)
            }
            let text = SequenceDiagram(of: runs, title: "boxes").svg
            #expect(text.components(separatedBy: ">Box</text>").count == 2, "\(text)")
            #expect(text.contains("×2"))
        }
    }
}
