import Dispatch
import Scheduling
import Synchronization

/// The queue of one hop: filled on the home scheduler, emptied in batches on the delivery scheduler.
final class HopBuffer<Value: Sendable, Failure: Error>: Sendable {
    private struct State {
        var values: [Value] = []
        /// Values before this index have been dropped as the oldest.
        var head = 0
        /// Where in `values` the value of each key waits.
        var places: [AnyHashable: Int] = [:]
        var completion: Completion<Failure>?
        var isWakeUpDue = false
        var isClosed = false
        var isProducerWaiting = false
    }

    /// What became of a value.
    enum Acceptance {
        case accepted
        case closed
    }

    private enum Step {
        case stop(Acceptance)
        case wakeUp
        case waitForRoom
    }

    private let state = Mutex(State())
    private let capacity: Int
    private let overflow: Overflow<Value, Failure>
    private let scheduler: any Scheduler
    private let sink: Resident<Sink<Value, Failure>>
    private let room = DispatchSemaphore(value: 0)

    init(
        to sink: Sink<Value, Failure>, on scheduler: any Scheduler, capacity: Int,
        overflow: Overflow<Value, Failure>
    ) {
        self.sink = Resident(sink, of: scheduler)
        self.scheduler = scheduler
        self.capacity = capacity
        self.overflow = overflow
    }

    /// Queues a value; called on the home scheduler.
    func send(_ value: Value) -> Acceptance {
        while true {
            switch state.withLock({ append(value, to: &$0) }) {
            case .stop(let acceptance): return acceptance
            case .wakeUp: return wakeUp()
            case .waitForRoom: room.wait()
            }
        }
    }

    /// Queues the end; called on the home scheduler.
    func end(_ completion: Completion<Failure>) {
        let mustWake = state.withLock { state in
            guard !state.isClosed, state.completion == nil else { return false }
            state.completion = completion
            defer { state.isWakeUpDue = true }
            return !state.isWakeUpDue
        }
        if mustWake { _ = wakeUp() }
    }

    /// Drops what waits, and lets the producer go; called on the delivery scheduler.
    func close() {
        let (dropped, isProducerWaiting) = state.withLock { state in
            state.isClosed = true
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
    func abandon() {
        guard state.withLock({ !$0.isClosed && $0.completion == nil }) else { return }
        scheduler.schedule { [self] in sink.here?.lifetime.dispose() }
    }

    private func append(_ value: Value, to state: inout State) -> Step {
        if state.isClosed || state.completion != nil { return .stop(.closed) }
        if case .latest(let key) = overflow.kind {
            let key = key(value)
            if let place = state.places[key] {
                state.values[place] = value
                return .stop(.accepted)
            }
            state.places[key] = state.values.count
        }
        if state.values.count - state.head >= capacity {
            switch overflow.kind {
            case .wait:
                state.isProducerWaiting = true
                return .waitForRoom
            case .dropNewest: return .stop(.accepted)
            case .dropOldest, .latest: dropOldest(&state)
            case .fail(let error):
                state.completion = .failed(error)
                return .stop(.closed)
            }
        }
        state.values.append(value)
        defer { state.isWakeUpDue = true }
        return state.isWakeUpDue ? .stop(.accepted) : .wakeUp
    }

    private func dropOldest(_ state: inout State) {
        if case .latest(let key) = overflow.kind {
            state.places[key(state.values[state.head])] = nil
        }
        state.head += 1
        guard state.head >= capacity else { return }
        state.values.removeFirst(state.head)
        for key in state.places.keys { state.places[key]? -= state.head }
        state.head = 0
    }

    private func wakeUp() -> Acceptance {
        let posting = scheduler.schedule { [self] in deliver() }
        if posting.isAccepted { return .accepted }
        state.withLock { $0.isClosed = true }
        return .closed
    }

    /// Delivers one batch, so that other work of the scheduler gets its turn between batches.
    private func deliver() {
        guard let sink = sink.here else { return }
        let (batch, head, isProducerWaiting) = state.withLock { state in
            defer {
                (state.values, state.head, state.isProducerWaiting) = ([], 0, false)
                state.places.removeAll(keepingCapacity: true)
            }
            return (state.values, state.head, state.isProducerWaiting)
        }
        if isProducerWaiting { room.signal() }
        for value in batch[head...] {
            sink.send(value)
            if !sink.isLive { return }
        }
        let (completion, isMoreThere) = state.withLock { state in
            let isMoreThere = !state.values.isEmpty
            state.isWakeUpDue = isMoreThere || state.completion != nil
            return (isMoreThere ? nil : state.completion, isMoreThere)
        }
        if isMoreThere { _ = wakeUp() } else if let completion { sink.end(completion) }
    }
}
