import TextFormats

/// A section of the page: a month, and the number of consecutive items in it.
struct GalleryMonth {
    /// The month in ISO form, `2024-05`.
    let key: String
    /// The first second of the month, and of the next month, in local time.
    let start: Int64
    let end: Int64
    var count = 0
}

/// Sorts local times into months; no time zone is involved.
enum GalleryCalendar {
    static func month(of time: Int64) -> GalleryMonth {
        let time = CivilTime(secondsSinceEpoch: time)
        let start = time.startOfMonth
        return GalleryMonth(
            key: String(start.description.prefix(7)), start: start.secondsSinceEpoch,
            end: start.secondsSinceEpoch + Int64(time.daysInMonth) * 86_400)
    }

    /// The nearest time with a year of four digits.
    static func writable(_ time: Int64) -> Int64 {
        CivilTime(secondsSinceEpoch: time).secondsSinceEpoch
    }
}
