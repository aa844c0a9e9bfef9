import Testing

@testable import MediaFacts

/// The formats of files that consist of boxes.
@Suite struct RecognitionTests {
    private func format(_ brand: String, _ compatible: String = "") -> MediaFormat? {
        let bytes = HEIFBuilder.bytes(
            exif: SampleEXIF.bytes(), brand: brand, compatible: compatible)
        return MediaFacts(bytes: bytes)?.format
    }

    @Test func theMajorBrandDecides() {
        for (format, brands) in MediaFormat.brands where format != .canonRaw {
            for brand in brands {
                let name = String(decoding: bigEndian(Int(brand.number), 4), as: UTF8.self)
                #expect(self.format(name) == format, "\(name)")
            }
        }
    }

    @Test func theCompatibleBrandsDecideIfTheMajorBrandIsUnknownOrOfTheStructure() {
        #expect(format("zzzz", "heicmif1") == .heif)
        #expect(format("zzzz", "isomavifmif1") == .avif)
        #expect(format("miaf", "mif1heic") == .heif)
        #expect(format("mif1", "avifmiaf") == .avif)
        #expect(format("mif1", "") == .heif)
        #expect(format("zzzz", "iso8mp42") == .quickTime)
        #expect(format("mp42", "mif1heic") == .quickTime)
        #expect(format("heic", "isommp42") == .heif)
    }

    @Test func theContentDecidesIfNoBrandIsKnown() {
        #expect(format("zzzz", "yyyy") == .heif)
        let brand = box("ftyp", Array("zzzz".utf8), bigEndian(0, 4))
        let movie = MovieBuilder.movie(Samples.movie)
        #expect(MediaFacts(bytes: brand + movie)?.format == .quickTime)
        #expect(MediaFacts(bytes: box("free") + movie)?.make == "Apple")
        #expect(MediaFacts(bytes: movie)?.make == "Apple")
    }

    @Test func aFileOfBoxesWithoutPicturesIsNotAVideo() {
        let brand = box("ftyp", Array("zzzz".utf8), bigEndian(0, 4))
        let track = box("trak", box("mdia", box("hdlr", bigEndian(0, 8), Array("soun".utf8))))
        for content in [[], box("moov"), box("moov", track), box("mdat", [1, 2, 3]), box("meta")] {
            #expect(MediaFacts(bytes: brand + content) == nil)
            #expect(MediaFacts(bytes: box("free") + content) == nil)
        }
    }
}
