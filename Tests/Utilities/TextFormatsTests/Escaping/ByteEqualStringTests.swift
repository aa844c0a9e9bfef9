import Testing
import TextFormats

@Suite struct ByteEqualStringTests {
    @Test func textThatLooksTheSameIsNotEqual() {
        let (one, two) = ("\u{E9}", "e\u{301}")
        #expect(one == two)
        #expect(ByteEqualString(one) != ByteEqualString(two))
        #expect(Set([one, two].map(ByteEqualString.init)).count == 2)
        #expect(Set([one, one].map(ByteEqualString.init)).count == 1)
    }
}
