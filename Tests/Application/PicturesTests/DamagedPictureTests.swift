import Testing

@testable import Pictures

@Suite struct DamagedPictureTests {
    @Test(arguments: [[], [0xFF], Array("<svg/>".utf8), Array("GIF".utf8)] as [[UInt8]])
    func otherBytesAreNoPicture(bytes: [UInt8]) {
        #expect(throws: PictureError(.unknownFormat)) { try Picture.decode(bytes) }
    }

    @Test(arguments: PictureFormat.allCases)
    func aFileThatEndsAfterItsFirstBytesIsDamaged(format: PictureFormat) {
        let start: [UInt8] =
            switch format {
            case .jpeg: [0xFF, 0xD8, 0xFF, 0xE0]
            case .png: [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
            case .gif: Array("GIF89a".utf8)
            case .webp: Array("RIFF\0\0\0\0WEBP".utf8)
            }
        #expect(throws: PictureError(.damaged)) { try Picture.decode(start) }
    }

    @Test func everyTruncationOfAPhotoIsAPictureOrAnError() {
        let maker = PhotoMaker()
        let photo = maker.head(scene: 1) + maker.tail(text: [], comment: [])
        for count in stride(from: 0, to: photo.count, by: 997) {
            do throws(PictureError) {
                _ = try Picture.decode(Array(photo.prefix(count)))
            } catch {
                #expect([.damaged, .unknownFormat].contains(error.code))
            }
        }
    }

    @Test func aHeaderThatClaimsTooManyPixelsIsRefusedBeforeDecoding() {
        var png: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
        png += [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 1, 0, 0, 0, 1, 0, 0, 8, 2, 0, 0, 0]
        #expect(throws: PictureError(.tooLarge)) { try Picture.decode(png) }
    }

    @Test func aHeaderWhoseNumberOfPixelsIsBeyondAnIntegerIsRefused() {
        let side = [UInt8](repeating: 0xFF, count: 4)
        var png: [UInt8] = [0x89] + Array("PNG\r\n\u{1A}\n".utf8)
        png += [0, 0, 0, 13] + Array("IHDR".utf8)
        png += side + side
        png += [8, 2, 0, 0, 0]
        #expect(throws: PictureError(.tooLarge)) { try Picture.decode(png) }
        #expect(throws: PictureError(.tooLarge)) {
            try Picture.brightness(of: png, edge: 9, pixelLimit: Int.max - 1)
        }
    }

    @Test func theLargestOfSeveralStatedSizesMayBeBeyondAnInteger() {
        func property(_ width: [UInt8], _ height: [UInt8]) -> [UInt8] {
            var bytes: [UInt8] = [0, 0, 0, 20] + Array("ispe".utf8)
            bytes += [0, 0, 0, 0]
            bytes += width + height
            return bytes
        }
        let huge = [UInt8](repeating: 0xFF, count: 4)
        var file: [UInt8] = [0, 0, 0, 12] + Array("ftypheic".utf8)
        file += [0, 0, 0, 48] + Array("ipco".utf8)
        file += property([0, 0, 1, 0], [0, 0, 1, 0])
        file += property(huge, huge)
        let largest = PictureSize(width: 0xFFFF_FFFF, height: 0xFFFF_FFFF)
        #expect(MediaContainer(of: file)?.size == largest)
    }

    @Test func theTimeOfACameraIsATimeOnItsClock() {
        let exif = ExifData(ofJPEG: Self.jpeg(taken: "2024:05:31 23:30:00"))
        #expect(exif?.wallSeconds == 1_717_198_200)
    }

    @Test(arguments: [
        "24:00:00", "23:60:00", "23:30:61", "9223372036854775807:0:0", "0:0:9223372036854775807",
    ])
    func aTimeThatNoClockShowsIsUnknown(_ time: String) throws {
        let exif = try #require(ExifData(ofJPEG: Self.jpeg(taken: "2024:05:31 " + time)))
        #expect(exif.wallSeconds == nil)
    }

    /// A JPEG whose Exif data have the time of the photo alone.
    private static func jpeg(taken text: String) -> [UInt8] {
        let value = Array((text + "\0").utf8)
        let details: [UInt8] = [0, 1, 0x87, 0x69, 0, 4, 0, 0, 0, 1, 0, 0, 0, 26, 0, 0, 0, 0]
        let count = UInt8(value.count)
        let time: [UInt8] = [0, 1, 0x90, 0x03, 0, 2, 0, 0, 0, count, 0, 0, 0, 44, 0, 0, 0, 0]
        var tiff = Array("MM".utf8)
        tiff += [0, 42, 0, 0, 0, 8]
        tiff += details + time
        tiff += value
        var bytes: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(tiff.count + 8)]
        bytes += Array("Exif\0\0".utf8)
        return bytes + tiff
    }

    @Test func anyBytesAreMetadataOrNone() {
        var state: UInt64 = 1
        func byte() -> UInt8 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // Small numbers lead back into the structure more often.
            return UInt8(truncatingIfNeeded: state >> 56) & (state >> 40 & 1 == 0 ? 0x0F : 0xFF)
        }
        for _ in 0..<3_000 {
            let noise = (0..<200).map { _ in byte() }
            let tiff = Array("MM\0*\0\0\0\u{8}".utf8) + noise
            let length = UInt8(tiff.count + 8)
            let jpeg = [0xFF, 0xD8, 0xFF, 0xE1, 0, length] + Array("Exif\0\0".utf8) + tiff
            if let exif = ExifData(ofJPEG: jpeg) { #expect((1...8).contains(exif.orientation)) }
            let header = [0, 0, 0, 12] + Array("ftypheic".utf8)
            let container = MediaContainer(
                of: header + [0, 0, 0, 200] + Array("moov".utf8) + noise)
            #expect(container != nil)
        }
    }
}
