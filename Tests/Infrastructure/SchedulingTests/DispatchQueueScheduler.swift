import Dispatch
import Scheduling

/// A scheduler over a Dispatch queue, written with the public interface alone.
final class DispatchQueueScheduler: Scheduler {
    private struct State {
        var count = 0
        var timers: [ScheduledWork] = []
    }

    let name = "queue"
    private let queue = DispatchQueue(label: "queue")
    private let state = Guarded(State())

    var now: SchedulerInstant { .monotonicNow }
    var isCurrent: Bool { Schedulers.current === self }
    var backlog: Backlog { Backlog(count: state.withLock { $0.count }, oldestWait: nil) }

    func post(_ item: consuming WorkItem) -> Posting {
        state.withLock { $0.count += 1 }
        enqueue(item)
        return .accepted
    }

    func post(
        _ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration
    ) -> ScheduledWork {
        let work = ScheduledWork(item, at: moment, tolerance: tolerance, on: self)
        state.withLock { state in
            let index = state.timers.firstIndex { moment < $0.moment } ?? state.timers.endIndex
            state.timers.insert(work, at: index)
        }
        if moment == .distantFuture { return work }
        let delay = now.duration(to: moment).components
        let nanoseconds =
            Int(delay.seconds) * 1_000_000_000 + Int(delay.attoseconds / 1_000_000_000)
        queue.asyncAfter(deadline: .now() + .nanoseconds(max(0, nanoseconds))) { self.runTimers() }
        return work
    }

    private func enqueue(_ item: consuming WorkItem) {
        let parcel = Parcel(item)
        queue.async {
            self.state.withLock { $0.count -= 1 }
            parcel.item.withLock { $0.take() }?.run(on: self)
        }
    }

    private func runTimers() {
        while let work = state.withLock({ state -> ScheduledWork? in
            guard let first = state.timers.first, first.moment <= now else { return nil }
            return state.timers.removeFirst()
        }) {
            work.take()?.run(on: self)
        }
    }

    /// An item that the queue's closure gives away, so that nothing it captured is released after it has run.
    private final class Parcel: Sendable {
        let item: Guarded<WorkItem?>

        init(_ item: consuming WorkItem) { self.item = Guarded(item) }
    }
}
