/// The beginning and the end of a service at other moments than those of its handle.
extension SchedulerBound {
    /// Begins a delayed construction on the service's scheduler, after the queued work.
    ///
    /// - Parameter refused: called where the scheduler does not run the work.
    package func postConstruction(refused: @escaping @Sendable (BoundError) -> Void) {
        let (slot, end) = (slot, endOfScheduler)
        let postResult = scheduler.post(
            runOrSkip: { isRun in if isRun { slot.beginConstruction() } else { refused(end) } },
            provenance: nil)
        if let error = refusal(postResult) { refused(error) }
    }

    /// Releases the service on its scheduler, after the queued work, while handles remain.
    ///
    /// Later calls end with `BoundError.Code.serviceGone`.
    ///
    /// - Parameter released: called on the home scheduler when the service has been released.
    package func close(_ released: @escaping @Sendable () -> Void) {
        let slot = slot
        let gone = BoundError(.serviceGone, service: Service.self, scheduler: scheduler)
        _ = scheduler.post(
            WorkItem(
                {
                    slot.close(gone)
                    released()
                }, atShutdown: .always, provenance: nil))
    }
}
