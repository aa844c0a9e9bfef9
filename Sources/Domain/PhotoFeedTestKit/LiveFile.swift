/// Small files with the content identifier that a camera gives to both files of a live photo.
package enum LiveFile {
    /// Returns a still picture in the form of TIFF, with the identifier in a note of its maker.
    ///
    /// - Parameter taken: the time on the camera's clock, such as `2024:08:31 07:08:09`.
    package static func still(_ identifier: String, taken: String? = nil) -> [UInt8] {
        let text = Array(identifier.utf8) + [0]
        let note =
            Array("Apple iOS\0\0\u{1}MM".utf8) + number(1, 2) + number(17, 2) + number(2, 2)
            + number(text.count, 4) + number(32, 4) + number(0, 4) + text
        let time = taken.map { Array($0.utf8) + [0] }
        let count = time == nil ? 1 : 2
        let values = 26 + 2 + 12 * count + 4
        var fields = number(count, 2)
        if let time {
            fields +=
                number(0x9003, 2) + number(2, 2) + number(time.count, 4)
                + number(values + note.count, 4)
        }
        fields += number(0x927C, 2) + number(7, 2) + number(note.count, 4) + number(values, 4)
        let head =
            Array("MM\0*".utf8) + number(8, 4) + number(1, 2) + number(0x8769, 2) + number(4, 2)
            + number(1, 4) + number(26, 4) + number(0, 4)
        return head + fields + number(0, 4) + note + (time ?? [])
    }

    /// Returns a movie in the form of QuickTime, with the identifier among its keys.
    ///
    /// - Parameter taken: the time on the camera's clock, such as `2024-08-31T07:08:09+0200`.
    package static func movie(_ identifier: String, taken: String? = nil) -> [UInt8] {
        var pairs = [("content.identifier", identifier)]
        if let taken { pairs.append(("creationdate", taken)) }
        let keys = pairs.flatMap { box("mdta", Array("com.apple.quicktime.\($0.0)".utf8)) }
        let values = pairs.enumerated().flatMap { index, pair in
            let data = box("data", number(1, 4), number(0, 4), Array(pair.1.utf8))
            return number(data.count + 8, 4) + number(index + 1, 4) + data
        }
        let handler = Array("\0\0\0\0\0\0\0\0mdta".utf8) + [UInt8](repeating: 0, count: 14)
        return box("ftyp", Array("qt  \0\0\0\0qt  ".utf8))
            + box(
                "moov",
                box(
                    "meta", box("hdlr", handler),
                    box("keys", number(0, 4), number(pairs.count, 4), keys), box("ilst", values)))
    }

    private static func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
        let body = parts.flatMap(\.self)
        return number(body.count + 8, 4) + Array(type.utf8) + body
    }

    /// The bytes of a number, the most significant one first.
    private static func number(_ value: Int, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
