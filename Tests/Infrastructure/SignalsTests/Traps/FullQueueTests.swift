import Dispatch
import Scheduling
import SchedulingTestKit
import Signals
import Testing

@Suite("A hop to a scheduler whose queue is full")
struct FullQueueTests {
    @Test("a full queue accepts a hop's batches and its end")
    func fullQueueTakesBatches() async {
        let home = WorkScheduler(name: "home")
        let here = WorkScheduler(name: "here", capacity: 1)
        let isHeldUp = DispatchSemaphore(value: 0)
        let mayGoOn = DispatchSemaphore(value: 0)
        let values = await withCheckedContinuation { isOver in
            let bound = BoundSignal<Int, Never>(on: home) {
                // The values are sent when the queue is full.
                // The subscription's own message may still take the only place.
                while !here.schedule({
                    isHeldUp.signal()
                    mayGoOn.wait()
                }).isAccepted {}
                isHeldUp.wait()
                while here.schedule({}).isAccepted {}
                return Signal.sequence(1...3).on(disposed: { mayGoOn.signal() })
            }
            here.schedule {
                bound.deliver(in: .here).collect().observe { isOver.resume(returning: $0) }
            }
        }
        #expect(values == [1, 2, 3])
        home.shutDown()
        here.shutDown()
    }

    @Test("a subscription whose source has disappeared ends, also behind a full queue")
    func fullQueueTakesTheSourcesDeparture() async {
        let home = WorkScheduler(name: "home")
        let here = WorkScheduler(name: "here", capacity: 1)
        let isHeldUp = DispatchSemaphore(value: 0)
        let mayGoOn = DispatchSemaphore(value: 0)
        await withCheckedContinuation { isOver in
            let bound = BoundSignal<Int, Never>(on: home) {
                // The subscription's own message may still take the only place.
                while !here.schedule({
                    isHeldUp.signal()
                    mayGoOn.wait()
                }).isAccepted {}
                isHeldUp.wait()
                while here.schedule({}).isAccepted {}
                home.schedule { mayGoOn.signal() }
                return Signal { _ in }
            }
            here.schedule {
                bound.deliver(in: .here).on(disposed: { isOver.resume() }).observe { _ in }
            }
        }
        home.shutDown()
        here.shutDown()
    }
}
