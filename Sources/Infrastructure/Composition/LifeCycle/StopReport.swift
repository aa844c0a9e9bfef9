/// The result of stopping a scope.
public struct StopReport: Sendable, Equatable {
    /// The services that were not stopped and released in time, such as `Feed of account 'ada'`.
    ///
    /// They end later, or never. The list includes those of the scopes that were opened inside.
    public let overdue: [String]
}
