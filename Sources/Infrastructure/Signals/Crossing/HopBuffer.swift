public import Dispatch
public import Scheduling

/// The queue of one hop: filled on the home scheduler, emptied in batches on the delivery scheduler.
///
/// Two arrays change places at each batch, so that a value costs one short lock and no memory.
@usableFromInline
final class HopBuffer<
    Value: Sendable, Failure: Error
>: @unchecked Sendable {  // reason: `state` belongs to its lock, the rest to a scheduler
    /// What both sides share, under the lock.
    @usableFromInline
    struct State {
        @usableFromInline var values: [Value] = []
        /// Values before this index have been dropped as the oldest.
        @usableFromInline var head = 0
        /// Where in `values` the value of each key waits.
        @usableFromInline var places: [AnyHashable: Int] = [:]
        @usableFromInline var completion: Completion<Failure>?
        @usableFromInline var isWakeUpDue = false
        /// Whether values are taken: neither ended nor closed.
        @usableFromInline var isOpen = true
        @usableFromInline var isProducerWaiting = false

        @inlinable
        init() {}
    }

    /// What the home side has to do after it has queued a value, or has not.
    @usableFromInline
    enum Step {
        case done
        case wakeUp
        case waitForRoom
        case stop
    }

    @usableFromInline let lock = SpinLock()
    @exclusivity(unchecked) @usableFromInline var state = State()
    @usableFromInline let capacity: Int
    @usableFromInline let overflow: Overflow<Value, Failure>
    @usableFromInline let isKeyed: Bool
    @usableFromInline let scheduler: any Scheduler
    @usableFromInline let sink: Resident<Sink<Value, Failure>>
    /// Where the hop was asked for: its work on the delivery scheduler counts as posted from there.
    @usableFromInline let file: StaticString
    @usableFromInline let line: UInt
    @usableFromInline let room = DispatchSemaphore(value: 0)
    /// The array that is not being filled; touched on the delivery scheduler only.
    @exclusivity(unchecked) @usableFromInline var spare: [Value] = []
    /// How many values have been delivered; touched on the delivery scheduler only.
    @exclusivity(unchecked) @usableFromInline var delivered = 0
    /// How often to look again before the stream counts as dry; on the delivery scheduler only.
    @exclusivity(unchecked) @usableFromInline var looks = 0
    /// How many turns to let pass before the next look; on the delivery scheduler only.
    @exclusivity(unchecked) @usableFromInline var rest = 0

    @inlinable
    init(
        to sink: Sink<Value, Failure>, on scheduler: any Scheduler, capacity: Int,
        overflow: Overflow<Value, Failure>, file: StaticString, line: UInt
    ) {
        self.sink = Resident(sink, of: scheduler)
        self.scheduler = scheduler
        self.capacity = capacity
        self.overflow = overflow
        self.file = file
        self.line = line
        isKeyed = overflow.isKeyed
    }

    @inlinable
    func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&state)
    }

    /// Queues a value; called on the home scheduler.
    ///
    /// - Returns: whether more values are of any use.
    @inlinable
    func send(_ value: Value) -> Bool {
        while true {
            switch withLock({ append(value, to: &$0) }) {
            case .done: return true
            case .wakeUp: return wakeUp()
            case .waitForRoom:
                // A delivery scheduler that has been shut down meanwhile frees nobody.
                if room.wait(timeout: .now() + 1) == .timedOut, !wakeUp() { return false }
            case .stop: return false
            }
        }
    }

    /// Queues the end; called on the home scheduler.
    @inlinable
    func end(_ completion: Completion<Failure>) {
        let mustWake = withLock { state in
            guard state.isOpen else { return false }
            state.isOpen = false
            state.completion = completion
            defer { state.isWakeUpDue = true }
            return !state.isWakeUpDue
        }
        if mustWake { _ = wakeUp() }
    }

    /// Drops what waits, and lets the producer go; called on the delivery scheduler.
    @usableFromInline
    func close() {
        let (dropped, isProducerWaiting) = withLock { state in
            state.isOpen = false
            state.completion = nil
            state.places = [:]
            defer { (state.values, state.head, state.isProducerWaiting) = ([], 0, false) }
            return (state.values, state.isProducerWaiting)
        }
        withExtendedLifetime(dropped) {}
        sink.drop()
        if isProducerWaiting { room.signal() }
    }

    /// The home side has dropped the hop without an end.
    @usableFromInline
    func abandon() {
        guard withLock({ $0.isOpen }) else { return }
        scheduler.schedule { [self] in sink.here?.lifetime.dispose() }
    }

    @inlinable
    func append(_ value: Value, to state: inout State) -> Step {
        if !state.isOpen { return .stop }
        if isKeyed, replace(value, in: &state) { return .done }
        if state.values.count - state.head >= capacity, let step = makeRoom(in: &state) {
            return step
        }
        state.values.append(value)
        if state.isWakeUpDue { return .done }
        state.isWakeUpDue = true
        return .wakeUp
    }

    /// Puts a value where another one with its key waits; else remembers where it will wait.
    @usableFromInline
    func replace(_ value: Value, in state: inout State) -> Bool {
        guard case .latest(let keyOf) = overflow.kind else { return false }
        let key = keyOf(value)
        if let place = state.places[key] {
            state.values[place] = value
            return true
        }
        if state.values.count - state.head >= capacity { dropOldest(&state) }
        state.places[key] = state.values.count
        return false
    }

    /// Makes room for a value, or tells what is to be done instead.
    @usableFromInline
    func makeRoom(in state: inout State) -> Step? {
        switch overflow.kind {
        case .wait:
            state.isProducerWaiting = true
            return .waitForRoom
        case .dropNewest: return .done
        case .dropOldest, .latest:
            dropOldest(&state)
            return nil
        case .fail(let error):
            state.isOpen = false
            state.completion = .failed(error)
            return .stop
        }
    }

    private func dropOldest(_ state: inout State) {
        if case .latest(let key) = overflow.kind {
            state.places[key(state.values[state.head])] = nil
        }
        state.head += 1
        guard state.head >= capacity else { return }
        state.values.removeFirst(state.head)
        state.places = state.places.mapValues { $0 - state.head }
        state.head = 0
    }

    @inlinable
    func wakeUp() -> Bool {
        let posting = scheduler.schedule({ [self] in deliver() }, file: file, line: line)
        if !posting.isAccepted { withLock { $0.isOpen = false } }
        return posting.isAccepted
    }

    /// Delivers what waits, then gives other work of the scheduler its turn.
    ///
    /// A stream that flows is looked after a few more times before it counts as dry: to be woken
    /// for each value would cost both sides more than the looks do.
    @inlinable
    func deliver() {
        guard let sink = sink.here else { return }
        if rest > 0 {
            rest -= 1
            _ = wakeUp()
            return
        }
        var batch: [Value] = []
        swap(&batch, &spare)
        let (head, isProducerWaiting) = withLock { state in
            swap(&batch, &state.values)
            if !state.places.isEmpty { state.places.removeAll(keepingCapacity: true) }
            defer { (state.head, state.isProducerWaiting) = (0, false) }
            return (state.head, state.isProducerWaiting)
        }
        if isProducerWaiting { room.signal() }
        var index = head
        while index < batch.count {
            sink.send(batch[index])
            if !sink.isLive { return }
            index += 1
        }
        noteFlow(of: batch.count)
        keep(&batch)
        let mayBeDry = looks == 0
        let (completion, isMoreThere) = withLock { state -> (Completion<Failure>?, Bool) in
            let isMoreThere = !state.values.isEmpty
            if isMoreThere || (state.completion == nil && !mayBeDry) { return (nil, true) }
            state.isWakeUpDue = state.completion != nil
            return (state.completion, false)
        }
        if isMoreThere { _ = wakeUp() } else if let completion { sink.end(completion) }
    }

    /// Decides how often to look again before the stream counts as dry.
    @inlinable
    func noteFlow(of count: Int) {
        if count > 0 {
            delivered &+= count
            looks = delivered > Self.flow ? Self.mostLooks : 0
        } else {
            looks -= 1
        }
        // To look at a buffer takes it away from the producer's processor for a moment, so that
        // small batches are let grow while other work has its turn.
        if looks > 0, count < Self.fairBatch { rest = Self.longestRest }
    }

    /// How large an array may be that is kept for a next batch of any size.
    @inlinable
    static var keptBytes: Int { 64 * 1024 }

    /// How many values make a stream worth looking after.
    @inlinable
    static var flow: Int { 256 }

    @inlinable
    static var mostLooks: Int { 8 }

    /// How many values a batch should have before it pays to look again at once.
    @inlinable
    static var fairBatch: Int { 64 }

    /// How many turns of other work a small batch is followed by.
    @inlinable
    static var longestRest: Int { 8 }

    /// Keeps the array for the next batch, unless a burst has made it much larger than needed.
    @inlinable
    func keep(_ batch: inout [Value]) {
        let isSmall = batch.capacity * MemoryLayout<Value>.stride <= Self.keptBytes
        guard isSmall || batch.capacity <= 4 * batch.count else { return }
        batch.removeAll(keepingCapacity: true)
        swap(&batch, &spare)
    }
}
