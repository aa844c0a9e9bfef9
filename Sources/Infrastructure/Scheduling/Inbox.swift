public import Synchronization

/// A double buffer between any number of producers and one consumer, who takes all that is there at once.
///
/// The lock is held while one element is stored, so whoever waits for it spins; what takes time (a new chunk after every
/// `Chunk.largest` elements) is rare. Each element takes its stride, in chunks that are freed as they are consumed.
///
/// All that a producer touches besides its element lies in one cache line, which no reference count shares: what an element
/// costs between two processors is mostly how often that line goes to and fro. The owner ends it with `free()`.
@usableFromInline
struct Inbox<Element>: @unchecked Sendable {  // state: under the lock only
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
        @usableFromInline var consumerIsIdle: Bool
        var isClosed = false
        /// How many elements are in `last`; its own count is of use once it is full or taken.
        @usableFromInline var count = 0
        /// The count at which an element needs a closer look: no room, bounded, or closed.
        @usableFromInline var limit: Int
        /// Where the elements of `last` are.
        @usableFromInline var base: UnsafeMutablePointer<Element>
        var first: UnsafeMutablePointer<Chunk<Element>>
        var last: UnsafeMutablePointer<Chunk<Element>>
        var countBeforeLast = 0
    }

    @usableFromInline static var lockedBit: UInt32 { 1 }
    @usableFromInline static var filledBit: UInt32 { 2 }
    /// The consumer has nothing to do but to wait for an element; never together with the one before.
    private static var waitedForBit: UInt32 { 4 }
    /// Two lines, since processors fetch them in pairs.
    private static var alignment: Int { 128 }
    /// Where the state begins, in the line that the word begins.
    private static var stateOffset: Int { 8 }

    // Apart from the state: whoever changes that has the lock, and may be changing it while others look at the word.
    @usableFromInline let word: UnsafeMutablePointer<Atomic<UInt32>>
    @usableFromInline let state: UnsafeMutablePointer<State>  // no exclusivity checks
    private let bound: Int

    /// An inbox for at most `bound` elements; the first element wakes the consumer if `consumerIsIdle`.
    init(bound: Int? = nil, consumerIsIdle: Bool) {
        self.bound = bound ?? .max
        let chunk = Chunk<Element>.allocate(capacity: Chunk<Element>.smallest)
        let line = UnsafeMutableRawPointer.allocate(
            byteCount: Self.alignment, alignment: Self.alignment)
        word = line.initializeMemory(as: Atomic<UInt32>.self, to: Atomic(0))
        state = (line + Self.stateOffset).bindMemory(to: State.self, capacity: 1)
        state.initialize(
            to: State(
                consumerIsIdle: consumerIsIdle, limit: min(Chunk<Element>.smallest, self.bound),
                base: chunk.pointee.base, first: chunk, last: chunk))
    }

    /// Releases what is there, and the memory; nobody uses it any more.
    func free() {
        seal()
        var chunk: UnsafeMutablePointer<Chunk<Element>>? = state.pointee.first
        while let elements = chunk {
            elements.pointee.base.deinitialize(count: elements.pointee.count)
            chunk = Chunk.free(elements)
        }
        state.deinitialize(count: 1)
        word.deinitialize(count: 1)
        word.deallocate()
    }

    /// Whether something was there a moment ago; takes no lock.
    var seemsFilled: Bool { word.pointee.load(ordering: .relaxed) & Self.filledBit != 0 }

    /// Whether a moment ago the consumer had nothing to do but to wait for an element; takes no lock.
    var isWaitedFor: Bool { word.pointee.load(ordering: .relaxed) == Self.waitedForBit }

    /// How many elements wait.
    var count: Int {
        lock()
        defer { unlock() }
        return state.pointee.countBeforeLast + state.pointee.count
    }

    /// What `read` takes from the oldest element that waits: the element itself stays its owner's, whoever looks on.
    func first<Detail>(_ read: (borrowing Element) -> Detail?) -> Detail? {
        lock()
        defer { unlock() }
        guard state.pointee.count != 0 else { return nil }
        return read(state.pointee.first.pointee.base.pointee)
    }

    /// Puts an element behind all that are there; an element that is refused is released here.
    @inlinable
    func append(_ element: consuming Element) -> Outcome {
        lock()
        if state.pointee.count >= state.pointee.limit, let refusal = makeRoom() {
            unlock()
            return refusal
        }
        return store(element)
    }

    /// Takes an element in behind all that are there, also where the bound says that they are enough; leaves it where it is when
    /// the inbox has been closed.
    func appendBeyondBound(_ element: inout Element?) -> Outcome {
        lock()
        guard !state.pointee.isClosed, let element = element.take() else {
            unlock()
            return .closed
        }
        if state.pointee.count == state.pointee.last.pointee.capacity { addChunk() }
        return store(element)
    }

    /// Puts in an element that the consumer takes up at once, if it waits, at `parker` or in front of it, and nobody else is at
    /// the inbox.
    ///
    /// - Returns: whether it did.
    func appendAsNext(_ element: consuming Element, waking parker: Parker) -> Bool {
        let (isLocked, _) = word.pointee.compareExchange(
            expected: Self.waitedForBit, desired: Self.waitedForBit | Self.lockedBit,
            successOrdering: .acquiring, failureOrdering: .relaxed)
        guard isLocked, state.pointee.limit > 0 else {
            if isLocked { unlock() }
            return false
        }
        // unsafe, Unmanaged: the wake-up releases it
        // From when the consumer has the element, nobody else may hold the parker.
        let waker = state.pointee.consumerIsIdle ? Unmanaged.passRetained(parker) : nil
        _ = store(element)
        waker?.takeRetainedValue().unpark()
        return true
    }

    /// Puts an element where there is room for it, and gives the lock back.
    @inlinable @inline(__always)
    func store(_ element: consuming Element) -> Outcome {
        (state.pointee.base + state.pointee.count).initialize(to: element)
        state.pointee.count &+= 1
        let consumerIsIdle = state.pointee.consumerIsIdle
        state.pointee.consumerIsIdle = false
        word.pointee.store(Self.filledBit, ordering: .releasing)
        return consumerIsIdle ? .queuedForIdleConsumer : .queued
    }

    /// Takes all chunks, oldest first, and leaves `spare`, an empty one, in their place; `nil` when no element is there.
    ///
    /// With `becomingIdle` the next element counts as one for an idle consumer. With `waiting` the consumer has nothing else to
    /// do when there is none, until it takes again.
    func take(
        leaving spare: UnsafeMutablePointer<Chunk<Element>>, becomingIdle: Bool = false,
        waiting: Bool = false
    ) -> (first: UnsafeMutablePointer<Chunk<Element>>, count: Int)? {
        lock()
        defer { unlock() }
        if becomingIdle { state.pointee.consumerIsIdle = true }
        guard state.pointee.count != 0 else {
            word.pointee.store(
                waiting ? Self.lockedBit | Self.waitedForBit : Self.lockedBit, ordering: .relaxed)
            return nil
        }
        let taken = (state.pointee.first, state.pointee.countBeforeLast + state.pointee.count)
        seal()
        state.pointee.first = spare
        state.pointee.countBeforeLast = 0
        begin(spare)
        return taken
    }

    /// Marks the consumer as idle, unless something is there, and gives back what a burst has left.
    func becomesIdle() -> Bool {
        lock()
        defer { unlock() }
        state.pointee.consumerIsIdle = state.pointee.count == 0
        guard state.pointee.consumerIsIdle else { return false }
        let last = state.pointee.last
        if last.pointee.capacity > Chunk<Element>.smallest {
            Chunk.free(last)
            state.pointee.first = Chunk.allocate(capacity: Chunk<Element>.smallest)
            begin(state.pointee.first)
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
        if state.pointee.countBeforeLast + state.pointee.count >= bound { return .full }
        addChunk()
        return nil
    }

    private func addChunk() {
        let last = state.pointee.last
        let chunk = Chunk<Element>.allocate(
            capacity: min(2 * last.pointee.capacity, Chunk<Element>.largest))
        seal()
        state.pointee.countBeforeLast += state.pointee.count
        last.pointee.next = chunk
        begin(chunk)
    }

    /// Tells the last chunk how many elements it has.
    private func seal() { state.pointee.last.pointee.count = state.pointee.count }

    /// Makes an empty chunk the last one.
    private func begin(_ chunk: UnsafeMutablePointer<Chunk<Element>>) {
        state.pointee.last = chunk
        state.pointee.base = chunk.pointee.base
        state.pointee.count = 0
        resetLimit()
    }

    private func resetLimit() {
        let room = min(state.pointee.last.pointee.capacity, bound - state.pointee.countBeforeLast)
        state.pointee.limit = state.pointee.isClosed ? 0 : room
    }

    @inlinable
    func lock() {
        let before = word.pointee.bitwiseOr(Self.lockedBit, ordering: .acquiring).oldValue
        if before & Self.lockedBit != 0 { lockSlowly() }
    }

    @usableFromInline
    func unlock() {
        let isWaitedFor = word.pointee.load(ordering: .relaxed) & Self.waitedForBit
        let isFilled = state.pointee.count != 0
        word.pointee.store(isFilled ? Self.filledBit : isWaitedFor, ordering: .releasing)
    }

    @usableFromInline
    func lockSlowly() {
        var backOff = BackOff()
        repeat {
            while word.pointee.load(ordering: .relaxed) & Self.lockedBit != 0 { backOff.wait() }
        } while word.pointee.bitwiseOr(Self.lockedBit, ordering: .acquiring).oldValue
            & Self.lockedBit != 0
    }
}
