/// When the delivery side of a hop looks at the queue; a pure state machine.
///
/// A stream that flows is looked after a few more times before it counts as dry: to be woken for each
/// value would cost both sides more than the looks do.
@usableFromInline
struct HopFlow {
    /// How many values have been delivered since the stream was dry.
    @usableFromInline var delivered = 0
    /// How often to look again before the stream counts as dry.
    @usableFromInline var looks = 0
    /// How many turns to let pass before the next look.
    @usableFromInline var rest = 0

    @inlinable
    init() {}

    /// Whether nothing says that another value is on its way.
    @inlinable var isDry: Bool { looks == 0 }

    /// Begins a turn.
    ///
    /// - Returns: whether to look; else other work goes first, and then there is another turn.
    @inlinable
    mutating func begin() -> Bool {
        if rest == 0 { return true }
        rest -= 1
        return false
    }

    /// Takes note of how many values a look has found.
    @inlinable
    mutating func found(_ count: Int) {
        if count > 0 {
            delivered &+= count
            looks = delivered > Self.flow ? Self.mostLooks : 0
        } else if looks > 0 {
            looks -= 1
            if looks == 0 { delivered = 0 }
        }
        // To look at a buffer takes it away from the producer's processor for a moment, so that
        // small batches are let grow while other work has its turn.
        if looks > 0, count < Self.fairBatch { rest = Self.longestRest }
    }

    /// How many values make a stream worth looking after.
    @inlinable static var flow: Int { 256 }

    @inlinable static var mostLooks: Int { 8 }

    /// How many values a batch should have before it pays to look again at once.
    @inlinable static var fairBatch: Int { 64 }

    /// How many turns of other work a small batch is followed by.
    @inlinable static var longestRest: Int { 8 }
}
