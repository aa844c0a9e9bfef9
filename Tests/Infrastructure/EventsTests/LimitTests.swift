import Dispatch
import Events
import Foundation
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@Suite("Receivers with a limit")
struct LimitTests {
    private let hub = EventHub()
    private let ui = VirtualScheduler(name: "UI")

    private func receive(_ limit: EventLimit<Counted>) -> Tracker {
        let tracker = Tracker()
        ui.enter {
            _ = hub.receive(Counted.self, by: tracker, in: .here, limit: limit) {
                $0.numbers.append($1.number)
            }
        }
        return tracker
    }

    private func post(_ numbers: some Sequence<Int>) {
        for number in numbers { hub.post(Counted(number: number)) }
    }

    @Test("the oldest events are dropped, and counted")
    func oldestIsDropped() {
        let tracker = receive(.dropOldest(beyond: 3))
        post(1...5)
        #expect(hub.report.receivers.map(\.waiting) == [3])
        #expect(ui.waitingCount == 1)
        ui.runUntilIdle()
        #expect(tracker.numbers == [3, 4, 5])
        post(6...7)
        ui.runUntilIdle()
        #expect(tracker.numbers == [3, 4, 5, 6, 7])
        #expect(hub.report.receivers.map(\.dropped) == [2])
    }

    @Test("of waiting events with one key the last is kept, in the place of the first")
    func lastOfEachKeyIsKept() {
        let tracker = receive(.keepLast(beyond: 3) { "\($0.number % 10)" })
        post([1, 2, 11, 21, 3])
        ui.runUntilIdle()
        #expect(tracker.numbers == [21, 2, 3])
        post([31, 1])
        ui.runUntilIdle()
        #expect(tracker.numbers == [21, 2, 3, 1])
        #expect(hub.report.receivers.map(\.dropped) == [3])
    }

    @Test("where all keys differ, a full receiver drops the oldest event")
    func fullReceiverOfKeysDropsTheOldest() {
        let tracker = receive(.keepLast(beyond: 2) { "\($0.number % 10)" })
        post([1, 2, 3, 11])
        ui.runUntilIdle()
        #expect(tracker.numbers == [3, 11])
        #expect(hub.report.receivers.map(\.dropped) == [2])
    }

    @Test("memory stays bounded while a receiver with a limit does not run")
    func memoryStaysBounded() {
        let tracker = receive(.dropOldest(beyond: 2))
        post(0..<10_000)
        ui.runUntilIdle()
        #expect(tracker.numbers == [9998, 9999])
        #expect(hub.report.receivers.map(\.dropped) == [9998])
    }

    @Test("the limit of one receiver does not concern the others")
    func limitConcernsOneReceiver() {
        let (limited, unlimited) = (receive(.dropOldest(beyond: 1)), receive(.none))
        post(1...3)
        ui.runUntilIdle()
        #expect(limited.numbers == [3] && unlimited.numbers == [1, 2, 3])
    }

    @Test("in virtual time a poster does not wait: the event exceeds the capacity")
    func virtualPosterDoesNotWait() async {
        let tracker = receive(.wait(beyond: 2))
        post(1...4)
        await hub.post(Counted(number: 5))
        ui.runUntilIdle()
        #expect(tracker.numbers == [1, 2, 3, 4, 5])
        let counts = hub.report.receivers
        #expect(counts.map(\.exceeded) == [3] && counts.map(\.dropped) == [0])
    }

