import Foundation
import Testing
import TextFormats

@Suite("Writing JSON")
struct JSONWriterTests {
    static let escapes: [JSONWriter.Escapes] = [.required, .nonASCII, .hostile]

    private func text(
        escaping escapes: JSONWriter.Escapes = .required, _ write: (inout JSONWriter) -> Void
    ) -> String {
        var json = JSONWriter(escaping: escapes)
        write(&json)
        return json.text
    }

    @Test func everyKindOfValueIsWritten() {
        let bytes = JSONWriter.object { json in
            json.member("text", "a")
            json.member("whole", 1)
            json.member("number", 0.5)
            json.member("boolean", true)
            json.member("plain", plain: "Zm9v".utf8)
            json.object("empty") { _ in }
            json.array("list") { json in
                json.null()
                json.boolean(false)
                json.array { _ in }
                json.object { $0.member("last", -1) }
                json.string("z")
            }
            json.name(escaping: "a\"b")
            json.double(-2.5)
        }
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"text":"a","whole":1,"number":0.5,"boolean":true,"plain":"Zm9v","empty":{},"#
                + #""list":[null,false,[],{"last":-1},"z"],"a\"b":-2.5}"#)
    }

    @Test func anUnknownValueIsNull() {
        let written = text { json in
            json.object { json in
                json.member("text", String?.none)
                json.member("whole", Int?.none)
                json.member("number", Double?.none)
                json.member("infinite", Double.infinity)
                json.member("none", Double.nan)
            }
        }
        #expect(written == #"{"text":null,"whole":null,"number":null,"infinite":null,"none":null}"#)
    }

    @Test func valuesOutsideOfAnArrayFollowEachOther() {
        let written = text { json in
            for number in 1...3 {
                json.lineBreak()
                json.integer(number)
            }
        }
        #expect(written == "\n1,\n2,\n3")
    }

    @Test(arguments: [
        (JSONWriter.Escapes.required, "\"a\\\"\\\\\\u0000\\u001f\u{7F}/<é\u{2028}😀\""),
        (.nonASCII, #""a\"\\\u0000\u001f\u007f/<\u00e9\u2028\ud83d\ude00""#),
        (.hostile, "\"a\\\"\\\\\\u0000\\u001f\\u007f/\\u003cé\\u2028😀\""),
    ])
    func onlyTheRequestedCharactersAreEscaped(_ escapes: JSONWriter.Escapes, expected: String) {
        #expect(
            text(escaping: escapes) { $0.string("a\"\\\0\u{1F}\u{7F}/<é\u{2028}😀") } == expected)
    }

    @Test func hostileTextCanNeitherCloseAnElementNorEndTheLine() {
        for (hostile, expected) in [
            ("</script><!--", #""\u003c/script\u003e\u003c!--""#),
            ("\u{2028}&\n", #""\u2028\u0026\u000a""#),
            ("\u{202E}gpj.exe\u{1B}[2J", #""\u202egpj.exe\u001b[2J""#),
            ("\u{E0041}", #""\udb40\udc41""#),
        ] {
            #expect(text(escaping: .hostile) { $0.string(hostile) } == expected)
            let member = text(escaping: .hostile) { json in
                json.object { json in
                    json.name(escaping: hostile)
                    json.null()
                }
            }
            #expect(member == "{\(expected):null}")
        }
    }

    /// Both the reader of this target and Foundation's return the text.
    @Test(arguments: escapes)
    func scalarsOfAllPlanesKeepTheirValues(_ escapes: JSONWriter.Escapes) throws {
        // All of the first plane, and a part of the others.
        for start in stride(from: UInt32(0), through: 0x10_FFFF, by: 0x1000) {
            let step = start < 0x1_0000 ? 1 : 31
            var scalars = String.UnicodeScalarView()
            scalars.append(
                contentsOf: stride(from: start, to: start + 0x1000, by: step).compactMap(
                    Unicode.Scalar.init))
            let original = String(scalars)
            var json = JSONWriter(escaping: escapes)
            json.array { $0.string(original) }
            try check(json.bytes, escapes)
            var read: [String] = []
            try JSONReader.read(json.bytes) { reader throws(JSONError) in
                try reader.array { reader throws(JSONError) in read.append(try reader.string()) }
            }
            #expect(read.map { Array($0.utf8) } == [Array(original.utf8)])
            let other = try JSONDecoder().decode([String].self, from: Data(json.bytes))
            #expect(other.map { Array($0.utf8) } == [Array(original.utf8)])
        }
    }

    /// Requires that no character is left that has to be escaped.
    private func check(_ bytes: [UInt8], _ escapes: JSONWriter.Escapes) throws {
        switch escapes {
        case .required: #expect(bytes.allSatisfy { $0 >= 0x20 })
        case .nonASCII: #expect(bytes.allSatisfy { (0x20..<0x7F).contains($0) })
        case .hostile:
            let text = String(decoding: bytes, as: UTF8.self)
            let hostile = Set("<>&\u{7F}\u{85}\u{2028}\u{202E}".unicodeScalars)
            #expect(hostile.isDisjoint(with: text.unicodeScalars))
            #expect(bytes.allSatisfy { $0 >= 0x20 })
        }
    }

    @Test func theEndsOfEveryKindOfNumberAreExact() throws {
        #expect(text { $0.integer(Int64.min) } == "-9223372036854775808")
        #expect(text { $0.integer(UInt64.max) } == "18446744073709551615")
        for number in [Int64.min, -1, 0, 1, .max] {
            #expect(try readInteger(JSONTree.whole(number)) == number)
        }
        for number in [
            0, -0.0, 0.1, 1e15, 1e16, 1e22, Double.leastNonzeroMagnitude, .leastNormalMagnitude,
            .greatestFiniteMagnitude, -.pi,
        ] {
            let read = try readDouble(JSONTree.number(number))
            #expect(read.bitPattern == number.bitPattern, "\(number)")
        }
    }

    @Test func everyNumberIsExact() throws {
        for _ in 0..<10_000 {
            let whole = Int64.random(in: .min ... .max) >> Int64.random(in: 0..<64)
            let number = JSONTree.randomNumber()
            guard try readInteger(.whole(whole)) == whole,
                try readDouble(.number(number)).bitPattern == number.bitPattern
            else {
                Issue.record("\(whole) or \(number) is not exact")
                return
            }
        }
    }

    private func readInteger(_ tree: JSONTree) throws -> Int64 {
        try JSONReader.read(tree.text()) { reader throws(JSONError) in try reader.integer() }
    }

    private func readDouble(_ tree: JSONTree) throws -> Double {
        try JSONReader.read(tree.text()) { reader throws(JSONError) in try reader.double() }
    }

    /// A random value of any shape is equal to itself after it was written and read.
    @Test(arguments: escapes)
    func aValueThatIsWrittenAndReadIsTheSame(_ escapes: JSONWriter.Escapes) throws {
        for _ in 0..<500 {
            let tree = JSONTree.random(depth: 6)
            let bytes = tree.text(escaping: escapes)
            try check(bytes, escapes)
            let read = try JSONReader.read(bytes) { reader throws(JSONError) in
                try JSONTree(&reader)
            }
            #expect(read == tree, "\(String(decoding: bytes, as: UTF8.self))")
            _ = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        }
    }
}
