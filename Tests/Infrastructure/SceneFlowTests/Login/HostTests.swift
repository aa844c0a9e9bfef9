import SceneFlow
import Testing

@Suite("Flows: the same scenes on a terminal, and without a person")
struct HostTests {
    private let service = LoginService()
    private let executor = FlowExecutor()
    private let account = SignedIn(name: "work", owner: "Ada")

    @Test("a terminal asks each question, again where the answer is unusable")
    func aTerminalAsksEachQuestion() throws {
        let host = TerminalHost()
        let running = executor.start(loginFlow(service, on: host))
        for line in ["work", "", "4711", "perhaps"] { host.type(line) }
        #expect(service.stored == [])
        host.type("y")
        #expect(
            host.output == [
                "Name?", "Open https://example.org/authorize", "Code? (attempt 1)",
                "Code? (attempt 1)", "Are you Ada? [y/n]",
            ])
        #expect(try running.outcome?.get() == account)
        #expect(service.stored == [account])
    }

    @Test("a refused code leads back to a new address, three times at most")
    func aRefusedCodeLeadsBack() {
        let host = TerminalHost()
        let running = executor.start(loginFlow(service, on: host))
        for line in ["work", "1", "2"] { host.type(line) }
        #expect(host.output.last == "Code? (attempt 3)")
        #expect(host.output.filter { $0 == "Open https://example.org/authorize" }.count == 3)
        host.type("3")
        #expect(running.outcome?.text == "failed Oops()")
        #expect(service.stored == [])
    }

    @Test("the end of the input cancels the flow, and withdraws the question")
    func theEndOfTheInputCancels() {
        let host = TerminalHost()
        let running = executor.start(loginFlow(service, on: host))
        host.type("work")
        #expect(host.isAsking)
        host.type(nil)
        #expect(running.outcome?.text == "cancelled")
        let second = executor.start(loginFlow(service, on: host))
        second.cancel()
        #expect(!host.isAsking)
    }

    @Test("without a person, the answers that were given beforehand lead to the same result")
    func aHeadlessHostHasItsAnswers() throws {
        var notices: [any Notice] = []
        let host = HeadlessHost { notices.append($0) }
            .answering(AskName.self, with: "work").answering(AskCode.self, with: "wrong", "4711")
            .answering(AskConfirmation.self, with: true)
        let running = executor.start(loginFlow(service, on: host))
        #expect(try running.outcome?.get() == account)
        #expect(notices.count == 2)
    }

    @Test("without a person, the flow ends with the name of the missing input")
    func aHeadlessHostNamesTheMissingInput() throws {
        let host = HeadlessHost().answering(AskName.self, with: "work")
        let running = executor.start(loginFlow(service, on: host))
        let error = try #require(throws: FlowError.self) { try running.outcome?.get() }
        #expect(error.code == .missingInput)
        #expect("\(error)" == "the input 'code' is missing, and cannot be asked for")
        #expect(service.stored == [])
    }

    @Test("another flow reuses three scenes, and edits nothing but its own table")
    func anotherFlowReusesScenes() throws {
        let host = HeadlessHost().answering(AskPassword.self, with: "one", "two")
            .answering(AskName.self, with: "home", "cloud")
            .answering(AskConfirmation.self, with: false, true)
        let running = executor.start(webDAVFlow(service, on: host))
        let account = SignedIn(name: "cloud", owner: "webdav user")
        #expect(try running.outcome?.get() == account)
        #expect(service.stored == [account])
    }
}
