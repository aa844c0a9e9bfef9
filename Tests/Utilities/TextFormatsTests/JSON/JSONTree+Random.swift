extension JSONTree {
    /// A random value that is nested at most `depth` times.
    static func random(depth: Int) -> JSONTree {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5)) {
        case 0: .null
        case 1: .boolean(.random())
        case 2: .whole(.random(in: .min ... .max) >> Int64.random(in: 0..<64))
        case 3: .number(randomNumber())
        case 4: .text(randomText())
        case 5, 6: .array((0..<Int.random(in: 0...5)).map { _ in random(depth: depth - 1) })
        default:
            .object(
                (0..<Int.random(in: 0...5)).map { _ in
                    Member(name: randomText(), value: random(depth: depth - 1))
                })
        }
    }

    /// A number with any exponent, which is not infinite.
    static func randomNumber() -> Double {
        let number = Double(bitPattern: .random(in: .min ... .max))
        return number.isFinite ? number : 0.5
    }

    /// A text with quotes, controls, markup and scalars of all planes.
    private static func randomText() -> [UInt8] {
        var text = ""
        for _ in 0..<Int.random(in: 0...40) {
            let value =
                switch Int.random(in: 0..<8) {
                case 0: UInt32.random(in: 0...0x10_FFFF)
                case 1: UInt32.random(in: 0...0x20)
                case 2: "\"\\/<>&\u{7F}\u{2028}\u{202E}".unicodeScalars.randomElement()?.value ?? 0
                default: UInt32.random(in: 0x20..<0x7F)
                }
            text.unicodeScalars.append(Unicode.Scalar(value) ?? "\u{FFFD}")
        }
        return Array(text.utf8)
    }
}
