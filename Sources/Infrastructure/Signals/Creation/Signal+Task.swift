public import Scheduling

extension Signal where Value: Sendable, Failure == any Error {
    /// Runs an `async` function for each subscription, and sends the value that it returns.
    ///
    /// ```
    /// task { 1 }   ---1|
    /// ```
    ///
    /// The function runs on the caller's scheduler, where the events are delivered, too. Disposal
    /// cancels the task; so does the end of the scheduler, which ends the subscription without an
    /// event.
    ///
    /// - Parameter home: the caller's scheduler, on which the signal is subscribed to.
    public static func task(
        in home: SchedulerIsolation, _ work: @escaping @Sendable () async throws -> Value
    ) -> Signal {
        Signal(above: nil) { runTask(in: home, for: $0, work) }
    }
}

extension Signal where Value: Sendable, Failure == Never {
    /// Runs an `async` function that cannot fail for each subscription, and sends its result.
    ///
    /// The function runs on the caller's scheduler, where the events are delivered, too. Disposal
    /// cancels the task; so does the end of the scheduler, which ends the subscription without an
    /// event.
    ///
    /// - Parameter home: the caller's scheduler, on which the signal is subscribed to.
    public static func task(
        in home: SchedulerIsolation, _ work: @escaping @Sendable () async -> Value
    ) -> Signal {
        Signal(above: nil) { runTask(in: home, for: $0, work) }
    }
}

private func runTask<Value: Sendable, Failure: Error>(
    in home: SchedulerIsolation, for sink: Sink<Value, Failure>,
    _ work: @escaping @Sendable () async throws(Failure) -> Value
) {
    let scheduler = home.scheduler(for: "task")
    // A task that ignores its cancellation keeps the box, but not the closures downstream.
    let receiver = IsolatedBox(sink, of: scheduler)
    let task = Task(executorPreference: scheduler) {
        let result: Result<Value, Failure>
        do throws(Failure) {
            result = .success(try await work())
        } catch {
            result = .failure(error)
        }
        scheduler.schedule(atShutdown: .always) {
            guard let sink = receiver.contentOnScheduler else { return }
            switch result {
            case .success(let value):
                sink.send(value)
                sink.end(.completed)
            case .failure(let error):
                sink.end(.failed(error))
            }
        }
    }
    let ending = scheduler.scheduleAtEnd { receiver.contentOnScheduler?.lifetime.dispose() }
    sink.lifetime.add {
        ending.cancel()
        task.cancel()
        receiver.drop()
    }
}
