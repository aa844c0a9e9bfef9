/// The amount of waiting records at which a spool sends them.
public struct WaterLine: Hashable, Sendable {
    /// The number of records.
    public var count: Int
    /// The time that the oldest record has waited.
    ///
    /// A record of an earlier process counts from the moment at which the spool was opened.
    public var age: Duration

    /// Creates a line that is reached by one of the two.
    public init(count: Int = 500, age: Duration = .seconds(300)) {
        self.count = count
        self.age = age
    }
}
