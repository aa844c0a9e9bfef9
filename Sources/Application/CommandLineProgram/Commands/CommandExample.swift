/// A line of the examples in the help of the program.
package struct CommandExample: Sendable {
    /// The step of a new user that an example belongs to; the help has the examples in this order.
    package enum Step: CaseIterable, Sendable {
        /// Try the program without an account.
        case trial
        /// Sign in to an account.
        case signIn
        /// Fetch the photos of an account.
        case fetch
        /// Show the photos that were fetched.
        case show
    }

    package let step: Step
    package let purpose: String
    /// The command line without the name of the program.
    package let arguments: String

    package init(_ step: Step, _ purpose: String, _ arguments: String) {
        self.step = step
        self.purpose = purpose
        self.arguments = arguments
    }

    /// The lines of the help: the purposes, and beside them the command lines of `program`.
    package static func lines(_ examples: [CommandExample], program: String) -> String {
        let width = (examples.map(\.purpose.count).max() ?? 0) + 2
        return Step.allCases.flatMap { step in examples.filter { $0.step == step } }
            .map { example in
                let gap = String(repeating: " ", count: width - example.purpose.count - 1)
                return "\(example.purpose):\(gap)\(program) \(example.arguments)"
            }
            .joined(separator: "\n")
    }
}
