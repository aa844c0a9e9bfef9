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
        case waitForRoom
        case stop
    }

    /// What the delivery side has to do after it has delivered a batch.
    @usableFromInline
    enum Turn {
        case goOn
        case sleep
        case end(End)
    }

    /// What comes behind the values.
    @usableFromInline
    enum End {
        case event(Completion<Failure>)
        /// Nothing: the producer has gone.
        case vanished
    }

    @usableFromInline var capacity: Int
    @usableFromInline let overflow: Overflow<Value, Failure>
    /// A ring, once values have been displaced; which happens only when it is full.
    @usableFromInline var values: [Value] = []
    /// How many values have been displaced since the last batch was taken.
    @usableFromInline var displacedCount = 0
    /// How many batches have been taken.
    @usableFromInline var batch = 0
    @usableFromInline var end: End?
    @usableFromInline var isWakeUpDue = false
    /// Whether values are taken: neither ended nor closed.
    @usableFromInline var isOpen = true
    @usableFromInline var isProducerWaiting = false

    @inlinable
    init(capacity: Int, overflow: Overflow<Value, Failure>) {
        self.capacity = capacity
        self.overflow = overflow
    }

    /// Queues a value; `displaced` gets the one that had to go for it.
    @inlinable
    mutating func append(_ value: Value, displacing displaced: inout Value?) -> Step {
        if !isOpen { return .stop }
        if values.count >= capacity { return appendToFull(value, displacing: &displaced) }
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
    mutating func appendToFull(_ value: Value, displacing displaced: inout Value?) -> Step {
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
            isOpen = false
            end = .event(.failed(error))
            return .stop
        }
    }

    /// Makes room without anybody's help, where the producer waits.
    mutating func enlarge() {
        capacity *= 2
        isProducerWaiting = false
    }

    private mutating func exchange(_ index: Int, for value: Value, _ displaced: inout Value?) {
        displaced = values[index]
        values[index] = value
    }

    /// Queues the end.
    ///
    /// - Returns: whether the delivery side has to be woken up.
    @inlinable
    mutating func end(_ end: End) -> Bool {
        guard isOpen else { return false }
        isOpen = false
        self.end = end
        defer { isWakeUpDue = true }
        return !isWakeUpDue
    }

    /// Takes no more values.
    ///
    /// - Returns: all that was queued, and whether the producer waits for room.
    @usableFromInline
    mutating func close() -> (
        values: [Value], end: End?, isProducerWaiting: Bool
    ) {
        isOpen = false
        defer { (values, displacedCount, end, isProducerWaiting) = ([], 0, nil, false) }
        return (values, end, isProducerWaiting)
    }

    /// Puts an empty array in the place of the values.
    ///
    /// - Returns: where in the ring that they are the first one is, and whether the producer waits for
    ///   room.
    @inlinable
    mutating func take(into empty: inout [Value]) -> (first: Int, isProducerWaiting: Bool) {
        swap(&values, &empty)
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
