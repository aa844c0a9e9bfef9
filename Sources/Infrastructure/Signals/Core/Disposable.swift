/// What ends something: a subscription, a timer, a binding.
///
/// Confined to the scheduler on which it was made. A disposable that nobody can reach any more is
/// disposed of. The token of a subscription can be dropped nevertheless: the source of the events
/// reaches it until they end.
public final class Disposable {  // not @Schedulable: it disposes on its own scheduler
    @usableFromInline
    enum State: UInt8 {
        /// Events pass.
        case live
        /// Events pass, through at least one island (see `Trampoline`).
        case deep
        /// The terminal event is on its way, here or further down.
        case ending
        /// Nothing passes any more.
        case over
    }

    private enum Entry {
        case action(() -> Void)
        case disposable(Disposable)
    }

    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    // unsafe, unowned(unsafe): its owner clears it before it goes
    // Confinement rules conflicting accesses out, and the runtime check would cost as much as the
    // rest of a hop from operator to operator.
    @exclusivity(unchecked) @usableFromInline var state = State.live
    @exclusivity(unchecked) private var first: (() -> Void)?
    @exclusivity(unchecked) private var others: [Entry] = []
    @exclusivity(unchecked) private var pruneAt = 16
    /// The lifetime upstream of an operator that has one upstream.
    @exclusivity(unchecked) private var upstream: Disposable?
    /// The lifetimes upstream of the operators that have several.
    @exclusivity(unchecked) private var upstreams: [Branches] = []
    /// What a producer may keep although nobody listens any more; it lets go of its sink at the end.
    ///
    /// Its deinit clears this reference, so it cannot dangle.
    @exclusivity(unchecked) unowned(unsafe) var emitter: (any SinkHolder)?
    /// Those among which this is the lifetime in `slot`; they clear this reference.
    @exclusivity(unchecked) unowned(unsafe) var siblings: Branches?
    @exclusivity(unchecked) var slot = -1
    #if DEBUG
        private let tally = ThreadState.current.tally
    #endif

    /// A disposable to which actions are added later.
    public init() {
        enterCensus()
    }

    /// A disposable that calls `action` once, when it is disposed of.
    public init(_ action: @escaping () -> Void) {
        first = action
        enterCensus()
    }

    deinit {
        dispose()
    }

    /// Whether it is over: disposed of, or ended by itself.
    @inlinable
    public var isDisposed: Bool { state.rawValue >= State.ending.rawValue }

    @inlinable
    var isLive: Bool { state.rawValue <= State.deep.rawValue }

    /// Adds what ends together with this one; an action that comes too late runs at once.
    public func add(_ action: @escaping () -> Void) {
        if state == .over { return action() }
        if first == nil, others.isEmpty { first = action } else { others.append(.action(action)) }
    }

    /// Adds another disposable that ends together with this one.
    ///
    /// One that ends earlier is forgotten in time, so that an owner may add any number. Cost:
    /// constant on average.
    public func add(_ other: Disposable) {
        if state == .over { return other.dispose() }
        if others.count >= pruneAt {
            others.removeAll {
                if case .disposable(let it) = $0 { it.state == .over } else { false }
            }
            pruneAt = max(16, 2 * others.count)
        }
        others.append(.disposable(other))
    }

    /// Ends it: what was added is ended and released, last added first.
    ///
    /// A second call does nothing.
    public func dispose() {
        guard state != .over else { return }
        state = .over
        leaveCensus()
        emitter?.releaseSink()
        emitter = nil
        disposeUpstreams()
        siblings?.vanished(slot)
        while let entry = others.popLast() {
            switch entry {
            case .action(let action): action()
            case .disposable(let disposable): disposable.dispose()
            }
        }
        guard let action = first else { return }
        first = nil
        action()
    }
}

/// What operators ask of a lifetime.
extension Disposable {
    /// A lifetime for the upstream of an operator, which ends with this one, or earlier.
    @usableFromInline
    func makeUpstream() -> Disposable {
        let child = Disposable()
        if upstream == nil {
            upstream = child
            if isDisposed { child.dispose() }
        } else {
            let branches = Branches(endingWith: self)
            return branches.open().lifetime
        }
        return child
    }

    /// Ends `branches` together with this one.
    func add(_ branches: Branches) {
        if state == .over { return branches.dispose() }
        if state == .ending { branches.mute() }
        upstreams.append(branches)
    }

    /// Lets nothing pass any more, here and upstream; what is to be disposed of waits until the end
    /// has been delivered.
    @usableFromInline
    func mute() {
        guard isLive else { return }
        state = .ending
        upstream?.mute()
        for branches in upstreams { branches.mute() }
    }

    /// Takes note that an island lies on the way of the events.
    @usableFromInline
    func markDeep() {
        if state == .live { state = .deep }
    }

    private func disposeUpstreams() {
        if let upstream {
            self.upstream = nil
            upstream.dispose()
        }
        while let branches = upstreams.popLast() { branches.dispose() }
    }

    private func enterCensus() {
        #if DEBUG
            SignalCensus.all.enter()
            tally?.enter()
        #endif
    }

    private func leaveCensus() {
        #if DEBUG
            SignalCensus.all.leave()
            tally?.leave()
        #endif
    }
}

/// A producer's end of a subscription, which must not keep the closures downstream alive for ever.
protocol SinkHolder: AnyObject {
    func releaseSink()
}
