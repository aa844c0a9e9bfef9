/// The result of stopping a scope.
///
/// `Scope.stop()` returns it; `LifeCycleLimits` has the deadlines.
public struct StopReport: Sendable, Equatable {
    /// The services that were not stopped and released in time, such as `Feed of account 'ada'`.
    ///
    /// They end later, or never. The list includes the services of the scopes that were opened in
    /// the stopped scope.
    public let overdue: [String]
}
