import Testing
import WebServer

@Suite struct ByteRangeTests {
    @Test(
        arguments: [
            ("0-99", .part(0..<99 + 1)), ("900-", .part(900..<1_000)), ("-10", .part(990..<1_000)),
            ("-5000", .part(0..<1_000)),
            ("0-99999999999999999999", .part(0..<1_000)),
            ("-99999999999999999999", .part(0..<1_000)),
            ("99999999999999999999-", .unsatisfiable), ("1000-", .unsatisfiable),
            ("-0", .unsatisfiable),
            ("5-4", .whole), ("-", .whole), ("+1-2", .whole), ("1-2,4-5", .whole), ("", .whole),
        ] as [(String, ByteRange)])
    func aRangeIsReadByTheRFC(_ text: String, _ range: ByteRange) {
        #expect(ByteRange.parse("bytes=\(text)", size: 1_000) == range)
    }

    @Test func anEmptyFileHasNoPart() {
        #expect(ByteRange.parse("bytes=0-", size: 0) == .unsatisfiable)
        #expect(ByteRange.parse("bytes=-1", size: 0) == .unsatisfiable)
        #expect(ByteRange.parse(nil, size: 0) == .whole)
    }

    @Test func aResponseBecomesPartial() {
        var response = Self.response()
        response.select("bytes=2-4")
        #expect(response.status == 206)
        #expect(response.header("content-range") == "bytes 2-4/10")
        #expect(response.header("accept-ranges") == "bytes")
        #expect(response.body.length == 3)
    }

    @Test func aRangeAfterTheEndIs416() {
        var response = Self.response()
        response.select("bytes=10-")
        #expect(response.status == 416)
        #expect(response.header("content-range") == "bytes */10")
        #expect(response.body.length == 0)
    }

    @Test(arguments: [nil, "bytes=0-1,4-5", "lines=0-1", "bytes=4-2"])
    func otherRangesLeaveTheResponseComplete(range: String?) {
        var response = Self.response()
        response.select(range)
        #expect(response.status == 200)
        #expect(response.body.length == 10)
    }

    @Test(arguments: [
        ("\"tag\"", 206), ("Sun, 06 Nov 1994 08:49:37 GMT", 206), ("\"other\"", 200),
        ("W/\"tag\"", 200), ("Sun, 06 Nov 1994 08:49:38 GMT", 200), ("", 200),
    ])
    func aRangeDependsOnItsCondition(condition: String, status: Int) {
        var response = Self.response()
        response.select("bytes=0-1", if: condition)
        #expect(response.status == status)
    }

    @Test func aWeakTagNeverMatches() {
        var response = Self.response()
        response.headers[0].value = "W/\"tag\""
        response.select("bytes=0-1", if: "W/\"tag\"")
        #expect(response.status == 200)
    }

    @Test func onlyCompleteResponsesHaveParts() {
        var missing = WebResponse.text("0123456789", status: 404)
        missing.select("bytes=0-1")
        #expect(missing.status == 404)
        var stream = WebResponse(body: WebBody(stream: { _ in }))
        stream.select("bytes=0-1")
        #expect(stream.status == 200)
        #expect(stream.header("accept-ranges") == nil)
    }

    private static func response() -> WebResponse {
        WebResponse(
            headers: [
                ("ETag", "\"tag\""), ("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT"),
            ], body: WebBody(Array("0123456789".utf8)))
    }
}
