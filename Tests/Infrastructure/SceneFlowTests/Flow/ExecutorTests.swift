import SceneFlow
import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

@Suite("Flows: the executor and the outcome")
struct ExecutorTests {
    private let stage = Stage()
    private let executor = FlowExecutor()

    @Test("an executor owns a flow until its outcome, which is sent once")
    func anExecutorOwnsAFlowUntilItsOutcome() {
        let running = executor.start(stage.flow())
        let early = Probe(running.end)
        #expect(executor.running == ["letters"])
        #expect(running.name == "letters")
        #expect(running.outcome == nil)
        stage.go(.finish("one"))
        stage.go(.finish("two"))
        running.cancel()
        let late = Probe(running.end)
        for probe in [early, late] {
            #expect(probe.values.map(\.text) == ["finished one"])
            #expect(probe.completions == [.completed])
        }
        #expect(executor.running == [])
    }

    @Test("a flow whose table has faults fails before its entry, and all faults are listed")
    func aTableWithFaultsFailsBeforeTheEntry() {
        let journal = stage.journal
        let flow = stage.flow([.b, .b]).with(Recorder(journal)).with(Recorder(journal))
        let running = executor.start(flow)
        #expect(
            running.outcome?.text
                == "failed the flow 'letters' cannot begin: the scene 'a' has no row; "
                + "the scene 'c' has no row; the scene 'b' has two rows; "
                + "the extension Recorder was added twice")
        #expect(journal.lines == [])
        #expect(executor.running == [])
    }

    @Test("an entry that fails is owned by no executor")
    func anEntryThatFailsIsNotOwned() {
        let journal = stage.journal
        let flow = stage.flow(failingAt: .a).with(Recorder(journal))
        let running = executor.start(flow)
        #expect(running.outcome?.text == "failed Oops()")
        #expect(executor.running == [])
        #expect(journal.lines == ["mounted in letters", "will entry -a", "will fail: Oops()"])
    }

    @Test("a scene that cannot be made ends the flow, and the active scene is left")
    func aSceneThatCannotBeMadeEndsTheFlow() {
        let running = executor.start(stage.flow(failingAt: .b))
        stage.go(.to(.b))
        #expect(running.outcome?.text == "failed Oops()")
        #expect(stage.journal.lines == ["make a", "enter a", "leave a"])
    }

    @Test("the outcome as a result: the output, or an error")
    func theOutcomeAsAResult() throws {
        #expect(try FlowOutcome.finished(1).get() == 1)
        #expect(throws: CancellationError.self) { try FlowOutcome<Int>.cancelled.get() }
        #expect(throws: Oops.self) { try FlowOutcome<Int>.failed(Oops()).get() }
    }

    @Test("several flows run at once, also of one description")
    func severalFlowsRunAtOnce() {
        let flow = stage.flow()
        let (first, second) = (executor.start(flow), executor.start(flow))
        executor.start(stage.flow(named: "alphabet"))
        #expect(executor.running == ["alphabet", "letters", "letters"])
        first.cancel()
        #expect(executor.running == ["alphabet", "letters"])
        executor.cancelAll()
        #expect(executor.running == [])
        #expect(second.outcome?.text == "cancelled")
    }

    @Test("flows are cancelled in the order of their beginnings")
    func flowsAreCancelledInTheirOrder() {
        var ended: [Int] = []
        let lifetime = Disposable()
        for number in 0..<20 {
            executor.start(stage.flow()).end.observe(within: lifetime) { _ in
                ended.append(number)
            }
        }
        executor.cancelAll()
        #expect(ended == Array(0..<20))
    }

    @Test("the release of an executor cancels its flows at home, wherever it happens")
    func theReleaseOfAnExecutorCancelsItsFlows() {
        let (home, other) = (VirtualScheduler(name: "home"), VirtualScheduler(name: "other"))
        var executor: FlowExecutor? = FlowExecutor()
        let running = home.enter { executor?.start(stage.flow()) }
        other.enter { executor = nil }
        #expect(running?.outcome == nil)
        home.runUntilIdle()
        #expect(running?.outcome?.text == "cancelled")
        #expect(stage.journal.lines == ["make a", "enter a", "leave a"])
    }

    @Test("a thousand flows leave no live object", arguments: [0, 1, 2, 3])
    func aThousandFlowsLeaveNoObject(kind: Int) {
        let scheduler = VirtualScheduler(name: "test")
        let census = Census()
        let leaks = LeakCheck.leaks(on: scheduler) {
            let executor = FlowExecutor()
            for _ in 0..<1_000 {
                let stage = Stage(census)
                let flow = stage.flow()
                    .with(CountedExtension(census)).with(
                        FlowDeadline(after: .seconds(60), home: .here)
                    )
                    .with(FlowLog { [journal = stage.journal] in journal.write($0) })
                let running = executor.start(flow)
                stage.go(.to(.b))
                stage.go(.to(.c))
                stage.go(.back)
                switch kind {
                case 0: stage.go(.finish("done"))
                case 1: stage.go(.fail(Oops()))
                case 2: running.cancel()
                default: break  // ended by the release of the executor
                }
            }
            #expect(executor.running.count == (kind == 3 ? 1_000 : 0))
            if kind < 3 { #expect(census.live == 0) }
        }
        #expect(leaks == [])
        #expect(census.live == 0)
    }

    private final class CountedExtension<Scene: SceneIdentifier, State: Sendable>: FlowExtension {
        private let member: Census.Member
        private var flow: FlowControl<Scene, State>?

        init(_ census: Census) { member = census.member() }

        func mounted(in flow: FlowControl<Scene, State>) { self.flow = flow }
    }

    @Test("a task runs a flow to its outcome")
    @MainActor
    func aTaskRunsAFlow() async throws {
        let (stage, executor) = (Stage(), FlowExecutor())
        stage.onEnter = { letter, visit in
            MainScheduler.shared.schedule { @MainActor in
                stage.go(letter == .a ? .to(.b) : .finish("done"))
            }
        }
        #expect(try await executor.run(stage.flow(), in: .here).get() == "done")
        stage.onEnter = { _, visit in visit.exit(.finish("at once")) }
        #expect(try await executor.run(stage.flow(), in: .here).get() == "at once")
    }

    @Test("the cancellation of a task cancels its flow")
    @MainActor
    func theCancellationOfATaskCancelsItsFlow() async {
        let (stage, executor) = (Stage(), FlowExecutor())
        let task = Task { await executor.run(stage.flow(), in: .here).text }
        stage.onEnter = { _, _ in task.cancel() }
        #expect(await task.value == "cancelled")
        #expect(executor.running == [])
        #expect(stage.journal.lines == ["make a", "enter a", "leave a"])
    }

    /// A scene of the main actor, which states this in its conformance.
    @MainActor
    private final class MainScene: @MainActor FlowScene {
        private var visits = 0

        func entered(_ visit: SceneVisit<Int>) {
            visits += 1
            visit.exit(visits)
        }
    }

    @Test("a scene of the main actor needs no assumption of its isolation")
    @MainActor
    func aSceneOfTheMainActor() {
        let flow = stage.flow([.b, .c])
            .scene(.a) { _ in
                MainScene()
            } next: { visits, _ in
                visits < 3 ? .to(.a) : .finish("\(visits) visits")
            }
        #expect(executor.start(flow).outcome?.text == "finished 3 visits")
    }
}
