import Scheduling
import SchedulingTestKit
import Signals
import SignalsTestKit
import Testing

@Suite("Behaviour exactly at a limit")
struct CapacityTests {
    @Test("a hop with a capacity of one delivers all values")
    func hopWithSpaceForOne() async {
        let (producer, consumer) = (
            WorkScheduler(name: "producer"), WorkScheduler(name: "consumer")
        )
        let bound = BoundSignal<Int, Never>(on: producer) { Signal.sequence(0..<100) }
        let sum = await withCheckedContinuation { continuation in
            consumer.schedule {
                var sum = 0
                bound.deliver(in: .here, capacity: 1).observe(
                    { sum += $0 }, completed: { continuation.resume(returning: sum) })
            }
        }
        #expect(sum == 4_950)
        producer.shutDown()
        consumer.shutDown()
    }

    @Test("an interval counts from zero in steps of one")
    func intervalCounts() {
        onVirtualScheduler { scheduler in
            let probe = Probe(Signal<Int, Never>.interval(.seconds(1), in: .here).take(3))
            scheduler.run()
            #expect(probe.values == [0, 1, 2])
        }
    }

    @Test("an interval of zero traps where it is made, before anybody subscribes")
    func intervalOfZero() async {
        await #expect(processExitsWith: .failure) {
            _ = Signal<Int, Never>.interval(.zero, in: .here)
        }
    }

    #if DEBUG  // the message of a trap, or its check, is missing in an optimised build
        @Test("an executor is used on its own scheduler only")
        func executorIsPinned() async throws {
            let limit = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                let (home, elsewhere) = (
                    VirtualScheduler(name: "home"), VirtualScheduler(name: "away")
                )
                let executor = home.enter { LimitedExecutor(limit: 1) }
                elsewhere.enter { executor.limit = 2 }
            }
            let reclaim = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                let (home, elsewhere) = (
                    VirtualScheduler(name: "home"), VirtualScheduler(name: "away")
                )
                let executor = home.enter { LimitedExecutor(limit: 1) }
                elsewhere.enter { _ = executor.reclaim() }
            }
            for (end, what) in [(limit, "limit"), (reclaim, "reclaim")] {
                let said = String(decoding: try #require(end).standardErrorContent, as: UTF8.self)
                #expect(said.contains(what), "\(said)")
            }
        }

        @Test("a property is read and modified on its own scheduler only, also without observers")
        func propertyIsPinned() async throws {
            let modification = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                let (home, elsewhere) = (
                    VirtualScheduler(name: "home"), VirtualScheduler(name: "away")
                )
                let property = home.enter { MutableProperty(1) }
                elsewhere.enter { property.modify { $0 += 1 } }
            }
            let reading = await #expect(
                processExitsWith: .failure, observing: [\.standardErrorContent]
            ) {
                let (home, elsewhere) = (
                    VirtualScheduler(name: "home"), VirtualScheduler(name: "away")
                )
                let property = home.enter { MutableProperty(1) }
                elsewhere.enter { _ = property.value }
            }
            for end in [modification, reading] {
                let said = String(decoding: try #require(end).standardErrorContent, as: UTF8.self)
                #expect(said.contains("value"), "\(said)")
            }
        }
    #endif
}
