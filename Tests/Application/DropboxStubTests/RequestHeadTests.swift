import Testing

@testable import DropboxStub

@Suite struct RequestHeadTests {
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

    @Test func aFormIsDecodedByteByByte() {
        #expect(
            decodedForm("a=b+c&d=%2B%c3%BC&e&=f&a=g") == ["a": "g", "d": "+ü", "e": "", "": "f"])
        // Two digits, and nothing that only looks like a number.
        #expect(decodedForm("a=%+1%-1%4&b=%zz%") == ["a": "% 1%-1%4", "b": "%zz%"])
    }

    @Test(arguments: [
        ("localhost:80", true), ("[::1]:80", true), ("127.0.0.1", true),
        ("api.dropboxapi.com", true), ("", true),
        ("evil.example", false), ("localhost.evil.example", false),
        ("dropboxapi.com.evil.example", false),
        ("[::2]", false),
    ])
    func onlyNamesOfThisHostAreServed(_ host: String, _ isOurs: Bool) {
        #expect(request(["host": host]).isForThisHost == isOurs)
    }

    @Test func theAuthorizationIsTakenApart() {
        #expect(request([:]).authorization == nil)
        let bearer = request(["authorization": "BEARER a b"]).authorization
        #expect(bearer?.scheme == "bearer" && bearer?.credentials == "a b")
        let bare = request(["authorization": "Basic"]).authorization
        #expect(bare?.scheme == "basic" && bare?.credentials == nil)
        let query = request([:], query: ["authorization": "Bearer x"]).authorization
        #expect(query?.credentials == "x")
    }

    private func request(
        _ headers: [String: String], query: [String: String] = [:]
    ) -> StubRequest {
        StubRequest(method: "POST", path: "/2/x", query: query, headers: headers, body: [])
    }
}
