/// Small whole files of some formats, whose content a text determines.
enum WholeFile: String, CaseIterable {
    case jpg, png, heic, mov, dng
    /// A format whose structure is not read.
    case mts

    func bytes(_ text: String) -> [UInt8] {
        let text = Array(text.utf8)
        return switch self {
        case .jpg:
            [0xFF, 0xD8, 0xFF, 0xFE] + number(text.count + 2, 2) + text
                + [0xFF, 0xDA, 0, 2, 1, 2, 0xFF, 0xD9]
        case .png:
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("tEXt", text)
                + chunk("IEND", [])
        case .heic: box("ftyp", Array("heic".utf8)) + box("meta", [0]) + box("mdat", text)
        case .mov: box("ftyp", Array("qt  ".utf8)) + box("mdat", text) + box("moov", [0])
        case .dng:
            Array("MM".utf8) + number(42, 2) + number(8, 4) + number(1, 2)
                + number(0x010F, 2) + number(2, 2) + number(text.count, 4) + number(26, 4)
                + number(0, 4) + text
        case .mts: text
        }
    }

    private func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
        number(body.count + 8, 4) + Array(type.utf8) + body
    }

    private func chunk(_ type: String, _ body: [UInt8]) -> [UInt8] {
        number(body.count, 4) + Array(type.utf8) + body + [1, 2, 3, 4]
    }

    private func number(_ number: Int, _ width: Int) -> [UInt8] {
        (0..<width).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
}
