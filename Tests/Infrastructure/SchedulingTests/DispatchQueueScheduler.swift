import Dispatch
import Scheduling

/// A scheduler over a Dispatch queue, written with the public interface alone.
final class DispatchQueueScheduler: Scheduler {
    private struct State {
        var count = 0
        var timers: [ScheduledWork] = []
        var endings: [ScheduledWork] = []
        var isClosed = false
    }

    let name = "queue"
    private let queue = DispatchQueue(label: "queue")
    private static let key = DispatchSpecificKey<ObjectIdentifier>()
    private let state = Guarded(State())

    var now: SchedulerInstant { .monotonicNow }
    var isCurrent: Bool { Schedulers.current === self }
    var isRunByCaller: Bool { DispatchQueue.getSpecific(key: Self.key) == ObjectIdentifier(self) }
    var backlog: Backlog { Backlog(count: state.withLock { $0.count }, oldestWait: nil) }

    init() { queue.setSpecific(key: Self.key, value: ObjectIdentifier(self)) }

    /// Takes no more work but what runs always, and skips what waits.
    func shutDown() {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        if isFirst { queue.async { self.endTimers() } }
    }

    func post(_ item: consuming WorkItem) -> PostResult {
        let isAlways = item.atShutdown == .always
        let isAccepted = state.withLock { state in
            if state.isClosed, !isAlways { return false }
            state.count += 1
            return true
        }
        guard isAccepted else { return .shutDown }
        enqueue(item)
        return .accepted
    }

    func post(
        _ item: consuming WorkItem, at moment: SchedulerInstant, tolerance: Duration
    ) -> ScheduledWork {
        let isAlways = item.atShutdown == .always
        let work = ScheduledWork(item, at: moment, tolerance: tolerance, on: self)
        let isKept = state.withLock { state in
            if state.isClosed { return false }
            if moment == .distantFuture {
                state.endings.append(work)
                return true
            }
            let index = state.timers.firstIndex { moment < $0.moment } ?? state.timers.endIndex
            state.timers.insert(work, at: index)
            return true
        }
        if !isKept {
            if isAlways {
                queue.async { self.end(work) }
            } else {
                _ = work.take()
            }
            return work
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
            if let item = parcel.item.withLock({ $0.take() }) { self.end(item) }
        }
    }

    /// Runs an item whose turn has come, or skips it after a shutdown.
    private func end(_ item: consuming WorkItem) {
        if item.atShutdown != .always, state.withLock({ $0.isClosed }) {
            item.skip(on: self)
        } else {
            item.run(on: self)
        }
    }

    private func end(_ work: ScheduledWork) {
        if let item = work.take() { end(item) }
    }

    private func endTimers() {
        let timers = state.withLock { state in
            defer { (state.endings, state.timers) = ([], []) }
            return state.endings + state.timers
        }
        for work in timers { end(work) }
    }

    private func runTimers() {
        while let work = state.withLock({ state -> ScheduledWork? in
            guard let first = state.timers.first, first.moment <= now else { return nil }
            return state.timers.removeFirst()
        }) {
            end(work)
        }
    }

    /// An item that the queue's closure gives away, so that nothing it captured is released after
    /// it has run.
    private final class Parcel: Sendable {
        let item: Guarded<WorkItem?>

        init(_ item: consuming WorkItem) { self.item = Guarded(item) }
    }
}
