import HTTPGateway

/// The conformance suite of `RequestGateway`, for the live gateway and for the stub.
public enum GatewayConformance {
    /// All cases of the suite.
    public static let cases: [ConformanceCase] = requests + responses + refusals + redirects

    private static let requests: [ConformanceCase] = [
        ConformanceCase("a body is received", GET("a")) { call in
            .text("\(call.method) \(call.url.path)")
        } expect: {
            $0.isWhole && $0.outputs == [Array("GET /a".utf8)]
        },
        ConformanceCase(
            "path and query are encoded",
            GET("a b/ü", query: [HTTPQueryItem("q", "x&y=z"), HTTPQueryItem("n", nil)])
        ) { call in
            .text("\(call.url.path)?\(call.url.query ?? "")")
        } expect: {
            $0.outputs == [Array("/a%20b/%C3%BC?q=x%26y%3Dz&n".utf8)]
        },
        ConformanceCase(
            "header fields are sent, empty ones too",
            GET(headers: ["X-One": "1", "X-Two": "", "X-Three": "ü"])
        ) { call in
            .text(["x-one", "X-TWO", "x-three"].map { call.headers[$0] ?? "-" }.joined())
        } expect: {
            $0.outputs == [Array("1ü".utf8)]
        },
        ConformanceCase("a body is sent with its type", POST(body: .text("hello"))) { call in
            .text("\(call.method) \(call.headers["content-type"] ?? "") \(call.body.count)")
        } expect: {
            $0.outputs.first?.text == "POST text/plain; charset=utf-8 5"
        },
        ConformanceCase("an empty body is sent", POST()) {
            .text("\($0.method) \($0.body.count)")
        } expect: {
            $0.outputs.first?.text == "POST 0"
        },
        ConformanceCase(
            "a form is sent",
            PUT(body: .form([HTTPQueryItem("a", "b c"), HTTPQueryItem("d", "&")]))
        ) { call in
            .text("\(call.method) \(String(decoding: call.body, as: UTF8.self))")
        } expect: {
            $0.outputs.first?.text == "PUT a=b%20c&d=%26"
        },
        ConformanceCase(
            "parts are sent",
            PATCH(
                body: Multipart([
                    .field("a", "b"), .file("f", fileName: "\"x\"\r\n", bytes: [0, 255]),
                ]).body)
        ) { call in
            let text = String(decoding: call.body, as: UTF8.self)
            let isRight =
                text.contains("name=\"a\"\r\n\r\nb\r\n")
                && text.contains("filename=\"%22x%22%0D%0A\"")
                && call.headers["content-type"]?.hasPrefix("multipart/form-data; boundary=") == true
            return .text(isRight ? "\(call.method) right" : text)
        } expect: {
            $0.outputs.first?.text == "PATCH right"
        },
        ConformanceCase(
            "a stream of known length is sent",
            POST(body: .stream(length: 100_000) { Counter(100_000) })
        ) { call in
            .text("\(call.body.count) \(call.body.last ?? 0)")
        } expect: {
            $0.outputs.first?.text == "100000 \(99_999 % 251)"
        },
        ConformanceCase(
            "a stream of unknown length is sent", PUT(body: .stream { Counter(70_000) })
        ) { call in
            .text("\(call.body.count) \(call.body.last ?? 0)")
        } expect: {
            $0.outputs.first?.text == "70000 \(69_999 % 251)"
        },
        ConformanceCase("DELETE has no body", DELETE("x")) {
            .text("\($0.method) \($0.body.count)")
        } expect: {
            $0.outputs.first?.text == "DELETE 0"
        },
        ConformanceCase(
            "a credential is sent to its origin", GET(),
            HTTPOptions { $0.credential = .bearer("canary") }
        ) {
            .text($0.headers["authorization"] ?? "none")
        } expect: {
            $0.outputs == [Array("Bearer canary".utf8)]
        },
    ]

