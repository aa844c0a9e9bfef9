import ArgumentParser

/// A span of time in common notations: `90`, `90s`, `10m`, `1.5h`, `2d`.
///
/// A number without a unit is a number of seconds.
struct RunTime: Equatable {
    let duration: Duration

    /// Parses `text`.
    ///
    /// - Throws: `ValidationError` with the expected form.
    init(text: String) throws {
        var number = text.lowercased()
        let factors: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]
        let factor = number.last.flatMap { factors[$0] }
        if factor != nil { number.removeLast() }
        let seconds = (Double(number) ?? .nan) * (factor ?? 1)
        guard seconds >= 1, seconds < 1e9 else {
            throw ValidationError("a span of time is 1 second or more, such as 90s, 10m or 2h")
        }
        duration = .milliseconds(Int64(seconds * 1_000))
    }
}
