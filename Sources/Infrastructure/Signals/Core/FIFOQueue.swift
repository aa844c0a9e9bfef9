/// A queue of values in order of arrival; both ends cost constant time on average.
@usableFromInline
struct FIFOQueue<Element> {
    @usableFromInline var elements: [Element?] = []
    @usableFromInline var head = 0

    @inlinable
    init() {}

    @inlinable
    var count: Int { elements.count - head }

    @inlinable
    var isEmpty: Bool { count == 0 }

    /// The oldest value, without removing it.
    @inlinable
    var first: Element? { head < elements.count ? elements[head] : nil }

    /// The values that wait, oldest first.
    @inlinable
    var snapshot: [Element] { elements[head...].compactMap { $0 } }

    @inlinable
    mutating func append(_ element: Element) {
        elements.append(element)
    }

    @inlinable
    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        let element = elements[head]
        elements[head] = nil
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: true)
            head = 0
        } else if head >= 64, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
        return element
    }

    @inlinable
    mutating func removeAll() {
        self = FIFOQueue()
    }
}
