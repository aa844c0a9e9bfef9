import Synchronization

/// Ends a subscription, a timer or a binding when it is disposed of.
///
/// It is used in two ways. As a token, which `observe` returns, it ends one subscription. As an
/// owner, it ends everything that was added to it. A class keeps an owner for its subscriptions,
/// which then end with the object, without a call:
///
/// ```swift
/// @MainActor final class Screen {
///     private let lifetime = Disposable()
///
///     init(_ titles: Signal<String, Never>) {
///         titles.observe(within: lifetime) { print($0) }
///     }
/// }
/// ```
///
/// A disposable is confined to the scheduler on which it got its first content, and its actions run
/// there. `dispose()`, `add` and the release of the last reference are also correct elsewhere: they
/// post their work to that scheduler. A disposable of an actor ends on the actor. Another one that
/// got its content outside of all schedulers is torn down where its last reference is released.
///
/// A disposable that is no longer reachable is disposed of. The token of a subscription can be
/// dropped nevertheless: the source of the events keeps the subscription until the events end. For
/// a token whose release ends the subscription, use a `ScopedDisposable`.
///
/// Cost: an action takes a closure, and disposal one call for each action. Adding takes constant
/// time on average, and disposables that have ended are removed.
public final class Disposable {  // not @Schedulable: may be used on any scheduler
    @usableFromInline
    enum State: UInt8 {
        /// Events pass.
        case live
        /// The terminal event is being delivered, here or further downstream.
        case ending
        /// No event passes.
        case over
    }

    private enum Entry {
        case action(() -> Void)
        case disposable(Disposable)
    }

    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    // unsafe, unowned(unsafe): its owner clears it before the owner is released
    // Confinement rules conflicting accesses out, and the runtime check would cost as much as the
    // rest of a hop from operator to operator.
    @exclusivity(unchecked) @usableFromInline var state = State.live
    @exclusivity(unchecked) private var home: IsolationDomain
    @exclusivity(unchecked) private var first: (() -> Void)?
    @exclusivity(unchecked) private var others: [Entry] = []
    @exclusivity(unchecked) private var pruneAt = 16
    /// The lifetime upstream of an operator that has one upstream.
    @exclusivity(unchecked) private var upstream: Disposable?
    /// The lifetimes upstream of the operators that have several.
    @exclusivity(unchecked) private var upstreams: [UpstreamSet] = []
    /// The producer's observer, which releases its sink at the end.
    ///
    /// The producer may keep it longer than the subscription lives.
    @exclusivity(unchecked) private weak var emitter: (any SinkHolder)?
    /// The upstream set in which this is the lifetime at `slot`; it clears this reference.
    @exclusivity(unchecked) unowned(unsafe) var siblings: UpstreamSet?
    @exclusivity(unchecked) var slot = -1
    /// The lifetime of the operator that has this as its only upstream; it clears this reference.
    @exclusivity(unchecked) private unowned(unsafe) var downstream: Disposable?
    /// Whether the disposable is over, readable on any thread.
    private let isClosed = Atomic(false)
    #if DEBUG
        private let liveCounter: LiveCounter?
    #endif

    /// Creates a disposable to which actions are added later.
    public convenience init() {
        self.init(belongingTo: .undecided)
    }

    /// Creates a disposable that calls `action` once, when it is disposed of.
    public convenience init(_ action: @escaping () -> Void) {
        self.init(belongingTo: .current, action)
    }

    @usableFromInline
    init(belongingTo home: IsolationDomain, _ action: (() -> Void)? = nil) {
        self.home = home
        first = action
        #if DEBUG
            liveCounter = ThreadState.current.liveCounter
            SubscriptionTracker.all.enter()
            liveCounter?.enter()
        #endif
    }

    /// Creates the lifetime of a subscription.
    ///
    /// It belongs to the current domain even while it is empty.
    @usableFromInline
    convenience init(ofSubscription: Void, of actor: (any Actor)? = nil) {
        self.init(belongingTo: .current(of: actor))
    }

