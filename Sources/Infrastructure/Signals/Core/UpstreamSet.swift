/// The lifetimes upstream of an operator that has several, at once or one after the other.
///
/// It refers to the lifetimes only, so that the downstream lifetime can own it without a cycle
/// through the operator's state.
@usableFromInline
final class UpstreamSet {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @exclusivity(unchecked) private var slots: [Disposable?] = []
    @exclusivity(unchecked) private var free: [Int] = []
    @exclusivity(unchecked) private var isMuted = false

    /// The number of upstreams that have not ended.
    ///
    /// When none is left and one has disappeared, the owner ends without an event.
    @exclusivity(unchecked) @usableFromInline var missing: Int
    @exclusivity(unchecked) private var hasLost = false
    /// Called with the slot of an upstream whose source has disappeared; replaces the count.
    ///
    /// It returns whether the operator decides about the owner's end; otherwise the owner ends.
    @exclusivity(unchecked) @usableFromInline var onVanish: ((Int) -> Bool)?
    /// Whether the owner continues although its only source has disappeared; replaces the count.
    ///
    /// It is called before the actions of that upstream, and must neither send nor dispose.
    @exclusivity(unchecked) var shouldContinue: (() -> Bool)?
    // unsafe, unowned(unsafe): the owner clears it before the owner is released
    /// The lifetime downstream; the upstreams end together with it.
    @exclusivity(unchecked) unowned(unsafe) var owner: Disposable?

    /// Creates a set whose upstreams end when `lifetime` does.
    ///
    /// - Parameter count: the number of upstreams to come; without it, the owner continues no
    ///   matter which of them disappear.
    @usableFromInline
    init(endingWith lifetime: Disposable, awaiting count: Int = .max) {
        missing = count
        lifetime.add(self)
    }

    deinit {
        for lifetime in slots { lifetime?.siblings = nil }
    }

    /// Returns a lifetime for one more upstream, and the slot by which to remove it.
    @usableFromInline
    func open() -> (lifetime: Disposable, slot: Int) {
        let lifetime = Disposable(belongingTo: .owners)
        if isMuted {
            lifetime.tearDown()
            return (lifetime, -1)
        }
        lifetime.siblings = self
        if let slot = free.popLast() {
            slots[slot] = lifetime
            lifetime.slot = slot
        } else {
            lifetime.slot = slots.count
            slots.append(lifetime)
        }
        return (lifetime, lifetime.slot)
    }

    /// Removes an upstream that has ended.
    @usableFromInline
    func close(_ slot: Int) {
        guard slots.indices ~= slot, let lifetime = slots[slot] else { return }
        lifetime.siblings = nil
        slots[slot] = nil
        free.append(slot)
        missing -= 1
    }

    /// Ends an upstream.
    @usableFromInline
    func dispose(_ slot: Int) {
        guard slots.indices ~= slot, let lifetime = slots[slot] else { return }
        close(slot)
        lifetime.tearDown()
    }

    /// Removes an upstream whose source has disappeared.
    func vanished(_ slot: Int) {
        hasLost = true
        guard onVanish != nil || shouldContinue != nil else { return ended(slot) }
        close(slot)
        guard !isMuted else { return }
        if !(onVanish?(slot) ?? shouldContinue?() ?? true) { owner?.tearDownLast() }
    }

    /// Removes an upstream that has delivered its terminal event.
    func ended(_ slot: Int) {
        close(slot)
        if hasLost, missing <= 0, !isMuted { owner?.tearDownLast() }
    }

    /// Stops all further events, and returns the current upstreams.
    func mute() -> [Disposable] {
        isMuted = true
        return slots.compactMap { $0 }
    }

    /// Ends all upstreams, present and future.
    func dispose() {
        Trampoline.complete { disposeLast() }
    }

    /// Ends all upstreams, present and future, as the last act of the caller.
    ///
    /// The caller is part of a drain.
    func disposeLast() {
        let lifetimes = mute()
        owner = nil
        slots = []
        free = []
        for lifetime in lifetimes.reversed() {
            lifetime.siblings = nil
            Trampoline.push(.tearDown(lifetime))
        }
    }
}
