/// Makes artificial photos: a drawn landscape with a line of text below it.
///
/// The file of a photo consists of a `head` and a `tail`. Photos of the same scene have the same
/// head, byte for byte. The tail contains the photo's own line of text and a comment. Both together
/// are one valid JPEG, with the text in the picture. A server can therefore state the exact size
/// and hash of a million different pictures for the cost of one tail each, and draw a scene on
/// demand.
///
/// The same arguments give the same bytes as long as libgd and libjpeg do not change.
package struct PhotoMaker: Sendable {
    /// The size of every photo.
    package static let size = PictureSize(width: 640, height: 480)

    private static let quality = 80
    private static let alphabet = Array(" 0123456789#-".utf8)
    private static let columns = size.width / RestartJPEG.blockSide
    private static let rows = size.height / RestartJPEG.blockSide
    private static let firstTextBlock = columns * (rows - 1)

    /// The coded block of each ASCII character; blank if it is not in the alphabet.
    private let characters: [[UInt8]]
    /// The coded last row of a photo without text, and the offset of each block in it.
    private let blankRow: [UInt8]
    private let blankOffsets: [Int]

    /// Draws the characters once, which takes about a millisecond.
    package init() {
        let canvas = Self.mustHaveMemory(
            Canvas(
                width: Self.alphabet.count * RestartJPEG.blockSide, height: RestartJPEG.blockSide))
        canvas.fill(Self.paper, x: 0, y: 0, width: canvas.width, height: canvas.height)
        for (column, character) in Self.alphabet.enumerated() {
            canvas.text(character, Self.ink, x: column * RestartJPEG.blockSide + 4, y: 0)
        }
        let blocks = RestartJPEG(canvas, quality: Self.quality).blocks
        var characters = [[UInt8]](repeating: blocks[0], count: 128)
        for (column, character) in Self.alphabet.enumerated() {
            characters[Int(character)] = blocks[column]
        }
        self.characters = characters
        var blankRow: [UInt8] = []
        var blankOffsets: [Int] = []
        for column in 0..<Self.columns {
            blankOffsets.append(blankRow.count)
            blankRow.append(0xFF)
            blankRow.append(RestartJPEG.restartCode(before: Self.firstTextBlock + column))
            blankRow += blocks[0]
        }
        blankOffsets.append(blankRow.count)
        self.blankRow = blankRow
        self.blankOffsets = blankOffsets
    }

    /// The first part of every photo of `scene`: about 25 KB, drawn in about 5 ms.
    package func head(scene: UInt64) -> [UInt8] {
        let canvas = Self.mustHaveMemory(Scene.draw(seed: scene, size: Self.size))
        let picture = RestartJPEG(canvas, quality: Self.quality)
        var head = picture.preamble
        for (index, block) in picture.blocks[..<Self.firstTextBlock].enumerated() {
            if index > 0 {
                head.append(0xFF)
                head.append(RestartJPEG.restartCode(before: index))
            }
            head += block
        }
        return head
    }

    /// The last part of a photo: about a kilobyte, made in about a microsecond.
    ///
    /// - Parameters:
    ///   - text: the text shown in the picture, centred, at most 40 characters; a character other
    ///     than a digit, `#` and `-` is shown as a space.
    ///   - comment: a comment stored in the file but not shown; at most 65,533 bytes.
    package func tail(text: [UInt8], comment: [UInt8]) -> [UInt8] {
        precondition(comment.count <= 65_533, "a JPEG comment has at most 65,533 bytes")
        let shown = text.prefix(Self.columns)
        let margin = (Self.columns - shown.count) / 2
        var tail: [UInt8] = []
        tail.reserveCapacity(2048)
        tail += blankRow[..<blankOffsets[margin]]
        for (column, character) in shown.enumerated() {
            tail.append(0xFF)
            tail.append(RestartJPEG.restartCode(before: Self.firstTextBlock + margin + column))
            tail += characters[Int(min(127, character))]
        }
        tail += blankRow[blankOffsets[margin + shown.count]...]
        let length = comment.count + 2
        tail.append(0xFF)
        tail.append(0xFE)
        tail.append(UInt8(length >> 8))
        tail.append(UInt8(length & 0xFF))
        tail += comment
        tail.append(0xFF)
        tail.append(0xD9)
        return tail
    }

    private static let paper = Color(24, 24, 28)
    private static let ink = Color(210, 210, 214)

    private static func mustHaveMemory(_ canvas: Canvas?) -> Canvas {
        guard let canvas else {
            preconditionFailure("cannot allocate memory for a small picture")
        }
        return canvas
    }
}
