/// The facts in the boxes of an ISO media file (MP4, MOV, HEIC).
package struct MediaContainer: Sendable, Equatable {
    /// The size of the picture or video; the largest one if there are several.
    package let size: PictureSize?
    /// The duration of a video in milliseconds; `nil` for a picture.
    package let duration: Int?

    private static let containers: Set = ["moov", "trak", "meta", "iprp", "ipco"]
    private static let depthLimit = 8

    /// Reads the boxes that begin within `bytes`; `nil` if the bytes are not of such a file.
    package init?(of bytes: [UInt8]) {
        guard bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8) else { return nil }
        var sizes: [PictureSize] = []
        var duration: Int?
        Self.visit(bytes[...], depth: 0) { type, content in
            switch type {
            case "mvhd": duration = Self.duration(content) ?? duration
            case "tkhd" where content.count >= 8:
                sizes.append(Self.size(content.suffix(8), fraction: 16))
            case "ispe" where content.count >= 12:
                sizes.append(Self.size(content.dropFirst(4).prefix(8), fraction: 0))
            default: break
            }
        }
        size = sizes.max { $0.pixels < $1.pixels }
        self.duration = duration
    }

    private static func visit(
        _ bytes: ArraySlice<UInt8>, depth: Int, _ body: (String, ArraySlice<UInt8>) -> Void
    ) {
        var rest = bytes
        while rest.count >= 8, depth < depthLimit {
            let length = number(rest.prefix(4))
            let type = String(decoding: rest.dropFirst(4).prefix(4), as: UTF8.self)
            // A length of 0 extends to the end; for a length of 1, a 64-bit length follows the
            // type.
            let isLong = length == 1 && rest.count >= 16
            let header = isLong ? 16 : 8
            let whole =
                isLong ? number(rest.dropFirst(8).prefix(8)) : length == 0 ? rest.count : length
            guard whole >= header else { return }
            let content = rest.dropFirst(header).prefix(whole - header)
            body(type, content)
            if containers.contains(type) {
                visit(type == "meta" ? content.dropFirst(4) : content, depth: depth + 1, body)
            }
            rest = rest.dropFirst(whole)
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 & .max | Int($1) }
    }

    private static func size(_ bytes: ArraySlice<UInt8>, fraction: Int) -> PictureSize {
        PictureSize(
            width: number(bytes.prefix(4)) >> fraction, height: number(bytes.suffix(4)) >> fraction)
    }

    /// The duration in a movie header, whose fields are wider in version 1.
    private static func duration(_ content: ArraySlice<UInt8>) -> Int? {
        let isWide = content.first == 1
        let scaleAt = isWide ? 20 : 12
        guard content.count >= scaleAt + 12 else { return nil }
        let scale = number(content.dropFirst(scaleAt).prefix(4))
        let duration = number(content.dropFirst(scaleAt + 4).prefix(isWide ? 8 : 4))
        guard scale > 0, duration < 1 << 40 else { return nil }
        return duration * 1000 / scale
    }
}
