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

    @Test func aBlankWithinAValueIsAPartOfIt() throws {
        var parser = HeadParser()
        _ = try feed(&parser, ["HTTP/1.1 200 OK\r\n", "X:  a b\tc \r\n", "\r\n"])
        #expect(parser.head(from: try HTTPURL("http://a/")).headers["x"] == "a b\tc")
    }

    @Test func aHeadMayHaveExactlyTheBytesOfItsLimit() throws {
        let lines = ["HTTP/1.1 200 OK\r\n", "A: b\r\n", "\r\n"]
        var limits = HeadParser.Limits()
        limits.bytes = lines.map(\.utf8.count).reduce(0, +)
        var parser = HeadParser()
        parser.restart(limits: limits)
        #expect(try feed(&parser, lines).last == .complete)
        limits.bytes -= 1
        parser.restart(limits: limits)
        #expect(throws: HTTPError(.headersTooLarge, "")) { try feed(&parser, lines) }
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

    @Test func aHeadThatIsSaidAgainIsTheSameHead() throws {
        var parser = HeadParser()
        let lines = ["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "Content-Length: 5\r\n", "\r\n"]
        let url = try HTTPURL("http://a/")
        try feed(&parser, lines)
        let first = parser.head(from: url)
        parser.restart()
        #expect(parser.contentLength == nil)
        #expect(try feed(&parser, lines) == [.field, .field, .field, .complete])
        let second = parser.head(from: url)
        #expect(second.headers == first.headers && second.status == 200)
        #expect(parser.contentLength == 5)
    }

    @Test(arguments: [
        // A field fewer, one more, another between, another first, and none.
        ["A: 1", "B: 2"], ["A: 1", "B: 2", "C: 3", "D: 4"], ["A: 1", "B: x", "C: 3"],
        ["A:1", "B: 2", "C: 3"], [], ["B: 2", "C: 3"],
    ])
    func aHeadThatDiffersFromTheOneBeforeIsReadAsIfThereWereNone(_ fields: [String]) throws {
        func read(_ parser: inout HeadParser, _ fields: [String]) throws -> [String] {
            parser.restart()
            try feed(&parser, ["HTTP/1.1 200 OK\r\n"] + fields.map { $0 + "\r\n" } + ["\r\n"])
            return parser.head(from: try HTTPURL("http://a/")).headers.fields.map {
                "\($0.name): \($0.value)"
            }
        }
        var fresh = HeadParser()
        let expected = try read(&fresh, fields)
        var parser = HeadParser()
        let before = ["A: 1", "B: 2", "C: 3"]
        #expect(try read(&parser, before) == before)
        #expect(try read(&parser, fields) == expected)
        #expect(try read(&parser, before) == before)
    }

    @Test func aLengthThatIsSaidAgainStillContradictsAnother() throws {
        var parser = HeadParser()
        try feed(&parser, ["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "Content-Length: 5\r\n", "\r\n"])
        parser.restart()
        #expect(throws: HTTPError(.malformedResponse, "")) {
            try feed(
                &parser,
                ["HTTP/1.1 200 OK\r\n", "Content-Length: 6\r\n", "Content-Length: 5\r\n"])
        }
        parser.restart()
        try feed(&parser, ["HTTP/1.1 404 Not Found\r\n", "\r\n"])
        #expect(parser.contentLength == nil)
        #expect(parser.head(from: try HTTPURL("http://a/")).status == 404)
    }

    @Test func whatWasBrokenOffIsNotRemembered() throws {
        var parser = HeadParser()
        try feed(&parser, ["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "\r\n"])
        parser.restart()
        try feed(&parser, ["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "B: 2\r\n"])
        parser.restart()
        try feed(&parser, ["HTTP/1.1 200 OK\r\n", "A: 1\r\n", "\r\n"])
        #expect(parser.head(from: try HTTPURL("http://a/")).headers.fields.count == 1)
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