    @Test("a thread waits until the receiver has space, and no event is lost")
    func threadWaitsForSpace() async throws {
        let home = WorkScheduler(name: "home")
        let poster = WorkScheduler(name: "poster")
        let service = SchedulerBound(on: home) { Tracker() }
        hub.receive(Counted.self, by: service, limit: .wait(beyond: 2)) {
            $0.numbers.append($1.number)
        }
        try await service.run { _ in }
        let gate = Gate(closing: home)
        let (posted, continuation) = AsyncStream.makeStream(of: Int.self)
        poster.schedule { [hub] in
            for number in 1...100 {
                hub.post(Counted(number: number))
                continuation.yield(number)
            }
        }
        #expect(await posted.first { $0 == 2 } == 2)
        #expect(hub.report.receivers.map(\.waiting) == [2])
        gate.open()
        await poster.drained()
        #expect(try await service.run(\.numbers) == Array(1...100))
        #expect(hub.report.receivers.map(\.exceeded) == [0])
        home.shutDown()
        poster.shutDown()
    }

    @Test("a task is suspended until the receiver has space, and its order is kept")
    func taskIsSuspendedForSpace() async throws {
        let home = WorkScheduler(name: "home")
        let service = SchedulerBound(on: home) { Tracker() }
        hub.receive(Counted.self, by: service, limit: .wait(beyond: 2)) {
            $0.numbers.append($1.number)
        }
        try await service.run { _ in }
        let gate = Gate(closing: home)
        let (posted, continuation) = AsyncStream.makeStream(of: Int.self)
        let task = Task { [hub] in
            for number in 1...100 {
                await hub.post(Counted(number: number))
                continuation.yield(number)
            }
        }
        #expect(await posted.first { $0 == 2 } == 2)
        #expect(hub.report.receivers.map(\.waiting) == [2])
        gate.open()
        await task.value
        #expect(try await service.run(\.numbers) == Array(1...100))
        #expect(hub.report.receivers.map(\.exceeded) == [0])
        home.shutDown()
    }

    @Test("a cancelled task does not wait, and its event is not lost")
    func cancelledTaskDoesNotWait() async throws {
        let home = WorkScheduler(name: "home")
        let service = SchedulerBound(on: home) { Tracker() }
        hub.receive(Counted.self, by: service, limit: .wait(beyond: 1)) {
            $0.numbers.append($1.number)
        }
        try await service.run { _ in }
        let gate = Gate(closing: home)
        let task = Task { [hub] in
            for number in 1...3 { await hub.post(Counted(number: number)) }
        }
        task.cancel()
        await task.value
        #expect(hub.report.receivers.map(\.exceeded) == [2])
        gate.open()
        #expect(try await service.run(\.numbers) == [1, 2, 3])
        home.shutDown()
    }

    @Test("a poster that waits for a receiver continues when the receiver is gone")
    func goneReceiverResumesItsPosters() async throws {
        let home = WorkScheduler(name: "home")
        var service = Optional(SchedulerBound(on: home) { Tracker() })
        if let service {
            hub.receive(Counted.self, by: service, limit: .wait(beyond: 1)) { _, _ in }
            try await service.run { _ in }
        }
        let gate = Gate(closing: home)
        let (posted, continuation) = AsyncStream.makeStream(of: Int.self)
        let task = Task { [hub] in
            for number in 1...3 {
                await hub.post(Counted(number: number))
                continuation.yield(number)
            }
        }
        #expect(await posted.first { $0 == 1 } == 1)
        service = nil
        gate.open()
        await task.value
        await home.drained()
        #expect(hub.receiverCount == 0)
        home.shutDown()
    }

    @Test("a poster that waits continues when the receiver's scheduler ends")
    func endedSchedulerResumesItsPosters() async throws {
        let home = WorkScheduler(name: "home")
        let service = SchedulerBound(on: home) { Tracker() }
        hub.receive(Counted.self, by: service, limit: .wait(beyond: 1)) { _, _ in }
        try await service.run { _ in }
        let gate = Gate(closing: home)
        let poster = WorkScheduler(name: "poster")
        let (posted, continuation) = AsyncStream.makeStream(of: Int.self)
        poster.schedule { [hub] in
            for number in 1...3 {
                hub.post(Counted(number: number))
                continuation.yield(number)
            }
        }
        #expect(await posted.first { $0 == 1 } == 1)
        home.shutDown(.finishRunning)
        gate.open()
        await poster.drained()
        #expect(hub.receiverCount == 0)
        poster.shutDown()
    }

