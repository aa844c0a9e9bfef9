import Testing
import TextFormats

@Suite("Reading JSON")
struct JSONReaderTests {
    private func skip(_ text: String) -> JSONError? { skip(Array(text.utf8)) }

    private func skip(_ bytes: [UInt8]) -> JSONError? {
        do throws(JSONError) {
            try JSONReader.read(bytes) { reader throws(JSONError) in try reader.skip() }
            return nil
        } catch {
            return error
        }
    }

    private func string(_ text: String) throws -> String {
        try JSONReader.read(text.utf8) { reader throws(JSONError) in try reader.string() }
    }

    @Test(arguments: [
        "0", "-0", "12.5e-3", "true", "false", "null", "\"\"", "[]", "{}", " [ 1 , 2 ] ",
        "{\"a\":{\"b\":[{},[],\"x\"]},\"c\":null}", "\"\\u00e9\\ud83d\\ude00\\n\"",
    ])
    func whatIsJSONIsReadOver(text: String) {
        #expect(skip(text) == nil)
    }

    @Test(arguments: [
        "1.50", "\"a\\u00e9\\n\"", "{\"b\":[1, null ],\"a\":{}}", "[]", "true",
    ])
    func rawValueIsTheTextOfTheValue(text: String) throws {
        let values = try JSONReader.read(Array("[ \(text) , 7]".utf8)) { reader throws(JSONError) in
            var values: [String] = []
            try reader.array { reader throws(JSONError) in
                values.append(String(decoding: try reader.rawValue(), as: UTF8.self))
            }
            return values
        }
        #expect(values == [text, "7"])
    }

    @Test(arguments: [
        ("", "truncated"), ("[", "truncated"), ("[1", "syntax"), ("{\"a\"", "syntax"),
        ("{\"a\":}", "syntax"), ("\"abc", "truncated"), ("tru", "truncated"), ("nul!", "syntax"),
        ("NaN", "syntax"), ("Infinity", "syntax"), ("01", "syntax"), ("1.", "truncated"),
        ("-", "truncated"), ("+1", "syntax"), ("1 2", "syntax"), ("[1,]", "syntax"),
        ("{\"a\":1,}", "syntax"), ("{a:1}", "syntax"), ("'a'", "syntax"), ("\"\u{1}\"", "syntax"),
        ("\"\\x\"", "syntax"), ("\"\\u12g4\"", "syntax"), ("\"\\ud800\"", "badText"),
        ("\"\\ud800\\u0041\"", "badText"), ("\"\\udc00\"", "badText"), ("\u{FEFF}{}", "syntax"),
        ("<html></html>", "syntax"),
    ])
    func whatIsNoJSONIsNamed(text: String, code: String) throws {
        let error = try #require(skip(text))
        if code == "truncated" || code == "badText" {
            #expect(error.code.name == code, "\(error)")
        } else {
            #expect(["syntax", "truncated", "wrongType"].contains(error.code.name), "\(error)")
        }
    }

