/// A ring buffer with the last hops of one scheduler; it never exceeds its capacity.
struct HopRing {
    private var kept: [Hop] = []
    private var next = 0

    mutating func append(_ hop: Hop, capacity: Int) {
        guard capacity > 0 else { return }
        if kept.count < capacity {
            kept.append(hop)
        } else {
            kept[next % kept.count] = hop
            next = (next + 1) % kept.count
        }
    }

    var hops: [Hop] { Array(kept[next...] + kept[..<next]) }
}
