/// The events that a receiver of several types receives.
///
/// As a literal, `"account.*"` stands for all events whose names begin with `account.`, `"*"` for
/// all events, and any other text for the event of that name.
public enum EventPattern: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The event of this name.
    case name(EventName)
    /// The events whose names begin with this text.
    case prefix(String)

    /// Reads a name, or a group with `*` at the end.
    public init(stringLiteral value: String) {
        self =
            value.last == "*"
            ? .prefix(String(value.dropLast())) : .name(EventName(rawValue: value))
    }

    /// Whether the pattern matches events with this name.
    public func matches(_ name: EventName) -> Bool {
        switch self {
        case .name(let own): own == name
        case .prefix(let prefix): name.rawValue.utf8.starts(with: prefix.utf8)
        }
    }

    /// The pattern as it is written.
    public var description: String {
        switch self {
        case .name(let name): name.rawValue
        case .prefix(let prefix): prefix + "*"
        }
    }
}
