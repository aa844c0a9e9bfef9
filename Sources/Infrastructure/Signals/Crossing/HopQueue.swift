/// What both sides of a hop share: the values that wait, and how it ends.
///
/// A pure state machine, used under a lock. Each input answers what is to be done, and hands out what
/// had to go, so that nobody's code, not even a `deinit`, runs before the lock has been left.
@usableFromInline
struct HopQueue<Value, Failure: Error> {
    /// What the home side has to do after it has queued a value, or has not.
    @usableFromInline
    enum Step {
        case done
        case wakeUp
        /// Lend the values, and append again.
        case grow
        case waitForRoom
        case stop
    }

    /// What the delivery side has to do after it has delivered a batch.
    @usableFromInline
    enum Turn {
        case goOn
        case sleep
        case end(HopEnd<Failure>)
    }

    @usableFromInline var capacity: Int
    @usableFromInline let overflow: Overflow<Value, Failure>
    /// A ring, once values have been displaced; which happens only when it is full.
    @usableFromInline var values: [Value] = []
    /// How many values have been displaced since the last batch was taken.
    @usableFromInline var displacedCount = 0
    /// How many batches have been taken.
    @usableFromInline var batch = 0
    /// How many values may be there before an append needs a closer look: closed, full, or no storage.
    @usableFromInline var limit = 0
    @usableFromInline var end: HopEnd<Failure>?
    @usableFromInline var isWakeUpDue = false
    /// Whether values are taken: neither ended nor closed.
    @usableFromInline var isOpen = true
    /// Whether the home side has the values, to move them to larger storage outside of the lock.
    @usableFromInline var isLent = false
    @usableFromInline var isProducerWaiting = false

    @inlinable
    init(capacity: Int, overflow: Overflow<Value, Failure>) {
        self.capacity = capacity
        self.overflow = overflow
    }

    /// Queues a value; `displaced` gets the one that had to go for it.
    @inlinable
    mutating func append(_ value: Value, displacing displaced: inout Value?) -> Step {
        if values.count >= limit { return appendBeyondLimit(value, displacing: &displaced) }
        values.append(value)
        if isWakeUpDue { return .done }
        isWakeUpDue = true
        return .wakeUp
    }

    /// Queues a value in the place of another one, if that one waits still, or else as the last.
    @usableFromInline
    mutating func append(
        _ value: Value, inPlaceOf other: HopPlace?, displacing displaced: inout Value?
    ) -> (step: Step, place: HopPlace) {
        if isOpen, let other, other.batch == batch, other.number >= displacedCount {
            exchange(other.number % capacity, for: value, &displaced)
            return (.done, other)
        }
        let step = append(value, displacing: &displaced)
        return (step, HopPlace(batch: batch, number: displacedCount + values.count - 1))
    }

    /// A full queue has been filled since the last batch was taken, so a wake-up is due already.
    @usableFromInline
    mutating func appendBeyondLimit(_ value: Value, displacing displaced: inout Value?) -> Step {
        if !isOpen { return .stop }
        if values.count < capacity { return .grow }
        switch overflow.kind {
        case .wait:
            isProducerWaiting = true
            return .waitForRoom
        case .dropNewest:
            return .done
        case .dropOldest, .latest:
            exchange(displacedCount % capacity, for: value, &displaced)
            displacedCount += 1
            return .done
        case .fail(let error):
            shut()
            end = .event(.failed(error))
            return .stop
        }
    }

    /// Makes room without anybody's help, where the producer waits.
    mutating func enlarge(to capacity: Int) {
        self.capacity = capacity
        isProducerWaiting = false
        resetLimit()
    }

    private mutating func exchange(_ index: Int, for value: Value, _ displaced: inout Value?) {
        displaced = values[index]
        values[index] = value
    }

    /// Hands out the values, so that they can be moved to larger storage; `giveBack` ends that.
    @usableFromInline
    mutating func lend() -> [Value] {
        isLent = true
        limit = 0
        defer { values = [] }
        return values
    }

    /// Takes back the values that were lent; leaves them to the caller when the queue has been closed.
    @usableFromInline
    mutating func giveBack(_ lent: inout [Value]) {
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
        shut()
        self.end = end
        defer { isWakeUpDue = true }
        return (true, !isWakeUpDue)
    }

    /// Takes no more values.
    @inlinable
    mutating func shut() {
        isOpen = false
        limit = 0
    }

    /// Takes no more values.
    ///
    /// - Returns: all that was queued, and whether the producer waits for room.
    @usableFromInline
    mutating func close() -> (
        values: [Value], end: HopEnd<Failure>?, isProducerWaiting: Bool
    ) {
        shut()
        defer { (values, displacedCount, end, isProducerWaiting) = ([], 0, nil, false) }
        return (values, end, isProducerWaiting)
    }

    @inlinable
    mutating func resetLimit() {
        limit = isOpen ? min(capacity, values.capacity) : 0
    }

    /// Puts an empty array in the place of the values.
    ///
    /// - Returns: where in the ring that they are the first one is, and whether the producer waits for
    ///   room.
    @inlinable
    mutating func take(into empty: inout [Value]) -> (first: Int, isProducerWaiting: Bool) {
        if isLent { return (0, false) }
        swap(&values, &empty)
        resetLimit()
        batch &+= 1
        defer { (displacedCount, isProducerWaiting) = (0, false) }
        return (displacedCount == 0 ? 0 : displacedCount % capacity, isProducerWaiting)
    }

    /// Ends a turn of the delivery side, which goes on looking while the stream flows.
    @inlinable
    mutating func settle(isDry: Bool) -> Turn {
        if !values.isEmpty { return .goOn }
        if let end { return .end(end) }
        if !isDry { return .goOn }
        isWakeUpDue = false
        return .sleep
    }
}

/// A value's place in a hop: its number among those queued after so many batches.
@usableFromInline
struct HopPlace: Equatable {
    let batch: Int
    let number: Int
}
