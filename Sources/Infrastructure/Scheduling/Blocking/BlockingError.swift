public import BoundaryErrors

/// The reason why a blocking wait was refused or given up.
public struct BlockingError: BoundaryError {
    /// The kind of error.
    public struct Code: ErrorCode {
        /// The code's name.
        public let name: String
        /// The remedy, for the author of the program.
        public let advice: String?

        /// A cycle: each scheduler waits for the next one, and the last waits for the first.
        ///
        /// None of them serves its own work while it waits.
        public static let cycle = Code(
            name: "cycle", advice: "replace one of the waits by schedule, run or signal")
    }

    /// The kind of error.
    public let code: Code
    /// The names of the schedulers in the cycle, from the one whose wait was refused.
    public let schedulers: [String]

    /// Creates the error of a cycle of these schedulers.
    static func cycle(_ schedulers: [String]) -> BlockingError {
        BlockingError(code: .cycle, schedulers: schedulers)
    }

    /// The cycle, in the order in which its schedulers wait.
    public var message: String {
        "a deadlock of schedulers that wait for each other: "
            + (schedulers + schedulers.prefix(1)).joined(separator: " → ")
    }
}
