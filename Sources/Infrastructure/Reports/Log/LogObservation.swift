import Logging
import Scheduling

/// An observer of a log, with its queue.
///
/// Thread-safe.
final class LogObservation: Sendable {
    private struct State {
        var queue: LogQueue
        /// Whether an item that empties the queue is posted.
        var isScheduled = false
    }

    /// The lowest level that it receives.
    let level: Logger.Level
    private let name: String
    private let scheduler: any Scheduler
    private let state: Guarded<State>
    private let receiver: IsolatedBox<([LogRecord]) -> Void>

    init(
        _ name: String, _ level: Logger.Level, on scheduler: any Scheduler, capacity: Int,
        _ receive: @escaping ([LogRecord]) -> Void
    ) {
        self.name = name
        self.level = level
        self.scheduler = scheduler
        state = Guarded(State(queue: LogQueue(capacity: capacity)))
        receiver = IsolatedBox(receive, of: scheduler)
    }

    func send(_ record: LogRecord) {
        let isFirst = state.withLock { state in
            state.queue.append(record)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if isFirst { scheduler.schedule { self.deliver() } }
    }

    /// Passes the records on, on the scheduler.
    private func deliver() {
        var (records, dropped) = state.withLock { state in
            state.isScheduled = false
            return state.queue.takeAll()
        }
        guard let receive = receiver.contentOnScheduler else { return }
        if dropped > 0, let last = records.last {
            records.append(
                LogRecord(
                    number: last.number, time: last.time, level: .warning, label: "logs",
                    message: "\(dropped) records were dropped: \(name) is too slow", failure: nil,
                    metadata: [LogRecord.Entry(key: "dropped", value: "\(dropped)")], place: "logs")
            )
        }
        receive(records)
    }
}
