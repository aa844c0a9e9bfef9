import SceneFlow
import SchedulingTestKit
import Signals
import Testing

@Suite("Flows: extensions")
struct ExtensionTests {
    private let stage = Stage()
    private let executor = FlowExecutor()
    private var journal: Journal { stage.journal }

    @Test("an extension is told of the whole life of a flow, each time in the right moment")
    func anExtensionIsToldOfTheWholeLife() {
        let recorder = Recorder(journal)
        executor.start(stage.flow().with(recorder))
        stage.go(.to(.b))
        stage.go(.back)
        recorder.flow?.part(\.count).value = 1
        stage.go(.finish("done"))
        #expect(
            journal.lines == [
                "mounted in letters", "will entry -a", "make a", "enter a",
                "did entry -a, active a", "ready",
                "will forward ab", "make b", "leave a", "enter b", "did forward ab, active b",
                "will back ba", "leave b", "enter a", "did back ba, active a",
                "count changed", "will finish", "leave a",
            ])
        #expect(recorder.flow?.trace == [])
        #expect(recorder.flow?.active == nil)
    }

    /// An extension that refuses transits to one scene.
    private final class Guardian<Scene: SceneIdentifier, State: Sendable>: FlowExtension {
        private let scene: Scene
        init(_ scene: Scene) { self.scene = scene }
        func willTransit(_ transit: Transit<Scene>) -> Veto? {
            transit.to == scene ? Veto("closed") : nil
        }
    }

    @Test("a veto leaves the flow where it is, and its reason reaches the scene")
    func aVetoLeavesTheFlowWhereItIs() {
        let recorder = Recorder(journal)
        executor.start(stage.flow().with(Guardian(.b)).with(recorder))
        journal.clear()
        stage.go(.to(.b))
        let refusal = "the transit to 'b' was refused by Guardian<Letter, Letters>: closed"
        #expect(journal.lines == ["recorded: \(refusal)", "a: \(refusal)"])
        #expect(recorder.flow?.trace == [.a])
        stage.go(.to(.c))
        #expect(recorder.flow?.trace == [.a, .c])
    }

    @Test("a veto of a way back is a refusal, too")
    func aVetoOfAWayBack() {
        executor.start(stage.flow().with(Guardian(.a)))
        #expect(executor.running == [])
        let recorder = Recorder(Journal())
        recorder.veto = { $0.direction == .back ? Veto("no return") : nil }
        executor.start(stage.flow().with(recorder))
        stage.go(.to(.b))
        stage.go(.back)
        stage.go(.backTo(.a))
        #expect(
            journal.lines.suffix(2) == [
                "b: the transit back was refused by Recorder: no return",
                "b: the transit to 'a' was refused by Recorder: no return",
            ])
    }

    @Test("a veto of the entry fails the flow, and no scene is made")
    func aVetoOfTheEntryFailsTheFlow() {
        let running = executor.start(stage.flow().with(Guardian(.a)))
        #expect(
            running.outcome?.text
                == "failed Guardian<Letter, Letters> refused to begin the flow 'letters': closed")
        #expect(journal.lines == [])
        #expect(executor.running == [])
    }

    @Test("extensions are called in the order in which they were added")
    func extensionsAreCalledInOrder() {
        final class Numbered<Scene: SceneIdentifier, State: Sendable, Tag>: FlowExtension {
            private let journal: Journal
            init(_ tag: Tag.Type, _ journal: Journal) { self.journal = journal }
            func mounted(in flow: FlowControl<Scene, State>) {
                journal.write("mounted \(Tag.self)")
            }
            func willTransit(_ transit: Transit<Scene>) -> Veto? {
                journal.write("will \(Tag.self)")
                return nil
            }
            func willEnd(_ end: FlowEnd) { journal.write("end \(Tag.self)") }
        }
        let lines = Journal()
        let flow = stage.flow().with(Numbered(Int.self, lines)).with(Numbered(Bool.self, lines))
        executor.start(flow)
        stage.go(.cancel)
        #expect(
            lines.lines == [
                "mounted Int", "mounted Bool", "will Int", "will Bool", "end Int", "end Bool",
            ])
    }

    @Test("two extensions of one type are refused before the entry")
    func twoExtensionsOfOneTypeAreRefused() {
        let flow = stage.flow().with(Recorder(journal)).with(Guardian(.b)).with(Recorder(journal))
        let running = executor.start(flow)
        #expect(
            running.outcome?.text
                == "failed the flow 'letters' cannot begin: the extension Recorder was added twice")
        #expect(journal.lines == [])
    }

    @Test("an extension that ends the flow when it is mounted prevents the entry")
    func anExtensionMayPreventTheEntry() {
        let recorder = Recorder(journal)
        recorder.onMounted = {
            $0.transit(to: .b)
            $0.fail(Oops())
        }
        let running = executor.start(stage.flow().with(recorder))
        #expect(running.outcome?.text == "failed Oops()")
        #expect(
            journal.lines == [
                "mounted in letters",
                "recorded: the transit to 'b' was refused: the flow has no earlier visit of it",
                "will fail: Oops()",
            ])
    }

    @Test("an extension moves the flow, after the call in which it asks")
    func anExtensionMovesTheFlow() {
        let recorder = Recorder(journal)
        executor.start(stage.flow().with(recorder))
        recorder.flow?.transit(to: .b)
        recorder.flow?.transit(to: .c)
        recorder.flow?.back(to: .a)
        #expect(recorder.flow?.trace == [.a])
        recorder.flow?.transit(to: .b)
        recorder.flow?.back()
        #expect(journal.lines.last == "did back ba, active a")
        recorder.flow?.cancel()
        #expect(executor.running == [])
        recorder.flow?.transit(to: .b)
        #expect(journal.lines.last == "leave a")
    }

    @Test("a log has a line for each transit, and none of the state")
    func aLogHasALineForEachTransit() {
        let lines = Journal()
        let running = executor.start(stage.flow().with(FlowLog { lines.write($0) }))
        for step in [.to(.b), .backTo(.c), .back, .finish("x")] as [LetterStep] { stage.go(step) }
        executor.start(stage.flow().with(FlowLog { lines.write($0) })).cancel()
        executor.start(stage.flow().with(FlowLog { lines.write($0) }))
        stage.go(.fail(Oops()))
        #expect(running.outcome?.text == "finished x")
        #expect(
            lines.lines == [
                "letters: -> a", "letters: a -> b",
                "letters: the transit to 'c' was refused: the flow has no earlier visit of it",
                "letters: b <- a", "letters: finished",
                "letters: -> a", "letters: cancelled",
                "letters: -> a", "letters: failed: Oops()",
            ])
    }

    @Test("a deadline fails the flow when its time has come, and not before")
    func aDeadlineFailsTheFlow() {
        onVirtualScheduler { clock in
            let flow = stage.flow().with(FlowDeadline(after: .seconds(300), home: .here))
            let running = executor.start(flow)
            clock.advance(by: .seconds(299))
            stage.go(.to(.b))
            #expect(running.outcome == nil)
            clock.advance(by: .seconds(1))
            #expect(
                running.outcome?.text
                    == "failed the flow 'letters' did not end within 300.0 seconds")
            let quick = executor.start(flow)
            stage.go(.finish("done"))
            #expect(quick.outcome?.text == "finished done")
            #expect(clock.waitingCount == 0)
        }
    }
}
