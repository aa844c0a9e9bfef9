/// The date and time that a clock showed, without a time zone: for display and for grouping by day or month.
///
/// It is not an instant, and the two types have no comparison in common: photos are put in order by
/// `MediaNode.date`, and shown and grouped by `MediaNode.shownTime`. No time zone of a device changes it.
public struct CameraTime: Hashable, Sendable, CustomStringConvertible {
    /// Seconds since the clock showed 1970-01-01T00:00:00.
    public let wallSeconds: Int64

    /// The time that a clock shows `wallSeconds` seconds after 1970-01-01T00:00:00.
    public init(wallSeconds: Int64) { self.wallSeconds = wallSeconds }

    /// The time that exactly `YYYY-MM-DDTHH:MM:SS` names; `nil` for any other text.
    public init?(_ text: String) {
        guard let seconds = CalendarText.seconds(utf8: text.utf8, suffix: "") else { return nil }
        self.init(wallSeconds: seconds)
    }

    /// The time in an answer of Dropbox, which writes `YYYY-MM-DDTHH:MM:SSZ` although no time zone is known.
    public init?(dropbox text: some Collection<UInt8>) {
        guard let seconds = CalendarText.seconds(utf8: text, suffix: "Z") else { return nil }
        self.init(wallSeconds: seconds)
    }

    /// What a clock in UTC shows at `instant`.
    public init(utc instant: FeedTime) { self.init(wallSeconds: instant.secondsSinceEpoch) }

    /// The time as `YYYY-MM-DDTHH:MM:SS`.
    public var description: String { CalendarText.text(ofSeconds: wallSeconds) }
}

extension FeedTime {
    /// The instant at which a camera's clock showed `taken`, estimated with the time of the picture's file.
    ///
    /// Cameras write a picture's file when they take it. If both times are apart by no more than time zones are
    /// (-12 to +14 hours), their difference in quarters of an hour is the time zone of the clock. Otherwise the file was
    /// changed later, the time zone is unknown, and UTC is assumed: the instant is then up to 14 hours off.
    public init(taken: CameraTime, fileModified: FeedTime) {
        let difference = taken.wallSeconds - fileModified.secondsSinceEpoch
        let quarter = 900.0
        let offset =
            (-12 * 3_600...14 * 3_600).contains(difference)
            ? Int64((Double(difference) / quarter).rounded() * quarter) : 0
        self.init(secondsSinceEpoch: taken.wallSeconds - offset)
    }
}
