/// What ends something: a subscription, a timer, a binding.
///
/// Confined to the scheduler on which it was made. A disposable that nobody can reach any more is disposed of. The token of a subscription can be
/// dropped nevertheless: the source of the events reaches it until they end.
public final class Disposable {
    @usableFromInline
    enum State: UInt8 {
        /// Events pass.
        case live
        /// Events pass, through at least one island (see `Trampoline`).
        case deep
        /// The terminal event is on its way.
        case ending
        /// Nothing passes any more.
        case over
    }

    // Confinement rules conflicting accesses out, and the runtime check would cost as much as the
    // rest of a hop from operator to operator.
    @exclusivity(unchecked) @usableFromInline var state = State.live
    @exclusivity(unchecked) private var first: (() -> Void)?
    @exclusivity(unchecked) private var others: [Entry] = []
    @exclusivity(unchecked) private var pruneAt = 16
    /// What a producer may keep although nobody listens any more; it lets go of its sink at the end.
    ///
    /// Its deinit clears this reference, so it cannot dangle.
    @exclusivity(unchecked) unowned(unsafe) var emitter: (any SinkHolder)?

    private enum Entry {
        case action(() -> Void)
        case disposable(Disposable)
    }

    /// A disposable to which actions are added later.
    public init() {}

    /// A disposable that calls `action` once, when it is disposed of.
    public init(_ action: @escaping () -> Void) {
        first = action
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
        emitter?.releaseSink()
        emitter = nil
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

    /// A lifetime that ends with this one, or earlier.
    @usableFromInline
    func makeChild() -> Disposable {
        let child = Disposable()
        add(child)
        return child
    }

    /// Takes note that an island lies on the way of the events.
    @usableFromInline
    func markDeep() {
        if state == .live { state = .deep }
    }
}

/// A producer's end of a subscription, which must not keep the closures downstream alive for ever.
protocol SinkHolder: AnyObject {
    func releaseSink()
}
