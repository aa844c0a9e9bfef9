import Dispatch
import Events
import Foundation
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@Suite("The hub: receivers, order, failures")
struct HubTests {
    private let hub = EventHub()
    private let ui = VirtualScheduler(name: "UI")
    private let business = VirtualScheduler(name: "BL")

    private func runUntilIdle() { VirtualClock(ui, business).runUntilIdle() }

    @Test("any number of receivers, by type, by name and by prefix, each on its own scheduler")
    func receiversByTypeNameAndPrefix() {
        let (first, second, third) = (Tracker(), Tracker(), Tracker())
        ui.enter {
            hub.receive(SignedIn.self, by: first, in: .here) { [ui] tracker, event in
                #expect(ui.isCurrent)
                tracker.names.append("type \(event.account)")
            }
            hub.receive(matching: "account.signedOut", by: first, in: .here) { tracker, event in
                tracker.names.append("name \(type(of: event).name)")
            }
        }
        business.enter {
            hub.receive(matching: "account.*", by: second, in: .here) { [business] tracker, event in
                #expect(business.isCurrent)
                tracker.names.append("\(type(of: event).name)")
            }
            hub.receive(matching: "*", by: third, in: .here) { tracker, event in
                tracker.names.append("\(type(of: event).name)")
            }
        }
        hub.post(SignedIn(account: "b"))
        hub.post(SignedOut())
        hub.post(Counted(number: 1))
        #expect(first.names.isEmpty, "a post runs no receiver")
        runUntilIdle()
        #expect(first.names == ["type b", "name account.signedOut"])
        #expect(second.names == ["account.signedIn", "account.signedOut"])
        #expect(third.names == ["account.signedIn", "account.signedOut", "counted"])
        #expect(hub.receiverCount == 4)
    }

    @Test("a receiver that registers after other posts of the type gets the next ones only")
    func eventsAreNotKept() {
        let tracker = Tracker()
        hub.post(Counted(number: 1))
        ui.enter {
            hub.receive(Counted.self, by: tracker, in: .here) { $0.numbers.append($1.number) }
            hub.receive(matching: "counted", by: tracker, in: .here) { tracker, _ in
                tracker.names.append("named")
            }
        }
        runUntilIdle()
        hub.post(Counted(number: 2))
        runUntilIdle()
        #expect(tracker.numbers == [2] && tracker.names == ["named"])
    }

    @Test("a released receiver is gone at the next event")
    func releasedReceiverIsGone() {
        var tracker = Optional(Tracker())
        weak let released = tracker
        if let tracker {
            ui.enter {
                _ = hub.receive(Counted.self, by: tracker, in: .here) {
                    $0.numbers.append($1.number)
                }
                _ = hub.receive(matching: "*", by: tracker, in: .here) { $0.names.append("\($1)") }
            }
        }
        tracker = nil
        #expect(released == nil)
        hub.post(Counted(number: 1))
        runUntilIdle()
        #expect(hub.receiverCount == 0)
        hub.post(Counted(number: 2))
        #expect(hub.posts(of: Counted.self)?.unreceived == 1)
        #expect(ui.waitingCount == 0)
    }

    @Test("released receivers do not pile up while no event is posted")
    func releasedReceiversArePruned() {
        ui.enter {
            for _ in 0..<1000 {
                _ = hub.receive(Counted.self, by: Tracker(), in: .here) {
                    $0.numbers.append($1.number)
                }
            }
        }
        #expect(hub.receiverCount <= 17)
    }

    @Test("registrations of released handles do not pile up while no event is posted")
    func releasedHandlesArePruned() {
        func register() {
            for _ in 0..<1000 {
                let service = SchedulerBound(on: business) { Tracker() }
                hub.receive(Counted.self, by: service) { $0.numbers.append($1.number) }
            }
        }
        register()
        runUntilIdle()
        #expect(hub.receiverCount <= 17)
        business.enter { register() }
        #expect(hub.receiverCount <= 17)
    }

