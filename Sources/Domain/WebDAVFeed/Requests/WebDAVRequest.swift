import HTTPGateway
import PhotoFeed
import TextFormats

/// A request whose answer is a multistatus, which is read while it arrives.
///
/// All of these requests only read, so it is safe to send one twice.
protocol WebDAVRequest: HTTPStreamRequest where Output == WebDAVPart {
    /// The base that confines the members.
    var base: WebDAVBase { get }
    /// The number of members of a part.
    var partLimit: Int { get }
}

extension HTTPMethod {
    /// Asks for the properties of a resource and of its members (RFC 4918, 9.1).
    static let propfind = HTTPMethod("PROPFIND", isSafe: true, isIdempotent: true)
    /// Asks for a report (RFC 3253, 3.6), such as the changes of a collection.
    static let report = HTTPMethod("REPORT", isSafe: true, isIdempotent: true)
}

extension WebDAVRequest {
    /// The status of a multistatus alone: a page that asks for a sign-in has another one.
    var accepted: HTTPStatusSet { [207] }

    /// The options of a listing: 100 s to the first byte, with compression.
    var options: HTTPOptions {
        HTTPOptions {
            $0.firstByteTimeout = .seconds(100)
            $0.minimumRate = 256
            $0.totalDeadline = .seconds(3_600)
            $0.acceptsCompression = true
            $0.bodyLimit = MultistatusReader.lengthLimit
            $0.retry = HTTPRetryPolicy(
                attempts: 6, firstDelay: .seconds(1), longestDelay: .seconds(30))
        }
    }

    func makeReader(_ head: HTTPResponseHead) throws -> any HTTPBodyReader<WebDAVPart> {
        MultistatusReader(base: base, limit: partLimit, date: head.headers["date"])
    }

    /// Returns `error` with the conditions of the body as its cause.
    ///
    /// A resource that is locked, and a request that arrives too early, are tried again later.
    func failure(_ error: HTTPError, of response: HTTPResponse) -> HTTPError {
        if response.status == 423 || response.status == 425 {
            return HTTPError(
                .serverBusy, error.reason, phase: error.phase, response: response)
        }
        return error.caused(by: WebDAVErrorBody(response.bytes))
    }
}

/// Makes parts of the body of an answer.
///
/// An answer with fewer members than the limit is one part, which arrives when the answer is
/// complete; the host then repeats a request whose answer is cut.
final class MultistatusReader: HTTPBodyReader {  // not @Schedulable: the gateway calls it
    /// The largest length of an answer in bytes: that of more members than a run accepts.
    static let lengthLimit: Int64 = 8 << 30
    /// The largest number of bytes in which no member ends, such as those of comments.
    static let barrenLimit = 1 << 20

    private var parser: MultistatusParser
    private var barren = 0
    private var responseCount = 0
    private let base: WebDAVBase
    private let limit: Int
    private let date: String?
    private var members: [WebDAVMember] = []

    init(base: WebDAVBase, limit: Int, date: String?) {
        parser = MultistatusParser(base: base)
        self.base = base
        self.limit = limit
        self.date = date
    }

    func read(_ bytes: [UInt8]) throws -> [WebDAVPart] {
        do throws(XMLError) {
            try parser.read(bytes)
        } catch {
            throw Self.malformed(error)
        }
        barren = parser.responseCount > responseCount ? 0 : barren + bytes.count
        responseCount = parser.responseCount
        guard barren <= Self.barrenLimit else {
            throw FeedError(
                .malformedAnswer,
                "the server's multistatus answer has \(Self.barrenLimit) bytes without a member")
        }
        members += parser.takeMembers()
        var parts: [WebDAVPart] = []
        while members.count >= limit {
            parts.append(WebDAVPart(members: Array(members.prefix(limit)), end: nil))
            members.removeFirst(limit)
        }
        return parts
    }

    func finish() throws -> [WebDAVPart] {
        do throws(XMLError) {
            try parser.finish()
        } catch {
            throw Self.malformed(error)
        }
        let end = WebDAVPart.End(
            syncToken: parser.syncToken, time: date.flatMap(WebDAVDate.seconds),
            foreign: parser.foreignAddress.map {
                WebDAVForeignAddress($0, outside: base.address)
            })
        return [WebDAVPart(members: members, end: end)]
    }

    private static func malformed(_ error: XMLError) -> FeedError {
        FeedError(
            .malformedAnswer, "the server's multistatus answer is malformed: \(error)",
            cause: error)
    }
}
