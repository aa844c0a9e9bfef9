import Scheduling
import SchedulingTestKit
import Signals
import Testing

private protocol SyncListener: AnyObject {
    func pageArrived(_ number: Int)
    func ended()
}

private final class Display: SyncListener {
    private let name: String
    private let journal: Journal
    var react: (Display, Int) -> Void = { _, _ in }

    init(_ name: String, _ journal: Journal) {
        self.name = name
        self.journal = journal
    }

    func pageArrived(_ number: Int) {
        journal.write("\(name)\(number)")
        react(self, number)
    }

    func ended() { journal.write("\(name) ended") }
}

@Suite struct ListenersTests {
    private let listeners = Listeners<any SyncListener>()
    private let journal = Journal()

    private func display(_ name: String) -> Display { Display(name, journal) }

    @Test func listenersAreCalledInOrderOfAdding() {
        let displays = ["b", "a", "c"].map(display)
        for display in displays { listeners.add(display) }
        withExtendedLifetime(displays) {
            listeners.broadcast { $0.pageArrived(1) }
            listeners.broadcast { $0.ended() }
        }
        #expect(journal.lines == ["b1", "a1", "c1", "b ended", "a ended", "c ended"])
    }

    @Test func listenerThatIsAddedTwiceIsCalledOnce() {
        let (first, second) = (display("a"), display("b"))
        for listener in [first, second, first] { listeners.add(listener) }
        #expect(listeners.count == 2)
        listeners.broadcast { $0.pageArrived(1) }
        #expect(journal.lines == ["a1", "b1"])
    }

    @Test func removedListenerIsNotCalled() {
        let (first, second) = (display("a"), display("b"))
        listeners.add(first)
        listeners.add(second)
        listeners.remove(first)
        listeners.remove(first)
        listeners.broadcast { $0.pageArrived(1) }
        #expect(journal.lines == ["b1"])
    }

    @Test func listenersAreNotKept() {
        let kept = display("b")
        weak var released: Display?
        do {
            let display = display("a")
            released = display
            listeners.add(display)
            listeners.add(kept)
            listeners.broadcast { $0.pageArrived(1) }
        }
        #expect(released == nil)
        #expect(listeners.count == 1)
        listeners.broadcast { $0.pageArrived(2) }
        #expect(journal.lines == ["a1", "b1", "b2"])
    }

    @Test func listenerThatIsReleasedDuringABroadcastIsNotCalled() {
        let first = display("a")
        var second: Display? = display("b")
        listeners.add(first)
        if let second { listeners.add(second) }
        first.react = { _, _ in second = nil }
        listeners.broadcast { $0.pageArrived(1) }
        #expect(journal.lines == ["a1"])
        #expect(second == nil)
    }

    @Test func addingAndRemovingDuringABroadcastTakeEffectBehindIt() {
        let (first, second, third) = (display("a"), display("b"), display("c"))
        listeners.add(first)
        listeners.add(second)
        first.react = { [listeners] _, number in
            guard number == 1 else { return }
            listeners.remove(second)
            listeners.add(third)
        }
        listeners.broadcast { $0.pageArrived(1) }
        #expect(journal.lines == ["a1", "b1"])
        listeners.broadcast { $0.pageArrived(2) }
        #expect(journal.lines == ["a1", "b1", "a2", "c2"])
    }

    @Test func broadcastDuringABroadcastComesBehindIt() {
        let (first, second) = (display("a"), display("b"))
        listeners.add(first)
        listeners.add(second)
        first.react = { [listeners] listener, number in
            guard number == 1 else { return }
            listeners.broadcast { $0.pageArrived(2) }
            listeners.remove(listener)
            listeners.broadcast { $0.pageArrived(3) }
        }
        listeners.broadcast { $0.pageArrived(1) }
        #expect(journal.lines == ["a1", "b1", "a2", "b2", "b3"])
    }

    #if DEBUG  // the message of a trap, or its check, is missing in an optimised build
        @Test func valueCannotListen() async {
            let outcome = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                Listeners<Int>().add(1)
            }
            let message = String(decoding: outcome?.standardErrorContent ?? [], as: UTF8.self)
            #expect(message.contains("only objects can be listeners"))
        }

        /// In a process of its own, since the mode of a type is that of the whole process.
        @Test func useOnAnotherSchedulerIsReported() async {
            await #expect(processExitsWith: .success) {
                final class Listener {}
                let (home, other) = (VirtualScheduler(name: "BL"), VirtualScheduler(name: "UI"))
                Violations.setMode(.collect, for: Listeners<Listener>.self)
                let listeners = home.enter { Listeners<Listener>() }
                let listener = Listener()
                home.enter {
                    listeners.add(listener)
                    listeners.broadcast { _ in }
                }
                other.enter {
                    listeners.add(listener)
                    listeners.broadcast { _ in }
                    _ = listeners.count
                    listeners.remove(listener)
                }
                let members = Violations.takeCollected(from: Listeners<Listener>.self).map(\.member)
                #expect(members == ["add(_:)", "broadcast(_:)", "count", "remove(_:)"])
            }
        }
    #endif
}
