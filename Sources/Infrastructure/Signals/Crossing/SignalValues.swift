public import Scheduling

/// A signal's values as an `AsyncSequence`, from any task.
///
/// Iteration subscribes to the signal on its home scheduler. The end of the loop, or the task's
/// cancellation, disposes of the subscription there.
public struct SignalValues<Value: Sendable, Failure: Error>: AsyncSequence, Sendable {
    /// The limit for the values that wait for the loop, and the choice of those that are dropped.
    public typealias Buffer = AsyncStream<Value>.Continuation.BufferingPolicy

    let signal: BoundSignal<Value, Failure>
    let buffer: Buffer

    /// The iterator over the values of one subscription.
    public struct AsyncIterator: AsyncIteratorProtocol {
        var values: AsyncStream<Value>.Iterator
        /// Holds the completion, which takes no space in the buffer and is not dropped from it.
        let target: Target

        /// Returns the next value, or `nil` at the completion and when the task is cancelled.
        public mutating func next() async throws(Failure) -> Value? {
            try await next(isolation: nil)
        }

        /// Returns the next value, or `nil` at the completion and when the task is cancelled.
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async throws(Failure) -> Value? {
            if let value = await values.next(isolation: actor) { return value }
            if case .failed(let error) = target.takeCompletion() { throw error }
            return nil
        }
    }

    /// Fills the stream, and keeps the completion until all values have been read.
    final class Target: HopTarget {
        private struct State {
            var isOpen = true
            var completion: Completion<Failure>?
        }

        private let continuation: AsyncStream<Value>.Continuation
        private let state = Guarded(State())

        init(_ continuation: AsyncStream<Value>.Continuation) {
            self.continuation = continuation
        }

        var isOpen: Bool { state.withLock { $0.isOpen } }

        func send(_ value: Value) -> Bool {
            if case .terminated = continuation.yield(value) { false } else { true }
        }

        @discardableResult
        func end(_ end: HopEnd<Failure>) -> Bool {
            let isFirst = state.withLock { state in
                guard state.isOpen else { return false }
                state.isOpen = false
                if case .event(let completion, _) = end { state.completion = completion }
                return true
            }
            if isFirst { continuation.finish() }
            return isFirst
        }

        func takeCompletion() -> Completion<Failure>? {
            state.withLock { $0.completion.take() }
        }
    }

    /// Subscribes to the signal.
    ///
    /// When the home scheduler ends, so does the sequence: a service's signal
    /// (`SchedulerBound.signal`) fails; any other signal ends without a failure, and a line is
    /// logged.
    public func makeAsyncIterator() -> AsyncIterator {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Value.self, bufferingPolicy: buffer)
        let target = Target(continuation)
        let upstream = RemoteLifetime(on: signal.home)
        continuation.onTermination = { _ in
            target.end(.vanished)
            upstream.dispose()
        }
        signal.start(target, upstream) { request in
            switch request {
            case .accepted: break
            case .failed(let error): target.end(.event(.failed(error)))
            case .refused(let postResult):
                signal.logRefusal(postResult)
                target.end(.vanished)
            }
        }
        return AsyncIterator(values: stream.makeAsyncIterator(), target: target)
    }
}

extension BoundSignal {
    /// The values, for a task to iterate over, with an unlimited buffer.
    public var values: SignalValues<Value, Failure> { values(buffering: .unbounded) }

    /// Returns the values, for a task to iterate over.
    public func values(
        buffering buffer: SignalValues<Value, Failure>.Buffer
    ) -> SignalValues<Value, Failure> {
        SignalValues(signal: self, buffer: buffer)
    }

    /// Returns the first value; `nil` at a completion without one, and when the task is cancelled.
    public func first() async throws(Failure) -> Value? {
        // Ended on the home scheduler by its first value: the source produces no further ones.
        let first = BoundSignal(home: home, homeEnd: homeEnd) { use in
            request { use($0?.map { $0.take(1) }) }
        }
        var iterator = first.values.makeAsyncIterator()
        return try await iterator.next(isolation: nil)
    }

    /// Returns the last value; `nil` at a completion without one, and when the task is cancelled.
    public func last() async throws(Failure) -> Value? {
        var iterator = values(buffering: .unbounded).makeAsyncIterator()
        var last: Value?
        while let value = try await iterator.next(isolation: nil) { last = value }
        return last
    }

    /// Waits for the end; returns at the completion, and when the task is cancelled.
    public func wait() async throws(Failure) {
        _ = try await last()
    }
}

extension Signal where Value: Sendable {
    /// Returns the values, for a task to iterate over.
    ///
    /// - Parameter home: the caller's scheduler, to which this signal belongs.
    public func values(in home: SchedulerIsolation) -> SignalValues<Value, Failure> {
        bound(in: home).values
    }

    /// Returns the first value; `nil` at a completion without one, and when the task is cancelled.
    ///
    /// Called on the signal's scheduler, by a task or an actor that is pinned to it.
    public func first(
        in home: SchedulerIsolation, isolation: isolated (any Actor)? = #isolation
    ) async throws(Failure) -> Value? {
        let bound = bound(in: home)
        return try await bound.first()
    }

    /// Returns the last value; `nil` at a completion without one, and when the task is cancelled.
    ///
    /// Called on the signal's scheduler, by a task or an actor that is pinned to it.
    public func last(
        in home: SchedulerIsolation, isolation: isolated (any Actor)? = #isolation
    ) async throws(Failure) -> Value? {
        let bound = bound(in: home)
        return try await bound.last()
    }

    /// Waits for the end; returns at the completion, and when the task is cancelled.
    ///
    /// Called on the signal's scheduler, by a task or an actor that is pinned to it.
    public func wait(
        in home: SchedulerIsolation, isolation: isolated (any Actor)? = #isolation
    ) async throws(Failure) {
        let bound = bound(in: home)
        try await bound.wait()
    }
}