    /// Takes over the content of a live disposable that is being released.
    private init(takingOver other: Disposable) {
        home = other.home
        first = other.first.take()
        swap(&others, &other.others)
        upstream = other.upstream.take()
        upstream?.downstream = nil
        swap(&upstreams, &other.upstreams)
        for upstreamSet in upstreams { upstreamSet.owner = nil }
        #if DEBUG
            liveCounter = other.liveCounter
        #endif
    }

    deinit {
        guard state != .over else { return }
        if isBare, first == nil, others.isEmpty { return leaveTracker() }
        let successor = Disposable(takingOver: self)
        if home.isHereAtRelease {
            successor.tearDown()
        } else {
            home.post { successor.tearDown() }
        }
    }

    /// Whether this has been disposed of or has ended by itself.
    ///
    /// Away from the home scheduler the answer may be out of date.
    public var isDisposed: Bool { home.isHere ? !isLive : isClosed.load(ordering: .acquiring) }

    @inlinable
    var isLive: Bool { state == .live }

    /// Adds an action that runs when this ends, on the scheduler of the caller.
    ///
    /// An action that is added after the end runs at once.
    public func add(
        _ action: @escaping () -> Void, isolation: isolated (any Actor)? = #isolation
    ) {
        guard home.isHere else { return add(Disposable(action)) }
        if state == .over { return action() }
        settleHome(isolation)
        if first == nil, others.isEmpty { first = action } else { others.append(.action(action)) }
    }

    /// Adds another disposable that ends together with this one.
    ///
    /// A disposable that ends earlier is removed, so an owner may add any number of them. Cost:
    /// constant on average.
    public func add(_ other: Disposable, isolation: isolated (any Actor)? = #isolation) {
        guard home.isHere else {
            // The caller's scheduler uses `other`; the post must not make this disposable's
            // scheduler its home.
            other.settleHome(isolation)
            return home.post { self.add(other) }
        }
        if state == .over { return other.dispose() }
        settleHome(isolation)
        if others.count >= pruneAt {
            others.removeAll {
                guard case .disposable(let other) = $0 else { return false }
                return other.isClosed.load(ordering: .acquiring)
            }
            pruneAt = max(16, 2 * others.count)
        }
        others.append(.disposable(other))
    }

    /// Makes the current domain the home, unless there is one, which other threads may be reading.
    private func settleHome(_ actor: (any Actor)?) {
        if home.isUndecided { home = .current(of: actor) }
    }

    /// Ends the disposable: everything that was added is ended and released, last added first.
    ///
    /// A second call does nothing. On another scheduler, this posts the disposal to the scheduler
    /// of the disposable; events may arrive there until it has run.
    public func dispose() {
        if home.isHere { return tearDown() }
        if !isClosed.load(ordering: .acquiring) { home.post { self.tearDown() } }
    }
}

/// The operations that operators perform on a lifetime, on its home scheduler.
extension Disposable {
    /// Returns a lifetime for the only upstream of an operator.
    ///
    /// It ends with this one or earlier. The disappearance of the upstream's source ends this
    /// lifetime.
    @usableFromInline
    func makeUpstream() -> Disposable {
        guard upstream == nil else {
            return UpstreamSet(endingWith: self, awaiting: 1).open().lifetime
        }
        let child = makeInput()
        if isLive { child.downstream = self }
        return child
    }

    /// Returns a lifetime for the only upstream of an operator that keeps values for later.
    ///
    /// - Parameter shouldContinue: called when the source has disappeared; returns whether values
    ///   wait. The operator ends this lifetime after they have been sent.
    @usableFromInline
    func makeUpstream(continuingIf shouldContinue: @escaping () -> Bool) -> Disposable {
        let upstreamSet = UpstreamSet(endingWith: self)
        upstreamSet.shouldContinue = shouldContinue
        return upstreamSet.open().lifetime
    }

