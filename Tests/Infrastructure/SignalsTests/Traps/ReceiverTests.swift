import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

/// A display of values, here or on another scheduler.
private final class Screen {
    let lifetime = Disposable()
    var shown: [Int] = []
    var isDone = false
}

@Suite("Receivers, and the end of their subscriptions")
struct ReceiverTests {
    private let home = VirtualScheduler(name: "home")
    private let here = VirtualScheduler(name: "here")
    private let isOver = Flag()

    private func runUntilIdle() {
        for _ in 0..<8 {
            home.runUntilIdle()
            here.runUntilIdle()
        }
    }

    private func shown(by screen: SchedulerBound<Screen>?) throws -> [Int]? {
        try here.enter { try screen?.get(in: $0).shown }
    }

    /// Sends a value, and then nothing for an hour.
    private func quiet() -> BoundSignal<Int, Oops> {
        BoundSignal(on: home) { [isOver] in
            Signal<Int, Oops>.interval(.seconds(3600), in: .here).startWith(7).on(
                disposed: isOver.raise)
        }
    }

    @Test("an idle signal ends immediately when its receiving bound service is released")
    func quietSignalEndsWithItsService() async throws {
        var service = Optional(SchedulerBound(on: here) { Screen() })
        if let service { quiet().deliver(to: service) { $0.shown.append($1) } }
        runUntilIdle()
        #expect(try shown(by: service) == [7])
        #expect(!isOver.isRaised && home.waitingCount == 1)
        service = nil
        runUntilIdle()
        #expect(isOver.isRaised && home.waitingCount == 0)
    }

    @Test("a service receives the values and the end on its scheduler, after its construction")
    func serviceGetsValuesAndEnd() throws {
        let service = SchedulerBound(on: here) { Screen() }
        BoundSignal<Int, Oops>(on: home) { .sequence(1...3) }.deliver(to: service) { [here] in
            #expect(here.isCurrent)
            $0.shown.append($1)
        } ended: {
            $0.isDone = $1.isSuccess
        }
        runUntilIdle()
        #expect(try shown(by: service) == [1, 2, 3])
        #expect(try here.enter { try service.get(in: $0).isDone })
    }

    @Test(
        "a service that failed to build or was released receives nothing and keeps nothing")
    func absentServiceStartsNothing() {
        let broken = SchedulerBound<Screen>(on: here) { throw Oops() }
        quiet().deliver(to: broken) { $0.shown.append($1) }
        do {
            let passing = SchedulerBound(on: here) { Screen() }
            quiet().deliver(to: passing) { $0.shown.append($1) }
        }
        runUntilIdle()
        #expect(home.waitingCount == 0)
    }

    @Test("an idle binding ends immediately when its service is released")
    func quietBindingEndsWithItsService() throws {
        let subject = home.enter { Subject<Int, Never>() }
        var service = Optional(SchedulerBound(on: here) { Screen() })
        home.enter {
            guard let service else { return }
            subject.signal.bind(to: service, in: .here) { $0.shown.append($1) }
            subject.send(1)
            let token = subject.signal.bind(to: service, in: .here) { $0.shown.append($1 + 100) }
            token.dispose()
        }
        runUntilIdle()
        #expect(home.enter { subject.observerCount } == 1)
        #expect(try shown(by: service) == [1])
        service = nil
        runUntilIdle()
        #expect(home.enter { subject.observerCount } == 0)
    }

    @Test("a binding to a service whose construction fails ends")
    func bindingToABrokenServiceEnds() {
        let subject = home.enter { Subject<Int, Never>() }
        let broken = SchedulerBound<Screen>(on: here) { throw Oops() }
        _ = home.enter { subject.signal.bind(to: broken, in: .here) { $0.shown.append($1) } }
        runUntilIdle()
        #expect(home.enter { subject.observerCount } == 0)
    }

    @Test("an idle signal ends immediately with the owner that its receiver keeps")
    func quietSignalEndsWithItsReceiversOwner() {
        let subject = here.enter { Subject<Int, Never>() }
        var screen = Optional(here.enter { Screen() })
        here.enter {
            guard let screen else { return }
            quiet().deliver(to: screen, in: .here, within: screen.lifetime) { $0.shown.append($1) }
            subject.signal.bind(to: screen, within: screen.lifetime) { $0.shown.append($1) }
        }
        runUntilIdle()
        #expect(screen?.shown == [7])
        here.enter { screen = nil }
        #expect(here.enter { subject.observerCount } == 0)
        runUntilIdle()
        #expect(isOver.isRaised && home.waitingCount == 0)
    }
}

/// Something that has happened.
private final class Flag: Sendable {
    private let state = Guarded(false)

    var isRaised: Bool { state.withLock { $0 } }

    func raise() { state.withLock { $0 = true } }
}
