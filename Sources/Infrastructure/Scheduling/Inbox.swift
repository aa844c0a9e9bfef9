import CScheduling
public import Synchronization

/// A double buffer between any number of producers and one consumer, who takes all that is there at once.
///
/// The lock is held while one element is stored, so whoever waits for it spins; what takes time (a new chunk after every
/// `Chunk.largest` elements) is rare. Each element takes its stride, in chunks that are freed as they are consumed.
@usableFromInline
final class Inbox<Element>: @unchecked Sendable {  // state: under the lock only
    @usableFromInline
    enum Outcome {
        case queued
        /// The consumer was idle, and it is the caller who has to wake it.
        case queuedForIdleConsumer
        case full
        case closed
    }

    @usableFromInline
    struct State {
        @usableFromInline var last: UnsafeMutablePointer<Chunk<Element>>
        /// The count of `last` at which an element needs a closer look: no room, bounded, or closed.
        @usableFromInline var limit: Int
        @usableFromInline var consumerIsIdle: Bool
        var first: UnsafeMutablePointer<Chunk<Element>>
        var countBeforeLast = 0
        var isClosed = false
    }

    @usableFromInline static var lockedBit: UInt32 { 1 }
    @usableFromInline static var filledBit: UInt32 { 2 }

    @usableFromInline let word = Atomic<UInt32>(0)
    @usableFromInline let state: UnsafeMutablePointer<State>  // no exclusivity checks
    private let bound: Int

    /// An inbox for at most `bound` elements; the first element wakes the consumer if `consumerIsIdle`.
    @usableFromInline
    init(bound: Int? = nil, consumerIsIdle: Bool) {
        self.bound = bound ?? .max
        let chunk = Chunk<Element>.allocate(capacity: Chunk<Element>.smallest)
        let limit = min(Chunk<Element>.smallest, self.bound)
        state = .allocate(capacity: 1)
        state.initialize(
            to: State(last: chunk, limit: limit, consumerIsIdle: consumerIsIdle, first: chunk))
    }

    deinit {
        var chunk: UnsafeMutablePointer<Chunk<Element>>? = state.pointee.first
        while let elements = chunk {
            elements.pointee.base.deinitialize(count: elements.pointee.count)
            chunk = Chunk.free(elements)
        }
        state.deallocate()
    }

    /// Whether something was there a moment ago; takes no lock.
    var seemsFilled: Bool { word.load(ordering: .relaxed) & Self.filledBit != 0 }

    /// How many elements wait.
    var count: Int {
        lock()
        defer { unlock() }
        return state.pointee.countBeforeLast + state.pointee.last.pointee.count
    }

    /// A copy of the oldest element that waits.
    var first: Element? {
        lock()
        defer { unlock() }
        guard state.pointee.last.pointee.count != 0 else { return nil }
        return state.pointee.first.pointee.base.pointee
    }

    /// Puts an element behind all that are there; an element that is refused is released here.
    @inlinable
    func append(_ element: consuming Element) -> Outcome {
        lock()
        if state.pointee.last.pointee.count >= state.pointee.limit, let refusal = makeRoom() {
            unlock()
            return refusal
        }
        let chunk = state.pointee.last
        (chunk.pointee.base + chunk.pointee.count).initialize(to: element)
        chunk.pointee.count &+= 1
        let consumerIsIdle = state.pointee.consumerIsIdle
        state.pointee.consumerIsIdle = false
        word.store(Self.filledBit, ordering: .releasing)
        return consumerIsIdle ? .queuedForIdleConsumer : .queued
    }

    /// Puts an element behind all that are there, also where the bound says that they are enough.
    func appendBeyondBound(_ element: consuming Element) -> Outcome {
        lock()
        if state.pointee.isClosed {
            unlock()
            return .closed
        }
        if state.pointee.last.pointee.count == state.pointee.last.pointee.capacity { addChunk() }
        let chunk = state.pointee.last
        (chunk.pointee.base + chunk.pointee.count).initialize(to: element)
        chunk.pointee.count += 1
        let consumerIsIdle = state.pointee.consumerIsIdle
        state.pointee.consumerIsIdle = false
        unlock()
        return consumerIsIdle ? .queuedForIdleConsumer : .queued
    }

    /// Takes all chunks, oldest first, and leaves `spare`, an empty one, in their place; `nil` when no element is there.
    ///
    /// With `becomingIdle` the next element counts as one for an idle consumer.
    func take(leaving spare: UnsafeMutablePointer<Chunk<Element>>, becomingIdle: Bool = false)
        -> (first: UnsafeMutablePointer<Chunk<Element>>, count: Int)?
    {
        lock()
        defer { unlock() }
        if becomingIdle { state.pointee.consumerIsIdle = true }
        guard state.pointee.last.pointee.count != 0 else { return nil }
        let taken = (
            state.pointee.first, state.pointee.countBeforeLast + state.pointee.last.pointee.count
        )
        state.pointee.first = spare
        state.pointee.last = spare
        state.pointee.countBeforeLast = 0
        resetLimit()
        return taken
    }

    /// Marks the consumer as idle, unless something is there, and gives back what a burst has left.
    func becomesIdle() -> Bool {
        lock()
        defer { unlock() }
        let last = state.pointee.last
        state.pointee.consumerIsIdle = last.pointee.count == 0
        guard state.pointee.consumerIsIdle else { return false }
        if last.pointee.capacity > Chunk<Element>.smallest {
            Chunk.free(last)
            state.pointee.first = Chunk.allocate(capacity: Chunk<Element>.smallest)
            state.pointee.last = state.pointee.first
            resetLimit()
        }
        return true
    }

    /// Refuses every element from now on.
    func close() {
        lock()
        defer { unlock() }
        state.pointee.isClosed = true
        resetLimit()
    }

    /// Makes room for one element, or says why there is none; the lock is held.
    @usableFromInline
    func makeRoom() -> Outcome? {
        if state.pointee.isClosed { return .closed }
        let last = state.pointee.last
        if state.pointee.countBeforeLast + last.pointee.count >= bound { return .full }
        addChunk()
        return nil
    }

    private func addChunk() {
        let last = state.pointee.last
        let chunk = Chunk<Element>.allocate(
            capacity: min(2 * last.pointee.capacity, Chunk<Element>.largest))
        state.pointee.countBeforeLast += last.pointee.count
        last.pointee.next = chunk
        state.pointee.last = chunk
        resetLimit()
    }

    private func resetLimit() {
        let room = min(state.pointee.last.pointee.capacity, bound - state.pointee.countBeforeLast)
        state.pointee.limit = state.pointee.isClosed ? 0 : room
    }

    @inlinable
    func lock() {
        let before = word.bitwiseOr(Self.lockedBit, ordering: .acquiring).oldValue
        if before & Self.lockedBit != 0 { lockSlowly() }
    }

    @usableFromInline
    func unlock() {
        let isFilled = state.pointee.last.pointee.count != 0
        word.store(isFilled ? Self.filledBit : 0, ordering: .releasing)
    }

    /// Spins, then gives the processor to whoever is inside and seems to have lost it.
    @usableFromInline
    func lockSlowly() {
        var tries: Int32 = 0
        repeat {
            while word.load(ordering: .relaxed) & Self.lockedBit != 0 {
                tries += 1
                cs_back_off(tries)
            }
        } while word.bitwiseOr(Self.lockedBit, ordering: .acquiring).oldValue & Self.lockedBit != 0
    }
}
