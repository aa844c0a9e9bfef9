import PhotoFeedTestKit
import Testing

@testable import MediaFacts
@testable import Originals

@Suite struct EmbeddedPreviewTests {
    private func jpeg(in head: [UInt8], ofLength length: Int) -> [UInt8]? {
        MediaFacts(MemoryBytes(prefix: head, ofLength: Int64(length)))
            .flatMap { EmbeddedPreview.jpeg(in: head, $0) }
    }

    @Test func theThumbnailOfTheCameraIsTaken() {
        let file = CameraPhoto.bytes(length: 900_000)
        let head = Array(file.prefix(Int(EmbeddedPreview.length(ofFileNamed: "a.jpg"))))
        #expect(jpeg(in: head, ofLength: file.count) == CameraPhoto.thumbnail)
    }

    @Test func theSpaceBehindItIsLeftOut() {
        let file = CameraPhoto.bytes(thumbnail: CameraPhoto.thumbnail + [0, 0, 0])
        #expect(jpeg(in: file, ofLength: file.count) == CameraPhoto.thumbnail)
    }

    @Test func itIsTurnedAsThePhoto() throws {
        let file = CameraPhoto.bytes(orientation: 6)
        let jpeg = try #require(self.jpeg(in: file, ofLength: file.count))
        #expect(jpeg.starts(with: [0xFF, 0xD8, 0xFF, 0xE1]))
        #expect(jpeg.suffix(CameraPhoto.thumbnail.count - 2) == CameraPhoto.thumbnail.dropFirst(2))
        // A reader of EXIF finds the orientation again.
        let length = Int(jpeg[4]) << 8 | Int(jpeg[5])
        #expect(jpeg[4 + length] == 0xFF && jpeg[4 + length + 1] == 0xDB)
        #expect(jpeg[31] == 6)
    }

    @Test func aThumbnailFromBeforeARotationOrACropIsNotTaken() {
        /// A size as `WIDTHxHEIGHT`; `nil` for an empty text.
        func size(_ text: String) -> PixelSize? {
            let sides = text.split(separator: "x").compactMap { Int64($0) }
            return sides.count == 2 ? PixelSize(width: sides[0], height: sides[1]) : nil
        }
        let cases: [(photo: String, stated: String, thumbnail: String, isTaken: Bool)] = [
            // As the camera has written it: equal proportions, or bars beside them.
            ("4000x3000", "4000x3000", "160x120", true),
            ("3008x1960", "3008x1960", "160x120", true),
            ("1920x1080", "1920x1080", "160x120", true),
            ("3024x4032", "3024x4032", "120x160", true),
            ("2160x3840", "2160x3840", "120x160", true),
            ("3000x3000", "3000x3000", "160x120", true),
            ("1101x1934", "1101x1934", "96x160", true),
            ("4000x3000", "", "160x120", true),
            // Made smaller later.
            ("432x288", "2160x1440", "160x120", true),
            ("640x480", "4000x3000", "160x120", true),
            // Rotated, with and without the size in EXIF.
            ("480x640", "640x480", "160x120", false),
            ("480x640", "480x640", "160x120", false),
            ("640x480", "640x480", "120x160", false),
            ("480x640", "", "160x120", false),
            // Cropped, and a thumbnail of another picture.
            ("1000x1000", "4000x3000", "160x120", false),
            ("3000x2000", "4000x3000", "160x120", false),
            ("128x128", "128x128", "160x105", false),
            ("160x120", "640x480", "987x518", false),
        ]
        for (photo, stated, thumbnail, isTaken) in cases {
            guard let photo = size(photo), let thumbnail = size(thumbnail) else { continue }
            let isOf = EmbeddedPreview.isOf(photo, stated: size(stated), thumbnail)
            #expect(isOf == isTaken, "\(photo) \(stated) \(thumbnail)")
        }
    }

    @Test func theProportionsAreThoseOfTheFrames() {
        func taken(_ width: UInt8, _ height: UInt8) -> Bool {
            let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0, height, 0, width, 1, 1, 0x11, 0]
            let thumbnail = [0xFF, 0xD8] + frame + [0xFF, 0xD9]
            // The frame of the photo is a square.
            let file = CameraPhoto.bytes(thumbnail: thumbnail)
            return jpeg(in: file, ofLength: file.count) == thumbnail
        }
        #expect(taken(160, 160))
        #expect(!taken(160, 120))
        #expect(!taken(120, 160))
    }

    @Test func otherBytesHaveNone() {
        let photo = CameraPhoto.bytes()
        for bytes in [
            [], [0xFF, 0xD8], Array(photo.prefix(60)), Array("#EXTM3U".utf8),
            CameraPhoto.bytes(thumbnail: [1, 2, 3, 4, 5, 6, 7, 8, 9]),
            CameraPhoto.bytes(thumbnail: [0xFF, 0xD8, 0xFF, 0xDB, 1, 2, 3, 4, 5]),
        ] as [[UInt8]] {
            #expect(jpeg(in: bytes, ofLength: 1_000) == nil)
        }
    }
}
