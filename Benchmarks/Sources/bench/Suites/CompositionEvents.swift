import Dispatch
import Events
import Foundation
import Scheduling
import SchedulingTestKit

/// Measures events to one receiver.
enum CompositionEvents {
    private static let events = 200_000

    private struct Counted: Event {
        let number: Int
    }

    private final class Counter: @unchecked Sendable {  // one thread at a time uses it
        let drain = Drain()
        var missing = 0
        let isDone = DispatchSemaphore(value: 0)

        func take(_ number: Int) {
            drain.take(number)
            missing -= 1
            if missing == 0 { isDone.signal() }
        }
    }

    static func run(_ harness: inout Harness, _ callgrind: Callgrind) async throws {
        try await compareOnOneThread(&harness, callgrind)
        try await compareBetweenThreads(&harness)
    }

    /// A post and its delivery in virtual time, on one thread, so that instructions can be counted.
    private static func compareOnOneThread(
        _ harness: inout Harness, _ callgrind: Callgrind
    ) async throws {
        let scheduler = VirtualScheduler()
        let hub = EventHub()
        let counter = Counter()
        scheduler.enter { home in
            hub.receive(Counted.self, by: counter, in: home) { $0.take($1.number) }
        }
        let mailbox = Mailbox<Int>(to: scheduler) { number in counter.take(number) }
        let center = NotificationCenter()
        let name = Notification.Name("counted")
        let token = center.addObserver(forName: name, object: nil, queue: nil) { notification in
            counter.take(notification.userInfo?["number"] as? Int ?? 0)
        }
        func posting(_ name: String, _ post: @escaping (Int) -> Void) -> Contender {
            Contender(name) { count in
                counter.missing = count
                for number in 0..<count { post(number) }
                scheduler.runUntilIdle()
                guard counter.missing == 0 else { throw Failure("events are missing") }
                counter.isDone.wait()
            }
        }
        try await harness.compare(
            "event-to-one-receiver", .nanoseconds(per: "event"), operations: events,
            countedBy: callgrind,
            ours: posting("EventHub.post") { hub.post(Counted(number: $0)) },
            peers: posting("Mailbox.send") { mailbox.send($0) },
            posting("NotificationCenter, which calls at once") {
                center.post(name: name, object: nil, userInfo: ["number": $0])
            })
        center.removeObserver(token)
    }

    /// Posts on the thread of the benchmark, for a receiver on another one.
    private static func compareBetweenThreads(_ harness: inout Harness) async throws {
        let scheduler = WorkScheduler(name: "receiver", priority: .default)
        let queue = DispatchQueue(label: "receiver")
        let hub = EventHub()
        let center = NotificationCenter()
        let name = Notification.Name("counted")
        try await harness.compare(
            "event-between-threads", .nanoseconds(per: "event"), operations: events,
            ours: Contender("EventHub.post") { count in
                let tally = Tally(count)
                let isRegistered = DispatchSemaphore(value: 0)
                scheduler.schedule { home in
                    hub.receive(Counted.self, by: tally, in: home) { $0.strike($1.number) }
                    isRegistered.signal()
                }
                isRegistered.wait()
                for number in 0..<count { hub.post(Counted(number: number)) }
                try tally.finish("EventHub", count)
            },
            peers: Contender("Mailbox.send") { count in
                let tally = Tally(count)
                let mailbox = Mailbox<Int>(to: scheduler) { tally.strike($0) }
                for number in 0..<count { mailbox.send(number) }
                try tally.finish("Mailbox", count)
            },
            Contender("NotificationCenter and a queue") { count in
                let tally = Tally(count)
                let token = center.addObserver(forName: name, object: nil, queue: nil) {
                    notification in
                    let number = notification.userInfo?["number"] as? Int ?? 0
                    queue.async { tally.strike(number) }
                }
                for number in 0..<count {
                    center.post(name: name, object: nil, userInfo: ["number": number])
                }
                try tally.finish("NotificationCenter", count)
                center.removeObserver(token)
            })
        scheduler.shutDown()
    }
}
