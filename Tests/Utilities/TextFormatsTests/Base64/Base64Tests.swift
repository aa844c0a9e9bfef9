import Foundation
import Testing
import TextFormats

@Suite struct Base64Tests {
    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
        ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
    func theExamplesOfTheStandardHold(text: String, encoded: String) {
        #expect(Base64.text(of: text.utf8) == encoded)
        #expect(Base64.decode(encoded) == Array(text.utf8))
        let bare = Base64.text(of: text.utf8, isPadded: false)
        #expect(bare == encoded.replacing("=", with: ""))
    }

    @Test func theAlphabetsDifferInTwoDigits() {
        let bytes: [UInt8] = [0xFB, 0xFF, 0xBF, 0xFF]
        #expect(Base64.text(of: bytes) == "+/+//w==")
        #expect(Base64.text(of: bytes, .urlSafe) == "-_-__w==")
        #expect(Base64.text(of: bytes, .urlSafe, isPadded: false) == "-_-__w")
        #expect(Base64.decode("+/+//w==") == bytes)
        #expect(Base64.decode("-_-__w==", .urlSafe) == bytes)
        #expect(Base64.decode("-_-__w==") == nil)
        #expect(Base64.decode("+/+//w==", .urlSafe) == nil)
    }

    @Test func textThatIsNotBase64IsRefused() {
        for bad in [
            "Z", "Zm9", "Zm9*", "====", "Z===", "Zm=v", "Zm9v\n", "Zm9vYmF\u{E9}", "Zg==Zg==",
        ] {
            #expect(Base64.decode(bad) == nil, "\(bad)")
        }
        for place in 0..<8 {
            var text = Array("Zm9vYmFy".utf8)
            for byte in [UInt8(0), 0x20, 0x2D, 0x40, 0x5B, 0x60, 0x7B, 0x80, 0xFF] {
                text[place] = byte
                #expect(text.withUnsafeBufferPointer { Base64.decode($0) } == nil, "\(text)")
            }
        }
    }

    /// Compares both directions with Foundation's.
    @Test func everyLengthAndEveryByteIsEncodedAndDecoded() {
        let bytes = (0..<700).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 8 &* 13) }
        for count in 0...bytes.count {
            let part = Array(bytes.prefix(count))
            let text = Array(Data(part).base64EncodedData())
            #expect(Base64.encode(part) == text)
            #expect(text.withUnsafeBufferPointer { Base64.decode($0) } == part)
        }
        #expect(Set(bytes).count == 256)
    }

    @Test func bytesThatAreNotInOnePieceAreEncoded() {
        let lazy = (0..<5).lazy.map { UInt8($0) }
        #expect(Base64.encode(lazy) == Base64.encode([0, 1, 2, 3, 4]))
        #expect(Base64.text(of: [1, 2, 3, 4, 5][1..<4]) == Base64.text(of: [2, 3, 4]))
    }
}
