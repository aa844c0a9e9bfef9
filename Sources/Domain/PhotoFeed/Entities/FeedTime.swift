/// An instant: a moment that is the same everywhere, in whole seconds.
///
/// Instants are compared and put in order. `CameraTime` is what a clock showed, for display and grouping.
public struct FeedTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Seconds since 1970-01-01T00:00:00Z, leap seconds not counted.
    public let secondsSinceEpoch: Int64

    /// The instant `secondsSinceEpoch` seconds after 1970 began in UTC.
    public init(secondsSinceEpoch: Int64) { self.secondsSinceEpoch = secondsSinceEpoch }

    /// Whether `lhs` is earlier than `rhs`.
    public static func < (lhs: FeedTime, rhs: FeedTime) -> Bool {
        lhs.secondsSinceEpoch < rhs.secondsSinceEpoch
    }
}

extension FeedTime {
    /// The instant that exactly the twenty bytes `YYYY-MM-DDTHH:MM:SSZ` name; `nil` for any other text.
    public init?(utf8 text: some Collection<UInt8>) {
        guard let seconds = CalendarText.seconds(utf8: text, suffix: "Z") else { return nil }
        self.init(secondsSinceEpoch: seconds)
    }

    /// The instant that exactly `YYYY-MM-DDTHH:MM:SSZ` names; `nil` for any other text.
    public init?(_ text: String) { self.init(utf8: text.utf8) }

    /// The instant as `YYYY-MM-DDTHH:MM:SSZ`.
    public var description: String { CalendarText.text(ofSeconds: secondsSinceEpoch) + "Z" }
}
