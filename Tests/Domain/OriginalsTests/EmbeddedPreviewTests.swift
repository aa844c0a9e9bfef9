import MediaFacts
import PhotoFeedTestKit
import Testing

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