    @Test("a poster on the receiver's scheduler, or in a cycle, exceeds the capacity")
    func posterInACycleExceeds() async throws {
        let home = WorkScheduler(name: "home")
        let other = WorkScheduler(name: "other")
        let service = SchedulerBound(on: home) { Tracker() }
        let echo = SchedulerBound(on: other) { Tracker() }
        hub.receive(Counted.self, by: service, limit: .wait(beyond: 1)) { [hub] tracker, event in
            tracker.numbers.append(event.number)
            if event.number < 100 { hub.post(Counted(number: event.number + 100)) }
            for _ in 0..<3 { hub.post(SignedIn()) }
        }
        let (counts, continuation) = AsyncStream.makeStream(of: Int.self)
        hub.receive(SignedIn.self, by: echo, limit: .wait(beyond: 1)) { [hub] tracker, event in
            tracker.names.append(event.account)
            if tracker.names.count < 20 { hub.post(Counted(number: 1000)) }
            continuation.yield(tracker.names.count)
        }
        try await service.run { _ in }
        try await echo.run { _ in }
        for number in 0..<3 { await hub.post(Counted(number: number)) }
        let expected = 3 * (6 + 19)
        #expect(await counts.first { $0 == expected } == expected)
        #expect(hub.receiverCount == 2)
        home.shutDown()
        other.shutDown()
    }

    @Test("posters on many threads lose nothing, and each keeps its order")
    func manyPostersLoseNothing() async throws {
        let home = WorkScheduler(name: "home")
        let services = (0..<3).map { _ in SchedulerBound(on: home) { Tracker() } }
        let limits: [EventLimit<Counted>] = [.none, .wait(beyond: 7), .wait(beyond: 1)]
        for (service, limit) in zip(services, limits) {
            hub.receive(Counted.self, by: service, limit: limit) { $0.numbers.append($1.number) }
        }
        let schedulers = (0..<3).map { WorkScheduler(name: "poster \($0)") }
        for (number, scheduler) in schedulers.enumerated() {
            scheduler.schedule { [hub] in
                for count in 0..<2000 { hub.post(Counted(number: 10_000 * number + count)) }
            }
        }
        await withTaskGroup { group in
            group.addTask { [hub] in
                for count in 0..<2000 { await hub.post(Counted(number: 90_000 + count)) }
            }
        }
        for scheduler in schedulers {
            await scheduler.drained()
            scheduler.shutDown()
        }
        for service in services {
            let numbers = try await service.run(\.numbers)
            #expect(numbers.count == 8000)
            for poster in [0, 10_000, 20_000, 90_000] {
                let own = numbers.filter { (poster..<(poster + 2000)).contains($0) }
                #expect(own == Array(poster..<(poster + 2000)))
            }
        }
        #expect(hub.report.receivers.map(\.dropped) == [0, 0, 0])
        home.shutDown()
    }

    @Test("receivers come and leave on one thread while others post")
    func receiversComeAndGoUnderPosts() async throws {
        let home = WorkScheduler(name: "home")
        let posters = (0..<2).map { WorkScheduler(name: "poster \($0)") }
        for poster in posters {
            poster.schedule { [hub] in
                for number in 0..<5000 { hub.post(Counted(number: number)) }
            }
        }
        for _ in 0..<300 {
            home.schedule { [hub] in
                let tracker = Tracker()
                let token = hub.receive(matching: "*", by: tracker, in: .here) { tracker, _ in
                    tracker.numbers.append(1)
                }
                hub.receive(Counted.self, by: Tracker(), in: .here) { _, _ in }
                token.dispose()
            }
        }
        for poster in posters { await poster.drained() }
        await home.drained()
        await hub.post(Counted(number: 1))
        await home.drained()
        #expect(hub.receiverCount == 0)
        for scheduler in posters + [home] { scheduler.shutDown() }
    }
}
