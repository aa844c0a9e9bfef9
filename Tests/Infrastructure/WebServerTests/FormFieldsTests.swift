import Testing
import WebServer

@Suite struct FormFieldsTests {
    @Test func aFormIsDecodedByteByByte() {
        #expect(
            decodedForm("a=b+c&d=%2B%c3%BC&e&=f&a=g") == ["a": "g", "d": "+ü", "e": "", "": "f"])
        // Two digits, and nothing that only looks like a number.
        #expect(decodedForm("a=%+1%-1%4&b=%zz%") == ["a": "% 1%-1%4", "b": "%zz%"])
    }

    @Test func aCombiningMarkHidesNoDelimiter() {
        #expect(
            decodedForm("a=\u{301}b&\u{301}c=d&e=\u{200D}")
                == ["a": "\u{301}b", "\u{301}c": "d", "e": "\u{200D}"])
    }
}
