import PhotoFeed

/// The live photos of a feed that is read window by window, newest first.
///
/// It keeps the last items of a window, which may be pairs with the first ones of the next, and
/// nothing else. So two files with equal identifiers whose dates are in distant windows are not
/// joined.
struct PairWindows {
    private var held: [FeedItem] = []

    /// Adds the items of a window; returns those whose pairs are known now, and the pairs.
    mutating func add(
        _ items: [FeedItem], isLast: Bool
    ) -> (items: ArraySlice<FeedItem>, pairs: LivePairs) {
        let all = held + items
        held = []
        if !isLast, let last = all.last?.node.date.secondsSinceEpoch {
            let limit = last.addingSaturated(LivePairs.dateTolerance)
            let near = all.reversed().prefix { $0.node.date.secondsSinceEpoch <= limit }
            // A burst of more files than a window is divided.
            if near.count < all.count { held = near.reversed() }
        }
        let ready = all.dropLast(held.count)
        return (ready, LivePairs(of: ready.map(\.node)))
    }
}
