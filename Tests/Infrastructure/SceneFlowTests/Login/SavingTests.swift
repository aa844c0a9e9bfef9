import Foundation
import SceneFlow
import Testing

@Suite("Flows: a saved state, and the resumption after a kill")
struct SavingTests {
    private let service = LoginService()

    /// Runs a flow, and returns what it has saved, encoded, at each moment.
    private func saved(
        typing lines: [String], _ ended: @escaping (FlowEnd) -> Void = { _ in }
    ) -> [Data] {
        var saved: [Data] = []
        let host = TerminalHost()
        let executor = FlowExecutor()
        let flow = loginFlow(service, on: host).with(
            FlowSaving(
                { if let data = try? JSONEncoder().encode($0) { saved.append(data) } },
                ended: ended))
        executor.start(flow)
        for line in lines { host.type(line) }
        return saved
    }

    private func resumed(_ data: Data, on host: any SceneHost) throws -> LoginFlow {
        try loginFlow(service, on: host)
            .resuming(JSONDecoder().decode(SavedFlow<LoginScene, LoginState>.self, from: data))
    }

    @Test("each transit and each change is saved, and no secret in any of them")
    func noSecretIsSaved() throws {
        let saved = saved(typing: ["work", "canary-code", "4711"])
        #expect(saved.count > 8)
        for data in saved {
            let text = String(decoding: data, as: UTF8.self)
            #expect(!text.contains("canary"), "\(text)")
            #expect(!text.contains("4711"), "\(text)")
        }
        let last = try #require(saved.last).decoded
        #expect(last.trace == [.name, .address, .code, .exchange, .identity])
        #expect(last.state.name == "work")
        #expect(last.state.code == UnsavedSecret())
    }

    @Test("a flow that was killed at any moment continues, and reaches the same result")
    func aKilledFlowContinues() throws {
        for data in saved(typing: ["work", "wrong", "4711"]) {
            let host = HeadlessHost().answering(AskName.self, with: "work")
                .answering(AskCode.self, with: "4711").answering(AskConfirmation.self, with: true)
            let running = FlowExecutor().start(try resumed(data, on: host))
            #expect(running.outcome?.text.hasPrefix("finished") == true, "\(data.text)")
        }
        #expect(Set(service.stored.map(\.owner)) == ["Ada"])
    }

    @Test("a resumed flow begins at the scene that was active, with the trace behind it")
    func aResumedFlowBeginsAtTheActiveScene() throws {
        let data = try #require(saved(typing: ["work", "4711"]).last)
        let host = TerminalHost()
        let lines = Journal()
        let running = FlowExecutor()
        running.start(try resumed(data, on: host).with(FlowLog { lines.write($0) }))
        #expect(host.output == ["Are you Ada? [y/n]"])
        #expect(lines.lines == ["login: -> identity"])
        host.type("y")
        #expect(service.stored == [SignedIn(name: "work", owner: "Ada")])
    }

    @Test("a scene that needs a secret is not resumed: the flow returns to the one before it")
    func aSceneThatNeedsASecretIsNotResumed() throws {
        let data = try #require(saved(typing: ["work"]).last)
        #expect(try data.decoded.trace == [.name, .address, .code])
        let host = TerminalHost()
        FlowExecutor().start(try resumed(data, on: host)).cancel()
        #expect(host.output == ["Open https://example.org/authorize", "Code? (attempt 2)"])
    }

    @Test("a transit to a scene whose secret is absent fails the flow")
    func aTransitToASceneWithoutItsSecretFails() {
        let host = TerminalHost()
        let executor = FlowExecutor()
        let running = executor.start(loginFlow(service, on: host).with(Shortcut(to: .exchange)))
        #expect(
            running.outcome?.text == "failed the scene 'exchange' needs a secret that is absent")
    }

    private final class Shortcut<Scene: SceneIdentifier, State: Sendable>: FlowExtension {
        private let scene: Scene
        private var flow: FlowControl<Scene, State>?

        init(to scene: Scene) { self.scene = scene }

        func mounted(in flow: FlowControl<Scene, State>) { self.flow = flow }

        func ready() { flow?.transit(to: scene) }
    }

    @Test("a saved state without a usable scene begins at the entry")
    func aStateWithoutAUsableSceneBeginsAtTheEntry() throws {
        let host = TerminalHost()
        let data = Data(
            #"{"flow":"login","trace":["exchange"],"state":\#(try LoginState().json)}"#.utf8)
        FlowExecutor().start(try resumed(data, on: host))
        #expect(host.output == ["Name?"])
    }

    @Test("the state of another flow, or of an unknown scene, is refused")
    func aForeignStateIsRefused() throws {
        let host = HeadlessHost()
        let other = Data(
            #"{"flow":"webdav","trace":["name"],"state":\#(try LoginState().json)}"#.utf8)
        let error = try #require(throws: FlowError.self) { try resumed(other, on: host) }
        #expect(error == FlowError(.savedElsewhere, ""))
        #expect("\(error)" == "the saved flow 'webdav' cannot continue as 'login'")
        let unknown = Data(
            #"{"flow":"login","trace":["folder"],"state":\#(try LoginState().json)}"#.utf8)
        #expect(throws: DecodingError.self) { try resumed(unknown, on: host) }
    }

    @Test("the end is reported, so that the saved state can be removed")
    func theEndIsReported() {
        let ends = Journal()
        _ = saved(typing: ["work", "4711", "y"]) { ends.write("\($0)") }
        #expect(ends.lines == ["finished"])
    }

    @Test("a change that follows the end, such as one of the scene that is left, is not saved")
    func nothingIsSavedAfterTheEnd() {
        let stage = Stage()
        let journal = stage.journal
        let recorder = Recorder(journal)
        let executor = FlowExecutor()
        let flow = stage.flow().with(
            FlowSaving({ _ in journal.write("save") }, ended: { _ in journal.write("remove") })
        ).with(recorder)
        stage.onLeave = { _ in recorder.flow?.part(\.count).value = 1 }
        executor.start(flow)
        journal.clear()
        stage.go(.to(.b))
        #expect(journal.lines.filter { $0 == "save" }.count == 2)
        stage.go(.finish("done"))
        #expect(
            journal.lines.suffix(4) == ["remove", "will finish", "leave b", "count changed"])
    }

    @Test("a secret is neither coded nor printed")
    func aSecretIsNotPrinted() throws {
        let state = LoginState(verifier: UnsavedSecret("canary"))
        var dumped = ""
        dump(state, to: &dumped)
        for text in ["\(state)", String(reflecting: state), dumped, try state.json] {
            #expect(!text.contains("canary"), "\(text)")
        }
        #expect("\(state.verifier) \(state.code)" == "<secret> <no secret>")
        #expect(UnsavedSecret("a") != UnsavedSecret("b"))
    }
}

extension Data {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }

    fileprivate var decoded: SavedFlow<LoginScene, LoginState> {
        get throws { try JSONDecoder().decode(SavedFlow<LoginScene, LoginState>.self, from: self) }
    }
}

extension LoginState {
    fileprivate var json: String {
        get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) }
    }
}
