/// The limit of the events in a time: a token bucket.
///
/// A pure value: the time is a parameter.
struct EventBudget: Sendable {
    /// The events that are admitted at once.
    private let burst: Double
    /// The events that are admitted in a second.
    private let rate: Double
    private var tokens: Double
    private var last = Duration.zero

    init(rate: Int) {
        (burst, self.rate, tokens) = (Double(rate), Double(rate), Double(rate))
    }

    /// Whether an event at the time `now` is admitted.
    mutating func admit(at now: Duration) -> Bool {
        if now > last {
            tokens = min(burst, tokens + rate * ((now - last) / .seconds(1)))
            last = now
        }
        guard tokens >= 1 else { return false }
        tokens -= 1
        return true
    }
}
