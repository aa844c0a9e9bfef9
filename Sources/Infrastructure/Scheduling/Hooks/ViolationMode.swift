/// The reaction to the use of a service on the wrong scheduler; every mode counts the violation.
public enum ViolationMode: Hashable, Sendable {
    /// The program ends, with the report on standard error.
    case trap
    /// The report is logged as an error.
    ///
    /// Of each kind, the first report is logged, then the tenth, the hundredth, and so on.
    case log
    /// Only the count is increased.
    case count
    /// The reports are collected, for a test to read them.
    case collect
}
