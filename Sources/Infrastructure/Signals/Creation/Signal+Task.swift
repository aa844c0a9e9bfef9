import Scheduling

extension Signal where Value: Sendable, Failure == any Error {
    /// Runs an `async` function for each subscription, and sends the value that it returns.
    ///
    /// ```
    /// task { 1 }   ---1|
    /// ```
    ///
    /// The function runs on the scheduler of the subscription, where the events are delivered, too.
    /// Disposal cancels the task. Traps when it is subscribed to outside of any scheduler.
    public static func task(_ work: @escaping @Sendable () async throws -> Value) -> Signal {
        Signal(above: nil) { sink in
            runTask(for: sink, work)
        }
    }
}

extension Signal where Value: Sendable, Failure == Never {
    /// Runs an `async` function that cannot fail for each subscription, and sends its result.
    ///
    /// The function runs on the scheduler of the subscription, where the events are delivered, too.
    /// Disposal cancels the task. Traps when it is subscribed to outside of any scheduler.
    public static func task(_ work: @escaping @Sendable () async -> Value) -> Signal {
        Signal(above: nil) { sink in
            runTask(for: sink, work)
        }
    }
}

private func runTask<Value: Sendable, Failure: Error>(
    for sink: Sink<Value, Failure>, _ work: @escaping @Sendable () async throws(Failure) -> Value
) {
    let scheduler = SchedulerClock(nil, for: "task").scheduler
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
    sink.lifetime.add {
        task.cancel()
        receiver.drop()
    }
}
