public import Synchronization

/// A queue from any number of producers to one consumer, as a double buffer.
///
/// The consumer takes all elements at once. The lock is held while one element is stored, so a
/// thread that waits for it spins. The slow case, a new chunk after every `Chunk.largest` elements,
/// is rare. Each element takes its stride, in chunks that are freed as they are consumed.
///
/// A producer touches one cache line besides its element, and no reference count shares that line.
/// The cost of an element between two processors depends mostly on how often that line moves
/// between them. The owner releases the queue with `free()`.
@usableFromInline
struct MPSCQueue<Element>: @unchecked Sendable {  // state: used under the lock only
    @usableFromInline
    enum Outcome {
        case queued
        /// The element is queued; the consumer was idle, and the caller has to wake it.
        case queuedForIdleConsumer
        case full
        case closed
    }

    @usableFromInline
    struct State {
        @usableFromInline var consumerIsIdle: Bool
        var isClosed = false
        /// The number of elements in `last`, whose own count is set only once it is full or taken.
        @usableFromInline var count = 0
        /// The count from which an append takes the slow path.
        ///
        /// The chunk or the queue is then full, or the queue is closed.
        @usableFromInline var limit: Int
        /// The memory of the elements of `last`.
        @usableFromInline var base: UnsafeMutablePointer<Element>
        var first: UnsafeMutablePointer<Chunk<Element>>
        var last: UnsafeMutablePointer<Chunk<Element>>
        var countBeforeLast = 0
    }

    @usableFromInline static var lockedBit: UInt32 { 1 }
    @usableFromInline static var filledBit: UInt32 { 2 }
    /// The consumer only waits for an element; never set together with `filledBit`.
    private static var consumerWaitingBit: UInt32 { 4 }
    /// Two cache lines, since processors fetch them in pairs.
    private static var alignment: Int { 128 }
    /// The offset of the state in the cache line, behind the word.
    private static var stateOffset: Int { 8 }

    // Separate from the state: a thread with the lock may change the state while others read the
    // word.
    @usableFromInline let word: UnsafeMutablePointer<Atomic<UInt32>>
    @usableFromInline let state: UnsafeMutablePointer<State>  // no exclusivity checks
    private let capacity: Int

    /// Creates a queue for at most `capacity` elements.
    ///
    /// The first element wakes the consumer if `consumerIsIdle`.
    init(capacity: Int? = nil, consumerIsIdle: Bool) {
        self.capacity = capacity ?? .max
        let chunk = Chunk<Element>.allocate(capacity: Chunk<Element>.smallest)
        let line = UnsafeMutableRawPointer.allocate(
            byteCount: Self.alignment, alignment: Self.alignment)
        word = line.initializeMemory(as: Atomic<UInt32>.self, to: Atomic(0))
        state = (line + Self.stateOffset).bindMemory(to: State.self, capacity: 1)
        state.initialize(
            to: State(
                consumerIsIdle: consumerIsIdle, limit: min(Chunk<Element>.smallest, self.capacity),
                base: chunk.pointee.base, first: chunk, last: chunk))
    }

    /// Releases the elements and the memory; the queue must not be used afterwards.
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

    /// Whether elements waited at the last change; takes no lock, and may be out of date.
    var seemsFilled: Bool { word.pointee.load(ordering: .relaxed) & Self.filledBit != 0 }

    /// Whether the consumer only waited for an element; takes no lock, and may be out of date.
    var isConsumerWaiting: Bool { word.pointee.load(ordering: .relaxed) == Self.consumerWaitingBit }

    /// The number of elements that wait.
    var count: Int {
        lock()
        defer { unlock() }
        return state.pointee.countBeforeLast + state.pointee.count
    }

    /// Returns what `read` takes from the oldest waiting element, which stays in the queue.
    func first<Detail>(_ read: (borrowing Element) -> Detail?) -> Detail? {
        lock()
        defer { unlock() }
        guard state.pointee.count != 0 else { return nil }
        return read(state.pointee.first.pointee.base.pointee)
    }

    /// Appends an element; an element that is refused is released here.
    @inlinable
    func append(_ element: consuming Element) -> Outcome {
        lock()
        if state.pointee.count >= state.pointee.limit, let refusal = makeSpace() {
            unlock()
            return refusal
        }
        return store(element)
    }

    /// Appends an element even when the queue is full.
    ///
    /// Where the queue has been closed, the element stays in `element`.
    func appendBeyondCapacity(_ element: inout Element?) -> Outcome {
        lock()
        guard !state.pointee.isClosed, let element = element.take() else {
            unlock()
            return .closed
        }
        if state.pointee.count == state.pointee.last.pointee.capacity { addChunk() }
        return store(element)
    }