    @Test func aFieldThatIsReadOnceMayNotOccurTwice() throws {
        func read(_ text: String) throws(JSONError) -> (String?, Int64?) {
            var fields: (text: String?, number: Int64?)
            try JSONReader.read(text.utf8) { reader throws(JSONError) in
                try reader.object { reader, name throws(JSONError) in
                    if name == "text" {
                        try reader.readOnceIfPresent(&fields.text)
                    } else {
                        try reader.readOnceIfPresent(&fields.number)
                    }
                }
            }
            return fields
        }
        let (text, number) = try read(#"{"text":"a","number":7}"#)
        #expect(text == "a" && number == 7)
        let absent = try read(#"{"text":null,"number":null}"#)
        #expect(absent.0 == nil && absent.1 == nil)
        for text in [#"{"text":"a","text":"a"}"#, #"{"number":7,"number":7}"#] {
            let error = #expect(throws: JSONError.self) { try read(text) }
            #expect(error?.code == .duplicateField)
        }
    }

    @Test func nestingIsFollowedToItsLimitAndNotBeyond() {
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(skip(nested(JSONReader.maximumDepth)) == nil)
        #expect(skip(nested(JSONReader.maximumDepth + 1))?.code == .tooDeep)
        #expect(skip(nested(100_000))?.code == .tooDeep)
    }

    @Test func escapesAreUndone() throws {
        #expect(try string("\"a\\\"\\\\\\/\\b\\f\\n\\r\\tz\"") == "a\"\\/\u{8}\u{C}\n\r\tz")
        #expect(
            try string("\"\\u0000\\u20ac\\ud83d\\ude00 long enough for two words\"")
                == "\0€😀 long enough for two words")
    }

    @Test func everyLengthAndPlaceOfASpecialByteIsSeen() throws {
        for length in Array(0..<40) + Array(55..<140) {
            let plain = String(repeating: "x", count: length)
            #expect(try string("\"\(plain)\"") == plain)
            #expect(try string("\"\(plain)é\(plain)\"") == "\(plain)é\(plain)")
            #expect(try string("\"\(plain)\\n\(plain)\"") == "\(plain)\n\(plain)")
            #expect(skip("\"\(plain)\u{1F}\(plain)\"")?.offset == length + 1)
        }
    }

    @Test func aStringWithAnAlphabetIsReadInOnePassAndWithEscapesInTwo() throws {
        func letters(_ text: String) throws -> String? {
            try JSONReader.read(text.utf8) { reader throws(JSONError) in
                var found: String?
                try reader.array { reader throws(JSONError) in
                    let word = try reader.string { bytes in
                        bytes.allSatisfy { (0x61...0x7A).contains($0) }
                            ? String(decoding: bytes, as: UTF8.self) : nil
                    }
                    found = word.map { (found ?? "") + $0 + "," }
                }
                return found
            }
        }
        #expect(try letters("[ \"ab\" , \"\",\"c\"]") == "ab,,c,")
        #expect(try letters("[\"a\\u0062c\"]") == "abc,")
        #expect(try letters("[\"a\\\"b\"]") == nil)
        for bad in ["[1]", "[\"ab", "[\"", "[\"a\u{1}\"]", "[\"a\\"] {
            #expect(throws: JSONError.self, "\(bad)") { try letters(bad) }
        }
    }

    @Test func textThatIsNotUTF8IsRefused() {
        let bytes: [UInt8] = [0x22, 0xC3, 0x28, 0x22]
        #expect(throws: JSONError.self) {
            try JSONReader.read(bytes) { reader throws(JSONError) in try reader.string() }
        }
    }

    @Test func anErrorNamesTheFieldAndTheByte() throws {
        let text = "{\"entries\": [{\"size\": 1}, {\"si\\u007ae\": \"two\"}]}"
        let error = #expect(throws: JSONError.self) {
            try JSONReader.read(text.utf8) { reader throws(JSONError) in
                try reader.object { reader, _ throws(JSONError) in
                    try reader.array { reader throws(JSONError) in
                        try reader.object { reader, _ throws(JSONError) in
                            _ = try reader.integer()
                        }
                    }
                }
            }
        }
        #expect(error?.field == "entries[1].size")
        #expect(error?.code == .wrongType)
        #expect(error?.offset == text.utf8.count - 8)
    }

    @Test func numbersThatDoNotFitAreNamed() {
        func code(_ text: String) -> JSONError.Code? {
            do throws(JSONError) {
                _ = try JSONReader.read(text.utf8) { reader throws(JSONError) in
                    try reader.integer()
                }
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code("9223372036854775807") == nil)
        #expect(code("9223372036854775808") == .outOfRange)
        #expect(code("1.5") == .wrongType)
        #expect(code("\"1\"") == .wrongType)
    }

    @Test func damagedTextNeverTraps() {
        var random = SystemRandomNumberGenerator()
        let seed = Array(
            "{\"entries\":[{\".tag\":\"file\",\"n\":\"\\u00e9x\",\"size\":-1.5e3,\"b\":[true,null]}]}"
                .utf8)
        for _ in 0..<5_000 {
            var bytes = seed
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(
                    in: 0...255, using: &random)
            }
            _ = skip(Array(bytes.prefix(.random(in: 0...bytes.count, using: &random))))
        }
    }
}
