import Escaping

/// One JSON object on one line, with its keys in the order of addition.
struct JSONLine {
    private var members: [String] = []

    var text: String { "{" + members.joined(separator: ",") + "}" }

    mutating func add(_ key: String, _ value: String?) {
        add(key, literal: value.map(ScriptLiteral.literal))
    }

    mutating func add(_ key: String, _ value: (some BinaryInteger)?) {
        add(key, literal: value.map { "\($0)" })
    }

    mutating func add(_ key: String, _ value: Double?) {
        add(key, literal: value.flatMap { $0.isFinite ? "\($0)" : nil })
    }

    /// Adds a member.
    ///
    /// An unknown value becomes `null`, so that every line has every key.
    private mutating func add(_ key: String, literal: String?) {
        members.append("\"\(key)\":" + (literal ?? "null"))
    }
}
