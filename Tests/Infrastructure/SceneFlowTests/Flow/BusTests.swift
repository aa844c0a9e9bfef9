import SceneFlow
import Signals
import SignalsTestKit
import Testing

private struct CodeArrived: FlowEvent, Equatable {
    let code: String
}

private struct PageClosed: FlowEvent, Equatable {}

/// An extension whose events are declared by adding it.
private final class Listener: FlowExtension {
    typealias Scene = Letter
    typealias State = Letters

    static var events: [any FlowEvent.Type] { [CodeArrived.self] }
    private(set) var bus: FlowBus?

    func mounted(in flow: FlowControl<Letter, Letters>) {
        bus = flow.bus
        flow.bus.events(CodeArrived.self).observe(within: flow.lifetime) { event in
            flow.part(\.title).value += event.code
        }
    }
}

@Suite("Flows: the bus")
struct BusTests {
    private let stage = Stage()
    private let executor = FlowExecutor()

    @Test("a declared event reaches its receivers, and no receiver of another type")
    func aDeclaredEventReachesItsReceivers() throws {
        let (listener, recorder) = (Listener(), Recorder(Journal()))
        executor.start(stage.flow().events(PageClosed.self).with(listener).with(recorder))
        let bus = try #require(listener.bus)
        let pages = Probe(bus.events(PageClosed.self))
        bus.post(CodeArrived(code: "4"))
        bus.post(PageClosed())
        bus.post(CodeArrived(code: "2"))
        #expect(recorder.flow?.state.title == "42")
        #expect(pages.values == [PageClosed()])
    }

    @Test("an event that is posted during a delivery is delivered after it, of whichever type")
    func eventsKeepTheirOrder() throws {
        let listener = Listener()
        executor.start(stage.flow().events(PageClosed.self).with(listener))
        let bus = try #require(listener.bus)
        let journal = Journal()
        bus.events(CodeArrived.self).observe { event in
            if event.code == "1" { bus.post(PageClosed()) }
            journal.write("first \(event.code)")
        }
        bus.events(PageClosed.self).observe { _ in journal.write("closed") }
        bus.events(CodeArrived.self).observe { journal.write("second \($0.code)") }
        bus.post(CodeArrived(code: "1"))
        bus.post(CodeArrived(code: "2"))
        #expect(journal.lines == ["first 1", "second 1", "closed", "first 2", "second 2"])
    }

    @Test("the bus ends with its flow")
    func theBusEndsWithItsFlow() throws {
        let listener = Listener()
        executor.start(stage.flow().with(listener))
        let bus = try #require(listener.bus)
        let codes = Probe(bus.events(CodeArrived.self))
        stage.go(.cancel)
        bus.post(CodeArrived(code: "late"))
        #expect(codes.completions == [.completed])
        #expect(codes.values == [])
    }

    #if DEBUG  // an optimised build traps without a message
        @Test("an event that the flow does not declare traps, for sender and receiver")
        func anUndeclaredEventTraps() async {
            let post = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                let (stage, listener) = (Stage(), Listener())
                let executor = FlowExecutor()
                executor.start(stage.flow().with(listener))
                listener.bus?.post(PageClosed())
            }
            let receive = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                let (stage, listener) = (Stage(), Listener())
                let executor = FlowExecutor()
                executor.start(stage.flow().with(listener))
                listener.bus?.events(PageClosed.self).observe { _ in }
            }
            for result in [post, receive] {
                let message = result.map {
                    String(decoding: $0.standardErrorContent, as: UTF8.self)
                }
                #expect(
                    message?.contains("the flow 'letters' does not declare the event PageClosed")
                        == true)
            }
        }
    #endif
}
