public import Scheduling

extension Signal where Value: Sendable {
    /// Reads an asynchronous sequence for each subscription, and sends its elements.
    ///
    /// ```swift
    /// Signal.values(of: notifications, in: home).observe { show($0) }
    /// ```
    ///
    /// The sequence is read on the caller's scheduler, one element after another: the
    /// next element is requested when the last one has been delivered. The end of the sequence
    /// completes the signal, and its error fails it. Disposal cancels the reading task; so does the
    /// end of the scheduler, which ends the subscription without an event.
    ///
    /// - Parameter home: the caller's scheduler, on which the signal is subscribed to.
    public static func values<Elements: AsyncSequence & Sendable>(
        of elements: Elements, in home: SchedulerIsolation
    ) -> Signal where Elements.Element == Value, Elements.Failure == Failure {
        Signal(above: nil) { sink in
            let scheduler = home.scheduler(for: "values(of:)")
            let receiver = IsolatedBox(sink, of: scheduler)
            let task = Task(executorPreference: scheduler) {
                var iterator = elements.makeAsyncIterator()
                do throws(Failure) {
                    while let element = try await iterator.next(isolation: nil) {
                        guard let sink = receiver.contentOnScheduler else { return }
                        sink.send(element)
                        if !sink.isLive { return }
                    }
                    receiver.contentOnScheduler?.end(.completed)
                } catch {
                    receiver.contentOnScheduler?.end(.failed(error))
                }
            }
            let ending = scheduler.scheduleAtEnd { receiver.contentOnScheduler?.lifetime.dispose() }
            sink.lifetime.add {
                ending.cancel()
                task.cancel()
                receiver.drop()
            }
        }
    }
}
