import Scheduling
import SchedulingTestKit
import Testing

@testable import Events

@Suite("The hub: receivers and order")
struct HubTests {
    private let hub = EventHub()
    private let ui = VirtualScheduler(name: "UI")
    private let business = VirtualScheduler(name: "BL")

    private func runUntilIdle() { VirtualClock(ui, business).runUntilIdle() }

    @Test("any number of receivers of each type, each on its own scheduler")
    func receiversOfATypeAreCalledOnTheirSchedulers() {
        let (first, second) = (Tracker(), Tracker())
        ui.enter {
            hub.receive(SignedIn.self, by: first, in: .here) { [ui] tracker, event in
                #expect(ui.isCurrent)
                tracker.names.append("in \(event.account)")
            }
            hub.receive(SignedOut.self, by: first, in: .here) { tracker, _ in
                tracker.names.append("out")
            }
        }
        business.enter {
            hub.receive(SignedIn.self, by: second, in: .here) { [business] tracker, event in
                #expect(business.isCurrent)
                tracker.names.append("in \(event.account)")
            }
        }
        hub.post(SignedIn(account: "b"))
        hub.post(SignedOut())
        hub.post(Counted(number: 1))
        #expect(first.names.isEmpty, "a post runs no receiver")
        runUntilIdle()
        #expect(first.names == ["in b", "out"])
        #expect(second.names == ["in b"])
        #expect(hub.receiverCount == 3)
    }

    @Test("a receiver that registers after other posts of the type gets the next ones only")
    func eventsAreNotKept() {
        let tracker = Tracker()
        hub.post(Counted(number: 1))
        ui.enter {
            hub.receive(Counted.self, by: tracker, in: .here) { $0.numbers.append($1.number) }
        }
        runUntilIdle()
        hub.post(Counted(number: 2))
        runUntilIdle()
        #expect(tracker.numbers == [2])
    }

    @Test("a released receiver is gone at the next event")
    func releasedReceiverIsGone() {
        var tracker = Optional(Tracker())
        weak let released = tracker
        if let tracker {
            ui.enter {
                hub.receive(Counted.self, by: tracker, in: .here) {
                    $0.numbers.append($1.number)
                }
            }
        }
        tracker = nil
        #expect(released == nil)
        hub.post(Counted(number: 1))
        runUntilIdle()
        #expect(hub.receiverCount == 0)
        hub.post(Counted(number: 2))
        #expect(ui.waitingCount == 0)
    }

    @Test("released receivers do not pile up while no event is posted")
    func releasedReceiversArePruned() {
        ui.enter {
            for _ in 0..<1000 {
                hub.receive(Counted.self, by: Tracker(), in: .here) {
                    $0.numbers.append($1.number)
                }
            }
        }
        #expect(hub.receiverCount == 1)
    }

    @Test("the events of one poster arrive in their order, also those of several types")
    func orderOfAPosterIsKept() {
        let tracker = Tracker()
        ui.enter {
            hub.receive(SignedIn.self, by: tracker, in: .here) { tracker, _ in
                tracker.names.append("in")
            }
            hub.receive(SignedOut.self, by: tracker, in: .here) { tracker, _ in
                tracker.names.append("out")
            }
        }
        business.enter {
            for _ in 0..<3 {
                hub.post(SignedIn())
                hub.post(SignedOut())
            }
        }
        runUntilIdle()
        #expect(tracker.names == ["in", "out", "in", "out", "in", "out"])
    }

    @Test("an event that is posted during a delivery arrives after it")
    func postDuringADeliveryQueues() {
        let (first, second) = (Tracker(), Tracker())
        ui.enter {
            hub.receive(Counted.self, by: first, in: .here) { [hub] tracker, event in
                tracker.names.append("begin \(event.number)")
                if event.number < 3 { hub.post(Counted(number: event.number + 1)) }
                tracker.names.append("end \(event.number)")
            }
            hub.receive(Counted.self, by: second, in: .here) { $0.numbers.append($1.number) }
        }
        hub.post(Counted(number: 1))
        runUntilIdle()
        #expect(first.names == ["begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3"])
        #expect(second.numbers == [1, 2, 3])
    }

    @Test("an event arrives before the work that its poster posts afterwards")
    func eventPrecedesLaterWork() {
        let tracker = Tracker()
        ui.enter {
            hub.receive(Counted.self, by: tracker, in: .here) { $0.numbers.append($1.number) }
        }
        business.enter {
            hub.post(Counted(number: 1))
            let seen = Recorder<Int>()
            ui.schedule { seen.add(1) }
            hub.post(Counted(number: 2))
        }
        runUntilIdle()
        #expect(tracker.numbers == [1, 2])
    }

    @Test("the end of a scheduler ends the registrations on it")
    func endOfASchedulerEndsItsRegistrations() async throws {
        let scheduler = WorkScheduler(name: "ending")
        let tracker = SchedulerBound(on: scheduler) { Tracker() }
        func register() async throws {
            try await tracker.run { [hub] tracker in
                hub.receive(Counted.self, by: tracker, in: .here) { $0.numbers.append($1.number) }
            }
        }
        try await register()
        #expect(hub.receiverCount == 1)
        scheduler.shutDown()
        _ = await scheduler.finished()
        hub.post(Counted(number: 1))
        #expect(hub.receiverCount == 0)
    }

    @Test("the closures of a released hub are released on their scheduler")
    func releasedHubReleasesItsClosures() async throws {
        let scheduler = WorkScheduler(name: "home")
        let releases = Recorder<Bool>()
        do {
            let hub = EventHub()
            let tracker = SchedulerBound(on: scheduler) { Tracker() }
            try await tracker.run { tracker in
                let capture = ReleaseWitness(scheduler, releases)
                hub.receive(Counted.self, by: tracker, in: .here) { tracker, event in
                    withExtendedLifetime(capture) { tracker.numbers.append(event.number) }
                }
            }
            hub.post(Counted(number: 1))
        }
        await scheduler.drained()
        await scheduler.drained()
        #expect(releases.values == [true])
        scheduler.shutDown()
    }

    #if !os(iOS)
        @Test("a registration outside of every scheduler traps, and says so")
        func registrationOutsideOfSchedulersTraps() async throws {
            let result = try await #require(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                EventHub().receive(Counted.self, by: Tracker(), in: .here) {
                    $0.numbers.append($1.number)
                }
            }
            let report = String(decoding: result.standardErrorContent, as: UTF8.self)
            #expect(report.contains("'receive' in scheduler"))
        }
    #endif
}

/// Records whether it is released on its scheduler.
private final class ReleaseWitness: Sendable {
    private let scheduler: any Scheduler
    private let releases: Recorder<Bool>

    init(_ scheduler: any Scheduler, _ releases: Recorder<Bool>) {
        self.scheduler = scheduler
        self.releases = releases
    }

    deinit { releases.add(scheduler.isCurrent) }
}
