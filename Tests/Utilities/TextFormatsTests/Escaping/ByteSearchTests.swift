import Testing
import TextFormats

@Suite struct ByteSearchTests {
    @Test(
        arguments: [
            ("secret", "secret", 0, 0), ("a secret", "secret", 0, 2), ("ssecret", "secret", 0, 1),
            ("secret secret", "secret", 1, 7), ("cafe\u{301}", "cafe", 0, 0),
            ("secre", "secret", 0, nil),
            ("a secret", "secret", 3, nil), ("secret", "secret", 7, nil), ("", "a", 0, nil),
            ("caf\u{E9}", "cafe\u{301}", 0, nil), ("text", "", 0, nil),
        ] as [(String, String, Int, Int?)])
    func aWordIsFoundByItsBytes(_ text: String, _ word: String, _ start: Int, _ place: Int?) {
        let found = Array(text.utf8).withUnsafeBufferPointer { text in
            Array(word.utf8).withUnsafeBufferPointer { text.offset(of: $0, from: start) }
        }
        #expect(found == place)
    }
}
