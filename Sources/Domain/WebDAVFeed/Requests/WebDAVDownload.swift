import HTTPGateway
import PhotoFeed

/// Downloads an original into a file, complete and verified or not at all.
struct WebDAVDownload: HTTPRequest {
    let version: OriginalVersion
    let target: HTTPFileTarget

    init(_ version: OriginalVersion, to path: String, digest: (any ContentDigest)?) {
        self.version = version
        target = HTTPFileTarget(
            path: path, length: version.knownSize, digest: digest,
            isResumable: true,
            identity: WebDAVRevision(version: version))
    }

    var path: String { version.pathKey }
    var destination: HTTPDestination<HTTPFile> { .file(target) }

    /// The options of an original: a large one takes hours, so the rate alone is limited.
    var options: HTTPOptions {
        HTTPOptions {
            $0.firstByteTimeout = .seconds(100)
            $0.minimumRate = 1_024
            $0.progressInterval = .milliseconds(100)
        }
    }

    func handle(_ response: HTTPResponse) throws -> HTTPFile {
        guard let file = response.file else {
            throw FeedError(.malformedAnswer, "the server's answer has no file")
        }
        return file
    }
}

/// Reads a part of an original into memory.
struct WebDAVReadRange: HTTPRequest {
    let version: OriginalVersion
    /// The positions of the bytes.
    let range: Range<Int64>

    var path: String { version.pathKey }
    var headers: HTTPHeaders {
        ["Range": "bytes=\(range.lowerBound)-\(range.upperBound - 1)"]
    }
    var destination: HTTPDestination<[UInt8]> { .memory(limit: range.count) }
    var options: HTTPOptions {
        HTTPOptions {
            $0.deadline = .seconds(180)
            $0.totalDeadline = .seconds(1_200)
        }
    }

    func handle(_ response: HTTPResponse) throws -> [UInt8] {
        try WebDAVRevision(version: version).check(response.head)
        guard response.bytes.count == range.count,
            response.status == 206 || Int64(range.count) == version.size
        else {
            throw FeedError(.malformedAnswer, "the server sent another range than requested")
        }
        return response.bytes
    }
}

/// Reads the beginning of an original into memory.
struct WebDAVReadBeginning: HTTPRequest {
    let version: OriginalVersion
    /// The number of bytes.
    let count: Int64

    var path: String { version.pathKey }
    var headers: HTTPHeaders { ["Range": "bytes=0-\(count - 1)"] }
    var destination: HTTPDestination<[UInt8]> { .memory(limit: Int(count)) }
    var options: HTTPOptions {
        HTTPOptions {
            $0.deadline = .seconds(60)
            $0.totalDeadline = .seconds(300)
        }
    }

    func handle(_ response: HTTPResponse) throws -> [UInt8] {
        // One answer is complete in itself, as one of a whole file is.
        let head = HTTPResponseHead(
            status: 200, headers: response.head.headers, url: response.head.url)
        try WebDAVRevision(version: version).check(head)
        guard response.bytes.count == Int(count), response.status == 206 || count == version.size
        else {
            throw FeedError(.malformedAnswer, "the server sent another range than requested")
        }
        return response.bytes
    }
}
