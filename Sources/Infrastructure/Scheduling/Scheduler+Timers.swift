extension Scheduler {
    /// How many timers wait on one of the package's own schedulers in real time; zero for any other scheduler.
    package var waitingTimers: Int {
        get async {
            let queue: WorkQueue? =
                switch self {
                case let scheduler as WorkScheduler: scheduler.queue
                case let scheduler as MainScheduler: scheduler.queue
                default: nil
                }
            guard let queue else { return 0 }
            return await withCheckedContinuation { continuation in
                let posting = schedule(atShutdown: .always) {
                    continuation.resume(returning: queue.timersWaiting(until: .distantFuture))
                }
                if !posting.isAccepted { continuation.resume(returning: 0) }
            }
        }
    }
}