    private static let responses: [ConformanceCase] = [
        ConformanceCase("HEAD receives the head only", HEAD()) { _ in
            StubResponse(headers: ["X-A": "b", "Content-Length": "5000"])
        } expect: {
            $0.isWhole && $0.outputs.first?.headers["x-a"] == "b"
        },
        ConformanceCase("an empty body is complete", GET()) { _ in
            StubResponse(204, isFramed: false)
        } expect: {
            $0.isWhole && $0.outputs == [[]]
        },
        ConformanceCase("a large body is complete", GET(limit: 3_000_000)) { _ in
            StubResponse(body: [UInt8](repeating: 7, count: 3_000_000))
        } expect: {
            $0.isWhole && $0.outputs.first?.count == 3_000_000
        },
        ConformanceCase("JSON is read", JSONRequest<[String: Int]>("j")) { _ in
            .text("{\"a\":1}")
        } expect: {
            $0.outputs == [["a": 1]]
        },
        ConformanceCase("the pieces of a stream form the body", StreamingGET()) { _ in
            StubResponse(body: (0..<200_000).map { UInt8($0 % 251) })
        } expect: { outcome in
            outcome.error == nil
                && outcome.outputs.flatMap(\.self) == (0..<200_000).map { UInt8($0 % 251) }
        },
        ConformanceCase(
            "progress increases, up to the end", GET(), HTTPOptions { $0.progressInterval = .zero }
        ) { _ in
            StubResponse(body: [UInt8](repeating: 1, count: 500_000))
        } expect: { outcome in
            let received = outcome.progress.map(\.received)
            return outcome.isWhole && received == received.sorted() && received.last == 500_000
        },
        ConformanceCase(
            "a busy reader pauses the body", BusyReading(),
            HTTPOptions { $0.progressInterval = .zero }
        ) { _ in
            StubResponse(body: BusyReading.body)
        } expect: { outcome in
            outcome.error == nil && outcome.receivedBefore <= BusyReading.most
                && outcome.outputs == [.firstPiece, .oneAtATime]
                && outcome.progress.last?.received == Int64(BusyReading.body.count)
        },
    ]

    private static let refusals: [ConformanceCase] =
        [
            (400, HTTPError.Code.rejected), (401, .unauthorized), (403, .forbidden),
            (404, .notFound), (409, .conflict),
            (429, .rateLimited), (500, .serverFailed), (503, .serverBusy), (304, .unexpectedStatus),
        ].map { status, code in
            ConformanceCase("\(status) fails with \(code), and keeps the body", GET()) { _ in
                StubResponse(
                    status, headers: ["Retry-After": "7"],
                    body: status == 304 ? [] : Array("why".utf8))
            } expect: { outcome in
                outcome.error?.code == code && outcome.error?.response?.status == status
                    && outcome.error?.response?.text == (status == 304 ? "" : "why")
                    && outcome.error?.retryAfter == .seconds(7)
            }
        } + [
            ConformanceCase("a body above the limit is rejected", GET(limit: 1_000)) { _ in
                StubResponse(body: [UInt8](repeating: 1, count: 1_001))
            } expect: {
                $0.error?.code == .bodyTooLarge && $0.outputEvents.isEmpty
            },
            ConformanceCase("a truncated body fails", GET()) { _ in
                StubResponse(body: [UInt8](repeating: 1, count: 100_000), breaksAfter: 50_000)
            } expect: {
                $0.error?.code == .truncatedBody && $0.outputEvents.isEmpty
            },
            ConformanceCase("a body without an end is rejected", GET()) { _ in
                StubResponse(body: [1, 2, 3], isFramed: false)
            } expect: {
                $0.error?.code == .unframedBody
            },
            ConformanceCase(
                "a deadline ends a request", GET(), HTTPOptions { $0.deadline = .milliseconds(200) }
            ) { _ in
                StubResponse(delay: .seconds(2))
            } expect: {
                $0.error?.code == .deadlineExceeded
            },
            ConformanceCase(
                "an error of a handler names the request", JSONRequest<[Int]>("j")
            ) { _ in
                .text("no json")
            } expect: { outcome in
                outcome.error?.code == .handlerFailed && outcome.error?.cause is DecodingError
                    && outcome.error?.request?.hasSuffix("/j") == true
            },
            ConformanceCase("a field cannot inject another", GET(headers: ["X": "a\r\nY: b"])) {
                _ in
                .text("")
            } expect: {
                $0.error?.code == .invalidRequest
            },
            ConformanceCase("framing fields are rejected", GET(headers: ["Content-Length": "5"])) {
                _ in
                .text("")
            } expect: {
                $0.error?.code == .invalidRequest
            },
        ]

