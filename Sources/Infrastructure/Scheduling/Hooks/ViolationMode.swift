/// What happens when a service is used on the wrong scheduler; every mode counts.
public enum ViolationMode: Hashable, Sendable {
    /// The program ends, with the report on standard error.
    case trap
    /// The report is logged as an error: a kind's first one, then its tenth, hundredth, and so on.
    case log
    /// Only the count grows.
    case count
    /// The reports are kept, for a test to look at.
    case collect
}
