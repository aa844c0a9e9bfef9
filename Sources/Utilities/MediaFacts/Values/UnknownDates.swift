import TextFormats

/// The dates that devices and programs write when they do not know the date.
///
/// Each is the zero of a clock or the constant of a program, so that a photo of this very second is
/// improbable. The dates of a clock that was never set, but runs, are left as they are.
enum UnknownDates {
    private static let dates: Set<CivilTime> = Set(
        [
            // The zero of the dates of Microsoft's runtime, and of several databases.
            CivilTime(year: 1, month: 1, day: 1),
            // The zero of the file times of Windows.
            CivilTime(year: 1601, month: 1, day: 1),
            // The zero of dates in OLE and Delphi.
            CivilTime(year: 1899, month: 12, day: 30),
            // The zeros of NTP and of spreadsheets, and of QuickTime and the Macintosh.
            CivilTime(year: 1900, month: 1, day: 1), CivilTime(year: 1904, month: 1, day: 1),
            // The zero of the file times of FAT, which cameras have after their battery was empty.
            CivilTime(year: 1980, month: 1, day: 1),
            // The constant of the camera library of Qualcomm, in the phones of many makers.
            CivilTime(year: 2002, month: 12, day: 8, hour: 12),
        ].compactMap(\.self))

    /// The hours of all time zones: the zero of Unix is often written on a local clock.
    private static let zones = -12...14

    /// Whether a date on a clock means that the date is unknown.
    static func contains(_ time: CivilTime) -> Bool {
        let seconds = time.secondsSinceEpoch
        let isEpoch = seconds % 3_600 == 0 && zones.contains(Int(seconds / 3_600))
        // Year 0 is one of a template that was not filled in.
        return time.year == 0 || isEpoch || dates.contains(time)
    }
}
