import Dispatch
import Foundation
import Scheduling
import SchedulingTestKit
import Synchronization
import Testing

/// Counts what a scheduler ran, and what it did wrong; everything but the flag is confined to the
/// scheduler.
private final class Ledger: @unchecked Sendable {  // on one scheduler, as tested
    private var lastOfProducer: [Int]
    private(set) var ran = 0
    private(set) var reordered = 0
    private(set) var overlapping = 0
    private let isInside = Atomic<Bool>(false)

    init(producers: Int) { lastOfProducer = Array(repeating: -1, count: producers) }

    func run(_ number: Int, of producer: Int) {
        if isInside.exchange(true, ordering: .acquiring) { overlapping += 1 }
        if lastOfProducer[producer] >= number { reordered += 1 }
        lastOfProducer[producer] = number
        ran += 1
        isInside.store(false, ordering: .releasing)
    }
}

@Suite(.serialized) struct LoadTests {
    /// A million items each in an optimised build; a debug build posts fewer, and the thread
    /// sanitizer's fewer still.
    private static var itemsPerProducer: Int {
        if let given = ProcessInfo.processInfo.environment["SCHEDULING_LOAD"].flatMap(Int.init) {
            return given
        }
        #if DEBUG
            return 10_000
        #else
            return 1_000_000
        #endif
    }

    @Test(arguments: [1, 8, 64])
    func nothingIsLostReorderedOrRunTwiceAtOnce(schedulerCount: Int) async throws {
        let producers = 16
        let items = Self.itemsPerProducer
        let schedulers = (0..<schedulerCount).map { WorkScheduler(name: "load \($0)") }
        let ledgers = schedulers.map { _ in Ledger(producers: producers) }
        await withTaskGroup { group in
            for producer in 0..<producers {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        Thread.detachNewThread {
                            for number in 0..<items {
                                let place = number % schedulerCount
                                let recorder = ledgers[place]
                                schedulers[place].schedule { recorder.run(number, of: producer) }
                            }
                            continuation.resume()
                        }
                    }
                }
            }
        }
        for scheduler in schedulers { await scheduler.drained() }
        #expect(ledgers.map(\.ran).reduce(0, +) == producers * items)
        #expect(ledgers.allSatisfy { $0.reordered == 0 && $0.overlapping == 0 })
        for scheduler in schedulers { scheduler.shutDown() }
    }

    @Test func aMailboxFromManyThreadsLosesNothing() async {
        let producers = 4
        let items = Self.itemsPerProducer
        await withScheduler { scheduler in
            let recorder = Ledger(producers: producers)
            let mailbox = Mailbox<(producer: Int, number: Int)>(to: scheduler) { value in
                recorder.run(value.number, of: value.producer)
            }
            DispatchQueue.concurrentPerform(iterations: producers) { producer in
                for number in 0..<items { mailbox.send((producer, number)) }
            }
            await scheduler.drained()
            #expect(recorder.ran == producers * items)
            #expect(recorder.reordered == 0 && recorder.overlapping == 0)
        }
    }

    /// The thread that waits for the next item spins for up to 100 µs, and then parks: the items
    /// come before, at and after that moment.
    @Test func anAnswerIsNeverLostBetweenSpinningAndParking() async {
        await withScheduler("front") { front in
            await withScheduler("back") { back in
                for number in 0..<1_000 {
                    let there = Duration.microseconds(number * 37 % 301)
                    let backAgain = Duration.microseconds(number * 53 % 301)
                    await withCheckedContinuation { continuation in
                        front.schedule {
                            Self.work(for: there)
                            back.schedule {
                                Self.work(for: backAgain)
                                front.schedule { continuation.resume() }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Keeps the processor busy.
    private static func work(for duration: Duration) {
        let end = ContinuousClock.now + duration
        while ContinuousClock.now < end {}
    }
}
