import SceneFlow
import Signals
import SignalsTestKit
import Testing

@Suite("Flows: scenes, transits and the trace")
struct TransitTests {
    private let stage = Stage()
    private let executor = FlowExecutor()

    @Test("a scene is made at its first transit, and told of each visit once")
    func scenesAreMadeAtTheirFirstTransit() {
        let running = executor.start(stage.flow())
        for step in [.to(.b), .to(.a), .to(.b), .finish("done")] as [LetterStep] { stage.go(step) }
        #expect(
            stage.journal.lines == [
                "make a", "enter a", "make b", "leave a", "enter b", "leave b", "enter a",
                "leave a", "enter b", "leave b",
            ])
        #expect(running.outcome?.text == "finished done")
    }

    @Test("the trace is a stack: a scene may be in it twice, and back returns to the one before")
    func theTraceIsAStack() {
        let recorder = Recorder(Journal())
        executor.start(stage.flow().with(recorder))
        for step in [.to(.b), .to(.a), .to(.b), .to(.c)] as [LetterStep] { stage.go(step) }
        #expect(recorder.flow?.trace == [.a, .b, .a, .b, .c])
        stage.go(.back)
        #expect(recorder.flow?.trace == [.a, .b, .a, .b])
        stage.go(.backTo(.a))
        #expect(recorder.flow?.trace == [.a, .b, .a])
        stage.go(.backTo(.a))
        #expect(recorder.flow?.trace == [.a])
        #expect(recorder.flow?.active == .a)
        #expect(stage.journal.lines.last == "enter a")
    }

    @Test("a transit to the active scene is a visit of its own")
    func aSceneMayFollowItself() {
        let recorder = Recorder(Journal())
        executor.start(stage.flow().with(recorder))
        stage.go(.to(.a))
        #expect(stage.journal.lines == ["make a", "enter a", "leave a", "enter a"])
        #expect(recorder.flow?.trace == [.a, .a])
    }

    @Test("a way back that does not exist is refused, and the active scene is told")
    func aMissingWayBackIsRefused() {
        executor.start(stage.flow())
        stage.journal.clear()
        stage.go(.back)
        stage.go(.backTo(.c))
        stage.go(.backTo(.a))
        #expect(
            stage.journal.lines == [
                "a: the transit back was refused: the flow has no earlier visit of it",
                "a: the transit to 'c' was refused: the flow has no earlier visit of it",
                "a: the transit to 'a' was refused: the flow has no earlier visit of it",
            ])
        #expect(executor.running == ["letters"])
    }

    @Test("a transit during a transit waits for its end")
    func aTransitDuringATransitWaits() {
        let recorder = Recorder(stage.journal)
        stage.onEnter = { letter, visit in
            if letter == .b { visit.exit(.to(.c)) }
            self.stage.journal.write("entered \(letter)")
        }
        executor.start(stage.flow().with(recorder))
        stage.journal.clear()
        stage.go(.to(.b))
        #expect(
            stage.journal.lines == [
                "will forward ab", "make b", "leave a", "enter b", "entered b",
                "did forward ab, active b",
                "will forward bc", "make c", "leave b", "enter c", "entered c",
                "did forward bc, active c",
            ])
    }

    @Test("a visit that is over moves nothing, also if it was not over when it asked")
    func aVisitThatIsOverMovesNothing() {
        executor.start(stage.flow())
        let former = stage.visit
        stage.onEnter = { letter, visit in
            guard letter == .b else { return }
            visit.exit(.to(.c))
            visit.exit(.finish("late"))
            visit.fail(Oops())
        }
        stage.go(.to(.b))
        #expect(stage.journal.lines.last == "enter c")
        #expect(former?.isOver == true)
        former?.exit(.finish("later"))
        former?.cancel()
        #expect(executor.running == ["letters"])
        #expect(stage.journal.lines.last == "enter c")
    }

    @Test("the lifetime of a visit ends before the scene is left")
    func theLifetimeOfAVisitEnds() {
        let source = Subject<Int, Never>()
        let journal = stage.journal
        stage.onEnter = { letter, visit in
            guard letter == .a else { return }
            source.signal.on(disposed: { journal.write("disposed") })
                .observe(within: visit.lifetime) { journal.write("\($0)") }
        }
        executor.start(stage.flow())
        journal.clear()
        source.send(1)
        stage.go(.to(.b))
        source.send(2)
        #expect(journal.lines == ["1", "make b", "disposed", "leave a", "enter b"])
    }

    @Test("a visit can go back, cancel and fail without an exit of its scene")
    func everySceneCanGoBackCancelAndFail() {
        executor.start(stage.flow())
        stage.go(.to(.b))
        stage.visit?.back()
        #expect(stage.journal.lines.last == "enter a")
        stage.visit?.cancel()
        #expect(executor.running == [])
        let second = executor.start(stage.flow())
        stage.visit?.fail(Oops())
        #expect(second.outcome?.text == "failed Oops()")
        let third = executor.start(stage.flow())
        stage.go(.fail(Oops()))
        #expect(third.outcome?.text == "failed Oops()")
        let fourth = executor.start(stage.flow())
        stage.go(.cancel)
        #expect(fourth.outcome?.text == "cancelled")
    }

    @Test("steps that wait when the flow ends are dropped")
    func stepsBehindTheEndAreDropped() {
        stage.onLeave = { _ in self.executor.cancelAll() }
        let running = executor.start(stage.flow())
        stage.go(.finish("first"))
        #expect(running.outcome?.text == "finished first")
        #expect(stage.journal.lines == ["make a", "enter a", "leave a"])
    }

    @Test("the steps of a long flow take constant stack")
    func aLongFlowTakesConstantStack() async {
        await onSmallStack {
            let stage = Stage()
            var visits = 0
            stage.onEnter = { _, visit in
                visits += 1
                visit.exit(visits < 10_000 ? .to(.b) : .finish("\(visits)"))
            }
            let running = FlowExecutor().start(stage.flow())
            #expect(running.outcome?.text == "finished 10000")
        }
    }
}

extension FlowOutcome {
    /// The outcome as a text.
    var text: String {
        switch self {
        case .finished(let output): "finished \(output)"
        case .cancelled: "cancelled"
        case .failed(let error): "failed \(error)"
        }
    }
}
