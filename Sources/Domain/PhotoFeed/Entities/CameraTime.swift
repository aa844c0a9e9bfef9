import TextFormats

/// The date and time on a clock, without a time zone: for display and for grouping by day or month.
///
/// It is not an instant, and cannot be compared with one: photos are sorted by `MediaNode.date`,
/// and displayed and grouped by `MediaNode.displayTime`. It does not depend on the time zone of a
/// device.
public struct CameraTime: Hashable, Sendable, CustomStringConvertible {
    /// The seconds on the clock since 1970-01-01T00:00:00.
    public let wallSeconds: Int64

    /// Creates the time `wallSeconds` seconds after 1970-01-01T00:00:00 on the clock.
    public init(wallSeconds: Int64) { self.wallSeconds = wallSeconds }

    /// Creates the time from exactly `YYYY-MM-DDTHH:MM:SS`; `nil` for any other text.
    public init?(_ text: String) {
        guard let time = CivilTime(utf8: text.utf8) else { return nil }
        self.init(wallSeconds: time.secondsSinceEpoch)
    }

    /// Creates the time on a clock in UTC at `instant`.
    public init(utc instant: FeedTime) { self.init(wallSeconds: instant.secondsSinceEpoch) }

    /// The time as `YYYY-MM-DDTHH:MM:SS`.
    public var description: String { "\(CivilTime(secondsSinceEpoch: wallSeconds))" }
}

extension FeedTime {
    /// Creates the instant at which a camera's clock showed `taken`.
    ///
    /// - Parameters:
    ///   - zoneOffset: the seconds by which the clock was ahead of UTC; `nil` if they are unknown,
    ///     and estimated by the file's time.
    ///   - fileModified: the time of the file's last change.
    ///
    /// The clock is taken as UTC if its numbers, which damage may have changed, lead to no instant.
    public init(taken: CameraTime, zoneOffset: Int?, fileModified: FeedTime) {
        if let zoneOffset {
            let (seconds, isOverflow) = taken.wallSeconds.subtractingReportingOverflow(
                Int64(zoneOffset))
            self.init(secondsSinceEpoch: isOverflow ? taken.wallSeconds : seconds)
        } else {
            self.init(taken: taken, fileModified: fileModified)
        }
    }

    /// Creates the instant at which a camera's clock showed `taken`, estimated by the file's time.
    ///
    /// Cameras write a picture's file when they take it. If the two times differ by -12 to +14
    /// hours, the range of time zones, the difference is the time zone of the clock, rounded to
    /// quarters of an hour. Otherwise the file was changed later, the time zone is unknown, and UTC
    /// is assumed: the instant is then up to 14 hours off.
    public init(taken: CameraTime, fileModified: FeedTime) {
        let (difference, isOverflow) = taken.wallSeconds.subtractingReportingOverflow(
            fileModified.secondsSinceEpoch)
        let quarter = 900.0
        let offset =
            !isOverflow && (-12 * 3_600...14 * 3_600).contains(difference)
            ? Int((Double(difference) / quarter).rounded() * quarter) : 0
        self.init(taken: taken, zoneOffset: offset, fileModified: fileModified)
    }
}
