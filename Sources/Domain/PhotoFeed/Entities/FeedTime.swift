import TextFormats

/// An instant, the same in all time zones, in whole seconds.
///
/// Instants can be compared and sorted. For the time on a clock, for display and grouping, see
/// `CameraTime`.
public struct FeedTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The seconds since 1970-01-01T00:00:00Z, without leap seconds.
    public let secondsSinceEpoch: Int64

    /// Creates the instant `secondsSinceEpoch` seconds after the start of 1970 in UTC.
    public init(secondsSinceEpoch: Int64) { self.secondsSinceEpoch = secondsSinceEpoch }

    /// Whether `lhs` is earlier than `rhs`.
    public static func < (lhs: FeedTime, rhs: FeedTime) -> Bool {
        lhs.secondsSinceEpoch < rhs.secondsSinceEpoch
    }
}

extension FeedTime {
    /// Creates the instant from exactly the bytes `YYYY-MM-DDTHH:MM:SSZ`; `nil` for any other text.
    public init?(utf8 text: some Collection<UInt8>) {
        guard let time = CivilTime(utf8: text, terminator: UInt8(ascii: "Z")) else { return nil }
        self.init(secondsSinceEpoch: time.secondsSinceEpoch)
    }

    /// Creates the instant from exactly `YYYY-MM-DDTHH:MM:SSZ`; `nil` for any other text.
    public init?(_ text: String) { self.init(utf8: text.utf8) }

    /// The instant as `YYYY-MM-DDTHH:MM:SSZ`.
    public var description: String { "\(CivilTime(secondsSinceEpoch: secondsSinceEpoch))Z" }
}
