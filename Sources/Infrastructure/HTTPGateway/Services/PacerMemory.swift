/// The experience of a pacer with its server, for the pacer of a later process.
///
/// A pacer continues with it within its own limits: at most `HostPacer.Limits.concurrency` requests
/// at once, and a pause of at most `longestPause`.
public struct PacerExperience: Hashable, Sendable {
    /// The number of requests that may be under way, at least 1.
    public var concurrency: Double
    /// The rest of the pause that the server has asked for; zero without one.
    public var pause: Duration

    /// Creates an experience.
    public init(concurrency: Double, pause: Duration) {
        self.concurrency = concurrency
        self.pause = pause
    }
}

/// Keeps what the pacers of a server learn, from one process to the next.
///
/// A program that is started every hour would otherwise forget that the server has asked for a
/// pause, and send at its full rate again. The implementation measures the time that passes between
/// two processes, and discards what is too old to be useful. It belongs to the scheduler of its
/// pacers, and may block on the disk: a pacer calls it when it is made, when the server asks for a
/// pause, and when the rate has recovered.
///
/// ```swift
/// let pacer = HostPacer(home: home, memory: memory)  // waits for the rest of an earlier pause
/// ```
public protocol PacerMemory: AnyObject {
    /// Returns what was kept last, less the time since then; `nil` if it is unknown or too old.
    func recall() -> PacerExperience?

    /// Keeps what a pacer has learned, in place of what was kept before.
    func keep(_ experience: PacerExperience)
}
