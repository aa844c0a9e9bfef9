import ArgumentParser

/// A time on the command line: `30`, `30s`, `2m` or `1h`, from a second to a day.
struct TimeSpan {
    let duration: Duration

    /// Parses `text`, which is in seconds if it has no unit.
    ///
    /// - Throws: `ValidationError` with the expected form.
    init(text: String) throws {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600]
        let unit = text.last.flatMap { units[$0] }
        let number = unit == nil ? text[...] : text.dropLast()
        let seconds = (Double(number) ?? .nan) * (unit ?? 1)
        guard (1...86_400).contains(seconds) else {
            throw ValidationError("a time is from 1 second to 24 hours, such as 30s, 2m or 1h")
        }
        duration = .milliseconds(Int64(seconds * 1_000))
    }
}
