import Dispatch
import Scheduling

/// The wait of one poster for the receivers that have no space for its event.
struct PosterWait {
    /// Entered once for each receiver that has no space yet.
    private let group = DispatchGroup()
    private var receivers: [EventReceiver] = []
    private var waits: [WaitGraph.Wait] = []

    /// Offers an event to a full receiver again, when the thread may be blocked.
    mutating func block(
        for event: any Event, at receiver: EventReceiver, _ file: StaticString, _ line: UInt
    ) {
        guard let wait = Self.wait(for: receiver.outlet.scheduler, file, line) else {
            return receiver.exceed(with: event, file, line)
        }
        waits.append(wait)
        receiver.accept(event, whenSpaceFor: group, file, line)
    }

    /// Offers an event to a full receiver again, for a task that is suspended then.
    mutating func suspend(
        for event: any Event, at receiver: EventReceiver, _ file: StaticString, _ line: UInt
    ) {
        guard !receiver.outlet.scheduler.hasVirtualTime else {
            return receiver.exceed(with: event, file, line)
        }
        receivers.append(receiver)
        receiver.accept(event, whenSpaceFor: group, file, line)
    }

    /// Blocks the thread until all receivers have space.
    func block() {
        group.wait()
        for wait in waits { wait.end() }
    }

    /// Suspends the task until all receivers have space, or the task is cancelled.
    func suspend() async {
        let (group, receivers) = (group, receivers)
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                group.notify(queue: .global()) { continuation.resume() }
            }
        } onCancel: {
            for receiver in receivers { receiver.giveUp(group) }
        }
    }

    /// Begins a wait of the current thread for a scheduler; `nil` if the thread must not wait.
    private static func wait(
        for scheduler: any Scheduler, _ file: StaticString, _ line: UInt
    ) -> WaitGraph.Wait? {
        let poster = Schedulers.current
        if scheduler.isCurrent || scheduler.hasVirtualTime || poster?.hasVirtualTime == true {
            return nil
        }
        if let poster {
            guard poster.permitsBlocking else { return nil }
        } else if withUnsafeCurrentTask(body: { $0 != nil }) {
            return nil
        }
        return try? WaitGraph.block(untilSpaceOn: scheduler, file, line)
    }
}
