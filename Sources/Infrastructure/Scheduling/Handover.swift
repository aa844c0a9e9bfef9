/// A typed double buffer between any number of senders and one scheduler: many values cost one wake-up.
///
/// Values arrive on the scheduler one by one, in the order in which they were sent, and never later than work that their
/// sender posts afterwards. A value takes its own stride in the buffer and no allocation; sending one takes a short lock, and
/// only the first of a batch posts an item. The scheduler is handed one batch at a time, so other work gets its turn between.
///
/// ```swift
/// let pages = Handover<Page>(to: business) { page in library.add(page) }   // on `business`
/// pages.send(page)                                                         // from anywhere
/// ```
///
/// After `close()` on the scheduler itself nothing arrives any more, not even what is in the buffer; from elsewhere the value
/// that is arriving now may be the last. What `receive` captured is released on the scheduler; so are values that never arrive.
public final class Handover<Element>: Sendable {
    /// What became of a value at the moment that it was sent.
    @frozen
    public enum Sent: Sendable {
        /// The value will arrive, unless the handover is closed before.
        case accepted
        /// `capacity` values are waiting; the value was released on the caller's thread.
        case full
        /// The handover has been closed, or its scheduler has been shut down; the value was released on the caller's thread.
        case closed
    }

    @usableFromInline let core: HandoverCore<Element>

    /// A handover of values to `receive`, which runs on `scheduler`.
    ///
    /// - Parameter capacity: how many values may wait; without it, as many as there is memory for.
    public init(
        to scheduler: any Scheduler, capacity: Int? = nil,
        receive: sending @escaping (consuming Element) -> Void
    ) {
        core = HandoverCore(scheduler: scheduler, bound: capacity, receive: receive)
    }

    deinit { core.close() }

    /// Sends a value, from any thread.
    @inlinable
    @discardableResult
    public func send(
        _ value: consuming sending Element, file: StaticString = #fileID, line: UInt = #line
    ) -> Sent {
        switch core.inbox.append(value) {
        case .queued: .accepted
        case .queuedForIdleConsumer: core.wake(.here(file, line)) ? .accepted : .closed
        case .full: .full
        case .closed: .closed
        }
    }

    /// How many values wait.
    public var count: Int { core.inbox.count }

    /// Ends the handover; callable from any thread, any number of times.
    public func close() { core.close() }
}
