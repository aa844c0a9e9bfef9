import Dispatch
import Scheduling
import SchedulingTestKit
import Synchronization

/// A scheduler that is done with what is posted before its poster hears of it.
final class PromptScheduler: Scheduler {
    private let home: WorkScheduler
    private let skipsTheNext = Atomic(false)

    init(_ home: WorkScheduler) { self.home = home }

    var name: String { home.name }
    var now: SchedulerInstant { home.now }
    var isCurrent: Bool { home.isCurrent }
    var isRunByCaller: Bool { home.isRunByCaller }
    var backlog: Backlog { home.backlog }

    /// Makes a shutdown skip the next item.
    func skipTheNext() { skipsTheNext.store(true, ordering: .relaxed) }

    func post(_ item: consuming WorkItem) -> PostResult {
        let gate =
            skipsTheNext.exchange(false, ordering: .relaxed) ? Gate(closing: home) : nil
        let postResult = home.post(item)
        if let gate {
            home.shutDown(.finishRunning)
            gate.open()
        }
        runUntilIdle()
        return postResult
    }

    func post(
        _ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration
    ) -> ScheduledWork {
        let work = home.post(item, at: moment, tolerance: tolerance)
        runUntilIdle()
        return work
    }

    /// Waits until what was posted has ended, and what that posted.
    private func runUntilIdle() {
        guard !home.isCurrent else { return }
        for _ in 0..<2 {
            let isDone = DispatchSemaphore(value: 0)
            _ = home.post(WorkItem({ isDone.signal() }, atShutdown: .always, provenance: nil))
            isDone.wait()
        }
    }
}
