import SceneFlow
import Signals
import SignalsTestKit
import Testing

@Suite("Flows: the shared state")
struct SharedStateTests {
    private let stage = Stage()
    private let executor = FlowExecutor()

    /// A scene that sees one part of some state, and adds to it.
    private final class AddingScene: FlowScene {
        private let count: ScenePart<Int>

        init(_ count: ScenePart<Int>) { self.count = count }

        func entered(_ visit: SceneVisit<Void>) {
            count.value += 1
            count.modify { $0 += 10 }
            visit.exit()
        }
    }

    private enum Single: SceneIdentifier {
        case only
    }

    @Test("a scene changes the part that it was given, in flows with different states")
    func aSceneChangesItsPart() {
        struct Other: Sendable {
            var inner = Letters(count: 5)
        }
        let letters = Flow("letters", Single.self, Letters(), entry: .only, output: Int.self)
            .scene(.only) {
                AddingScene($0.part(\.count))
            } next: { _, state in
                .finish(state.count)
            }
        let other = Flow("other", Single.self, Other(), entry: .only, output: Int.self)
            .scene(.only) {
                AddingScene($0.part(\.inner.count))
            } next: { _, state in
                .finish(state.inner.count)
            }
        #expect(executor.start(letters).outcome?.text == "finished 11")
        #expect(executor.start(other).outcome?.text == "finished 16")
    }

    @Test("each run of a flow begins with the state of its description")
    func eachRunHasItsOwnState() {
        let flow = Flow("letters", Single.self, Letters(), entry: .only, output: Int.self)
            .scene(.only) {
                AddingScene($0.part(\.count))
            } next: { _, state in
                .finish(state.count)
            }
        #expect(executor.start(flow).outcome?.text == "finished 11")
        #expect(executor.start(flow).outcome?.text == "finished 11")
    }

    @Test("a part sends its changes only, and a reading part follows them")
    func aPartSendsItsChanges() throws {
        var parts: FlowParts<Letters>?
        let flow = Flow("letters", Single.self, Letters(), entry: .only, output: Int.self)
            .scene(.only, next: .finish(0)) { given in
                parts = given
                return WaitingScene()
            }
        executor.start(flow)
        let given = try #require(parts)
        let (count, title) = (given.part(\.count), given.reading(\.title))
        let counts = Probe(count.signal)
        let titles = Probe(title.signal.distinctUntilChanged())
        count.value = 1
        given.part(\.title).value = "x"
        count.value = 1
        count.value = 2
        #expect(counts.values == [0, 1, 2])
        #expect(titles.values == ["", "x"])
        #expect(title.value == "x")
    }

    private final class WaitingScene: FlowScene {
        func entered(_ visit: SceneVisit<Void>) {}
    }

    @Test("extensions are told of each change, in the order of the changes")
    func extensionsAreToldOfChanges() {
        let (first, second) = (Journal(), Journal())
        final class Follower<Scene: SceneIdentifier>: FlowExtension {
            private let journal: Journal
            private var flow: FlowControl<Scene, Letters>?
            init(_ journal: Journal) { self.journal = journal }
            func mounted(in flow: FlowControl<Scene, Letters>) { self.flow = flow }
            func stateChanged(_ part: PartialKeyPath<Letters>) {
                if part == \Letters.count { flow?.part(\.title).value = "counted" }
                journal.write("\(flow?.state.title ?? "")")
            }
        }
        let recorder = Recorder(first)
        executor.start(stage.flow().with(Follower(second)).with(recorder))
        first.clear()
        recorder.flow?.part(\.count).value = 1
        #expect(first.lines == ["count changed", "another part changed"])
        #expect(second.lines == ["counted", "counted"])
    }
}
