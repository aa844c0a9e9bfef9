import ArgumentParser

/// Bytes a second, as people write them: `500k`, `2M`, `1.5MB`; a thousand bytes a kilobyte.
struct ByteRate: ExpressibleByArgument {
    let bytesPerSecond: Int

    init?(argument: String) {
        var text = argument.lowercased()
        if text.hasSuffix("/s") { text.removeLast(2) }
        if text.hasSuffix("b") { text.removeLast() }
        let factors: [Character: Double] = ["k": 1e3, "m": 1e6, "g": 1e9]
        let factor = text.last.flatMap { factors[$0] }
        if factor != nil { text.removeLast() }
        guard let number = Double(text), number.isFinite, number > 0 else { return nil }
        let rate = number * (factor ?? 1)
        guard rate >= 1, rate < 1e12 else { return nil }
        bytesPerSecond = Int(rate)
    }
}
