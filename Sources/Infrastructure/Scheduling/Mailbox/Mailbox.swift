/// A typed double buffer from any number of senders to one scheduler: many values cost one wake-up.
///
/// Values arrive on the scheduler one by one, in the order in which they were sent. A value never
/// arrives later than work that its sender posts afterwards. A value takes its stride in the
/// buffer, and no allocation. Sending takes a short lock, and only the first value of a batch posts
/// an item. The scheduler receives one batch at a time, so that other work runs between the
/// batches.
///
/// ```swift
/// let lines = Mailbox<String>(to: business) { line in print(line) }     // on `business`
/// lines.send("one")                                                     // from any thread
/// ```
///
/// It is for many small values of one kind, such as progress or samples. For calls of a service use
/// a `SchedulerBound`, and for values with an end or a failure a signal.
///
/// After `close()` on the scheduler itself, no more values arrive, including those in the buffer.
/// After `close()` on another thread, the value that arrives at that moment may be the last one.
/// The captures of `receive`, and values that never arrive, are released on the scheduler.
public final class Mailbox<Element>: Sendable {
    /// The result of sending a value.
    @frozen
    public enum SendResult: Sendable {
        /// The value will arrive, unless the mailbox is closed first.
        case accepted
        /// The buffer is full, and the value was released on the caller's thread.
        ///
        /// `capacity` values wait.
        case full
        /// The mailbox is closed or its scheduler is shut down.
        ///
        /// The value was released on the caller's thread.
        case closed
    }

    @usableFromInline let core: MailboxCore<Element>

    /// Creates a mailbox that passes each value to `receive` on `scheduler`.
    ///
    /// - Parameters:
    ///   - scheduler: the scheduler that receives the values.
    ///   - capacity: the number of values that may wait; without it, memory is the only limit.
    ///   - receive: the closure that handles a value; runs on `scheduler`.
    public init(
        to scheduler: any Scheduler, capacity: Int? = nil,
        receive: sending @escaping (consuming Element) -> Void
    ) {
        core = MailboxCore(scheduler: scheduler, capacity: capacity, receive: receive)
    }

    deinit { core.close() }

    /// Sends a value, from any thread.
    ///
    /// - Returns: whether the value was accepted; a value that was not is released here.
    @inlinable
    @discardableResult
    public func send(
        _ value: consuming sending Element, file: StaticString = #fileID, line: UInt = #line
    ) -> SendResult {
        switch core.queue.append(value) {
        case .queued: .accepted
        case .queuedForIdleConsumer: core.wake(.capture(file, line)) ? .accepted : .closed
        case .full: .full
        case .closed: .closed
        }
    }

    /// Sends the value that `value` contains, even when the buffer is full.
    ///
    /// Where the mailbox is closed, the value stays in `value`.
    package func send(
        beyondCapacity value: inout sending Element?, file: StaticString = #fileID,
        line: UInt = #line
    ) {
        if case .queuedForIdleConsumer = core.queue.appendBeyondCapacity(&value) {
            _ = core.wake(.capture(file, line))
        }
    }

    /// Wakes the scheduler for a value that will be sent soon, from any thread.
    ///
    /// The scheduler wakes while the sender still prepares the value.
    package func announce(file: StaticString = #fileID, line: UInt = #line) {
        if core.queue.awakenConsumer() { _ = core.wake(.capture(file, line)) }
    }

    /// The number of values that wait.
    public var count: Int { core.queue.count }

    /// Closes the mailbox; may be called from any thread, any number of times.
    public func close() { core.close() }
}
