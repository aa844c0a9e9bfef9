import Composition

extension LifeCycleLimits {
    /// The deadlines of a command, which waits until its events are stored.
    static let command = LifeCycleLimits(stop: .seconds(60), end: .seconds(60))
}