    /// Appends an element if the consumer waits and no other thread holds the lock.
    ///
    /// The consumer takes the element next. It waits parked at `parker`, or spins before it parks.
    ///
    /// - Returns: whether the element was appended.
    func appendAsNext(_ element: consuming Element, waking parker: Parker) -> Bool {
        let (isLocked, _) = word.pointee.compareExchange(
            expected: Self.consumerWaitingBit, desired: Self.consumerWaitingBit | Self.lockedBit,
            successOrdering: .acquiring, failureOrdering: .relaxed)
        guard isLocked, state.pointee.limit > 0 else {
            if isLocked { unlock() }
            return false
        }
        // unsafe, Unmanaged: the wake-up releases it
        // Once the consumer has the element, no other reference may keep the parker alive.
        let waker = state.pointee.consumerIsIdle ? Unmanaged.passRetained(parker) : nil
        _ = store(element)
        waker?.takeRetainedValue().unpark()
        return true
    }

    /// Stores an element in the free space of the last chunk, and releases the lock.
    @inlinable @inline(__always)
    func store(_ element: consuming Element) -> Outcome {
        (state.pointee.base + state.pointee.count).initialize(to: element)
        state.pointee.count &+= 1
        let consumerIsIdle = state.pointee.consumerIsIdle
        state.pointee.consumerIsIdle = false
        word.pointee.store(Self.filledBit, ordering: .releasing)
        return consumerIsIdle ? .queuedForIdleConsumer : .queued
    }

    /// Takes all chunks, oldest first, and replaces them with `spare`, an empty one.
    ///
    /// - Parameters:
    ///   - spare: the chunk that receives the next elements.
    ///   - becomingIdle: whether the next element is reported as one for an idle consumer.
    ///   - waiting: whether the consumer has nothing else to do until it takes again, when the
    ///     queue is empty.
    /// - Returns: the first chunk and the number of all elements; `nil` when the queue is empty.
    func take(
        leaving spare: UnsafeMutablePointer<Chunk<Element>>, becomingIdle: Bool = false,
        waiting: Bool = false
    ) -> (first: UnsafeMutablePointer<Chunk<Element>>, count: Int)? {
        lock()
        defer { unlock() }
        if becomingIdle { state.pointee.consumerIsIdle = true }
        guard state.pointee.count != 0 else {
            word.pointee.store(
                waiting ? Self.lockedBit | Self.consumerWaitingBit : Self.lockedBit,
                ordering: .relaxed)
            return nil
        }
        let taken = (state.pointee.first, state.pointee.countBeforeLast + state.pointee.count)
        seal()
        state.pointee.first = spare
        state.pointee.countBeforeLast = 0
        begin(spare)
        return taken
    }

    /// Marks the consumer as idle, unless elements wait.
    ///
    /// It also frees the large chunk that a burst left.
    ///
    /// - Returns: whether the consumer is idle now.
    func markConsumerIdle() -> Bool {
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

    /// Marks the consumer as awake.
    ///
    /// - Returns: whether it was idle, so that the caller has to wake it.
    func awakenConsumer() -> Bool {
        lock()
        defer { unlock() }
        defer { state.pointee.consumerIsIdle = false }
        return state.pointee.consumerIsIdle && !state.pointee.isClosed
    }

    /// Refuses all elements from now on.
    func close() {
        lock()
        defer { unlock() }
        state.pointee.isClosed = true
        resetLimit()
    }

    /// Makes space for one element, or returns the reason for its refusal; the lock is held.
    @usableFromInline
    func makeSpace() -> Outcome? {
        if state.pointee.isClosed { return .closed }
        if state.pointee.countBeforeLast + state.pointee.count >= capacity { return .full }
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

    /// Stores the number of its elements in the last chunk.
    private func seal() { state.pointee.last.pointee.count = state.pointee.count }

    /// Makes an empty chunk the last one.
    private func begin(_ chunk: UnsafeMutablePointer<Chunk<Element>>) {
        state.pointee.last = chunk
        state.pointee.base = chunk.pointee.base
        state.pointee.count = 0
        resetLimit()
    }

    private func resetLimit() {
        let space = min(
            state.pointee.last.pointee.capacity, capacity - state.pointee.countBeforeLast)
        state.pointee.limit = state.pointee.isClosed ? 0 : space
    }

    @inlinable
    func lock() {
        let before = word.pointee.bitwiseOr(Self.lockedBit, ordering: .acquiring).oldValue
        if before & Self.lockedBit != 0 { lockSlowly() }
    }

    @usableFromInline
    func unlock() {
        let isConsumerWaiting = word.pointee.load(ordering: .relaxed) & Self.consumerWaitingBit
        let isFilled = state.pointee.count != 0
        word.pointee.store(isFilled ? Self.filledBit : isConsumerWaiting, ordering: .releasing)
    }

    @usableFromInline
    func lockSlowly() {
        var spinWait = SpinWait()
        repeat {
            while word.pointee.load(ordering: .relaxed) & Self.lockedBit != 0 { spinWait.wait() }
        } while word.pointee.bitwiseOr(Self.lockedBit, ordering: .acquiring).oldValue
            & Self.lockedBit != 0
    }
}
