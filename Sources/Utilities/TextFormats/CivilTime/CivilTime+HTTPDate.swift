extension CivilTime {
    private static let dayNames = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let monthNames = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// A time in UTC as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
    package var httpDate: String {
        func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(Self.dayNames[weekday]), \(digits(day)) \(Self.monthNames[month - 1]) \(year) "
            + "\(digits(hour)):\(digits(minute)):\(digits(second)) GMT"
    }
}
