import Testing
import TextFormats

@Suite struct PercentEncodingTests {
    @Test(arguments: [
        ("plain-._~9", "plain-._~9"), ("a b/c", "a%20b%2Fc"), ("é", "%C3%A9"),
        ("100 %", "100%20%25"),
        ("", ""),
    ])
    func encodedTextDecodesToItself(text: String, encoded: String) {
        var bytes: [UInt8] = []
        PercentEncoding.append(text.utf8, to: &bytes, keeping: \.isUnreserved)
        #expect(String(decoding: bytes, as: UTF8.self) == encoded)
        #expect(PercentEncoding.decode(encoded.utf8) == Array(text.utf8))
    }

    @Test("a percent sign is decoded once, and digits may be of either case")
    func percentSignIsDecodedOnce() {
        #expect(PercentEncoding.decode("%252f".utf8) == Array("%2f".utf8))
        #expect(PercentEncoding.decode("%2f%2F".utf8) == Array("//".utf8))
    }

    @Test(arguments: ["%", "%2", "a%2", "%g0", "%0g", "%%20", "% 20"])
    func incompletePercentIsRefused(text: String) {
        #expect(PercentEncoding.decode(text.utf8) == nil)
    }
}
