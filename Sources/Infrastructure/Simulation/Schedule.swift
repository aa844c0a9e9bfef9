/// The decisions of a run, with which it can be repeated without its seed.
///
/// At each decision, the run had several choices. Choice 0 is the default: the scheduler that ran
/// last continues. The text form lists the decisions that differ from it, each as `number:choice`.
///
/// ```swift
/// let run = simulation.replay("3:1 7:2")
/// ```
public struct Schedule: Hashable, Sendable {
    /// The choice of each decision, from 0; decisions after the last one take the default.
    public let choices: [Int]

    /// Creates a schedule; choices 0 at the end are dropped.
    public init(choices: [Int]) {
        let count = choices.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
        self.choices = Array(choices.prefix(count))
    }

    /// The number of decisions that differ from the default.
    public var departures: Int { choices.count { $0 != 0 } }
}

extension Schedule: CustomStringConvertible {
    /// The decisions that differ from the default, as `3:1 7:2`.
    public var description: String {
        choices.enumerated().filter { $0.element != 0 }.map { "\($0.offset):\($0.element)" }
            .joined(separator: " ")
    }
}

extension Schedule: ExpressibleByStringLiteral {
    /// Reads the text form; traps when the text is not a schedule.
    public init(stringLiteral text: String) {
        guard let schedule = Schedule(text) else {
            preconditionFailure("not a schedule such as \"3:1 7:2\": \(text)")
        }
        self = schedule
    }

    /// Reads the text form; `nil` when the text is not a schedule.
    public init?(_ text: String) {
        var choices: [Int] = []
        for part in text.split(separator: " ") {
            let numbers = part.split(separator: ":", omittingEmptySubsequences: false)
            guard numbers.count == 2, let number = Int(numbers[0]), let choice = Int(numbers[1]),
                number >= choices.count, number < 1 << 24, choice > 0
            else { return nil }
            choices += Array(repeating: 0, count: number - choices.count) + [choice]
        }
        self.init(choices: choices)
    }
}