    @Test("a token, or the owner, ends a registration at once, even for events on their way")
    func tokenEndsARegistration() {
        let (first, second) = (Tracker(), Tracker())
        let token = ui.enter {
            hub.receive(Counted.self, by: second, in: .here, within: second.lifetime) {
                $0.numbers.append($1.number)
            }
            return hub.receive(Counted.self, by: first, in: .here) { $0.numbers.append($1.number) }
        }
        hub.post(Counted(number: 1))
        ui.enter {
            token.dispose()
            second.lifetime.dispose()
        }
        #expect(hub.receiverCount == 0)
        runUntilIdle()
        #expect(first.numbers.isEmpty && second.numbers.isEmpty)
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
            _ = hub.receive(Counted.self, by: tracker, in: .here) { $0.numbers.append($1.number) }
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

    @Test("a failing receiver stops neither the poster nor others, and is counted")
    func failureStopsNoOther() throws {
        let (failing, other) = (Tracker(), Tracker())
        ui.enter {
            hub.receive(Counted.self, by: failing, in: .here) { tracker, event in
                tracker.numbers.append(event.number)
                if event.number == 1 { throw Oops() }
            }
            hub.receive(Counted.self, by: other, in: .here) { $0.numbers.append($1.number) }
        }
        hub.post(Counted(number: 1))
        hub.post(Counted(number: 2))
        runUntilIdle()
        #expect(failing.numbers == [1, 2] && other.numbers == [1, 2])
        let receivers = hub.report.receivers
        #expect(receivers.map(\.failed) == [1, 0] && receivers.map(\.delivered) == [1, 2])
        #expect(receivers.map(\.scheduler) == ["UI", "UI"] && receivers[0].events == "counted")
    }

    @Test("an event without a receiver is counted")
    func eventWithoutAReceiverIsCounted() throws {
        hub.post(SignedIn())
        let tracker = Tracker()
        ui.enter {
            _ = hub.receive(SignedIn.self, by: tracker, in: .here) { $0.names.append($1.account) }
        }
        hub.post(SignedIn())
        let posts = try #require(hub.posts(of: SignedIn.self))
        #expect(posts.posted == 2 && posts.unreceived == 1 && posts.receivers == 1)
        #expect(hub.posts(of: SignedOut.self) == nil)
    }

    @Test("a service receives on its scheduler, after its construction, and is not kept")
    func serviceReceives() throws {
        var service = Optional(SchedulerBound(on: business) { Tracker() })
        if let service {
            hub.receive(Counted.self, by: service) { $0.numbers.append($1.number) }
            hub.receive(matching: "account.*", by: service) {
                $0.names.append("\(type(of: $1).name)")
            }
        }
        hub.post(Counted(number: 1))
        hub.post(SignedIn())
        runUntilIdle()
        let received = try business.enter { [service] isolation in
            let tracker = try service?.get(in: isolation)
            return (tracker?.numbers, tracker?.names)
        }
        #expect(received.0 == [1] && received.1 == ["account.signedIn"])
        service = nil
        hub.post(Counted(number: 2))
        hub.post(SignedIn())
        runUntilIdle()
        #expect(hub.receiverCount == 0)
    }

    @Test("the events that make a service arrive in their order, before what follows them")
    func eventsOfTheFirstUseKeepTheirOrder() throws {
        let service = SchedulerBound(lazilyOn: business) { _ in Tracker() }
        let other = Tracker()
        hub.receive(Counted.self, by: service) { $0.numbers.append($1.number) }
        business.enter {
            _ = hub.receive(Counted.self, by: other, in: .here) { [hub] tracker, event in
                tracker.numbers.append(event.number)
                // Between the deliveries of the first two events to the service.
                if event.number == 1 { hub.post(Counted(number: 3)) }
            }
        }
        hub.post(Counted(number: 1))
        hub.post(Counted(number: 2))
        service.schedule { $0.numbers.append(10) }
        runUntilIdle()
        #expect(other.numbers == [1, 2, 3])
        let numbers = try business.enter { try service.get(in: $0).numbers }
        #expect(numbers == [1, 2, 10, 3])
    }

    @Test("events that arrive while a service is built wait for the end of the construction")
    func eventsWaitForTheConstruction() async throws {
        let home = WorkScheduler(name: "home")
        let other = WorkScheduler(name: "other")
        let helper = SchedulerBound(on: other) { 1 }
        let handle = Guarded<SchedulerBound<Tracker>?>(nil)
        let isRegistered = DispatchSemaphore(value: 0)
        let service = SchedulerBound(on: home) { [hub] in
            isRegistered.wait()
            hub.post(Counted(number: 1))
            hub.post(Counted(number: 2))
            _ = try helper.wait { $0 }  // serves the events
            return Tracker()
        }
        handle.withLock { $0 = service }
        hub.receive(Counted.self, by: service) { $0.numbers.append($1.number) }
        isRegistered.signal()
        // The first call may be queued before the events.
        while try await service.run(\.numbers).count < 2 { await Task.yield() }  // reason: threads
        #expect(try await service.run(\.numbers) == [1, 2])
        await hub.post(Counted(number: 3))
        #expect(try await service.run(\.numbers) == [1, 2, 3])
        home.shutDown()
        other.shutDown()
    }

    @Test("the end of a scheduler ends the registrations on it")
    func endOfASchedulerEndsItsRegistrations() async {
        let scheduler = WorkScheduler(name: "ending")
        let service = SchedulerBound(on: scheduler) { Tracker() }
        hub.receive(Counted.self, by: service) { $0.numbers.append($1.number) }
        #expect(hub.receiverCount == 1)
        scheduler.shutDown()
        _ = await scheduler.finished()
        #expect(hub.receiverCount == 0)
        await hub.post(Counted(number: 1))
        #expect(hub.posts(of: Counted.self)?.unreceived == 1)
        hub.receive(Counted.self, by: service) { $0.numbers.append($1.number) }
        await hub.post(Counted(number: 2))
        await scheduler.drained()
        #expect(hub.receiverCount == 0, "a registration on an ended scheduler ends, too")
    }

    @Test("the closures of a released hub are released on their scheduler")
    func releasedHubReleasesItsClosures() async {
        let scheduler = WorkScheduler(name: "home")
        let releases = Recorder<Bool>()
        do {
            let hub = EventHub()
            let service = SchedulerBound(on: scheduler) { Tracker() }
            let capture = ReleaseWitness(scheduler, releases)
            hub.receive(Counted.self, by: service) { tracker, event in
                withExtendedLifetime(capture) { tracker.numbers.append(event.number) }
            }
            await hub.post(Counted(number: 1))
        }
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
