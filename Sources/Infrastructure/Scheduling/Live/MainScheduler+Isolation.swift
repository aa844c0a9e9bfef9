extension MainScheduler {
    /// The isolation domain of the main scheduler, for code of the main actor.
    @MainActor public var isolation: SchedulerIsolation { SchedulerIsolation(self) }
}
