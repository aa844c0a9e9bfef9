import ArgumentParser

/// A rate in bytes per second, in common notations: `500k`, `2M`, `1.5MB`.
///
/// A kilobyte is 1000 bytes.
package struct ByteRate {
    /// The number of bytes in a second.
    package let bytesPerSecond: Int

    /// Parses `text`.
    ///
    /// - Throws: `ValidationError` with the expected form.
    package init(text: String) throws {
        var number = text.lowercased()
        if number.hasSuffix("/s") { number.removeLast(2) }
        if number.hasSuffix("b") { number.removeLast() }
        let factors: [Character: Double] = ["k": 1e3, "m": 1e6, "g": 1e9]
        let factor = number.last.flatMap { factors[$0] }
        if factor != nil { number.removeLast() }
        let rate = (Double(number) ?? .nan) * (factor ?? 1)
        guard rate >= 1, rate < 1e12 else {
            throw ValidationError("a rate is in bytes per second, 1 or more, such as 500k or 2M")
        }
        bytesPerSecond = Int(rate)
    }
}
