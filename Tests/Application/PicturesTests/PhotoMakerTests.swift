import CGd
import Testing

@testable import Pictures

@Suite struct PhotoMakerTests {
    private let maker = PhotoMaker()

    private func photo(scene: UInt64, text: String) -> [UInt8] {
        maker.head(scene: scene) + maker.tail(text: Array(text.utf8), comment: [])
    }

    @Test func headAndTailAreOneValidJPEG() throws {
        let header = try PictureHeader(of: photo(scene: 1, text: "#1"))
        #expect(header == PictureHeader.photo)
        #expect(throws: Never.self) { try Picture.decode(photo(scene: 1, text: "#1")) }
    }

    @Test func sameArgumentsMakeTheSameBytes() {
        #expect(photo(scene: 7, text: "#12") == photo(scene: 7, text: "#12"))
    }

    @Test func scenesDifferInTheirPixels() throws {
        let one = try Picture.decode(photo(scene: 1, text: "#1"))
        let two = try Picture.decode(photo(scene: 2, text: "#1"))
        #expect(one.pixels != two.pixels)
    }

    @Test func textIsInThePictureAndNowhereElse() throws {
        let one = try Picture.decode(photo(scene: 3, text: "#1")).pixels
        let two = try Picture.decode(photo(scene: 3, text: "#2")).pixels
        let textRows = PhotoMaker.size.width * 16
        #expect(one.dropLast(textRows) == two.dropLast(textRows))
        #expect(one.suffix(textRows) != two.suffix(textRows))
    }

    @Test func everyExchangedBlockLooksAsIfTheWholePictureHadBeenEncoded() throws {
        let blank = try Picture.decode(photo(scene: 3, text: "")).pixels
        let digits = try Picture.decode(photo(scene: 3, text: "0123456789")).pixels
        let differing = zip(blank.indices, zip(blank, digits)).filter { $0.1.0 != $0.1.1 }
        let columns = Set(differing.map { $0.0 % PhotoMaker.size.width / 16 })
        #expect(columns == Set(15..<25))
    }

    @Test(arguments: [0, 1, 39, 40, 41, 90])
    func textOfAnyLengthMakesAPicture(length: Int) throws {
        let file = photo(scene: 3, text: String(repeating: "8", count: length))
        #expect(throws: Never.self) { try Picture.decode(file) }
    }

    @Test func charactersOutsideTheAlphabetAreBlank() {
        let odd = maker.tail(text: [0x00, 0x7F, 0x80, 0xFF], comment: [])
        #expect(odd == maker.tail(text: Array("    ".utf8), comment: []))
    }

    @Test func commentIsInTheFile() {
        let tail = maker.tail(text: [], comment: Array("hello".utf8))
        #expect(tail.suffix(11) == [0xFF, 0xFE, 0, 7] + Array("hello".utf8) + [0xFF, 0xD9])
    }
}

extension PictureHeader {
    fileprivate static var photo: PictureHeader? {
        try? PictureHeader(of: PhotoMaker().head(scene: 0))
    }
}

extension Canvas {
    var pixels: [Int32] {
        (0..<height).flatMap { y in
            let row = image.pointee.tpixels[y]
            return (0..<width).map { row?[$0] ?? 0 }
        }
    }
}
