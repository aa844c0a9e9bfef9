import SceneFlow
import Scheduling
import SchedulingTestKit
import Signals
import Testing

private enum Letter: SceneIdentifier {
    case a, b
}

private struct Shared: Sendable {
    var visits = 0
    var text = ""
}

private struct Oops: Error {}

/// A scene that writes its visits, and ends them with the answers of a test.
@MainActor
private final class LetterScene: @MainActor FlowScene {
    enum Exit {
        case next, finish
    }

    private let name: String
    private let visits: ScenePart<Int>
    private let stage: Stage

    init(_ name: String, _ visits: ScenePart<Int>, on stage: Stage) {
        (self.name, self.visits, self.stage) = (name, visits, stage)
        stage.journal.write("make \(name)")
    }

    func entered(_ visit: SceneVisit<Exit>) {
        visits.value += 1
        stage.journal.write("enter \(name)")
        visit.lifetime.add { [journal = stage.journal, name] in journal.write("leave \(name)") }
        stage.visit = visit
        if let exit = stage.exits.popLast() { visit.exit(exit) }
    }
}

/// The objects of a test with one flow.
@MainActor
private final class Stage {
    let journal = Journal()
    /// The visit that was begun last.
    var visit: SceneVisit<LetterScene.Exit>?
    /// The exits that scenes take as soon as they are entered, the next one last.
    var exits: [LetterScene.Exit] = []

    func flow(
        making make: @escaping (Letter) throws -> Void = { _ in }
    ) -> Flow<Letter, Shared, Int> {
        Letter.allCases.reduce(
            Flow(Letter.self, Shared(), entry: .a, output: Int.self)
        ) { flow, letter in
            flow.scene(letter) { parts in
                try make(letter)
                return LetterScene("\(letter)", parts.part(\.visits), on: self)
            } next: { exit, state in
                switch exit {
                case .next: .to(letter == .a ? .b : .a)
                case .finish: .finish(state.visits)
                }
            }
        }
    }

    /// Waits until a visit has begun.
    func begun() async {
        while visit == nil { await Task.yield() }  // reason: one task of the same actor
    }
}

@Suite("Flows: a table of scenes that do not know each other")
@MainActor
struct FlowTests {
    private let stage = Stage()

    @Test("a scene is made at its first transit, and the table decides where its exits lead")
    func scenesAreMadeAtTheirFirstTransit() async throws {
        stage.exits = [.finish, .next, .next, .next]
        #expect(try await stage.flow().run(in: .main) == 4)
        #expect(
            stage.journal.lines == [
                "make a", "enter a", "leave a", "make b", "enter b", "leave b", "enter a",
                "leave a", "enter b", "leave b",
            ])
    }

    @Test("a scene reads and changes its part of the state")
    func aSceneChangesItsPart() async throws {
        final class Writer: FlowScene {
            private let text: ScenePart<String>

            init(_ text: ScenePart<String>) { self.text = text }

            func entered(_ visit: SceneVisit<Void>) {
                text.modify { $0 += "\($0.count)" }
                visit.exit()
            }
        }
        let flow = Flow(Letter.self, Shared(text: "x"), entry: .a, output: String.self)
            .scene(.a) {
                Writer($0.part(\.text))
            } next: { _, _ in
                .to(.b)
            }
            .scene(.b) {
                Writer($0.part(\.text))
            } next: { _, state in
                .finish(state.text)
            }
        #expect(try await flow.run(in: .main) == "x12")
        #expect(try await flow.run(in: .main) == "x12", "each run has its own state")
    }

    @Test("a visit that is over moves nothing")
    func aVisitThatIsOverMovesNothing() async throws {
        let run = Task { try await stage.flow().run(in: .main) }
        await stage.begun()
        let first = try #require(stage.visit)
        first.exit(.next)
        #expect(first.isOver && stage.visit !== first)
        first.exit(.finish)
        first.fail(Oops())
        stage.visit?.exit(.finish)
        #expect(try await run.value == 2)
    }

    @Test("a table without a row for each scene fails before the entry")
    func aTableWithFaultsFailsBeforeTheEntry() async {
        let empty = Flow(Letter.self, Shared(), entry: .a, output: Int.self)
        let error = await #expect(throws: FlowError.self) { try await empty.run(in: .main) }
        #expect(error?.code == .invalidTable && error?.message.contains("'a', 'b'") == true)
    }

    @Test("the error of a scene, or of its making, ends the flow")
    func anErrorEndsTheFlow() async {
        stage.exits = [.next]
        await #expect(throws: Oops.self) {
            try await stage.flow(making: { if $0 == .b { throw Oops() } }).run(in: .main)
        }
        let other = Stage()
        let run = Task { try await other.flow().run(in: .main) }
        await other.begun()
        other.visit?.fail(Oops())
        await #expect(throws: Oops.self) { try await run.value }
        #expect(other.journal.lines.last == "leave a")
    }

    @Test("the cancellation of the task ends the visit and the flow")
    func theCancellationOfATaskCancelsItsFlow() async {
        let run = Task { try await stage.flow().run(in: .main) }
        await stage.begun()
        run.cancel()
        await #expect(throws: CancellationError.self) { try await run.value }
        #expect(stage.journal.lines == ["make a", "enter a", "leave a"])
        #expect(stage.visit?.isOver == true)
    }

    @Test("many transits of scenes that leave at once take constant stack")
    func manyTransitsTakeConstantStack() async throws {
        stage.exits = [.finish] + Array(repeating: .next, count: 20_000)
        #expect(try await stage.flow().run(in: .main) == 20_001)
    }

    @Test("a thousand flows leave no object")
    func aThousandFlowsLeaveNoObject() async throws {
        weak var released: AnyObject?
        for _ in 0..<1000 {
            let stage = Stage()
            stage.exits = [.finish, .next]
            _ = try await stage.flow().run(in: .main)
            stage.visit = nil
            released = stage
        }
        #expect(released == nil)
    }

    @Test("a host without a user names the missing input")
    func aHeadlessHostNamesTheMissingInput() async throws {
        struct AskName: Prompt {
            typealias Answer = String
            static let name = "--name"
        }
        struct Fact: Notice {}
        var facts = 0
        let host = HeadlessHost { _ in facts += 1 }
        host.show(Fact())
        #expect(facts == 1)
        var errors: [FlowError] = []
        host.ask(AskName()).observe { _ in
        } failed: {
            errors.append($0)
        }
        #expect(errors.map(\.code) == [.missingInput])
        #expect(errors.first?.message.contains("'--name'") == true)
    }
}
