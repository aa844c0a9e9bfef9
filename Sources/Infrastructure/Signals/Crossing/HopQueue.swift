/// The state that both sides of a hop share: the waiting values, and the end.
///
/// It is a pure state machine, used under a lock. Each input returns the action to take, and hands
/// out displaced values, so that no code of the user, not even a `deinit`, runs under the lock.
///
/// It is not a `Mailbox`: a hop has an end, displaces values by a policy, and lets its sender wait
/// for space.
@usableFromInline
struct HopQueue<Value, Failure: Error> {
    /// The action of the home side after it has tried to queue a value.
    @usableFromInline
    enum Step {
        case done
        case wakeUp
        /// Lend the values, and append again.
        case grow
        case waitForSpace
        case stop
    }

    /// The action of the delivery side after it has delivered a batch.
    @usableFromInline
    enum Turn {
        case proceed
        case sleep
        case end(HopEnd<Failure>)
    }

    @usableFromInline var capacity: Int
    @usableFromInline let overflow: Overflow<Value, Failure>
    /// The waiting values; after the first displacement, a ring.
    ///
    /// A displacement happens only when the queue is full.
    @usableFromInline var values: [Value] = []
    /// The number of values displaced since the last batch was taken.
    @usableFromInline var displacedCount = 0
    /// The number of batches taken.
    @usableFromInline var batch = 0
    /// The number of values from which an append takes the slow path: closed, full, or no storage.
    @usableFromInline var limit = 0
    @usableFromInline var end: HopEnd<Failure>?
    @usableFromInline var isWakeUpDue = false
    /// Whether values are accepted: neither ended nor closed.
    @usableFromInline var isOpen = true
    /// Whether the values are lent to the home side, which moves them to larger storage.
    @usableFromInline var isLent = false
    @usableFromInline var isProducerWaiting = false

    @inlinable
    init(capacity: Int, overflow: Overflow<Value, Failure>) {
        self.capacity = capacity
        self.overflow = overflow
    }

    /// Queues a value; `displaced` gets the value that was removed for it, if any.
    @inlinable
    mutating func append(_ value: Value, displacing displaced: inout Value?) -> Step {
        if values.count >= limit { return appendBeyondLimit(value, displacing: &displaced) }
        values.append(value)
        if isWakeUpDue { return .done }
        isWakeUpDue = true
        return .wakeUp
    }

    /// Queues a value in the position of another one if that one still waits, or else as the last.
    @usableFromInline
    mutating func append(
        _ value: Value, replacing other: HopPosition?, displacing displaced: inout Value?
    ) -> (step: Step, position: HopPosition) {
        if isOpen, let other, other.batch == batch, other.number >= displacedCount {
            exchange(other.number % capacity, for: value, &displaced)
            return (.done, other)
        }
        let step = append(value, displacing: &displaced)
        return (step, HopPosition(batch: batch, number: displacedCount + values.count - 1))
    }

    /// Handles an append that finds the queue closed, full or without storage.
    ///
    /// A full queue has been filled since the last batch was taken, so a wake-up is due already.
    @usableFromInline
    mutating func appendBeyondLimit(_ value: Value, displacing displaced: inout Value?) -> Step {
        if !isOpen { return .stop }
        if values.count < capacity { return .grow }
        switch overflow.kind {
        case .wait:
            isProducerWaiting = true
            return .waitForSpace
        case .dropNewest:
            return .done
        case .dropOldest, .latest:
            exchange(displacedCount % capacity, for: value, &displaced)
            displacedCount += 1
            return .done
        case .fail(let error):
            stopAccepting()
            end = .event(.failed(error))
            return .stop
        }
    }

    /// Makes space for a waiting producer without the delivery side.
    mutating func enlarge(to capacity: Int) {
        self.capacity = capacity
        isProducerWaiting = false
        resetLimit()
    }

    private mutating func exchange(_ index: Int, for value: Value, _ displaced: inout Value?) {
        displaced = values[index]
        values[index] = value
    }

    /// Lends the values, so that they can be moved to larger storage; `restore` ends that.
    ///
    /// The home side, which moves them, appends nothing meanwhile.
    @usableFromInline
    mutating func lend() -> [Value] {
        isLent = true
        defer { values = [] }
        return values
    }

    /// Takes back the lent values, or leaves them to the caller if the queue has been closed.
    @usableFromInline
    mutating func restore(_ lent: inout [Value]) {
        isLent = false
        if isOpen { swap(&values, &lent) }
        resetLimit()
    }

    /// Queues the end.
    ///
    /// - Returns: whether it is the first one, and whether the delivery side has to be woken up.
    @inlinable
    mutating func end(_ end: HopEnd<Failure>) -> (isFirst: Bool, isWakeUpNeeded: Bool) {
        guard isOpen else { return (false, false) }
        stopAccepting()
        self.end = end
        defer { isWakeUpDue = true }
        return (true, !isWakeUpDue)
    }

    /// Stops accepting values.
    @inlinable
    mutating func stopAccepting() {
        isOpen = false
        limit = 0
    }

    /// Stops accepting values, and empties the queue.
    ///
    /// - Returns: everything that was queued, and whether the producer waits for space.
    @usableFromInline
    mutating func close() -> (
        values: [Value], end: HopEnd<Failure>?, isProducerWaiting: Bool
    ) {
        stopAccepting()
        defer { (values, displacedCount, end, isProducerWaiting) = ([], 0, nil, false) }
        return (values, end, isProducerWaiting)
    }

    @inlinable
    mutating func resetLimit() {
        limit = isOpen ? min(capacity, values.capacity) : 0
    }

    /// Exchanges the values for an empty array.
    ///
    /// - Returns: the index of the first value in the ring, and whether the producer waits for
    ///   space.
    @inlinable
    mutating func take(into empty: inout [Value]) -> (first: Int, isProducerWaiting: Bool) {
        if isLent { return (0, false) }
        swap(&values, &empty)
        resetLimit()
        batch &+= 1
        defer { (displacedCount, isProducerWaiting) = (0, false) }
        return (displacedCount == 0 ? 0 : displacedCount % capacity, isProducerWaiting)
    }

    /// Ends a turn of the delivery side, which continues to check while the stream flows.
    @inlinable
    mutating func endTurn(isDry: Bool) -> Turn {
        if !values.isEmpty { return .proceed }
        if let end { return .end(end) }
        if !isDry { return .proceed }
        isWakeUpDue = false
        return .sleep
    }
}

/// The position of a value in a hop: the number of the batch, and the value's number in it.
@usableFromInline
struct HopPosition: Equatable {
    let batch: Int
    let number: Int
}
