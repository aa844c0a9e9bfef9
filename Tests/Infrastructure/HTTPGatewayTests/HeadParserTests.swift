import HTTPGateway
import Testing

@Suite struct HeadParserTests {
    @Test func aHeadIsPutTogether() throws {
        var parser = HeadParser()
        let steps = try feed(
            &parser,
            [
                "HTTP/1.1 200 OK\r\n", "Content-Length:  5 \r\n", "X-A: b\r\n", "x-a: c\r\n",
                "\r\n", "Late: yes\r\n",
            ])
        #expect(steps == [.field, .field, .field, .field, .complete, .trailer])
        let head = parser.head(from: try HTTPURL("http://a/"))
        #expect(head.status == 200 && head.version == "1.1")
        #expect(head.headers.values(of: "X-A") == ["b", "c"])
        #expect(head.headers["late"] == nil)
        #expect(parser.contentLength == 5)
    }

    @Test func interimHeadsGiveWay() throws {
        var parser = HeadParser()
        let steps = try feed(
            &parser,
            ["HTTP/1.1 103 Early\r\n", "Content-Length: 9\r\n", "\r\n", "HTTP/2 204 \r\n", "\r\n"])
        #expect(steps == [.field, .field, .interim, .field, .complete])
        #expect(parser.contentLength == nil)
        #expect(parser.head(from: try HTTPURL("http://a/")).version == "2")
    }

    @Test(arguments: [
        "HTTP/1.1 20 OK", "HTTP/1.1 2000 OK", "HTTP/1.1 +20 OK", "HTTP/1.1 600 OK",
        "HTTP/1.1 000 OK", "HTTP/9 200 OK",
        "HTTP/1.1", "http/1.1 200 OK", " HTTP/1.1 200 OK", "ICY 200 OK", "",
    ])
    func strangeStatusLinesAreNoHTTP(_ line: String) {
        var parser = HeadParser()
        #expect(throws: HTTPError(.malformedResponse, "")) { try feed(&parser, [line + "\r\n"]) }
    }

    @Test(arguments: [
        ": a", "a b: c", "a : b", "noColon", "X: a\0b", "X: a\rb", "X: \u{7F}", " folded",
        "Content-Length: 1,1",
        "Content-Length: 0x10", "Content-Length: +1", "Content-Length:",
        "Content-Length: 9999999999999999999",
    ])
    func strangeFieldsAreNoHTTP(_ line: String) {
        var parser = HeadParser()
        #expect(throws: HTTPError(.malformedResponse, "")) {
            try feed(&parser, ["HTTP/1.1 200 OK\r\n", line + "\r\n"])
        }
    }

    @Test func equalLengthsAreOneAndDifferentOnesNone() throws {
        var parser = HeadParser()
        try feed(
            &parser, ["HTTP/1.1 200 OK\r\n", "Content-Length: 3\r\n", "Content-Length: 3\r\n"])
        #expect(throws: HTTPError(.malformedResponse, "")) {
            try feed(&parser, ["Content-Length: 4\r\n"])
        }
    }

    @discardableResult
    private func feed(_ parser: inout HeadParser, _ lines: [String]) throws(HTTPError)
        -> [HeadParser.Step]
    {
        var steps: [HeadParser.Step] = []
        for line in lines {
            let step = Array(line.utf8).withUnsafeBytes { bytes in
                Result { () throws(HTTPError) in try parser.consume(bytes) }
            }
            steps.append(try step.get())
        }
        return steps
    }
}