    private static let redirects: [ConformanceCase] = [
        ConformanceCase("a redirect is followed", GET("from")) { call in
            call.url.path == "/from"
                ? .redirect(to: "/to?x=1") : .text("\(call.url.path)?\(call.url.query ?? "")")
        } expect: {
            $0.outputs == [Array("/to?x=1".utf8)] && $0.outputEvents.first?.head.url.path == "/to"
        },
        ConformanceCase(
            "a redirect within the origin keeps the credential", GET("from"),
            HTTPOptions { $0.credential = .bearer("canary") }
        ) { call in
            call.url.path == "/from"
                ? .redirect(to: "/to") : .text(call.headers["authorization"] ?? "none")
        } expect: {
            $0.outputs == [Array("Bearer canary".utf8)]
        },
        ConformanceCase(
            "a redirect to another origin drops the credential and the fields",
            GET("from", headers: ["X-Secret": "canary", "Accept": "a/b"]),
            HTTPOptions { $0.credential = .bearer("canary") }
        ) { call in
            if call.url.path == "/from" {
                return .redirect(307, to: "http://localhost:\(call.url.origin.port)/to")
            }
            let secrets = "\(call.headers["authorization"] ?? "")\(call.headers["x-secret"] ?? "")"
            return .text("\(secrets)\(call.headers["accept"] ?? "")")
        } expect: {
            $0.outputs == [Array("a/b".utf8)]
        },
        ConformanceCase(
            "a redirect does not repeat a request with a body", POST("from", body: .text("x"))
        ) { call in
            call.url.path == "/from" ? .redirect(307, to: "/to") : .text("no")
        } expect: {
            $0.error?.code == .redirectRefused
        },
        ConformanceCase("a redirect to another origin sends no body", Query("from")) { call in
            call.url.path == "/from"
                ? .redirect(307, to: "http://localhost:\(call.url.origin.port)/to")
                : .text("no")
        } expect: {
            $0.error?.code == .redirectRefused
        },
        ConformanceCase("a redirect within the origin keeps a body", Query("from")) { call in
            call.url.path == "/from"
                ? .redirect(307, to: "/to") : .text(String(decoding: call.body, as: UTF8.self))
        } expect: {
            $0.outputs == [Array("which?".utf8)]
        },
        ConformanceCase("a redirect to another method is rejected", Query("from")) { call in
            call.url.path == "/from" ? .redirect(303, to: "/to") : .text("no")
        } expect: {
            $0.error?.code == .redirectRefused
        },
        ConformanceCase(
            "redirects are followed up to the limit", GET("0"),
            HTTPOptions { $0.redirects = 3 }
        ) { call in
            let number = Int(call.url.path.dropFirst()) ?? 0
            return number < 3 ? .redirect(to: "/\(number + 1)") : .text("there")
        } expect: {
            $0.outputs == [Array("there".utf8)]
        },
        ConformanceCase("too many redirects fail", GET(), HTTPOptions { $0.redirects = 3 }) { _ in
            .redirect(to: "/again")
        } expect: {
            $0.error?.code == .tooManyRedirects
        },
        ConformanceCase("redirects can be disabled", GET(), HTTPOptions { $0.redirects = 0 }) { _ in
            .redirect(to: "/a")
        } expect: {
            $0.error?.code == .tooManyRedirects
        },
    ]

    /// A safe method with a body.
    private struct Query: HTTPRequest {
        let path: String

        init(_ path: String) { self.path = path }

        var method: HTTPMethod { HTTPMethod("QUERY", isSafe: true, isIdempotent: true) }
        var body: HTTPBody { .text("which?") }

        func handle(_ response: HTTPResponse) -> [UInt8] { response.bytes }
    }

    /// A body whose bytes depend on their offsets.
    private final class Counter: HTTPBodyProducer {
        private let count: Int
        private var place = 0

        init(_ count: Int) { self.count = count }

        func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
            let size = min(buffer.count, count - place)
            for index in 0..<size { buffer[index] = UInt8((place + index) % 251) }
            place += size
            return size
        }
    }
}
