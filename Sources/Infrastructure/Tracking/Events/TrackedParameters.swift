/// A value of a parameter of an event.
public enum TrackedValue: Hashable, Sendable, CustomStringConvertible {
    /// A declared word.
    case word(TrackedWord)
    /// A number, such as a count or a status.
    case number(Int64)
    /// A time of the monotonic clock.
    case duration(Duration)

    /// The word, the number, or the time in milliseconds.
    public var description: String {
        switch self {
        case .word(let word): word.text
        case .number(let number): "\(number)"
        case .duration(let duration): "\(duration / .milliseconds(1)) ms"
        }
    }
}

/// The parameters of an event: at most 32, each with a key of its own.
///
/// A repeated key keeps its last value. Parameters beyond the limit are left out and counted.
public struct TrackedParameters: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// A key with its value.
    public struct Entry: Hashable, Sendable {
        /// The key.
        public let key: TrackedWord
        /// The value.
        public fileprivate(set) var value: TrackedValue
    }

    /// The largest number of parameters.
    public static let limit = 32

    /// The parameters, in the order in which their keys were first set.
    public private(set) var entries: [Entry] = []
    /// The number of parameters that were left out.
    public private(set) var excess = 0

    /// Creates the parameters of a literal.
    public init(dictionaryLiteral elements: (TrackedWord, TrackedValue)...) {
        for (key, value) in elements { self[key] = value }
    }

    /// The value of a key; `nil` if there is none.
    ///
    /// Setting `nil` changes nothing.
    public subscript(key: TrackedWord) -> TrackedValue? {
        get { entries.first { $0.key == key }?.value }
        set {
            guard let newValue else { return }
            if let index = entries.firstIndex(where: { $0.key == key }) {
                entries[index].value = newValue
            } else if entries.count < Self.limit {
                entries.append(Entry(key: key, value: newValue))
            } else {
                excess += 1
            }
        }
    }
}
