/// The difference between two states, in words.
enum StateDifference {
    /// Names the members that differ, or shows both values if no member can be named.
    static func text(expected: Any, actual: Any) -> String {
        let members = [expected, actual].map { Mirror(reflecting: $0).children }
        let differing = zip(members[0], members[1]).compactMap { expected, actual -> String? in
            let (former, latter) = (describe(expected.value), describe(actual.value))
            guard let label = expected.label, former != latter else { return nil }
            return "\(label) is \(latter) instead of \(former)"
        }
        guard differing.isEmpty else { return differing.joined(separator: ", ") }
        return "the state is \(describe(actual)) instead of \(describe(expected))"
    }

    private static func describe(_ value: Any) -> String { String(reflecting: value) }
}
