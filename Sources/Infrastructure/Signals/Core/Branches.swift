/// The lifetimes upstream of an operator that has several, at once or one after the other.
///
/// It knows the lifetimes and nothing else, so that the downstream lifetime can own it without a
/// cycle through the operator's state.
@usableFromInline
final class Branches {
    // unsafe, @exclusivity(unchecked): one scheduler uses the object, so accesses cannot overlap
    @exclusivity(unchecked) private var slots: [Disposable?] = []
    @exclusivity(unchecked) private var free: [Int] = []
    @exclusivity(unchecked) private var isMuted = false

    /// Told when an upstream is over that was neither closed nor disposed of here: its source has
    /// gone without an end.
    @exclusivity(unchecked) @usableFromInline var onVanish: (() -> Void)?

    /// Branches that end when `lifetime` does.
    @usableFromInline
    init(endingWith lifetime: Disposable) {
        lifetime.add(self)
    }

    deinit {
        for lifetime in slots { lifetime?.siblings = nil }
    }

    /// A lifetime for one more upstream, and the slot by which to forget it.
    @usableFromInline
    func open() -> (lifetime: Disposable, slot: Int) {
        let lifetime = Disposable(livingIn: .owners)
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

    /// Forgets an upstream that has ended.
    @usableFromInline
    func close(_ slot: Int) {
        guard slots.indices ~= slot, let lifetime = slots[slot] else { return }
        lifetime.siblings = nil
        slots[slot] = nil
        free.append(slot)
    }

    /// Ends an upstream.
    @usableFromInline
    func dispose(_ slot: Int) {
        guard slots.indices ~= slot, let lifetime = slots[slot] else { return }
        close(slot)
        lifetime.tearDown()
    }

    /// Forgets an upstream whose source has gone without an end.
    func vanished(_ slot: Int) {
        close(slot)
        if !isMuted { onVanish?() }
    }

    /// Lets nothing pass any more, and tells what upstreams there are.
    func mute() -> [Disposable] {
        isMuted = true
        return slots.compactMap { $0 }
    }

    /// Ends all upstreams, present and later.
    func dispose() {
        Trampoline.complete { disposeLast() }
    }

    /// Ends all upstreams, present and later, as the last thing that the caller does; the caller is part of a drain.
    func disposeLast() {
        let lifetimes = mute()
        slots = []
        free = []
        for lifetime in lifetimes.reversed() {
            lifetime.siblings = nil
            Trampoline.push(.tearDown(lifetime))
        }
    }
}
