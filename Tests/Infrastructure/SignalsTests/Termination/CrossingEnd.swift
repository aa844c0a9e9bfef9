import Testing

/// A scheduler's end, or the loss of what a construct is about there, at one moment of the
/// construct.
struct CrossingEnd: Sendable, CustomTestStringConvertible {
    enum Side: String, CaseIterable { case home, here }

    enum Choice: String, CaseIterable { case orderly, finishRunning, lastReference }

    /// The request, or values, wait in a queue of the scheduler that ends; or it ends before,
    /// during or after the construct.
    enum Moment: String, CaseIterable { case before, requested, queued, running, after }

    let side: Side
    let choice: Choice
    let moment: Moment

    var testDescription: String { "\(choice) of \(side), \(moment)" }

    static let all = Side.allCases.flatMap { side in
        Choice.allCases.flatMap { choice in
            Moment.allCases.map { CrossingEnd(side: side, choice: choice, moment: $0) }
        }
    }
}
