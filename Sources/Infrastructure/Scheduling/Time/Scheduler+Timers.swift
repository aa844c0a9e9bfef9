extension Scheduler {
    /// The number of timers that wait on a `WorkScheduler` or the main scheduler.
    ///
    /// For any other scheduler, it is zero.
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
                let postResult = schedule(atShutdown: .always) {
                    continuation.resume(returning: queue.timersWaiting(until: .distantFuture))
                }
                if !postResult.isAccepted { continuation.resume(returning: 0) }
            }
        }
    }
}
