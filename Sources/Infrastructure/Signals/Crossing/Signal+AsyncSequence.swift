import Scheduling

extension Signal where Value: Sendable {
    /// Reads an asynchronous sequence for each subscription, and sends its elements.
    ///
    /// ```swift
    /// Signal.values(of: notifications).observe { show($0) }
    /// ```
    ///
    /// The sequence is read on the scheduler of the subscription, one element after another: the
    /// next element is requested when the last one has been delivered. The end of the sequence
    /// completes the signal, and its error fails it. Disposal cancels the reading task; so does the
    /// end of the scheduler, which ends the subscription without an event. Traps when it is
    /// subscribed to outside of any scheduler.
    public static func values<Elements: AsyncSequence & Sendable>(
        of elements: Elements
    ) -> Signal where Elements.Element == Value, Elements.Failure == Failure {
        Signal(above: nil) { sink in
            let scheduler = SchedulerClock(nil, for: "values(of:)").scheduler
            let reader = SequenceReader(sink)
            let task = Task(executorPreference: scheduler) {
                var iterator = elements.makeAsyncIterator()
                do throws(Failure) {
                    while let element = try await iterator.next(isolation: nil) {
                        guard reader.send(element) else { return }
                    }
                    reader.end(.completed)
                } catch {
                    reader.end(.failed(error))
                }
            }
            let ending = scheduler.scheduleAtEnd { reader.dispose() }
            sink.lifetime.add {
                ending.cancel()
                task.cancel()
                reader.release()
            }
        }
    }
}

/// The subscription of a task that reads a sequence; it is released when it is over.
private final class SequenceReader<
    Value, Failure: Error
>: @unchecked Sendable {  // reason: made and used on one scheduler
    private var sink: Sink<Value, Failure>?

    init(_ sink: Sink<Value, Failure>) { self.sink = sink }

    /// Sends a value; returns `false` when the subscription is over.
    func send(_ value: Value) -> Bool {
        guard let sink else { return false }
        sink.send(value)
        return sink.isLive
    }

    func end(_ completion: Completion<Failure>) { sink?.end(completion) }

    func dispose() { sink?.lifetime.dispose() }

    func release() { sink = nil }
}
