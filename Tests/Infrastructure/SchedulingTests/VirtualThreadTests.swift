import Dispatch
import Scheduling
import SchedulingTestKit
import Testing

@Suite struct VirtualThreadTests {
    @Test func aVirtualSchedulerIsForOneThreadAtATime() async {
        await #expect(processExitsWith: .failure) {
            let clock = VirtualScheduler()
            clock.enter {
                let isDone = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    clock.runUntilIdle()
                    isDone.signal()
                }
                isDone.wait()
            }
        }
    }

    @Test func threadsMayTakeTurns() async {
        let clock = VirtualScheduler()
        let runs = Recorder<Int>()
        for number in 0..<4 {
            await withCheckedContinuation { continuation in
                DispatchQueue.global().async {
                    clock.schedule { clock.enter { runs.add(number) } }
                    clock.runUntilIdle()
                    continuation.resume()
                }
            }
        }
        #expect(runs.values == [0, 1, 2, 3])
    }
}
