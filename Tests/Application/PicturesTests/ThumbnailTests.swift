import Testing

@testable import Pictures

@Suite struct ThumbnailTests {
    private static let box = PictureSize(width: 480, height: 320)

    @Test(arguments: [
        (
            ThumbnailMode.strict, PictureSize(width: 640, height: 480),
            PictureSize(width: 427, height: 320)
        ),
        (.strict, .init(width: 480, height: 640), .init(width: 240, height: 320)),
        (.bestFit, .init(width: 480, height: 640), .init(width: 320, height: 427)),
        (.bestFit, .init(width: 640, height: 480), .init(width: 427, height: 320)),
        (.fitOneBestFit, .init(width: 640, height: 480), .init(width: 480, height: 360)),
        (.fitOneBestFit, .init(width: 480, height: 640), .init(width: 360, height: 480)),
        (.original, .init(width: 640, height: 480), .init(width: 640, height: 480)),
    ])
    func modeDecidesTheSize(mode: ThumbnailMode, picture: PictureSize, expected: PictureSize) {
        #expect(mode.size(of: picture, in: Self.box) == expected)
    }

    @Test(arguments: ThumbnailMode.allCases)
    func smallPicturesAreNeverEnlarged(mode: ThumbnailMode) {
        let small = PictureSize(width: 30, height: 20)
        #expect(mode.size(of: small, in: Self.box) == small)
    }

    @Test func thinPicturesKeepAPixel() {
        let thin = PictureSize(width: 10_000, height: 3)
        #expect(
            ThumbnailMode.strict.size(of: thin, in: PictureSize(width: 32, height: 32))
                == PictureSize(width: 32, height: 1))
    }

    @Test(arguments: [PictureFormat.jpeg, .png, .webp])
    func thumbnailIsAPictureOfThatSizeAndFormat(format: PictureFormat) throws {
        let maker = PhotoMaker()
        let photo = maker.head(scene: 5) + maker.tail(text: [], comment: [])
        let thumbnail = try Picture.thumbnail(
            of: photo, in: PictureSize(width: 64, height: 64), mode: .strict, format: format)
        let header = try PictureHeader(of: thumbnail)
        #expect(header.format == format)
        #expect(header.size == PictureSize(width: 64, height: 48))
    }

    @Test func thumbnailShowsWhatThePictureShows() throws {
        let canvas = try #require(Canvas(width: 200, height: 100))
        canvas.fill(Color(200, 0, 0), x: 0, y: 0, width: 100, height: 100)
        canvas.fill(Color(0, 0, 200), x: 100, y: 0, width: 100, height: 100)
        let file = try Picture.encode(canvas, as: .png, quality: 80)
        let small = try Picture.decode(
            Picture.thumbnail(
                of: file, in: PictureSize(width: 20, height: 20), mode: .strict, format: .png))
        #expect(small.pixels.first == Color(200, 0, 0).packed)
        #expect(small.pixels.last == Color(0, 0, 200).packed)
    }

    @Test func aPictureOfOddProportionsIsScaled() throws {
        let canvas = try #require(Canvas(width: 2000, height: 3))
        let file = try Picture.encode(canvas, as: .png, quality: 80)
        let thumbnail = try Picture.thumbnail(
            of: file, in: PictureSize(width: 32, height: 32), mode: .strict, format: .jpeg)
        #expect(try PictureHeader(of: thumbnail).size == PictureSize(width: 32, height: 1))
    }

    @Test func gifIsReadAndNotWritten() throws {
        let gif: [UInt8] = [
            0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 255, 0, 0, 0, 0, 0, 0x2C,
            0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B,
        ]
        let box = PictureSize(width: 32, height: 32)
        let png = try Picture.thumbnail(of: gif, in: box, mode: .strict, format: .png)
        #expect(try PictureHeader(of: png).size == PictureSize(width: 1, height: 1))
        #expect(throws: PictureError(.notWritable)) {
            try Picture.thumbnail(of: gif, in: box, mode: .strict, format: .gif)
        }
    }
}