    /// Returns a lifetime for one of several upstreams, which ends with this one or earlier.
    ///
    /// The other upstreams continue when its source disappears.
    @usableFromInline
    func makeInput() -> Disposable {
        guard upstream == nil else { return UpstreamSet(endingWith: self).open().lifetime }
        let child = Disposable(belongingTo: .owners)
        upstream = child
        if !isLive { child.tearDown() }
        return child
    }

    /// Ends `upstreamSet` together with this one.
    func add(_ upstreamSet: UpstreamSet) {
        if state == .over { return upstreamSet.dispose() }
        if state == .ending { _ = upstreamSet.mute() }
        upstreamSet.owner = self
        upstreams.append(upstreamSet)
    }

    /// The current domain, for an object that belongs to the same domain as this one.
    @usableFromInline
    var currentHome: IsolationDomain {
        switch home {
        case .undecided, .owners: .current
        case .region, .scheduler, .actor: home
        }
    }

    /// Registers the observer that the producer may keep; it releases its sink at the end.
    @usableFromInline
    func add(_ emitter: any SinkHolder) {
        self.emitter = emitter
    }

    /// Stops all further events, here and upstream.
    ///
    /// The disposal waits until the terminal event has been delivered.
    @usableFromInline
    func mute() {
        guard isLive else { return }
        state = .ending
        if isBare { return }
        var rest = muteUpstreams()
        while let lifetime = rest.popLast() {
            guard lifetime.isLive else { continue }
            lifetime.state = .ending
            rest += lifetime.muteUpstreams()
        }
    }

    /// Ends the lifetime, as `dispose` does on the home scheduler; it has ended when this returns.
    @usableFromInline
    func tearDown() {
        guard state != .over else { return }
        // Most lifetimes have nothing upstream, and one action.
        if isBare, siblings == nil, others.isEmpty, downstream == nil || state == .ending {
            close()
            return runFirst()
        }
        Trampoline.complete { takeDown() }
    }

    /// Ends the lifetime, as the last act of the caller.
    @usableFromInline
    func tearDownLast() {
        Trampoline.push(.tearDown(self))
    }

    /// Ends the lifetime, as a step of a drain.
    func takeDown() {
        guard state != .over else { return }
        if state == .ending {
            siblings?.ended(slot)
        } else if let downstream {
            // Neither ended nor disposed of from downstream: its source has disappeared.
            Trampoline.push(.tearDown(downstream))
        } else if let siblings, siblings.onVanish == nil {
            // The owner ends behind the actions of this one.
            siblings.vanished(slot)
        }
        close()
        Trampoline.push(.actions(self))
        for upstreamSet in upstreams { upstreamSet.disposeLast() }
        upstreams = []
        if let upstream {
            self.upstream = nil
            upstream.downstream = nil
            Trampoline.push(.tearDown(upstream))
        }
    }

    /// Runs the action that was added last; the others run after everything that follows from it.
    func runLastAction() {
        if let siblings {
            Trampoline.push(.actions(self))
            return siblings.vanished(slot)
        }
        guard let entry = others.popLast() else { return runFirst() }
        if first != nil || !others.isEmpty { Trampoline.push(.actions(self)) }
        switch entry {
        case .action(let action): action()
        case .disposable(let other):
            if other.home.isHere { other.takeDown() } else { other.dispose() }
        }
    }

    private func runFirst() {
        guard let action = first else { return }
        first = nil
        action()
    }

    /// Whether nothing lies upstream.
    private var isBare: Bool { upstream == nil && upstreams.isEmpty }

    private func muteUpstreams() -> [Disposable] {
        upstreams.flatMap { $0.mute() } + (upstream.map { [$0] } ?? [])
    }

    private func close() {
        state = .over
        isClosed.store(true, ordering: .releasing)
        leaveTracker()
        emitter?.releaseSink()
        emitter = nil
    }

    private func leaveTracker() {
        #if DEBUG
            SubscriptionTracker.all.leave()
            liveCounter?.leave()
        #endif
    }
}

/// A producer's end of a subscription, which must not keep the closures downstream alive forever.
@usableFromInline
protocol SinkHolder: AnyObject {
    func releaseSink()
}
