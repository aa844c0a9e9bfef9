/// The bandwidth limit of all transfers together in one direction; I/O thread only.
///
/// A piece passes if the rate has paid for all earlier pieces, and is paid for afterwards (the
/// generic cell rate algorithm). So the rate holds for many short transfers as for one long
/// transfer. libcurl's own limit applies to single transfers only.
final class Throttle {  // not @Schedulable: confined to the I/O thread
    /// The unused time that may be made up for, because the thread may have slept too long.
    private static let credit = Duration.milliseconds(250)

    private let bytesPerSecond: Int64?
    private var paidUntil = ContinuousClock.now
    private var heldBack: [CurlEasy] = []

    /// Creates a limit of `bytesPerSecond`; `nil` means unlimited.
    init(bytesPerSecond: Int64?) { self.bytesPerSecond = bytesPerSecond }

    /// Returns whether a piece may pass now; if not, `easy` is held back until it may.
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

    /// Removes a transfer that has ended.
    func forget(_ easy: CurlEasy) {
        heldBack.removeAll { $0 === easy }
    }

    /// Whether a transfer is held back.
    var isHolding: Bool { !heldBack.isEmpty }

    /// The wait until the held transfers may resume; `nil` if there are none.
    var wait: Duration? { isHolding ? max(.zero, ahead) : nil }

    /// Removes and returns all held transfers, in their order.
    func release() -> [CurlEasy] {
        defer { heldBack = [] }
        return heldBack
    }

    private var ahead: Duration { paidUntil - .now }
}
