/// The subscriptions that an operator holds upstream.
///
/// It knows the lifetimes and nothing else, so that the downstream lifetime can own it without a
/// cycle through the operator's state.
@usableFromInline
final class Branches {
    @exclusivity(unchecked) private var slots: [Disposable?] = []
    @exclusivity(unchecked) private var free: [Int] = []
    @exclusivity(unchecked) private var isOver = false

    /// Branches that end when `lifetime` does.
    @usableFromInline
    init(endingWith lifetime: Disposable) {
        lifetime.add { [self] in disposeAll() }
    }

    /// A lifetime for one more upstream, and the slot by which to forget it.
    @usableFromInline
    func open() -> (lifetime: Disposable, slot: Int) {
        let lifetime = Disposable()
        if isOver {
            lifetime.dispose()
            return (lifetime, -1)
        }
        if let slot = free.popLast() {
            slots[slot] = lifetime
            return (lifetime, slot)
        }
        slots.append(lifetime)
        return (lifetime, slots.count - 1)
    }

    /// Forgets an upstream that has ended.
    @usableFromInline
    func close(_ slot: Int) {
        guard !isOver, slots[slot] != nil else { return }
        slots[slot] = nil
        free.append(slot)
    }

    /// Ends an upstream.
    @usableFromInline
    func dispose(_ slot: Int) {
        guard !isOver, let lifetime = slots[slot] else { return }
        close(slot)
        lifetime.dispose()
    }

    private func disposeAll() {
        isOver = true
        let slots = slots
        self.slots = []
        free = []
        for lifetime in slots { lifetime?.dispose() }
    }
}
