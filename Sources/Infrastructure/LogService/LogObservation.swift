import Logging
public import Scheduling
import Synchronization

/// An observer of a log, until it is cancelled.
///
/// Thread-safe. Releasing the handle does not end the observation.
public final class LogObservation: Sendable {
    typealias Receive = ([LogRecord]) -> Void

    /// The scheduler of the observer.
    public let scheduler: any Scheduler
    let levels: UInt8
    private let name: String
    private let queue: Guarded<LogQueue>
    private let receiver: IsolatedBox<Receive>
    private let totalDropped = Atomic(0)
    private let cancellation: @Sendable (LogObservation) -> Void

    init(
        _ name: String, _ levels: UInt8, on scheduler: any Scheduler, capacity: Int,
        _ receive: @escaping Receive, cancellation: @escaping @Sendable (LogObservation) -> Void
    ) {
        self.name = name
        self.levels = levels
        self.scheduler = scheduler
        self.cancellation = cancellation
        queue = Guarded(LogQueue(capacity: capacity))
        receiver = IsolatedBox(receive, of: scheduler)
    }

    /// The records that were dropped because the observer was too slow.
    public var dropped: Int { totalDropped.load(ordering: .relaxed) }

    /// Ends the observation; records that wait are dropped.
    public func cancel() {
        cancellation(self)
        queue.withLock {
            $0.isCancelled = true
            _ = $0.takeAll()
        }
    }

    func send(_ record: LogRecord) {
        let isFirst = queue.withLock { queue in
            guard !queue.isCancelled else { return false }
            let before = queue.dropped
            queue.append(record)
            totalDropped.wrappingAdd(queue.dropped - before, ordering: .relaxed)
            defer { queue.isScheduled = true }
            return !queue.isScheduled
        }
        if isFirst { scheduler.schedule { self.deliver() } }
    }

    /// Passes the records on, on the scheduler.
    private func deliver() {
        var (records, dropped) = queue.withLock { queue in
            queue.isScheduled = false
            return queue.takeAll()
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
        if !records.isEmpty { receive(records) }
    }
}
