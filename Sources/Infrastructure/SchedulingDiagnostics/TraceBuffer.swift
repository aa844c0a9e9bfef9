import Synchronization

/// The number of elements that each buffer keeps; 0 while the recorder is off.
enum TraceCapacity {
    static let current = Atomic<Int>(0)
}

/// A ring buffer with the last elements of a recording; it never exceeds `TraceCapacity`.
struct TraceBuffer<Element: Sendable>: Sendable {
    private var kept: [Element] = []
    private var next = 0

    mutating func append(_ element: Element) {
        let capacity = TraceCapacity.current.load(ordering: .relaxed)
        guard capacity > 0 else { return }
        if kept.count < capacity {
            kept.append(element)
        } else {
            kept[next % kept.count] = element
            next = (next + 1) % kept.count
        }
    }

    /// The elements, oldest first.
    var elements: [Element] { Array(kept[next...] + kept[..<next]) }
}
