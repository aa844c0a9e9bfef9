/// What all transfers together may move in one direction; I/O thread only.
///
/// A piece passes while those before it are paid for at the rate, and is paid for afterwards (the
/// generic cell rate algorithm): the rate is kept over many short transfers as over one long one, which
/// libcurl's own limit, made for a single transfer, does not do.
final class Throttle {
    /// How much time that passed unused may be caught up with: the thread may have slept too long.
    private static let credit = Duration.milliseconds(250)

    private let bytesPerSecond: Int64?
    private var paidUntil = ContinuousClock.now
    private var heldBack: [CurlEasy] = []

    /// Lets `bytesPerSecond` pass, or everything when it is `nil`.
    init(bytesPerSecond: Int64?) { self.bytesPerSecond = bytesPerSecond }

    /// Whether a piece may pass now; if not, `easy` is held back until it may.
    func admits(_ easy: CurlEasy) -> Bool {
        guard bytesPerSecond != nil, ahead > .zero else { return true }
        heldBack.append(easy)
        return false
    }

    /// Counts a piece that has passed.
    func count(_ bytes: Int) {
        guard let bytesPerSecond else { return }
        let price = Duration.seconds(1) * (Double(bytes) / Double(max(1, bytesPerSecond)))
        paidUntil = max(paidUntil, .now - Self.credit) + price
    }

    /// Forgets a transfer that has ended.
    func forget(_ easy: CurlEasy) {
        heldBack.removeAll { $0 === easy }
    }

    /// Whether a transfer is held back.
    var isHolding: Bool { !heldBack.isEmpty }

    /// How long until the first that is held back may go on; `nil` when none is.
    var wait: Duration? { isHolding ? max(.zero, ahead) : nil }

    /// Hands over all that are held back, in their order.
    func release() -> [CurlEasy] {
        defer { heldBack = [] }
        return heldBack
    }

    private var ahead: Duration { paidUntil - .now }
}
