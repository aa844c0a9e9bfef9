/// A queue of values in order of arrival: a ring, whose storage doubles when it is full.
///
/// Both ends cost constant time on average. It replaces the `Deque` of swift-collections: with that
/// type, every package that uses `Signals` would also have to resolve and build swift-collections.
@usableFromInline
package struct FIFOQueue<Element> {
    /// The values, from `head` on and around the end; their number is zero or a power of two.
    @usableFromInline var slots: [Element?] = []
    @usableFromInline var head = 0
    @usableFromInline var used = 0

    @inlinable
    package init() {}

    @inlinable
    package var count: Int { used }

    @inlinable
    package var isEmpty: Bool { used == 0 }

    /// The oldest value, without removing it.
    @inlinable
    package var first: Element? { used > 0 ? slots[head] : nil }

    /// The values that wait, oldest first.
    @inlinable
    package var snapshot: [Element] {
        (0..<used).compactMap { slots[(head &+ $0) & (slots.count &- 1)] }
    }

    @inlinable
    package mutating func append(_ element: Element) {
        if used == slots.count { grow() }
        slots[(head &+ used) & (slots.count &- 1)] = element
        used &+= 1
    }

    @inlinable
    package mutating func popFirst() -> Element? {
        guard used > 0 else { return nil }
        let element = slots[head].take()
        head = (head &+ 1) & (slots.count &- 1)
        used &-= 1
        return element
    }

    @inlinable
    package mutating func removeAll() {
        self = FIFOQueue()
    }

    /// Removes the values that fulfil a condition; linear.
    package mutating func removeAll(where isRemoved: (Element) -> Bool) {
        let kept = snapshot.filter { !isRemoved($0) }
        self = FIFOQueue()
        for element in kept { append(element) }
    }

    @usableFromInline
    mutating func grow() {
        var larger: [Element?] = []
        larger.reserveCapacity(max(8, slots.count * 2))
        larger.append(contentsOf: slots[head...])
        larger.append(contentsOf: slots[..<head])
        larger.append(contentsOf: repeatElement(nil, count: max(8, slots.count * 2) - larger.count))
        slots = larger
        head = 0
    }
}
