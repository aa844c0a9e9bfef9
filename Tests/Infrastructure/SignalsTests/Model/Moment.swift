/// The place of an event in the order of a run of the script.
///
/// A source delivers an event to one subscriber after the other, in the order of the subscriptions,
/// and each delivery includes all its effects. So the moment of a delivery is its time, followed by
/// the moment of the subscription. The effects of one delivery are numbered in their order, as are
/// the effects of the subscription to the graph.
struct Moment: Comparable {
    /// The subscription to the graph, at time zero.
    static let start = Moment(key: [0])

    /// Compared number by number; a moment that continues another one comes after it.
    private let key: [Int]

    private init(key: [Int]) { self.key = key }

    /// A delivery to a subscriber of a source, or by a timer, which `cause` subscribed to or set.
    init(time: Int, causedBy cause: Moment) {
        // The mark at the end of the key of the cause is less than any number that continues it.
        key = [time] + cause.key + [-1]
    }

    /// The time in nanoseconds.
    var time: Int { key[0] }

    /// The moment of the last effect of an event, such as the subscription to the next signal.
    var last: Moment { then(.max) }

    static func < (left: Moment, right: Moment) -> Bool {
        left.key.lexicographicallyPrecedes(right.key)
    }

    /// The moment of a timer that is set at this moment.
    func later(by delay: Int) -> Moment { Moment(time: time + delay, causedBy: self) }

    /// The moment of the effect with the given number.
    func then(_ number: Int) -> Moment { Moment(key: key + [number]) }
}
