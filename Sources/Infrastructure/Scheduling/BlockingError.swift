/// Why a blocking wait was refused or given up.
public enum BlockingError: Error, Hashable, CustomStringConvertible {
    /// Each of these schedulers waits for the next, and the last for the first, and none serves its own meanwhile.
    case cycle([String])

    /// The error in a sentence that says what to do.
    public var description: String {
        switch self {
        case .cycle(let names):
            "a cycle of schedulers that block on each other: "
                + (names + names.prefix(1)).joined(separator: " → ")
                + "; let one of them go on without waiting (schedule, run or signal)"
        }
    }
}
