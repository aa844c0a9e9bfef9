import Testing
import TextFormats

@testable import MediaFacts

/// The facts of small files that contain all of them.
@Suite struct FormatTests {
    private func facts(_ name: String) throws -> MediaFacts {
        try #require(MediaFacts(bytes: Samples.bytes(name)))
    }

    @Test(arguments: ["sample.jpg", "little.jpg", "sample.png", "sample.webp", "sample.heic"])
    func aPictureHasTheFactsOfItsEXIF(name: String) throws {
        let facts = try facts(name)
        #expect(facts.make == "Apple")
        #expect(facts.model == "iPhone 15 Pro")
        #expect(facts.orientation == 6)
        #expect(
            facts.taken
                == TakenTime(
                    time: try #require(CivilTime(utf8: "2024-02-29T23:58:07".utf8)),
                    nanoseconds: 125_000_000, offsetSeconds: 19_800))
        #expect(facts.taken?.secondsSinceEpoch == 1_709_231_287)
        let place = try #require(facts.place)
        #expect(abs(place.latitude + 33.857_014) < 1e-6)
        #expect(abs(place.longitude - 151.2085) < 1e-6)
        #expect(facts.contentIdentifier == SampleEXIF.identifier)
        #expect(!facts.isPartial)
        let range = try #require(facts.thumbnail)
        let bytes = Samples.bytes(name)[Int(range.lowerBound)..<Int(range.upperBound)]
        #expect(Array(bytes) == SampleEXIF.thumbnail)
    }

    @Test func theSizeIsThatOfThePictureItself() throws {
        #expect(try facts("sample.jpg").storedSize == PixelSize(width: 640, height: 480))
        #expect(try facts("sample.jpg").displaySize == PixelSize(width: 480, height: 640))
        #expect(try facts("sample.png").storedSize == PixelSize(width: 300, height: 200))
        #expect(try facts("sample.webp").storedSize == PixelSize(width: 300, height: 200))
        #expect(try facts("sample.heic").storedSize == PixelSize(width: 4032, height: 3024))
        #expect(try facts("sample.dng").storedSize == PixelSize(width: 6032, height: 4032))
        #expect(try facts("sample.mov").storedSize == PixelSize(width: 1920, height: 1080))
    }

    @Test func theFormatIsThatOfTheBytes() throws {
        let formats = try Samples.all.map { try facts($0.name).format }
        #expect(
            formats == [
                .jpeg, .jpeg, .jpeg, .png, .webp, .heif, .heif, .avif, .tiff, .canonRaw, .quickTime,
                .quickTime, .jpeg, .quickTime, .fujiRaw, .tiff, .tiff, .tiff, .jpegXL, .gif,
                .bmp,
            ])
        for text in ["", "GIF", "BMW", "%PDF-1.7 and more", "\u{7F}ELF", "#EXTM3U"] {
            #expect(MediaFacts(bytes: Array(text.utf8)) == nil)
        }
    }

    @Test func theRotationOfAHEIFFileIsThatOfItsProperties() throws {
        #expect(try facts("sample.avif").orientation == 1)
        let plain = HEIFBuilder.bytes(exif: SampleEXIF.bytes(), rotation: nil)
        #expect(MediaFacts(bytes: plain)?.orientation == nil)
        let expected: [UInt8: Int] = [0: 1, 1: 8, 2: 3, 3: 6]
        for (rotation, orientation) in expected {
            let bytes = HEIFBuilder.bytes(exif: SampleEXIF.bytes(), rotation: rotation)
            #expect(MediaFacts(bytes: bytes)?.orientation == orientation)
        }
    }

    @Test func aMotionPhotoHasTheLengthOfItsMovie() throws {
        #expect(try facts("sample.jpg").motionLength == Int64(Samples.movieLength))
        #expect(try facts("micro.jpg").motionLength == Int64(Samples.movieLength))
        #expect(try facts("sample.webp").motionLength == Int64(Samples.movieLength))
        #expect(try facts("motion.heic").motionLength == 99)
        #expect(try facts("little.jpg").motionLength == nil)
        let outside = JPEGBuilder.bytes(xmp: SampleXMP.microVideo(1_000_000))
        #expect(MediaFacts(bytes: outside)?.motionLength == nil)
        let disabled = SampleXMP.microVideo(4).replacing("MicroVideo>1<", with: "MicroVideo>0<")
        #expect(MediaFacts(bytes: JPEGBuilder.bytes(xmp: disabled))?.motionLength == nil)
    }

    @Test func aRawPhotoHasItsWholeSizeAndItsThumbnail() throws {
        let facts = try facts("sample.dng")
        #expect(facts.model == "NIKON D750")
        #expect(facts.taken?.time.description == "2019-07-04T05:06:07")
        #expect(facts.taken?.offsetSeconds == nil)
        #expect(facts.thumbnail.map { $0.upperBound - $0.lowerBound } == 9)
    }

    @Test func aRawPhotoInBoxesIsNotAMovie() throws {
        let facts = try facts("sample.cr3")
        #expect(!facts.format.isVideo)
        #expect(facts.model == "Canon EOS R6")
        #expect(facts.storedSize == PixelSize(width: 6000, height: 4000))
        #expect(facts.orientation == 8)
        #expect(facts.taken?.time.description == "2022-10-11T12:13:14")
        #expect(facts.taken?.offsetSeconds == -8 * 3_600)
        #expect(facts.place == MediaPlace(latitude: 37.5, longitude: -122.25))
    }

    @Test func aMovieHasTheFactsOfItsKeys() throws {
        let facts = try facts("sample.mov")
        #expect(facts.created == 1_717_155_200)
        #expect(facts.durationMilliseconds == 2_500)
        #expect(facts.taken?.time.description == "2024-06-01T12:30:45")
        #expect(facts.taken?.offsetSeconds == 9 * 3_600)
        #expect(facts.make == "Apple")
        #expect(facts.model == "iPhone 15 Pro")
        #expect(facts.place == MediaPlace(latitude: -33.857, longitude: 151.2085))
        #expect(facts.contentIdentifier == SampleEXIF.identifier)
        #expect(facts.orientation == 1)
    }

    @Test func aMovieHasTheTextsOfItsUserData() throws {
        let facts = try facts("plain.mov")
        #expect(facts.created == 1_717_155_200)
        #expect(facts.durationMilliseconds == 2_500)
        #expect(facts.model == "Camera 2")
        #expect(facts.place == MediaPlace(latitude: 35.6895, longitude: 139.6917))
        #expect(facts.orientation == 6)
        #expect(facts.displaySize == PixelSize(width: 1080, height: 1920))
    }

    @Test func aCreationTimeOfZeroIsMissing() throws {
        let facts = MediaFacts(bytes: MovieBuilder.bytes(MovieBuilder.Facts()))
        #expect(facts?.created == nil)
        #expect(facts?.storedSize != nil)
    }
}
