/// The reason why a blocking wait was refused or given up.
public enum BlockingError: Error, Hashable, CustomStringConvertible {
    /// A cycle: each of these schedulers waits for the next one, and the last waits for the first.
    ///
    /// None of them serves its own work while it waits.
    case cycle([String])

    /// The error in one sentence, with the remedy.
    public var description: String {
        switch self {
        case .cycle(let names):
            "a deadlock of schedulers that wait for each other: "
                + (names + names.prefix(1)).joined(separator: " → ")
                + "; replace one of the waits by schedule, run or signal"
        }
    }
}
