// The extensions that a user of the package can write: only public products are imported.
import HTTPGateway
import HTTPGatewayTestKit
import Scheduling
import SchedulingTestKit
import Signals
import Testing

/// WebDAV's listing: a method of its own, and another status than 200.
struct Propfind: HTTPRequest {
    let path: String
    var method: HTTPMethod { HTTPMethod("PROPFIND", isSafe: true, isIdempotent: true) }
    var headers: HTTPHeaders { ["Depth": "1"] }
    var body: HTTPBody {
        .text("<propfind xmlns=\"DAV:\"><allprop/></propfind>", type: "application/xml")
    }
    var accepted: HTTPStatusSet { [207] }

    func handle(_ response: HTTPResponse) throws -> [String] {
        response.text.components(of: "<href>", "</href>")
    }
}

/// A request that the server answers when there is news, or after eight minutes.
struct LongPoll: HTTPRequest {
    let cursor: String
    var path: String { "longpoll" }
    var query: [HTTPQueryItem] { [HTTPQueryItem("cursor", cursor)] }
    var options: HTTPOptions {
        HTTPOptions {
            $0.firstByteTimeout = .seconds(570)
            $0.deadline = .seconds(600)
        }
    }
    func handle(_ response: HTTPResponse) -> Bool { response.text == "changes" }
}

/// Server-sent events, one output each.
struct EventStream: HTTPStreamRequest {
    typealias Output = String
    var path: String { "events" }
    var headers: HTTPHeaders { ["Accept": "text/event-stream"] }
    func makeReader(_ head: HTTPResponseHead) -> any HTTPBodyReader<String> { Reader() }

    private final class Reader: HTTPBodyReader {
        private var line: [UInt8] = []
        private var data: [String] = []

        func read(_ bytes: [UInt8]) -> [String] {
            var events: [String] = []
            for byte in bytes {
                guard byte == 10 else {
                    line.append(byte)
                    continue
                }
                let text = String(decoding: line, as: UTF8.self)
                line = []
                if text.hasPrefix("data: ") { data.append(String(text.dropFirst(6))) }
                if text.isEmpty, !data.isEmpty {
                    events.append(data.joined(separator: "\n"))
                    data = []
                }
            }
            return events
        }

        func finish() -> [String] { [] }
    }
}

/// A long JSON array of numbers that is never in memory as a whole.
struct NumberList: HTTPStreamRequest {
    typealias Output = [Int]
    struct Malformed: Error {}
    func makeReader(_ head: HTTPResponseHead) -> any HTTPBodyReader<[Int]> { Reader() }

    private final class Reader: HTTPBodyReader {
        private var digits = ""
        private var isClosed = false

        func read(_ bytes: [UInt8]) throws -> [[Int]] {
            var numbers: [Int] = []
            for byte in bytes {
                switch Character(Unicode.Scalar(byte)) {
                case "0"..."9": digits.append(Character(Unicode.Scalar(byte)))
                case ",", "]":
                    guard let number = Int(digits) else { throw Malformed() }
                    numbers.append(number)
                    digits = ""
                    if byte == UInt8(ascii: "]") { isClosed = true }
                case "[", " ": break
                default: throw Malformed()
                }
            }
            return numbers.isEmpty ? [] : [numbers]
        }

        func finish() throws -> [[Int]] {
            guard isClosed else { throw Malformed() }
            return []
        }
    }
}

@Suite struct ExtensionTests {
    private let scheduler = VirtualScheduler()
    private let url: HTTPURL

    init() throws { url = try HTTPURL("http://127.0.0.1/dav") }

    @Test func aMethodOfItsOwn() throws {
        scheduler.enter {
            let gateway = GatewayStub(home: .here) { call in
                .text(
                    "<href>/a</href><href>/b</href>",
                    status: call.method.name == "PROPFIND" ? 207 : 405)
            }
            let probe = Probe(gateway.push(Propfind(path: "x"), to: url).outputs())
            scheduler.run()
            #expect(probe.values == [["/a", "/b"]])
            #expect(gateway.calls.first?.headers["depth"] == "1")
        }
    }

    @Test func aLongPoll() {
        scheduler.enter {
            let gateway = GatewayStub(home: .here) { _ in
                StubResponse(body: Array("changes".utf8), delay: .seconds(480))
            }
            let probe = Probe(gateway.push(LongPoll(cursor: "c/1"), to: url).outputs())
            scheduler.run()
            #expect(probe.values == [true])
            #expect(gateway.calls.first?.url.query == "cursor=c%2F1")
        }
    }

    @Test func anEventStream() {
        scheduler.enter {
            let text = "data: one\n\ndata: two\ndata: lines\n\n"
            let gateway = GatewayStub(home: .here) { _ in
                StubResponse(body: Array(text.utf8), rate: 10, isFramed: true)
            }
            let probe = Probe(gateway.push(EventStream(), to: url).outputs())
            scheduler.run()
            #expect(probe.values == ["one", "two\nlines"])
            #expect(probe.ends == 1)
        }
    }

    @Test func aListThatIsReadWhileItArrives() {
        scheduler.enter {
            let text = "[" + (0..<50_000).map(String.init).joined(separator: ",") + "]"
            let gateway = GatewayStub(home: .here) { _ in StubResponse(body: Array(text.utf8)) }
            let probe = Probe(gateway.push(NumberList(), to: url).outputs())
            scheduler.run()
            #expect(probe.values.count > 1)
            #expect(probe.values.flatMap(\.self) == Array(0..<50_000))
        }
    }

    @Test func whatAReaderThrowsIsTheEnd() {
        scheduler.enter {
            let gateway = GatewayStub(home: .here) { _ in .text("[1,2") }
            let probe = Probe(gateway.push(NumberList(), to: url).outputs())
            scheduler.run()
            #expect(probe.values == [[1]])
            #expect(probe.error?.code == .handlerFailed)
            #expect(probe.error?.cause is NumberList.Malformed)
            #expect(probe.error?.request == "GET http://127.0.0.1/dav")
        }
    }
}

extension String {
    fileprivate func components(of start: String, _ end: String) -> [String] {
        var rest = self[...]
        var found: [String] = []
        while let opening = rest.firstRange(of: start) {
            rest = rest[opening.upperBound...]
            guard let closing = rest.firstRange(of: end) else { break }
            found.append(String(rest[..<closing.lowerBound]))
            rest = rest[closing.upperBound...]
        }
        return found
    }
}
