import Testing

@testable import MediaFacts

/// The sizes of formats whose files state several ones, or one at an unusual place.
@Suite struct SizeTests {
    private func size(_ bytes: [UInt8]) -> PixelSize? { check(bytes)?.storedSize }

    @Test func aRawPhotoHasTheSizeOfThePhotoAndNotOfItsPreview() {
        #expect(size(RawBuilders.canon) == PixelSize(width: 3_456, height: 2_304))
        #expect(size(RawBuilders.panasonic) == PixelSize(width: 5_192, height: 3_900))
        #expect(size(RawBuilders.fuji()) == PixelSize(width: 4_896, height: 3_264))
        #expect(MediaFacts(bytes: RawBuilders.fuji())?.thumbnail != nil)
    }

    @Test func aSensorWithoutBordersHasItsWholeSize() {
        let tiff = TIFFBuilder(
            isLittleEndian: true, version: 0x55,
            directories: [.init([(2, .short(3_724)), (3, .short(2_754))])])
        #expect(size(tiff.bytes) == PixelSize(width: 3_724, height: 2_754))
    }

    @Test func aDirectoryWithoutDataHasNoSizeOfItsOwn() {
        func sized(_ data: [(tag: Int, value: TIFFBuilder.Value)]) -> PixelSize? {
            size(
                TIFFBuilder(directories: [
                    .init(
                        [(0x0100, .short(1_536)), (0x0101, .short(1_024))] + data
                            + [(0x8769, .directory(1))]),
                    .init([(0xA002, .long(3_456)), (0xA003, .long(2_304))]),
                ]).bytes)
        }
        #expect(sized([]) == PixelSize(width: 3_456, height: 2_304))
        #expect(sized([(0x0111, .long(8))]) == PixelSize(width: 1_536, height: 1_024))
        #expect(sized([(0x0144, .long(8))]) == PixelSize(width: 1_536, height: 1_024))
    }

    @Test(arguments: ["big.tif", "sample.gif", "sample.bmp", "sample.jxl"])
    func aFormatWithoutEXIFHasASize(name: String) {
        #expect(size(Samples.bytes(name)) == PixelSize(width: 300, height: 200))
    }

    @Test func aBigTIFFHasItsTexts() {
        #expect(check(RawBuilders.bigTIFF)?.make == "Large Maker")
    }

    @Test func aBitmapOfOS2HasShortSizes() {
        let head = Array("BM".utf8) + Array(repeating: UInt8(0), count: 12)
        let bytes = head + littleEndian(12, 4) + littleEndian(300, 2) + littleEndian(200, 2)
        #expect(size(bytes + [1, 0, 24, 0]) == PixelSize(width: 300, height: 200))
        #expect(MediaFacts(bytes: Array("BM is the beginning of a text".utf8)) == nil)
    }

    @Test func aSmallJPEGXLHasMultiplesOfEight() {
        func codestream(_ bits: Int) -> PixelSize? {
            size([0xFF, 0x0A] + littleEndian(bits, 8) + [0, 0])
        }
        #expect(codestream(1 | 24 << 1 | 3 << 6) == PixelSize(width: 266, height: 200))
        #expect(codestream(1 | 24 << 1 | 37 << 9) == PixelSize(width: 48, height: 200))
        // Both sides in 30 bits, which are more than the first eight bytes have.
        let height = 3 << 1 | 99_999 << 3
        let wide = [0xFF, 0x0A] + littleEndian(height | 3 << 36, 8) + littleEndian(0, 8)
        #expect(size(wide) == nil || size(wide)?.height == 100_000)
    }
}
