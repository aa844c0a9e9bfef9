import Testing

@testable import HTTPGateway

@Suite struct ResumeNoteTests {
    private let note = ResumeNote(
        partial: ".a.1.partial", length: 12, source: "s", validator: "\"v\"")

    @Test func aNoteIsReadAsItWasWritten() {
        #expect(ResumeNote(bytes: note.bytes) == note)
        #expect(note.shortened(to: 5).length == 5)
        #expect(note.shortened(to: 50).length == 12)
    }

    @Test func aNoteThatIsCutOffAnywhereIsNone() {
        for count in 0..<note.bytes.count {
            #expect(ResumeNote(bytes: Array(note.bytes.prefix(count))) == nil, "\(count) bytes")
        }
        #expect(ResumeNote(bytes: note.bytes + [10]) == nil)
    }

    @Test(arguments: [
        "p\n0\ns\nv\n", "p\n-1\ns\nv\n", "p\nx\ns\nv\n", "p\n1\ns\n\n", "p\n1\ns\na\u{1}\n",
    ])
    func otherContentIsNoNote(_ text: String) {
        #expect(ResumeNote(bytes: Array(text.utf8)) == nil)
    }
}

@Suite struct ContentRangeTests {
    @Test(
        arguments: [
            ("bytes 5-9/10", 10), ("bytes 5-9/*", 10), ("bytes 5-5/6", 6), ("bytes 5-9/11", nil),
            ("bytes 5-4/5", nil),
            ("bytes 4-9/10", nil), ("bytes 5-9", nil), ("bytes 5-+9/10", nil),
            ("bytes 5-9/+10", nil), ("bytes */10", nil),
            ("bytes 5--9/10", nil), ("bytes 5-/10", nil), ("bytes 5-9223372036854775807/*", nil),
            ("items 5-9/10", nil),
            ("bytes 5-9/10/10", nil),
        ] as [(String, Int64?)])
    func onlyTheRestOfTheWholeIsTaken(_ field: String, _ length: Int64?) throws {
        let head = HTTPResponseHead(
            status: 206, headers: ["Content-Range": field], url: try HTTPURL("http://a/"))
        #expect(head.wholeLength(from: 5) == length)
    }

    @Test func aTagInAnotherFormOfUnicodeIsOfAnotherVersion() throws {
        let head = HTTPResponseHead(
            status: 206, headers: ["ETag": "\"\u{E9}\""], url: try HTTPURL("http://a/"))
        #expect(head.mayContinue("\"\u{E9}\""))
        #expect(!head.mayContinue("\"e\u{301}\""))
    }
}
